/**
 * Login with a password: counts the attempt, checks the password, then decides the outcome. An unknown name takes the same time and
 * gets the same response as a wrong password (user enumeration).
 */
import type { Context } from '../context.ts';
import { transaction, type Transaction } from '../db/database.ts';
import { nameKey } from '../db/names.ts';
import type { CookieJar } from '../http/cookies.ts';
import type { CallOf } from '../http/call.ts';
import { invalidField, problem } from '../http/problem.ts';
import { MAX_PASSWORD_BYTES, passwordTooLong } from '../password/passwordHasher.ts';
import { forgetName } from '../lockout/asked.ts';
import { clearFailures, countOnceDecided, recordFailure } from '../lockout/count.ts';
import { unknownName } from '../session/unknownName.ts';
import { findAccount, findAccountToCount, lockAccount, type Account, type LockedAccount } from '../signIn/accounts.ts';
import { giveBackDiscovery } from '../signIn/discoveries.ts';
import { addressDelay, bucketsOf, recordAddressFailure, recordAddressSuccess, refuseFailingAddress } from '../signIn/address.ts';
import { recordFailedSignIn, refusalOf, reject, type Finished, type MustUseProvider, type SignIn } from '../signIn/finish.ts';
import { targetOf, type Applications } from './applications.ts';
import { countLogin, type CountedLogin, type LoginAttempt } from './attempt.ts';
import { askingFormer, REFUSED_MS, type FormerSystem, type Newcomer } from '../signIn/former.ts';
import { keyedMutex } from './keyedMutex.ts';

type LoginCall = CallOf<'Login.Login'>;

interface LoginDependencies {
  readonly signIn: Pick<SignIn, 'finish'>;
  readonly applications: Applications;
  readonly mustUseProvider: MustUseProvider;
  /** Undefined: users come from no other system at their first login. */
  readonly former: FormerSystem | undefined;
}

interface Checked {
  readonly account: Account | undefined;
  readonly attempt: LoginAttempt;
  readonly isCorrect: boolean;
  /** Whether the password does not count, as the organisation requires its identity provider. The reply is that of a wrong one. */
  readonly isElsewhere?: boolean;
  /** Set if the stored hash has outdated parameters. */
  readonly newHash?: string;
}

