/**
 * Messages of log-out or revocation: counted before they are read, and no more once they are accepted. The first refused ones are
 * recorded for administrators.
 */
import type { FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import { MINUTE } from '../../clock.ts';
import type { Context } from '../../context.ts';
import { addressBlock, countHits, giveBack, refuseWhenFull, throttle } from '../../http/throttle.ts';
import { connectionOf } from '../forms.ts';
import { recordOutcome } from '../logIn/outcomes.ts';
import type { Refused } from '../logIn/refused.ts';

const MAX_WRONG = 60;
/** For all connections: several organisations may have a provider that sends from one address. */
const MAX_WRONG_OF_ADDRESS = 600;
/** Maximum recorded for one connection: strangers must not push what administrators look for out of the last 100. */
const MAX_RECORDED = 10;
const WINDOW_MS = 15 * MINUTE;
const ID_LENGTH = 36;

const idOf = (request: FastifyRequest): string => connectionOf(request).slice(0, ID_LENGTH);

const limitsOf = (request: FastifyRequest) => {
  const bucket = `ssoLogout:${addressBlock(request.ip)}`;
  return {
    ofAddress: { bucket, limit: MAX_WRONG_OF_ADDRESS, windowMs: WINDOW_MS },
    ofConnection: { bucket: `${bucket}:${idOf(request)}`, limit: MAX_WRONG, windowMs: WINDOW_MS },
  };
};

export function countedLogouts({ db, clock }: Context) {
  return {
    /** @throws TooManyRequests, before the body is read */
    count: (async (request) => {
      const { ofAddress, ofConnection } = limitsOf(request);
      const now = clock.now();
      await refuseWhenFull(db, ofAddress, now);
      // What one connection refuses without end does not count for the others.
      await throttle(db, ofConnection, now);
      await throttle(db, ofAddress, now);
    }) satisfies onRequestAsyncHookHandler,

    async accept(request: FastifyRequest): Promise<void> {
      for (const { bucket } of Object.values(limitsOf(request))) await giveBack(db, bucket, clock.now());
    },

    /** Records a refused message for administrators. */
    async refuse(request: FastifyRequest, { problem, detail }: Refused): Promise<void> {
      const now = clock.now();
      const { hits } = await countHits(db, `ssoLogout:${idOf(request)}`, WINDOW_MS, now, 1);
      const isKnown = problem !== 'disabledConnection';
      if (isKnown && hits <= MAX_RECORDED)
        await recordOutcome(db, {
          connectionId: connectionOf(request),
          at: now,
          purpose: 'logout',
          outcome: 'refused',
          problem,
          detail,
        });
    },
  };
}
