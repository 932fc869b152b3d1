/** The second step of login: counts the code, checks it, and turns the pending session into a full one, once. */
import type { Outcome } from '../../api/contract/login.ts';
import { DAY, MINUTE } from '../clock.ts';
import type { Context } from '../context.ts';
import { transaction, type Transaction } from '../db/database.ts';
import { appendAuditEvent } from '../audit/append.ts';
import { isKnownBrowser } from '../session/knownBrowsers.ts';
import { endSessionsOf } from '../session/sessions.end.ts';
import type { OpenedSession } from '../session/sessions.ts';
import type { CookieJar } from '../http/cookies.ts';
import { sessionOf, type CallOf } from '../http/call.ts';
import { problem } from '../http/problem.ts';
import type { SessionManager } from '../http/sessionManager.ts';
import { addressBlock, countHits, refuseWhenFull } from '../http/throttle.ts';
import { recordFailure } from '../lockout/count.ts';
import { failuresBefore, rejection } from '../lockout/outcome.ts';
import { codeOf } from '../lockout/subject.ts';
import { countCode, type CodeAttempt } from './attempts.ts';
import { rememberBrowser } from './browsers.ts';
import { claimPending, endPending, lockForSignIn, recordSignIn } from './repository.ts';

export type CodeCall = CallOf<'Mfa.Login'> | CallOf<'Mfa.RecoveryCode'>;
export type EnrolmentCall = CallOf<'Mfa.Enable'> | CallOf<'Passkeys.Create'>;

export interface Finished {
  outcome: Outcome;
  opened?: OpenedSession;
  /** Token of a browser that skips the MFA code from now on. */
  browser?: string;
}

/** What the second factor adds to the session and its event. */
interface Factor {
  /** RFC 8176. */
  methods: readonly string[];
  passkeyId?: string;
  details?: Record<string, unknown>;
}

const CODE: Factor = { methods: ['otp', 'mfa'] };

/** Window of failures per address; login counts into the same bucket. */
const ADDRESS_WINDOW_MS = 15 * MINUTE;

type Proof = (tx: Transaction) => Promise<boolean>;

export function codeSignIn({ config, db }: Context, sessions: SessionManager, cookies: CookieJar) {
  /** @throws InvalidCode, after the failure is counted and recorded; SessionRequired when the tries are used up */
  async function byCode(call: CodeCall, prove: Proof, browser?: { former: string | undefined }): Promise<Finished> {
    const { sessionId } = sessionOf(call);
    const { userId } = call.person;
    const bucket = `login:${addressBlock(call.request.ip)}`;
    await refuseWhenFull(db, { bucket, limit: config.LIMIT_LOGINS_PER_ADDRESS, windowMs: ADDRESS_WINDOW_MS }, call.now);
    const isKnown = await isKnownBrowser(db, userId, cookies.get(call.request, 'known'));
    const attempt = await countCode(db, { userId, sessionId, isKnown }, config, call.now);
    if (attempt.kind === 'ended') throw problem('SessionRequired');
    if (attempt.kind === 'locked') return locked(call, attempt.until);
    const finished = await transaction(db, async (tx) => {
      const state = await lockForSignIn(tx, userId);
      if (!state) throw problem('SessionRequired');
      return (await prove(tx)) ? finish(tx, call, state, attempt.lock, browser) : undefined;
    });
    if (finished) return finished;
    await countHits(db, bucket, ADDRESS_WINDOW_MS, call.now, 1);
    await refuse(call, attempt);
    if (attempt.last) sessions.clearCookies(call.reply);
    throw problem('InvalidCode', { fields: { code: { problem: 'InvalidCode' } } });
  }

  /** Opens the full session and returns the failures before it. */
  async function finish(
    tx: Transaction,
    call: CodeCall | EnrolmentCall,
    state: NonNullable<Awaited<ReturnType<typeof lockForSignIn>>>,
    ownLock: Date | null,
    browser?: { former: string | undefined },
    { methods, passkeyId, details: aboutFactor }: Factor = CODE,
  ): Promise<Finished> {
    const session = sessionOf(call);
    const { userId, userName, organisationId } = call.person;
    if (!(await claimPending(tx, session.sessionId))) throw problem('SessionRequired');
    const event = { action: call.name, target: userName, targetUserId: userId, organisationId };
    if (!state.approved) {
      await endPending(tx, session.sessionId);
      await appendAuditEvent(tx, call.origin, { ...event, outcome: 'failure', details: { reason: 'NotApproved' } });
      return { outcome: { outcome: 'Rejected', reason: 'NotApproved' } };
    }
    // The counter includes this attempt, if its code was counted.
    const isEnrolment = call.name === 'Mfa.Enable' || call.name === 'Passkeys.Create';
    const failures = state.failures - (isEnrolment ? 0 : 1);
    await recordSignIn(tx, userId, ownLock, call.now);
    const opened = await sessions.open(
      tx,
      call.request,
      {
        userId,
        kind: 'full',
        remember: session.remember,
        now: call.now,
        returnUrl: session.returnUrl,
        methods: [...session.methods, ...methods],
        ...(passkeyId === undefined ? {} : { passkeyId }),
      },
      session,
    );
    const token = browser && (await rememberBrowser(tx, userId, browser.former, config.REMEMBER_BROWSER_DAYS * DAY, call.now));
    await appendAuditEvent(tx, call.origin, {
      ...event,
      details: { ...aboutFactor, outcome: 'SignedIn', ...(browser ? { browserRemembered: true } : {}) },
    });
    return {
      opened,
      ...(token === undefined ? {} : { browser: token }),
      outcome: {
        outcome: 'SignedIn',
        redirectUrl: session.returnUrl ?? '/',
        ...failuresBefore(failures, state.last_failed_at),
      },
    };
  }

  /** Ends a login with the factor just set up; the other sessions, opened without it, end. @throws SessionRequired; nothing is kept then */
  async function finishEnrolment(
    tx: Transaction,
    call: EnrolmentCall,
    factor?: Factor,
  ): Promise<{ opened: OpenedSession; redirectUrl?: string }> {
    const { userId } = call.person;
    const state = await lockForSignIn(tx, userId);
    const { opened, outcome } = state ? await finish(tx, call, state, null, undefined, factor) : {};
    // Organisation not approved any more, or the pending session has ended.
    if (!opened) throw problem('SessionRequired');
    await endSessionsOf(tx, userId, opened.sessionId);
    return { opened, ...(outcome?.redirectUrl === undefined ? {} : { redirectUrl: outcome.redirectUrl }) };
  }

  async function refuse(call: CodeCall, attempt: Extract<CodeAttempt, { kind: 'counted' }>): Promise<void> {
    const { userId, userName, organisationId } = call.person;
    await transaction(db, async (tx) => {
      await recordFailure(tx, codeOf(userId), call.now);
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
    return { outcome: rejection('Locked', call.now, until) };
  }

  return { byCode, finishEnrolment };
}