export function loginService(
  context: Context,
  cookies: CookieJar,
  { signIn, applications, mustUseProvider, former }: LoginDependencies,
): (call: LoginCall) => Promise<Finished> {
  const { config, db, passwords, clock, secret } = context;
  const waitIfSuspicious = addressDelay(context);
  const askFormer = askingFormer(context, former);
  const holdMs = former ? REFUSED_MS : 0;
  const runExclusive = keyedMutex(config.LIMIT_HASH_WAIT_MS + holdMs);

  return async (call) => {
    const { userName, password } = call.body;
    if (passwordTooLong(password)) throw invalidField('password', 'maxLength', { count: MAX_PASSWORD_BYTES });
    await waitIfSuspicious({ buckets: addressOf(call), userName, known: cookies.get(call.request, 'known'), now: call.now });
    const result = await runExclusive(nameKey(userName), async (waitedMs) => {
      const checked = await passwords.withSlot((hashing) => check(call, hashing), Math.max(0, waitedMs - holdMs));
      const { account, attempt, isCorrect, isElsewhere, newHash } = checked;
      if (attempt.kind === 'locked') {
        const locked = await reject(db, call, namedBy(call, account), 'Locked', attempt.until);
        await recordAddressFailure(db, addressOf(call, account), call.now);
        return locked;
      }
      if (isCorrect && account) {
        const entered = await enter(call, account, attempt, newHash);
        if (entered) return entered;
      }
      const come = await askFormer(call.body, account === undefined, (newcomer) => join(call, newcomer, attempt));
      const entered = come ?? (account ? undefined : await enterLate(call, attempt));
      if (!entered) await refuse(call, account, attempt, isElsewhere ? 'ProviderRequired' : 'InvalidCredentials');
      return entered;
    });
    if (!result) throw problem('InvalidCredentials');
    return result;
  };

  async function check(call: LoginCall, hashing: Pick<typeof passwords, 'hash' | 'verify'>): Promise<Checked> {
    const { userName, password } = call.body;
    const { account, mustBeElsewhere, attempt } = await countOnceDecided(() => count(call));
    if (attempt.kind === 'locked') return { account, attempt, isCorrect: false };
    const stored = account?.password_hash ?? null;
    const isRight = await hashing.verify(password, stored, userName);
    const isCorrect = isRight && !mustBeElsewhere;
    const isOutdated = isCorrect && stored !== null && passwords.isOutdated(stored);
    const isElsewhere = isRight && mustBeElsewhere;
    return { account, attempt, isCorrect, isElsewhere, ...(isOutdated ? { newHash: await hashing.hash(password) } : {}) };
  }

  /**
   * Finds the account and counts the attempt, in one commit. Attempts per name are serialised in this process; the account's row
   * serialises those of other processes, and is locked before the browser's, as in `enter`.
   */
  function count(call: LoginCall) {
    const { userName } = call.body;
    const known = cookies.get(call.request, 'known');
    return transaction(db, async (tx) => {
      await refuseFailingAddress({ config, db: tx }, call);
      const account = await findAccountToCount(tx, userName);
      const mustBeElsewhere = await mustUseProvider(tx, account?.user_id, call);
      // Guesses at a password that opens nothing must not lock the account: they count as those at a name that no account has.
      const guessed = account?.password_hash == null || mustBeElsewhere ? undefined : account;
      const attempt = await countLogin(tx, { account: guessed, name: userName, known }, config, clock.now());
      return { account, mustBeElsewhere, attempt };
    });
  }

  /** Failures per address are counted afterwards; the hashing queue limits how many attempts run in parallel. */
  async function refuse(call: LoginCall, account: Account | undefined, attempt: CountedLogin, reason: string): Promise<void> {
    await transaction(db, async (tx) => {
      await recordFailure(tx, attempt.subject, clock.now());
      if (attempt.browser) await recordFailure(tx, attempt.browser.subject, clock.now());
      await recordFailedSignIn(tx, call, namedBy(call, account), { reason, failures: attempt.failures });
    });
    await recordAddressFailure(db, addressOf(call, account), call.now);
  }

  /** Makes the account of a user of the former system, and logs them in. @returns undefined if they get none */
  async function join(call: LoginCall, newcomer: Newcomer, attempt: CountedLogin): Promise<Finished | undefined> {
    const passwordHash = await passwords.hash(call.body.password);
    const known = await applications(call.body.applicationName);
    return transaction(db, async (tx) => {
      const joined = await newcomer.join(tx, { passwordHash, origin: call.origin, now: clock.now() });
      const account = 'userId' in joined ? await lockAccount(tx, joined.userId) : undefined;
      return account && open(tx, call, account, attempt, undefined, known);
    });
  }

  /** Another process may have asked the former system meanwhile, and made the account. */
  async function enterLate(call: LoginCall, attempt: CountedLogin): Promise<Finished | undefined> {
    const late = former && (await findAccount(db, call.body.userName));
    const isRight = late !== undefined && (await passwords.verify(call.body.password, late.password_hash));
    return isRight ? enter(call, late, attempt, undefined) : undefined;
  }

  /** @returns undefined if the account changed while its password was checked: the credentials are wrong by now */
  async function enter(
    call: LoginCall,
    account: Account,
    attempt: CountedLogin,
    newHash: string | undefined,
  ): Promise<Finished | undefined> {
    // Read before the transaction, which must not wait for a second connection while others wait for its lock.
    const known = await applications(call.body.applicationName);
    const entered = await transaction(db, async (tx) => {
      const now = await lockAccount(tx, account.user_id);
      if (!now || !isUnchanged(account, now)) return undefined;
      return open(tx, call, now, attempt, newHash, known);
    });
    if (entered && !entered.opened) await recordAddressFailure(db, addressOf(call, account), call.now);
    return entered;
  }

  /** Opens the session of a locked account whose password was right, unless it may not log in. */
  async function open(
    tx: Transaction,
    call: LoginCall,
    account: LockedAccount,
    attempt: CountedLogin,
    newHash: string | undefined,
    known: Awaited<ReturnType<Applications>>,
  ): Promise<Finished> {
    if (attempt.browser) await clearFailures(tx, attempt.browser.subject, attempt.browser.lock);
    const reason = refusalOf(account);
    if (attempt.subject.key) await forgetName(tx, call.body.userName);
    if (reason) {
      // The password was right, so its failures are cleared all the same.
      await clearFailures(tx, attempt.subject, attempt.lock);
      return reject(tx, call, account, reason);
    }
    const finished = await signIn.finish(tx, call, account, {
      methods: ['pwd'],
      remember: call.body.rememberMe ?? false,
      returnUrl: targetOf(config, known, call.body, account),
      failures: attempt.failures - 1,
      attempt,
      newHash,
    });
    if (finished.opened) {
      // Last, as others of the address wait for these rows until the commit.
      await recordAddressSuccess(tx, addressOf(call, account), call.now);
      await giveBackDiscovery({ config, db: tx }, call, call.body.userName);
    }
    return finished;
  }

  function namedBy({ body }: LoginCall, account: Account | undefined) {
    return account ?? { user_name: unknownName(secret, body.userName), organisation_id: null };
  }
}

/** Whether the checked password is still the account's, and its second factor was not turned on or off. */
const isUnchanged = (checked: Account, now: Account): boolean =>
  checked.password_hash === now.password_hash && (checked.mfa_enrolled_at === null) === (now.mfa_enrolled_at === null);

const addressOf = ({ request, body }: LoginCall, account?: Account) =>
  bucketsOf(request.ip, account?.user_id ?? nameKey(body.userName));
