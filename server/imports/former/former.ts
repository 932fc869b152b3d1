/** The system that users come from one by one, at their first login: off unless the operator has set it, and until a date. */
import { MINUTE } from '../../clock.ts';
import type { Context } from '../../context.ts';
import type { FormerSystem } from '../../signIn/former.ts';
import { askFormer, FormerFault } from './ask.ts';
import { joinFormer } from './join.ts';

/** How often a fault of the other system is logged. */
const LOGGED_EACH_MS = MINUTE;

/** @returns undefined if it is not set. @throws ConfigError */
export function formerSystem({ config, publicUrl, log, clock }: Context): FormerSystem | undefined {
  const { FORMER_LOGIN_URL: address, FORMER_LOGIN_UNTIL: until = '', FORMER_LOGIN_ORGANISATION: organisation } = config;
  if (address === undefined) return undefined;
  const endsAt = new Date(until);
  const ask = askFormer(config, address, publicUrl);
  let loggedAtMs = -Infinity;

  function report(message: string): void {
    if (performance.now() - loggedAtMs < LOGGED_EACH_MS) return;
    loggedAtMs = performance.now();
    log.warn(`FORMER_LOGIN_URL: ${message}`);
  }

  return {
    isAsked: () => clock.now() < endsAt,
    async ask(userName, password) {
      try {
        const person = await ask(userName, password);
        return person && { join: (tx, joining) => joinFormer(tx, person, { ...joining, organisation }) };
      } catch (error) {
        if (!(error instanceof FormerFault)) throw error;
        report(error.message);
        return undefined;
      }
    },
  };
}
