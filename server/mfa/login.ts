/**
 * The second step of a login: counts the code, checks it, and turns the pending session into a full one, once. Codes are counted before
 * they are checked, so that parallel guesses can't exceed the limits: per pending session, which ends after a few, and per account, so
 * that opening more sessions gives no more guesses. A right code clears both.
 */
import { sql, type SqlBool } from 'kysely';
import { DAY } from '../clock.ts';
import type { Context } from '../context.ts';
import { transaction, type Queries, type Transaction } from '../db/database.ts';
import { endSessionsOf, endSessionsWhere } from '../accounts/sessions.ts';
import type { OpenedSession } from '../session/sessions.ts';
import { sessionOf, type CallOf } from '../http/call.ts';
import { problem } from '../http/problem.ts';
import type { SessionManager } from '../http/sessionManager.ts';
import { codeOf, type Counted, countUnlessLocked, recordFailure } from '../lockout/count.ts';
import { lockedByCodes } from '../lockout/rule.ts';
import { lockAccount, type LockedAccount } from '../signIn/accounts.ts';
import { countAddressFailure, refuseFailingAddress } from '../signIn/address.ts';
import { recordFailedSignIn, refusalOf, reject, type Finished, type Proof, type SignIn } from '../signIn/finish.ts';
import { rememberBrowser } from './browsers.ts';
import { whyRefused, type WrongCode } from './clock.ts';

export type CodeCall = CallOf<'Mfa.Login'> | CallOf<'Mfa.RecoveryCode'>;
type EnrolmentCall = CallOf<'Mfa.Enable'> | CallOf<'Passkeys.Create'>;

export interface FinishedByCode extends Finished {
  /** Token of a browser that skips the MFA code from now on. */
  readonly browser?: string;
}

type CodeAttempt =
  /** `last`: a wrong code ends the pending session now. */
  | (Counted & { readonly last: boolean })
  | { readonly kind: 'locked'; readonly until: Date }
  /** The pending session has ended, or its tries are used up. */
  | { readonly kind: 'ended' };

