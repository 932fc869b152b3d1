/** Login with a passkey, which counts as both factors. */
import type { Outcome } from '../../api/contract/login.ts';
import type { Context } from '../context.ts';
import type { Transaction } from '../db/database.ts';
import type { CallOf } from '../http/call.ts';
import { problem, type Problem } from '../http/problem.ts';
import { passkeyMethods } from '../session/passkeyMethods.ts';
import { countAddressFailure, refuseFailingAddress } from '../signIn/address.ts';
import { recordFailedSignIn } from '../signIn/finish.ts';
import type { assertions, Refusal } from './assertion.ts';
import { recordPasskeyUse } from '../accounts/credentials.ts';
import { type FoundPasskey } from './repository.ts';

/**
 * Opens the session and sets its cookies; provided by the login module. `record` runs in the same transaction, after the account is
 * found fit to log in; if it returns false, nothing happens and the result is undefined.
 */
export type LogIn = (
  call: CallOf<'Passkeys.Login'>,
  proven: { userId: string; passkeyId: string; methods: readonly string[] },
  record: (tx: Transaction) => Promise<boolean>,
) => Promise<Outcome | 'ProviderRequired' | undefined>;

export function passkeyLogin(context: Context, { check, warnOfClone }: ReturnType<typeof assertions>, logIn: LogIn) {
  /** @throws PasskeyRefused; PasskeyChanged; TooManyRequests */
  return async (call: CallOf<'Passkeys.Login'>): Promise<Outcome> => {
    await refuseFailingAddress(context, call);
    // Security keys store no user handle unless they have to; the password has said who it is.
    const namedId = call.principal.kind === 'pending' ? call.principal.person.userId : undefined;
    const answered = await check(call, 'login', call.body.response, { namedId });
    if (answered.kind === 'refused') throw await refuse(call, answered);
    const { passkey, assertion } = answered;
    const methods = passkeyMethods({ isDeviceBound: !assertion.backupEligible });
    const proven = { userId: passkey.user_id, passkeyId: passkey.passkey_id, methods };
    const outcome = await logIn(call, proven, (tx) => recordPasskeyUse(tx, passkey.passkey_id, assertion, call.now));
    // The reply is that of a wrong passkey: it must not reveal what the organisation requires.
    if (outcome === 'ProviderRequired') throw await refuse(call, { passkey, reason: outcome });
    if (outcome) return outcome;
    await warnOfClone(passkey, call.now);
    throw await refuse(call, { passkey, reason: 'ClonedPasskey' });
  };

  async function refuse(
    call: CallOf<'Passkeys.Login'>,
    { passkey, reason }: { readonly passkey: FoundPasskey | undefined; readonly reason: Refusal | 'ProviderRequired' },
  ): Promise<Problem> {
    const details = { reason, ...(passkey && { passkey: passkey.name }) };
    await recordFailedSignIn(context.db, call, passkey ?? { user_name: null, organisation_id: null }, details);
    await countAddressFailure(context.db, call);
    return problem(reason === 'ChangedPasskey' ? 'PasskeyChanged' : 'PasskeyRefused');
  }
}
