/** The second half of signing in: counts the code, proves it, and turns the half-done sign-in into a session, once. */
import type { Outcome } from '../../api/contract/login.ts';
import { DAY, MINUTE } from '../clock.ts';
import type { Context } from '../context.ts';
import { transaction, type Transaction } from '../db/database.ts';
import { isForGood } from '../db/locks.ts';
import { appendAuditEvent } from '../audit/audit.append.ts';
import type { OpenedSession } from '../session/sessions.ts';
import { sessionOf, type CallOf } from '../http/call.ts';
import { problem } from '../http/problem.ts';
import type { SessionManager } from '../http/sessionManager.ts';
import { addressBlock, count, refuseWhenFull } from '../http/throttle.ts';
import { countCode, settleWrongCode, type CodeAttempt } from './mfa.attempts.ts';
import { rememberBrowser } from './mfa.browsers.ts';
import { endPending, lockForSignIn, noteSignIn } from './mfa.repository.ts';

export type CodeCall = CallOf<'Mfa.Login'> | CallOf<'Mfa.RecoveryCode'>;
export type SignInCall = CodeCall | CallOf<'Mfa.Enable'>;

export interface Finished {
  outcome: Outcome;
  opened?: OpenedSession;
  /** The token of a browser that will not be asked for a code again. */
  browser?: string;
}

/** The window of failures per address; logging in counts into the same bucket. */
const ADDRESS_WINDOW_MS = 15 * MINUTE;

type Proof = (tx: Transaction) => Promise<boolean>;

export function codeSignIn({ config, db }: Context, sessions: SessionManager) {
  /** @throws InvalidCode, after the failure is counted and recorded; SessionRequired when the tries are used up */
  async function byCode(call: CodeCall, prove: Proof, browser?: { former: string | undefined }): Promise<Finished> {
    const { sessionId } = sessionOf(call);
    const { userId } = call.person;
    const bucket = `login:${addressBlock(call.request.ip)}`;
    await refuseWhenFull(db, { bucket, limit: config.LIMIT_LOGINS_PER_ADDRESS, windowMs: ADDRESS_WINDOW_MS }, call.now);
    const attempt = await countCode(db, { userId, sessionId }, config, call.now);
    if (attempt.kind === 'ended') throw problem('SessionRequired');
    if (attempt.kind === 'locked') return locked(call, attempt.until);
    const finished = await transaction(db, async (tx) => {
      const state = await lockForSignIn(tx, userId);
      if (!state) throw problem('SessionRequired');
      return (await prove(tx)) ? finish(tx, call, state, attempt.lock, browser) : undefined;
    });
    if (finished) return finished;
    await count(db, bucket, ADDRESS_WINDOW_MS, call.now, 1);
    await refuse(call, attempt);
    if (attempt.last) sessions.clearCookies(call.reply);
    throw problem('InvalidCode', { fields: { code: { problem: 'InvalidCode' } } });
  }

  /** Opens the session that the half-done sign-in was for, and tells of failures before it. */
  async function finish(
    tx: Transaction,
    call: SignInCall,
    state: NonNullable<Awaited<ReturnType<typeof lockForSignIn>>>,
    ownLock: Date | null,
    browser?: { former: string | undefined },
  ): Promise<Finished> {
    const session = sessionOf(call);
    const { userId, userName, organisationId } = call.person;
    if (!(await endPending(tx, session.sessionId))) throw problem('SessionRequired');
    const event = { action: call.name, target: userName, targetUserId: userId, organisationId };
    if (!state.approved) {
      await appendAuditEvent(tx, call.origin, { ...event, outcome: 'failure', details: { reason: 'NotApproved' } });
      return { outcome: { outcome: 'Rejected', reason: 'NotApproved' } };
    }
    // The attempt itself stands in the counter, where codes are counted.
    const failures = state.failures - (call.name === 'Mfa.Enable' ? 0 : 1);
    await noteSignIn(tx, userId, ownLock, call.now);
    const opened = await sessions.open(
      tx,
      call.request,
      { userId, kind: 'full', remember: session.remember, now: call.now, returnUrl: session.returnUrl },
      null,
    );
    const token = browser && (await rememberBrowser(tx, userId, browser.former, config.REMEMBER_BROWSER_DAYS * DAY, call.now));
    await appendAuditEvent(tx, call.origin, {
      ...event,
      details: { outcome: 'SignedIn', ...(browser ? { browserRemembered: true } : {}) },
    });
    return {
      opened,
      ...(token === undefined ? {} : { browser: token }),
      outcome: {
        outcome: 'SignedIn',
        redirectUrl: session.returnUrl ?? '/',
        ...(failures > 0
          ? { failedSignIns: failures, ...(state.last_failed_at ? { lastFailedAt: state.last_failed_at.toISOString() } : {}) }
          : {}),
      },
    };
  }

  async function refuse(call: CodeCall, attempt: Extract<CodeAttempt, { kind: 'counted' }>): Promise<void> {
    const { userId, userName, organisationId } = call.person;
    await transaction(db, async (tx) => {
      await settleWrongCode(tx, userId, call.now);
      if (attempt.last) await endPending(tx, sessionOf(call).sessionId);
      await appendAuditEvent(tx, call.origin, {
        action: call.name,
        outcome: 'failure',
        target: userName,
        targetUserId: userId,
        organisationId,
        details: { reason: 'InvalidCode', failures: attempt.failures },
      });
    });
  }

  async function locked(call: CodeCall, until: Date): Promise<Finished> {
    const { userId, userName, organisationId } = call.person;
    await appendAuditEvent(db, call.origin, {
      action: call.name,
      outcome: 'failure',
      target: userName,
      targetUserId: userId,
      organisationId,
      details: { reason: 'Locked' },
    });
    const seconds = Math.ceil((until.getTime() - call.now.getTime()) / 1000);
    return {
      outcome: {
        outcome: 'Rejected',
        reason: 'Locked',
        ...(isForGood(until, call.now) ? {} : { retryAfterSeconds: Math.max(1, seconds) }),
      },
    };
  }

  return { byCode, finish };
}