export function codeLogin(context: Context, sessions: SessionManager, signIn: Pick<SignIn, 'finish'>) {
  const { config, db } = context;
  return { byCode, finishEnrolment };

  /** @param code an authenticator's, of which the reason of a refusal is looked for. @throws InvalidCode or CodeOfOtherTime, after the failure is counted and recorded; SessionRequired when the tries are used up */
  async function byCode(
    call: CodeCall,
    prove: (tx: Transaction) => Promise<boolean>,
    { browser, code }: { browser?: { former: string | undefined } | undefined; code?: string } = {},
  ): Promise<FinishedByCode> {
    const { userId } = call.person;
    await refuseFailingAddress(context, call);
    const attempt = await count(call);
    if (attempt.kind === 'ended') throw problem('SessionRequired');
    if (attempt.kind === 'locked') return reject(db, call, accountOf(call), 'Locked', attempt.until);
    const finished = await transaction(db, async (tx): Promise<FinishedByCode | undefined> => {
      const account = await lockEnabled(tx, userId);
      if (!(await prove(tx))) return undefined;
      // The counter includes this attempt.
      const failures = failuresOf(account) - 1;
      const details = browser && { browserRemembered: true };
      const ended = await finish(tx, call, account, { methods: ['otp', 'mfa'], details, failures, attempt });
      if (!ended.opened || !browser) return ended;
      const lifetimeMs = config.REMEMBER_BROWSER_DAYS * DAY;
      return { ...ended, browser: await rememberBrowser(tx, userId, browser.former, lifetimeMs, call.now) };
    });
    if (finished) return finished;
    await countAddressFailure(db, call);
    const reason = code === undefined ? 'InvalidCode' : await whyRefused(context, db, userId, code, call.now);
    await refuse(call, attempt, reason);
    if (attempt.last) sessions.clearCookies(call.reply);
    throw problem(reason, { fields: { code: { problem: reason } } });
  }

  /** Ends a login with the factor just set up; the other sessions, opened without it, end. @throws SessionRequired; nothing is kept then */
  async function finishEnrolment(
    tx: Transaction,
    call: EnrolmentCall,
    factor: Proof,
  ): Promise<{ opened: OpenedSession; redirectUrl?: string }> {
    const { userId } = call.person;
    const account = await lockEnabled(tx, userId);
    const { opened, outcome } = await finish(tx, call, account, { ...factor, failures: failuresOf(account) });
    // The organisation is not approved any more.
    if (!opened) throw problem('SessionRequired');
    await endSessionsOf(tx, userId, opened.sessionId);
    return { opened, ...(outcome.redirectUrl === undefined ? {} : { redirectUrl: outcome.redirectUrl }) };
  }

  /** @throws SessionRequired */
  async function finish(
    tx: Transaction,
    call: CodeCall | EnrolmentCall,
    account: LockedAccount,
    proven: Proof & { readonly failures: number; readonly attempt?: Counted },
  ): Promise<Finished> {
    const { sessionId, methods, remember, returnUrl } = sessionOf(call);
    if (!(await claimPending(tx, sessionId))) throw problem('SessionRequired');
    const reason = refusalOf(account);
    if (!reason) {
      const all = [...methods, ...proven.methods];
      const finished = await signIn.finish(tx, call, account, {
        ...proven,
        methods: all,
        remember,
        returnUrl,
        isSecondStep: true,
      });
      if (!finished.opened) await endPending(tx, sessionId);
      return finished;
    }
    await endPending(tx, sessionId);
    return reject(tx, call, account, reason);
  }

  async function count(call: CodeCall): Promise<CodeAttempt> {
    const { userId } = call.person;
    const tries = await countTry(db, sessionOf(call).sessionId, config.LIMIT_MFA_FAILURES);
    if (tries === undefined) return { kind: 'ended' };
    // A lock that wrong passwords have set closes the password alone.
    const isCounted = sql<boolean>`NOT ${lockedByCodes(config)}`;
    const counted = await countUnlessLocked(db, codeOf(userId), config, call.now, isCounted);
    if (counted) return { ...counted, last: tries >= config.LIMIT_MFA_FAILURES };
    const row = await db.selectFrom('users').select('locked_until').where('user_id', '=', userId).executeTakeFirst();
    return { kind: 'locked', until: row?.locked_until ?? call.now };
  }

  async function refuse(call: CodeCall, { last, failures }: CodeAttempt & Counted, reason: WrongCode): Promise<void> {
    await transaction(db, async (tx) => {
      await recordFailure(tx, codeOf(call.person.userId), call.now);
      if (last) await endPending(tx, sessionOf(call).sessionId);
      await recordFailedSignIn(tx, call, accountOf(call), { reason, failures });
    });
  }
}

/** @throws SessionRequired: a disabled account has no sessions */
async function lockEnabled(tx: Transaction, userId: string): Promise<LockedAccount> {
  const account = await lockAccount(tx, userId);
  if (!account?.enabled) throw problem('SessionRequired');
  return account;
}

const failuresOf = ({ failed_sign_ins: passwords, mfa_failures: codes }: LockedAccount): number => passwords + codes;

const accountOf = ({ person }: CodeCall) => ({
  user_id: person.userId,
  user_name: person.userName,
  organisation_id: person.organisationId,
});

/** @returns the tries of a pending session including this one; undefined if it has ended, or they are used up */
async function countTry(queries: Queries, sessionId: string, limit: number): Promise<number | undefined> {
  const row = await queries
    .updateTable('sessions')
    .set({ mfa_failures: sql<number>`mfa_failures + 1` })
    .where('session_id', '=', sessionId)
    .where('kind', '=', 'pending')
    .where('mfa_failures', '<', limit)
    .returning('mfa_failures')
    .executeTakeFirst();
  return row?.mfa_failures;
}

/** Ends the pending session. @returns false if it had ended already: no session may be opened for it */
async function endPending(queries: Queries, sessionId: string): Promise<boolean> {
  return (await endSessionsWhere(queries, sql<SqlBool>`session_id = ${sessionId} AND kind = 'pending'`)).length > 0;
}

/** Locks the pending session until it is replaced; of concurrent calls one gets it. @returns false if it has ended */
async function claimPending(tx: Transaction, sessionId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('sessions')
    .select('session_id')
    .where('session_id', '=', sessionId)
    .where('kind', '=', 'pending')
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined;
}
