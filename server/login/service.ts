/**
 * Login with a password: counts the attempt, checks the password, then decides the outcome. An unknown name takes the same time and
 * gets the same response as a wrong password (user enumeration).
 */
import type { Context } from '../context.ts';
import { transaction } from '../db/database.ts';
import { nameKey } from '../db/names.ts';
import type { CookieJar } from '../http/cookies.ts';
import type { CallOf } from '../http/call.ts';
import { invalidField, problem } from '../http/problem.ts';
import { MAX_PASSWORD_BYTES, passwordTooLong } from '../password/passwordHasher.ts';
import { clearFailures, countOnceDecided, recordFailure } from '../lockout/count.ts';
import { unknownName } from '../session/unknownName.ts';
import { findAccount, lockAccount, type Account } from '../signIn/accounts.ts';
import { giveBackDiscovery } from '../signIn/discoveries.ts';
import { addressDelay, bucketsOf, recordAddressFailure, recordAddressSuccess, refuseFailingAddress } from '../signIn/address.ts';
import { recordFailedSignIn, refusalOf, reject, type Finished, type MustUseProvider, type SignIn } from '../signIn/finish.ts';
import { targetOf, type Applications } from './applications.ts';
import { countLogin, type CountedLogin, type LoginAttempt } from './attempt.ts';
import { keyedMutex } from './keyedMutex.ts';

type LoginCall = CallOf<'Login.Login'>;

interface LoginDependencies {
  readonly signIn: Pick<SignIn, 'finish'>;
  readonly applications: Applications;
  readonly mustUseProvider: MustUseProvider;
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
  { signIn, applications, mustUseProvider }: LoginDependencies,
): (call: LoginCall) => Promise<Finished> {
  const { config, db, log, passwords, clock, secret } = context;
  const waitIfSuspicious = addressDelay(context);
  const runExclusive = keyedMutex(config.LIMIT_HASH_WAIT_MS);

  return async (call) => {
    const { userName, password } = call.body;
    if (passwordTooLong(password)) throw invalidField('password', 'maxLength', { count: MAX_PASSWORD_BYTES });
    await waitIfSuspicious({ buckets: addressOf(call), userName, known: cookies.get(call.request, 'known'), now: call.now });
    const result = await runExclusive(nameKey(userName), async (waitedMs) => {
      const checked = await passwords.withSlot((hashing) => check(call, hashing), waitedMs);
      const { account, attempt, isCorrect, isElsewhere, newHash } = checked;
      if (attempt.kind === 'locked') {
        const locked = await reject(db, call, namedBy(call, account), 'Locked', attempt.until);
        await recordAddressFailure(db, addressOf(call, account), call.now);
        return locked;
      }
      const entered = isCorrect && account ? await enter(call, account, attempt, newHash) : undefined;
      if (!entered) await refuse(call, account, attempt, isElsewhere ? 'ProviderRequired' : 'InvalidCredentials');
      return entered;
    });
    if (!result) throw problem('InvalidCredentials');
    return result;
  };

  async function check(call: LoginCall, hashing: Pick<typeof passwords, 'hash' | 'verify'>): Promise<Checked> {
    const { userName, password } = call.body;
    await refuseFailingAddress(context, call);
    const account = await findAccount(db, userName);
    const mustBeElsewhere = await mustUseProvider(db, account?.user_id, call);
    const stored = account?.password_hash ?? null;
    // Guesses at a password that opens nothing must not lock the account: they count as those at a name that no account has.
    const guessed = stored === null || mustBeElsewhere ? undefined : account;
    const attempt = await attemptFor(guessed, userName, cookies.get(call.request, 'known'));
    if (attempt.kind === 'locked') return { account, attempt, isCorrect: false };
    const isRight = await hashing.verify(password, stored, userName);
    const isCorrect = isRight && !mustBeElsewhere;
    const isOutdated = isCorrect && stored !== null && passwords.isOutdated(stored);
    const isElsewhere = isRight && mustBeElsewhere;
    return { account, attempt, isCorrect, isElsewhere, ...(isOutdated ? { newHash: await hashing.hash(password) } : {}) };
  }

  /** Attempts per name are serialised in this process; waits for one in another process that has just set the lock. */
  function attemptFor(account: Account | undefined, name: string, known: string | undefined): Promise<LoginAttempt> {
    return countOnceDecided(() => countLogin(db, { account, name, known }, config, clock.now()));
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
      if (attempt.browser) await clearFailures(tx, attempt.browser.subject, attempt.browser.lock);
      const reason = refusalOf(now);
      if (reason) {
        // The password was right, so its failures are cleared all the same.
        await clearFailures(tx, attempt.subject, attempt.lock);
        return reject(tx, call, now, reason);
      }
      return signIn.finish(tx, call, now, {
        methods: ['pwd'],
        remember: call.body.rememberMe ?? false,
        returnUrl: targetOf(config, known, call.body, now),
        failures: attempt.failures - 1,
        attempt,
        newHash,
      });
    });
    if (entered?.opened)
      // The login is done and committed.
      await countSuccess(call, account).catch((error: unknown) => {
        log.warn({ err: error, requestId: call.request.id }, 'A login was not counted for its address');
      });
    else if (entered) await recordAddressFailure(db, addressOf(call, account), call.now);
    return entered;
  }

  async function countSuccess(call: LoginCall, account: Account): Promise<void> {
    await recordAddressSuccess(db, addressOf(call, account), call.now);
    await giveBackDiscovery(context, call, call.body.userName);
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
