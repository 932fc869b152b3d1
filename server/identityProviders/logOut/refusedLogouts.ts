/** Refused messages of log-out or revocation: the first ones are recorded for administrators, and a sender of more is refused. */
import { MINUTE } from '../../clock.ts';
import type { Context } from '../../context.ts';
import { addressBlock, countHits, limitOf, throttle } from '../../http/throttle.ts';
import { recordOutcome } from '../logIn/outcomes.ts';
import type { Refused } from '../logIn/refused.ts';

/** Maximum recorded for one connection: strangers must not push what administrators look for out of the last 100. */
const MAX_RECORDED = 10;
const WINDOW_MS = 15 * MINUTE;

/** Records a refused message for administrators. @throws TooManyRequests */
export const refusedLogouts =
  ({ db, clock, config }: Context) =>
  async (connectionId: string, ip: string, { problem, detail }: Refused): Promise<void> => {
    const now = clock.now();
    const { hits } = await countHits(db, `ssoLogout:${connectionId.slice(0, 36)}`, WINDOW_MS, now, 1);
    const isKnown = problem !== 'disabledConnection';
    if (isKnown && hits <= MAX_RECORDED)
      await recordOutcome(db, { connectionId, at: now, purpose: 'logout', outcome: 'refused', problem, detail });
    await throttle(db, limitOf(config, 'LIMIT_SSO_LOGOUTS_PER_ADDRESS', addressBlock(ip)), now);
  };
