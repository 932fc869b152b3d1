/** Records every denied administrative call, and every denied act on others or on the own account, outside the call's transaction, which has been rolled back by then. */
import type { FastifyRequest } from 'fastify';
import { changesState, pathParams } from '../../api/contract/call.ts';
import type { Operation } from '../../api/contract/endpoint.ts';
import type { Context } from '../context.ts';
import { appendAuditEvent, type AuditOrigin } from '../audit/append.ts';
import { Problem } from './problem.ts';

const ADMINISTRATIVE = new Set(['auditReader', 'subscriberAdmin', 'systemAdmin']);
const recorded = new WeakSet();

export async function auditDenied(
  context: Context,
  name: string,
  operation: Operation,
  call: { origin: AuditOrigin; params?: unknown; request: Pick<FastifyRequest, 'id'> },
  error: unknown,
): Promise<void> {
  const refused = error instanceof Problem && (error.status === 403 || error.status === 404) && error.code !== 'ConfirmIdentity';
  const isAct = operation.who === 'session' && (changesState(operation) || pathParams(operation.path).includes('userName'));
  if (!refused || !(ADMINISTRATIVE.has(operation.who) || isAct) || call.origin.actor === null || recorded.has(error)) return;
  recorded.add(error);
  const params = (call.params ?? {}) as Record<string, unknown>;
  const target = params.userName ?? params.userId ?? params.publicId;
  try {
    await appendAuditEvent(context.db, call.origin, {
      action: name,
      outcome: 'refused',
      target: typeof target === 'string' ? target : null,
      details: { code: error.code },
    });
  } catch (failure) {
    // The caller still gets the original error; the missing event is reported to the operator.
    context.log.error({ err: failure, requestId: call.request.id }, 'A refusal could not be recorded');
  }
}
