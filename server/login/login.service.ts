/** Logging in: count the attempt, check the password, then say how far it got. An unknown name costs and gets what a wrong password does. */
import { safeReturnUrl } from '../../api/contract/returnUrl.ts';
import type { Outcome } from '../../api/contract/login.ts';
import { setTimeout as delay } from 'node:timers/promises';
import { DAY, MINUTE } from '../clock.ts';
import type { Context } from '../context.ts';
import { transaction, type Transaction } from '../db/database.ts';
import { record } from '../db/record.ts';
import type { OpenedSession } from '../db/sessions.ts';
import type { CallOf } from '../http/call.ts';
import { problem } from '../http/problem.ts';
import type { Entrance } from '../http/signIn.ts';
import { count, refuseWhenFull } from '../http/throttle.ts';
import { applicationHome, applicationsOf } from './login.applications.ts';
import { countAttempt, findAccount, forgetFailures, nameKey, type Account, type Attempt } from './login.accounts.ts';
import { turns } from './login.turns.ts';
import { noteBrowser } from './login.browsers.ts';

const ADDRESS_WINDOW_MS = 15 * MINUTE;
/** How long an attempt waits for one in another process that has just reached the limit and may yet prove right. */
const OPEN_GUESS_MS = 1500;
const RECHECK_MS = 100;

export interface LoggedIn {
  outcome: Outcome;
  opened?: OpenedSession;
  /** The token of a browser seen for the first time. */
  newBrowser?: string;
}

export interface LoginDoors {
  entrance: Entrance;
  /** Whether this browser was told not to ask for a code; the MFA room's to say. */
  remembersBrowser: (tx: Transaction, call: CallOf<'Login.Login'>, userId: string) => Promise<boolean>;
  knownBrowser: (call: CallOf<'Login.Login'>) => string | undefined;
}

