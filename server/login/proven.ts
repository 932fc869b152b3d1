/** Login by what can't be guessed: a passkey, which counts as both factors, or the word of an identity provider. */
import type { Outcome } from '../../api/contract/login.ts';
import type { Context } from '../context.ts';
import { transaction, type Transaction } from '../db/database.ts';
import { appendAuditEvent } from '../audit/append.ts';
import type { SecurityContext } from '../http/authorize.ts';
import type { CallOf } from '../http/call.ts';
import type { SessionManager } from '../http/sessionManager.ts';
import { failuresBefore, rejection } from '../lockout/outcome.ts';
import { isLockedByCodes } from '../lockout/rule.ts';
import { isUnlockedBrowser } from '../session/knownBrowsers.ts';
import type { OpenedSession } from '../session/sessions.ts';
import { lockAccount, recordProvenLogin } from './accounts.ts';
import { targetOf, type Applications } from './applications.ts';
import { KNOWN_BROWSER_MS, recordBrowser } from './browsers.ts';
import { originFor } from './events.ts';
import type { MustUseProvider } from './completion.ts';
import { nextStep, redirectOf, type SecondFactors } from './nextStep.ts';

/** A call of the contract, or a browser that comes back from an identity provider. */
export interface ProvenCall extends Pick<
  CallOf<'Passkeys.Login'>,
  'request' | 'reply' | 'now' | 'locale' | 'origin' | 'session' | 'principal'
> {
  readonly name: string;
  readonly body: Pick<CallOf<'Passkeys.Login'>['body'], 'applicationName' | 'returnUrl' | 'rememberMe'>;
}

type KnownApplications = Awaited<ReturnType<Applications>>;
type LockedAccount = NonNullable<Awaited<ReturnType<typeof lockAccount>>>;

export interface Proven {
  readonly userId: string;
  /** Values of `amr` (RFC 8176); without `mfa` the second factor follows here, where there is one. */
  readonly methods: readonly string[];
  readonly passkeyId?: string;
  /** Of the event. */
  readonly details?: Readonly<Record<string, unknown>>;
}

export interface Result {
  readonly outcome: Outcome;
  readonly opened?: OpenedSession;
  readonly newBrowser?: string | undefined;
}

interface LoginRooms extends SecondFactors {
  readonly sessions: SessionManager;
  readonly applications: Applications;
  readonly mustUseProvider: MustUseProvider;
}

export function provenLogin({ config, db }: Context, { cookies }: SecurityContext, rooms: LoginRooms) {
  const { sessions, applications } = rooms;
  return { logIn, within, setCookies, applications };

  /**
   * Refuses who may not log in, like a login with a password does. @param record runs in the same transaction, before the session
   * is opened; if it returns false, there is no login
   */
  async function logIn(
    call: ProvenCall,
    proven: Proven,
    record: (tx: Transaction) => Promise<boolean>,
  ): Promise<Outcome | 'ProviderRequired' | undefined> {
    // Read before the transaction, which must not wait for a second connection while others wait for its lock.
    const known = await applications(call.body.applicationName);
    const result = await transaction(db, async (tx) =>
      (await rooms.mustUseProvider(tx, proven.userId, call))
        ? 'ProviderRequired'
        : within(tx, call, { ...proven, known }, record),
    );
    if (result === 'ProviderRequired') return result;
    if (result) setCookies(call, result);
    return result?.outcome;
  }

  /** The same in a transaction of the caller, who sets the cookies once it is committed. */
  async function within(
    tx: Transaction,
    call: ProvenCall,
    proven: Proven & { readonly known: KnownApplications },
    record: (tx: Transaction) => Promise<boolean>,
  ): Promise<Result | undefined> {
    const account = await lockAccount(tx, proven.userId);
    if (!account) return undefined;
    const reason = await refusalOf(tx, call, account);
    if (reason) return { outcome: await rejected(tx, call, account, reason) };
    return (await record(tx)) ? open(tx, call, account, proven) : undefined;
  }

  function setCookies(call: ProvenCall, { opened, newBrowser }: Result): void {
    if (opened) sessions.setCookies(call.reply, opened);
    if (newBrowser) cookies.set(call.reply, 'known', newBrowser, KNOWN_BROWSER_MS);
  }

  async function refusalOf(tx: Transaction, call: ProvenCall, account: LockedAccount): Promise<Outcome['reason']> {
    if (await isLocked(tx, call, account)) return 'Locked';
    return account.enabled ? (account.approved ? undefined : 'NotApproved') : 'Disabled';
  }

  /** Wrong passwords from elsewhere lock no browser that has logged in before; wrong codes do. */
  async function isLocked(tx: Transaction, { request, now }: ProvenCall, account: LockedAccount): Promise<boolean> {
    if (!account.locked_until || account.locked_until <= now) return false;
    return (
      isLockedByCodes(account.mfa_failures, config) ||
      !(await isUnlockedBrowser(tx, account.user_id, cookies.get(request, 'known'), now))
    );
  }

  async function rejected(
    tx: Transaction,
    call: ProvenCall,
    account: LockedAccount,
    reason: NonNullable<Outcome['reason']>,
  ): Promise<Outcome> {
    const event = { ...eventOf(call, account), outcome: 'failure' as const, details: { reason } };
    await appendAuditEvent(tx, originFor(call, account), event);
    return rejection(reason, call.now, reason === 'Locked' ? account.locked_until : null);
  }

  async function open(
    tx: Transaction,
    call: ProvenCall,
    account: LockedAccount,
    proven: Proven & { readonly known: KnownApplications },
  ): Promise<Result> {
    const { now, body, session } = call;
    const userId = account.user_id;
    // With the password accepted before, the browser has said then where to go on and for how long.
    const pending = call.principal.kind === 'pending' && call.principal.person.userId === userId ? session : null;
    const remember = body.rememberMe ?? pending?.remember ?? false;
    const returnUrl = body.returnUrl ?? pending?.returnUrl;
    const targetUrl = targetOf(config, proven.known, { ...body, returnUrl }, account);
    const remembered = cookies.get(call.request, 'browser');
    const step = proven.methods.includes('mfa') ? 'SignedIn' : await nextStep(config, rooms, tx, account, { remembered, now });
    const done = step === 'SignedIn';
    if (done) await recordProvenLogin(tx, userId, call.locale, now);
    const opened = await sessions.open(
      tx,
      call.request,
      {
        userId,
        kind: done ? 'full' : 'pending',
        remember,
        now,
        returnUrl: targetUrl,
        methods: proven.methods,
        passkeyId: proven.passkeyId,
      },
      session,
    );
    const newBrowser = await recordBrowser(tx, call, account, cookies.get(call.request, 'known'), {
      done,
      mailLimit: config.LIMIT_BROWSER_MAILS,
    });
    const details = { ...proven.details, outcome: step };
    await appendAuditEvent(tx, originFor(call, account), { ...eventOf(call, account), details });
    return {
      opened,
      newBrowser,
      outcome: { outcome: step, redirectUrl: redirectOf(step, targetUrl, remember), ...(done ? failuresOf(account) : {}) },
    };
  }
}

const failuresOf = ({ failed_sign_ins: passwords, mfa_failures: codes, last_failed_at: at }: LockedAccount) =>
  failuresBefore(passwords + codes, at);

const eventOf = (call: ProvenCall, account: LockedAccount) => ({
  action: call.name,
  target: account.user_name,
  targetUserId: account.user_id,
  organisationId: account.organisation_id,
});
