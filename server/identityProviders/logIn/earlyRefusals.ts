/**
 * Records what is refused before a login is looked at, such as a response that is too large, or one too many of its address. The
 * administrators of the organisation would search for it in vain otherwise.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ConnectionProblem } from '../../../api/contract/identityProviders.problems.ts';
import { MINUTE } from '../../clock.ts';
import type { Context } from '../../context.ts';
import { asProblem } from '../../http/errors.ts';
import { countHits } from '../../http/throttle.ts';
import { connectionOf } from '../forms.ts';
import { recordOutcome } from './outcomes.ts';
import { findConnection } from '../settings/repository.ts';

/** Maximum recorded for one connection: strangers must not push what administrators look for out of the last 100. */
const MAX_RECORDED = 10;
const WINDOW_MS = 15 * MINUTE;

const problems: Readonly<Record<number, ConnectionProblem>> = { 413: 'tooLarge', 415: 'response', 429: 'tooManyRequests' };

/** @param paths the routes at which logins begin, and responses arrive */
export function recordEarlyRefusals(app: FastifyInstance, context: Context, paths: readonly string[]): void {
  const known = new Set(paths);
  app.addHook('onError', async (request, _reply, error) => {
    if (!known.has(request.routeOptions.url ?? '')) return;
    const { status } = asProblem(error);
    try {
      await record(context, request, problems[status] ?? 'server');
    } catch (failure) {
      context.log.warn({ err: failure, requestId: request.id }, 'A refused login could not be recorded');
    }
  });
}

async function record({ db, clock }: Context, request: FastifyRequest, problem: ConnectionProblem): Promise<void> {
  const now = clock.now();
  const connection = await findConnection(db, connectionOf(request));
  if (!connection) return;
  const { connection_id: connectionId } = connection;
  const { hits } = await countHits(db, `ssoEarlyRefusals:${connectionId}`, WINDOW_MS, now, 1);
  if (hits <= MAX_RECORDED) await recordOutcome(db, { connectionId, at: now, purpose: 'login', outcome: 'refused', problem });
}
