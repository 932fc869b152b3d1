/**
 * Step-up: a proof of identity within STEP_UP_MINUTES, by the second factor if the user has one, else by the password. A call that
 * needed it renews it, if it succeeds.
 */
import { isSystemAdmin } from '../../api/contract/person.ts';
import { MINUTE } from '../clock.ts';
import type { Context } from '../context.ts';
import type { Principal } from '../session/principal.ts';
import { renewStepUp } from '../session/sessions.renew.ts';
import { problem } from './problem.ts';

export interface StepUp {
  /**
   * @throws ConfirmIdentity; Impersonating, as the administrator's proof is not the user's; Forbidden for an API key of anyone but
   * a system administrator
   */
  readonly require: () => void;
  /** Call it when the call has succeeded. */
  readonly renew: () => Promise<void>;
}

export function stepUpOf({ config, db, log }: Context, principal: Principal, now: Date, requestId: string): StepUp {
  let isUsed = false;
  return {
    require() {
      if (principal.kind === 'key' && !isSystemAdmin(principal.person)) throw problem('Forbidden');
      if (principal.kind !== 'session') return;
      const { session } = principal;
      if (session.impersonation) throw problem('Impersonating');
      const ageMs = now.getTime() - session.authenticatedAt.getTime();
      // A remembered browser, and a session from before the factor was set up, have proven the password alone.
      const isWeak = session.hasSecondFactor && !session.isSecondFactorProven;
      if (isWeak || ageMs > config.STEP_UP_MINUTES * MINUTE) throw problem('ConfirmIdentity');
      isUsed = true;
    },
    async renew() {
      if (!isUsed || principal.kind !== 'session') return;
      try {
        await renewStepUp(db, principal.session.sessionId, now);
      } catch (error) {
        // The call is done and committed; the user is asked for a proof a little earlier than necessary.
        log.warn({ err: error, requestId }, 'A proof of identity was not renewed');
      }
    },
  };
}
