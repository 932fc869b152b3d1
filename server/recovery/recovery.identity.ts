/**
 * Proving who one is: by a mailed link, for a grant to set a new password; or again within a session, for step-up. Every step is
 * asked for where it counts: the link and its expiry at use, the second factor in the same transaction.
 */
import { MINUTE } from '../clock.ts';
import type { Context } from '../context.ts';
import { transaction, type Transaction } from '../db/database.ts';
import { createGrant } from '../session/grants.ts';
import { linkHolds } from '../session/links.ts';
import { appendAuditEvent, type AuditEvent } from '../audit/audit.append.ts';
import type { OpenedSession } from '../session/sessions.ts';
import type { CallOf } from '../http/call.ts';
import { problem, type Problem } from '../http/problem.ts';
import type { SessionManager } from '../http/sessionManager.ts';
import { throttle } from '../http/throttle.ts';
import { hasMfa, lockOwner } from './recovery.repository.ts';
import { addressLimit } from './recovery.requests.ts';

/** How long a proven link lets set a new password. */
export const GRANT_MS = 10 * MINUTE;

type ConfirmCall = CallOf<'Login.ConfirmIdentity'>;

/** What the rooms of passwords and codes do for this one. Both count a try before it is looked at. */
export interface Proofs {
  /** Whether it is the person's password. @throws TooManyRequests while too many were wrong */
  password: (userId: string, password: string, now: Date) => Promise<boolean>;
  /**
   * Spends a code of the authenticator or a recovery code and does `then` in the same transaction; undefined for a wrong one.
   * @throws TooManyRequests while too many were wrong
   */
  mfa: <T>(userId: string, code: string, now: Date, then: (tx: Transaction) => Promise<T>) => Promise<T | undefined>;
}

export function identity(context: Context, sessions: SessionManager, proofs: Proofs) {
  const { db } = context;

  /**
   * The link stays good until a password is set: whoever only opens it, as mail scanners do, takes it from nobody.
   * @returns the grant's token
   */
  async function byLink(call: ConfirmCall, userId: string, token: string, code: string | undefined): Promise<string> {
    const { now } = call;
    await throttle(db, addressLimit(context, call.request.ip), now);
    const link = { purpose: 'recovery', userId, token } as const;
    if (!(await linkHolds(db, link, now))) throw problem('LinkGone');
    const asked = await hasMfa(db, userId);
    if (asked && code === undefined) throw problem('MfaCodeRequired', { fields: { mfaCode: { problem: 'MfaCodeRequired' } } });
    const open = async (tx: Transaction) => {
      const owner = await lockOwner(tx, userId);
      if (!owner || !(await linkHolds(tx, link, now))) throw problem('LinkGone');
      if (!asked && owner.mfa_enrolled_at) throw problem('MfaCodeRequired');
      await appendAuditEvent(
        tx,
        by(call, owner.user_name),
        about(owner.user_id, owner.user_name, owner.organisation_id, { by: 'link' }),
      );
      return createGrant(tx, { purpose: 'recovery', userId, link: token, lifetimeMs: GRANT_MS, now });
    };
    if (!asked || code === undefined) return transaction(db, open);
    const grant = await proofs.mfa(userId, code, now, open);
    if (grant === undefined) throw await refused(call, userId, 'InvalidCode', 'mfaCode');
    return grant;
  }

  /** Renews step-up. @returns the session under its new token */
  async function inSession(
    call: ConfirmCall,
    given: { password: string } | { mfaCode: string },
  ): Promise<OpenedSession | undefined> {
    const { principal, now } = call;
    if (principal.kind !== 'session') throw problem('SessionRequired');
    // Who acts as somebody else must not find out that person's password here.
    if (principal.session.impersonation) throw problem('Impersonating');
    const { userId, userName, organisationId } = principal.person;
    const renew = async (tx: Transaction) => {
      const by = 'password' in given ? 'password' : 'code';
      await appendAuditEvent(tx, call.origin, about(userId, userName, organisationId, { by }));
      return { opened: await sessions.renew(tx, principal.session, now, 'on its way') };
    };
    if ('mfaCode' in given) {
      const renewed = (await hasMfa(db, userId)) && (await proofs.mfa(userId, given.mfaCode, now, renew));
      if (!renewed) throw await refused(call, userId, 'InvalidCode', 'mfaCode');
      return renewed.opened;
    }
    if (!(await proofs.password(userId, given.password, now)))
      throw await refused(call, userId, 'InvalidCredentials', 'password');
    return (await transaction(db, renew)).opened;
  }

  async function refused(
    call: ConfirmCall,
    userId: string,
    code: 'InvalidCode' | 'InvalidCredentials',
    field: 'mfaCode' | 'password',
  ): Promise<Problem> {
    const owner = await db
      .selectFrom('users')
      .select(['user_name', 'organisation_id'])
      .where('user_id', '=', userId)
      .executeTakeFirst();
    await appendAuditEvent(db, call.origin, {
      ...about(userId, owner?.user_name ?? null, owner?.organisation_id ?? null, { reason: code }),
      outcome: 'failure',
    });
    return problem(code, { fields: { [field]: { problem: code === 'InvalidCode' ? code : 'CurrentPasswordWrong' } } });
  }

  return { byLink, inSession };
}

const about = (
  targetUserId: string,
  target: string | null,
  organisationId: string | null,
  details: Record<string, unknown>,
): AuditEvent => ({ action: 'Login.ConfirmIdentity', target, targetUserId, organisationId, details });

/** Who holds the link acts as its owner. */
const by = (call: ConfirmCall, userName: string) => ({ ...call.origin, actor: userName, onBehalfOf: null });
