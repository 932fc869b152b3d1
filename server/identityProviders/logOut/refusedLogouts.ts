/**
 * Messages of logout or revocation: counted before they are read, and no more once they are accepted. The first refused ones are
 * recorded for administrators.
 */
import type { FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import { MINUTE } from '../../clock.ts';
import type { Context } from '../../context.ts';
import { addressBlock, countHits, giveBack, limitOf, refuseWhenFull, throttle } from '../../http/throttle.ts';
import { connectionOf } from '../forms.ts';
import { recordOutcome } from '../logIn/outcomes.ts';
import type { Refused } from '../logIn/refused.ts';

/** For all connections: several organisations may have a provider that sends from one address. */
const CONNECTIONS_OF_ADDRESS = 10;
/** Maximum recorded for one connection: strangers must not push what administrators look for out of the last 100. */
const MAX_RECORDED = 10;
const WINDOW_MS = 15 * MINUTE;
const ID_LENGTH = 36;

const idOf = (request: FastifyRequest): string => connectionOf(request).slice(0, ID_LENGTH);

function limitsOf(config: Context['config'], request: FastifyRequest) {
  const ofAddress = limitOf(config, 'LIMIT_SSO_LOGOUTS_PER_ADDRESS', addressBlock(request.ip));
  return {
    ofConnection: { ...ofAddress, bucket: `${ofAddress.bucket}:${idOf(request)}` },
    ofAddress: { ...ofAddress, limit: ofAddress.limit * CONNECTIONS_OF_ADDRESS },
  };
}

export function countedLogouts({ db, clock, config }: Context) {
  return {
    /** @throws TooManyRequests, before the body is read */
    count: (async (request) => {
      const { ofAddress, ofConnection } = limitsOf(config, request);
      const now = clock.now();
      await refuseWhenFull(db, ofAddress, now);
      // What one connection refuses without end does not count for the others.
      await throttle(db, ofConnection, now);
      await throttle(db, ofAddress, now);
    }) satisfies onRequestAsyncHookHandler,

    accept: async (request: FastifyRequest): Promise<void> => {
      for (const { bucket } of Object.values(limitsOf(config, request))) await giveBack(db, bucket, clock.now());
    },

    /** Records a refused message for administrators. */
    refuse: async (request: FastifyRequest, { problem, detail }: Refused): Promise<void> => {
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
