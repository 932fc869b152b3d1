/** Routes of passkeys. */
import type { passkeysCalls } from '../../api/contract/passkeys.ts';
import type { Context } from '../context.ts';
import type { SecurityContext } from '../http/authorize.ts';
import type { CallOf, Handlers } from '../http/call.ts';
import type { SessionManager } from '../http/sessionManager.ts';
import { problem } from '../http/problem.ts';
import { assertions } from './assertion.ts';
import { challenges, CHALLENGE_MS } from './challenges.ts';
import { passkeyLogin, type LogIn } from './login.ts';
import type { FinishEnrolment } from './enrolment.ts';
import { ownPasskeys, type IsMfaRequired } from './own.ts';
import { relyingParty } from './relyingParty.ts';
import { credentialsOf } from './repository.ts';
import { passkeyStepUp } from './stepUp.ts';

interface PasskeysFacade {
  readonly sessions: SessionManager;
  readonly logIn: LogIn;
  readonly isMfaRequired: IsMfaRequired;
  readonly finishEnrolment: FinishEnrolment;
}

export function passkeys(context: Context, { cookies }: SecurityContext) {
  const issued = challenges(context, cookies);
  const checked = assertions(context, issued);
  return {
    /** The proof of identity by a passkey. */
    stepUp: passkeyStepUp(context, checked),
    routes: ({ sessions, logIn, isMfaRequired, finishEnrolment }: PasskeysFacade): Handlers<keyof typeof passkeysCalls> => {
      const own = ownPasskeys(context, issued, { sessions, isMfaRequired, finishEnrolment });
      return {
        'Passkeys.List': (call) => own.list(call),
        'Passkeys.RegistrationOptions': (call) => own.registrationOptions(call),
        'Passkeys.Create': (call) => own.create(call),
        'Passkeys.Rename': (call) => own.rename(call),
        'Passkeys.Delete': async (call) => {
          await own.delete(call);
        },
        'Passkeys.LoginOptions': (call) => loginOptions(call),
        'Passkeys.Login': passkeyLogin(context, checked, logIn),
      };
    },
  };

  async function loginOptions(call: CallOf<'Passkeys.LoginOptions'>) {
    const { principal, query } = call;
    const isAnybody = query.purpose === 'login' || (principal.kind !== 'session' && principal.kind !== 'pending');
    // The user's passkey would prove nothing about the administrator.
    if (!isAnybody && call.session?.impersonation) throw problem('Impersonating');
    const userId = isAnybody ? null : principal.person.userId;
    const purpose = userId !== null && principal.kind === 'session' ? 'stepUp' : 'login';
    return {
      rpId: relyingParty(context).rpId(),
      challenge: await issued.issue(call, purpose, userId),
      timeout: CHALLENGE_MS,
      allowCredentials: userId === null ? [] : await credentialsOf(context.db, userId),
      userVerification: 'required' as const,
    };
  }
}