export function loginService(context: Context, doors: LoginDoors) {
  const { config, db, passwords, clock } = context;
  const inTurn = turns();

  async function attemptFor(account: Account | undefined, name: string): Promise<Attempt> {
    for (;;) {
      const now = clock.now();
      const attempt = await countAttempt(db, account, name, config, now);
      if (attempt.kind === 'counted' || now.getTime() - attempt.since.getTime() > OPEN_GUESS_MS) return attempt;
      await delay(RECHECK_MS);
    }
  }

  return {
    async logIn(call: CallOf<'Login.Login'>): Promise<LoggedIn> {
      const { userName, password } = call.body;
      const bucket = { bucket: `login:${call.request.ip}`, limit: config.LIMIT_LOGINS_PER_ADDRESS, windowMs: ADDRESS_WINDOW_MS };
      await refuseWhenFull(db, bucket, call.now);
      const result = await inTurn(nameKey(userName), async () => {
        const account = await findAccount(db, userName);
        const attempt = await attemptFor(account, userName);
        if (attempt.kind === 'locked') return rejected(call, account, 'Locked', attempt.until);
        const right = await passwords.verify(password, account?.password_hash ?? null);
        if (right && account) return enter(call, account, attempt.failuresBefore);
        await refuse(call, account, attempt.failuresBefore + 1);
        return undefined;
      });
      if (result) return result;
      await count(db, bucket.bucket, ADDRESS_WINDOW_MS, call.now, 1);
      throw problem('InvalidCredentials');
    },
  };

  async function refuse(call: CallOf<'Login.Login'>, account: Account | undefined, failures: number): Promise<void> {
    await record(db, originFor(call, account), {
      action: 'Login.Login',
      outcome: 'failure',
      target: account?.user_name ?? call.body.userName.slice(0, 320),
      targetUserId: account?.user_id,
      organisationId: account?.organisation_id ?? null,
      details: { reason: 'InvalidCredentials', failures },
    });
  }

  async function rejected(
    call: CallOf<'Login.Login'>,
    account: Account | undefined,
    reason: 'Disabled' | 'Locked' | 'NotApproved',
    until?: Date,
  ): Promise<LoggedIn> {
    await record(db, originFor(call, account), {
      action: 'Login.Login',
      outcome: 'failure',
      target: account?.user_name ?? call.body.userName.slice(0, 320),
      targetUserId: account?.user_id,
      organisationId: account?.organisation_id ?? null,
      details: { reason },
    });
    const seconds = until && Math.ceil((until.getTime() - call.now.getTime()) / 1000);
    return { outcome: { outcome: 'Rejected', reason, ...(seconds === undefined ? {} : { retryAfterSeconds: seconds }) } };
  }

  async function enter(call: CallOf<'Login.Login'>, account: Account, failures: number): Promise<LoggedIn> {
    const blocked = !account.enabled ? 'Disabled' : !account.approved ? 'NotApproved' : undefined;
    if (blocked) {
      await forgetFailures(db, account.user_id);
      return rejected(call, account, blocked);
    }
    const newHash = passwords.outdated(account.password_hash as string) ? await passwords.hash(call.body.password) : undefined;
    return transaction(db, (tx) => admit(tx, call, account, failures, newHash));
  }

  async function admit(
    tx: Transaction,
    call: CallOf<'Login.Login'>,
    account: Account,
    failures: number,
    newHash: string | undefined,
  ): Promise<LoggedIn> {
    await forgetFailures(tx, account.user_id);
    const step = await nextStep(tx, call, account);
    const { rememberMe = false, returnUrl, applicationName } = call.body;
    const safe = safeReturnUrl(
      returnUrl,
      applicationsOf(config).map((application) => application.url),
    );
    const goesTo = safe ?? applicationHome(config, applicationName, account.roles) ?? '/';
    const former = call.principal.kind === 'anonymous' ? null : call.session;
    const opened = await doors.entrance.open(
      tx,
      call.request,
      {
        userId: account.user_id,
        kind: step === 'SignedIn' ? 'full' : 'pending',
        remember: rememberMe,
        now: call.now,
        returnUrl: goesTo,
      },
      former,
    );
    await tx
      .updateTable('users')
      .set({
        ...(newHash ? { password_hash: newHash } : {}),
        ...(step === 'SignedIn' ? { last_login_at: call.now } : {}),
        locale: call.locale,
      })
      .where('user_id', '=', account.user_id)
      .execute();
    const newBrowser = await noteBrowser(tx, call, account, doors.knownBrowser(call));
    await record(tx, originFor(call, account), {
      action: 'Login.Login',
      target: account.user_name,
      targetUserId: account.user_id,
      organisationId: account.organisation_id,
      details: { outcome: step },
    });
    return {
      opened,
      ...(newBrowser ? { newBrowser } : {}),
      outcome: {
        outcome: step,
        redirectUrl: step === 'SignedIn' ? goesTo : step === 'MfaCodeRequired' ? `/LoginMfa/${String(rememberMe)}` : '/EnrolMfa',
        ...(failures > 0
          ? { failedSignIns: failures, ...(account.last_failed_at ? { lastFailedAt: account.last_failed_at.toISOString() } : {}) }
          : {}),
      },
    };
  }

  async function nextStep(
    tx: Transaction,
    call: CallOf<'Login.Login'>,
    account: Account,
  ): Promise<'SignedIn' | 'MfaCodeRequired' | 'MfaEnrolmentRequired'> {
    if (account.mfa_enrolled_at)
      return (await doors.remembersBrowser(tx, call, account.user_id)) ? 'SignedIn' : 'MfaCodeRequired';
    return (account.mfa_required_override ?? account.mfa_required) ? 'MfaEnrolmentRequired' : 'SignedIn';
  }
}

/** Nobody is signed in yet: the account itself is the actor where there is one. */
const originFor = (call: CallOf<'Login.Login'>, account: Account | undefined) => ({
  ...call.origin,
  actor: account?.user_name ?? null,
  onBehalfOf: null,
});

/** How long a browser counts as known. */
export const KNOWN_BROWSER_MS = 365 * DAY;
