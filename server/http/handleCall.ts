/**
 * Handles one request: the call is authenticated, authorised and validated, its handler runs, and the reply is stripped to the
 * contract's schema.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';
import { z } from 'zod';
import { changesState } from '../../api/contract/call.ts';
import { MAX_REQUEST_MS, type Operation } from '../../api/contract/endpoint.ts';
import type { OperationName } from '../../api/contract/index.ts';
import type { Person } from '../../api/contract/person.ts';
import type { Context } from '../context.ts';
import { chooseLocale } from '../i18n/phrases.ts';
import { noteCaller } from '../watch/requests.ts';
import { auditDenied } from './auditDenied.ts';
import type { AuthorizedCall } from './authorize.ts';
import type { CallOf } from './call.ts';
import { keyedCallOf } from './idempotency.ts';
import type { OwnChanges } from './ownChanges.ts';
import { personalRowsOf } from './personalRows.ts';
import { problem } from './problem.ts';
import { recordReading } from './recordReading.ts';
import { typedTexts } from './typedTexts.ts';
import { parseParams, validate } from './validate.ts';

export type AnyHandler = (call: CallOf<OperationName>) => Promise<unknown>;

/** An operation of the contract with all that handling its calls needs. */
export interface MountedOperation {
  readonly name: OperationName;
  readonly operation: Operation;
  readonly context: Context;
  readonly changes: OwnChanges;
  readonly authorizeCall: (request: FastifyRequest, reply: FastifyReply, now: Date) => Promise<AuthorizedCall>;
  readonly handler: AnyHandler;
}

export async function handleCall(mounted: MountedOperation, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { name, operation, context, changes } = mounted;
  const now = context.clock.now();
  const locale = chooseLocale(request.headers['accept-language']);
  const authorized = await mounted.authorizeCall(request, reply, now);
  const { person } = authorized;
  if (person) noteCaller(request, person.userId);
  const readAfter = changes.readAfter(request, authorized.principal);
  const call = { name, locale, now, readAfter, request, reply, ...authorized } as CallOf<OperationName>;
  // The client is silent while the server works on its file, which may take minutes for a file of an administrator.
  const isLong = operation.rawBody === true || (operation.sends === 'multipart' && person !== undefined);
  try {
    Object.assign(call, parseParts(operation, request));
    Object.assign(call, { idempotency: keyedCallOf(operation, call) });
    if (isLong) request.raw.setTimeout(MAX_REQUEST_MS);
    const result = await mounted.handler(call);
    await afterHandling(mounted, call, person, result);
    if (isLong) request.raw.setTimeout(context.config.LIMIT_REQUEST_MS);
    return result instanceof Readable ? await reply.send(result) : await sendReply(reply, operation, result);
  } catch (error) {
    await auditDenied(context, name, operation, call, error);
    // A refusal may change something too: a counted wrong password, an event of the audit.
    if (mayChange(operation)) await changes.remember(reply);
    throw error;
  }
}

/** Counts and records what the reply says about people, renews the step-up, and remembers the change, before the reply is sent. */
async function afterHandling(
  { name, operation, context, changes }: MountedOperation,
  call: CallOf<OperationName>,
  person: Person | undefined,
  result: unknown,
): Promise<void> {
  const isStreamed = result instanceof Readable;
  if (person && !isStreamed) await context.personalData.take(call, personalRowsOf(name, result, person));
  if (operation.people === 'unbounded' && isStreamed) await recordReading(context.db, call as CallOf<'Users.Page'>, result);
  await call.stepUp.renew();
  // An export is in the audit.
  if (mayChange(operation) || isStreamed) await changes.remember(call.reply);
}

const mayChange = (operation: Operation): boolean => changesState(operation) && operation.withoutStepUp !== 'reads';

function sendReply(reply: FastifyReply, { status, reply: shape }: Operation, result: unknown): FastifyReply {
  if (reply.statusCode === 304) return reply.send();
  if (!shape) return reply.code(status ?? 204).send();
  void reply.code(status ?? 200).type('application/json; charset=utf-8');
  // Fastify sends a bare boolean or string as text; here both are JSON.
  return reply.send(typeof result === 'boolean' || typeof result === 'string' ? JSON.stringify(result) : result);
}

const NOTHING = z.strictObject({});
/** Some clients send an empty object for no body. */
const NO_BODY = NOTHING.nullish();

/** Validates the three parts of a call. Multipart and raw bodies are left to the handler, which reads them itself. */
function parseParts(operation: Operation, request: FastifyRequest): { params: unknown; query: unknown; body: unknown } {
  const texts = request.params as Record<string, string>;
  const query = operation.query ?? NOTHING;
  if (request.isMultipart() && operation.sends !== 'multipart') throw problem('UnsupportedMediaType');
  return {
    params: operation.params ? validate(operation.params, parseParams(operation.params, texts)) : texts,
    query: validate(query, parseParams(query, request.query as Record<string, unknown>)),
    body:
      operation.sends === 'multipart' || operation.rawBody
        ? undefined
        : validate(operation.body ?? NO_BODY, typedTexts(request.body)),
  };
}
