/** Login without a secret that could be guessed: by a passkey, which counts as both factors, or by an identity provider. */
import type { Outcome } from '../../api/contract/login.ts';
import type { Context } from '../context.ts';
import { transaction, type Transaction } from '../db/database.ts';
import type { CallOf } from '../http/call.ts';
import { isLockedByCodes, type LockLimits } from '../lockout/rule.ts';
import { lockAccount, type LockedAccount } from '../signIn/accounts.ts';
import {
  refusalOf,
  reject,
  type Finished,
  type MustUseProvider,
  type Proof,
  type SignIn,
  type SignInCall,
} from '../signIn/finish.ts';
import { targetOf, type Applications } from './applications.ts';

type ProvenCall = SignInCall & {
  readonly body: Pick<CallOf<'Passkeys.Login'>['body'], 'applicationName' | 'returnUrl' | 'rememberMe'>;
};

interface Proven extends Proof {
  readonly userId: string;
}

type KnownApplications = Awaited<ReturnType<Applications>>;

interface ProvenDependencies {
  readonly signIn: SignIn;
  readonly applications: Applications;
  readonly mustUseProvider: MustUseProvider;
}

export function provenLogin({ config, db }: Context, { signIn, applications, mustUseProvider }: ProvenDependencies) {
  return { logIn, within, setCookies: signIn.setCookies, applications };

  /**
   * Refuses users who may not log in, like a login with a password does. @param record runs in the same transaction, before the
   * session is opened; if it returns false, there is no login
   */
  async function logIn(
    call: ProvenCall,
    proven: Proven,
    record: (tx: Transaction) => Promise<boolean>,
  ): Promise<Outcome | 'ProviderRequired' | undefined> {
    // Read before the transaction, which must not wait for a second connection while others wait for its lock.
    const known = await applications(call.body.applicationName);
    const result = await transaction(db, async (tx) =>
      (await mustUseProvider(tx, proven.userId, call)) ? 'ProviderRequired' : within(tx, call, { ...proven, known }, record),
    );
    if (result === 'ProviderRequired') return result;
    if (result) signIn.setCookies(call, result);
    return result?.outcome;
  }

  /** Logs in within the caller's transaction; the caller sets the cookies once it is committed. */
  async function within(
    tx: Transaction,
    call: ProvenCall,
    { userId, known, ...proof }: Proven & { readonly known: KnownApplications },
    record: (tx: Transaction) => Promise<boolean>,
  ): Promise<Finished | undefined> {
    const account = await lockAccount(tx, userId);
    if (!account) return undefined;
    if (isLocked(account, config, call.now)) return reject(tx, call, account, 'Locked', account.locked_until);
    const reason = refusalOf(account);
    if (reason) return reject(tx, call, account, reason);
    if (!(await record(tx))) return undefined;
    const { body, principal, session } = call;
    // If the password was accepted before, that step has stored the target page and how long the session lasts.
    const pending = principal.kind === 'pending' && principal.person.userId === userId ? session : null;
    return signIn.finish(tx, call, account, {
      ...proof,
      remember: body.rememberMe ?? pending?.remember ?? false,
      returnUrl: targetOf(config, known, { ...body, returnUrl: body.returnUrl ?? pending?.returnUrl }, account),
      failures: account.failed_sign_ins + account.mfa_failures,
    });
  }
}

/** Wrong passwords close the password alone, so that strangers do not lock users out; wrong codes lock every login. */
const isLocked = ({ locked_until: until, mfa_failures: wrongCodes }: LockedAccount, limits: LockLimits, now: Date): boolean =>
  until !== null && until > now && isLockedByCodes(wrongCodes, limits);
