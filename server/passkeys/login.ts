/** Login with a passkey, which counts as both factors. */
import type { Outcome } from '../../api/contract/login.ts';
import { appendAuditEvent } from '../audit/append.ts';
import { MINUTE } from '../clock.ts';
import type { Context } from '../context.ts';
import type { Transaction } from '../db/database.ts';
import type { CallOf } from '../http/call.ts';
import { problem, type Problem } from '../http/problem.ts';
import { addressBlock, countHits, refuseWhenFull } from '../http/throttle.ts';
import { passkeyMethods } from '../session/passkeyMethods.ts';
import type { assertions, Refusal } from './assertion.ts';
import { recordUse, type FoundPasskey } from './repository.ts';

/**
 * Opens the session and sets its cookies; provided by the login module. `record` runs in the same transaction, after the account is
 * found fit to log in; if it returns false, nothing happens and the result is undefined.
 */
export type LogIn = (
  call: CallOf<'Passkeys.Login'>,
  proven: { userId: string; passkeyId: string; methods: readonly string[] },
  record: (tx: Transaction) => Promise<boolean>,
) => Promise<Outcome | 'ProviderRequired' | undefined>;

/** Failures of all kinds of login count into one bucket. */
const ADDRESS_WINDOW_MS = 15 * MINUTE;

export function passkeyLogin({ config, db }: Context, { check, warnOfClone }: ReturnType<typeof assertions>, logIn: LogIn) {
  /** @throws PasskeyRefused; TooManyRequests */
  return async (call: CallOf<'Passkeys.Login'>): Promise<Outcome> => {
    const bucket = `login:${addressBlock(call.request.ip)}`;
    await refuseWhenFull(db, { bucket, limit: config.LIMIT_LOGINS_PER_ADDRESS, windowMs: ADDRESS_WINDOW_MS }, call.now);
    const answered = await check(call, 'login', call.body.response);
    if (answered.kind === 'refused') throw await refuse(call, bucket, answered);
    const { passkey, assertion } = answered;
    const methods = passkeyMethods({ isDeviceBound: !passkey.backup_eligible });
    const proven = { userId: passkey.user_id, passkeyId: passkey.passkey_id, methods };
    const outcome = await logIn(call, proven, (tx) => recordUse(tx, passkey.passkey_id, assertion, call.now));
    // Answered as a wrong one is: who logs in with a passkey is not told what the organisation requires of whom.
    if (outcome === 'ProviderRequired') throw await refuse(call, bucket, { passkey, reason: outcome });
    if (outcome) return outcome;
    await warnOfClone(passkey, call.now);
    throw await refuse(call, bucket, { passkey, reason: 'ClonedPasskey' });
  };

  async function refuse(
    call: CallOf<'Passkeys.Login'>,
    bucket: string,
    { passkey, reason }: { readonly passkey: FoundPasskey | undefined; readonly reason: Refusal | 'ProviderRequired' },
  ): Promise<Problem> {
    await appendAuditEvent(
      db,
      { ...call.origin, actor: passkey?.user_name ?? null, onBehalfOf: null },
      failure(call, passkey, reason),
    );
    await countHits(db, bucket, ADDRESS_WINDOW_MS, call.now, 1);
    return problem('PasskeyRefused');
  }
}

const failure = (call: { name: string }, passkey: FoundPasskey | undefined, reason: Refusal | 'ProviderRequired') => ({
  action: call.name,
  outcome: 'failure' as const,
  target: passkey?.user_name ?? null,
  targetUserId: passkey?.user_id,
  organisationId: passkey?.organisation_id ?? null,
  details: { reason, ...(passkey ? { passkey: passkey.name } : {}) },
});
