/** Changing the own password: in a session with the present one, or with the grant of a recovery link. */
import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { transaction, type Queries, type Transaction } from '../db/database.ts';
import { findGrant, spendRecovery } from '../session/grants.ts';
import { appendAuditEvent, type AuditOrigin } from '../audit/audit.append.ts';
import type { OpenedSession } from '../session/sessions.ts';
import type { CallOf } from '../http/call.ts';
import { invalidField, problem } from '../http/problem.ts';
import type { SessionManager } from '../http/sessionManager.ts';
import { queueMail } from '../mail/queue.ts';
import { judgeNewPassword, prepareNewPassword, setPassword, type NewPassword } from '../password/passwordChange.ts';

type ChangeCall = CallOf<'ChangeDetails.ChangePassword'>;

/** Whether it is the person's password; the log-in room's to say, and to count. @throws TooManyRequests while too many were wrong */
export type ProvePassword = (userId: string, password: string, now: Date) => Promise<boolean>;

/** The own session under its new token; or, after a recovery, which signs nobody in, whose password was set. */
export type Changed = { opened: OpenedSession; recovered?: never } | { opened?: never; recovered: string };

export function passwordChange(context: Context, sessions: SessionManager, provePassword: ProvePassword) {
  const { db } = context;

  /** @param grant the cookie of a proven recovery link; it is only looked at where no present password is given */
  return async function change(call: ChangeCall, grant: string | undefined): Promise<Changed> {
    const { currentPassword } = call.body;
    if (call.principal.kind === 'key') throw problem('Forbidden');
    if (currentPassword !== undefined) return inSession(call, currentPassword);
    if (grant !== undefined) return byGrant(call, grant);
    if (call.principal.kind === 'session') throw invalidField('currentPassword', 'required');
    throw problem('GrantRequired');
  };

  async function inSession(call: ChangeCall, currentPassword: string): Promise<Changed> {
    const { principal, now } = call;
    if (principal.kind !== 'session') throw problem('SessionRequired');
    const owner = await readOwner(db, principal.person.userId);
    judge(call, owner);
    if (!(await provePassword(owner.user_id, currentPassword, now))) {
      await appendAuditEvent(db, call.origin, {
        ...about(owner),
        outcome: 'failure',
        details: { reason: 'CurrentPasswordWrong' },
      });
      throw problem('CurrentPasswordWrong', { fields: { currentPassword: { problem: 'CurrentPasswordWrong' } } });
    }
    const prepared = await prepareNewPassword(context, owner.user_id, call.body.newPassword);
    return transaction(db, async (tx) => {
      await setPassword(tx, owner.user_id, prepared, now, principal.session.sessionId);
      const opened = await sessions.renew(tx, principal.session, now, 'dead');
      if (!opened) throw problem('Conflict');
      await tell(tx, owner, call, call.origin, 'password');
      return { opened };
    });
  }

  /** Of several who bring grants of one link, one succeeds. The others, and who comes too late, learn that it is used up. */
  async function byGrant(call: ChangeCall, grant: string): Promise<Changed> {
    const { now } = call;
    const userId = await findGrant(db, 'recovery', grant, now);
    if (userId === undefined) throw problem('LinkGone');
    const owner = await readOwner(db, userId);
    judge(call, owner);
    const prepared = await prepareNewPassword(context, userId, call.body.newPassword);
    await transaction(db, (tx) => recover(tx, call, owner, grant, prepared));
    return { recovered: userId };
  }

  async function recover(tx: Transaction, call: ChangeCall, owner: Owner, grant: string, prepared: NewPassword): Promise<void> {
    const { now } = call;
    await lock(tx, owner.user_id);
    if ((await spendRecovery(tx, grant, now)) !== owner.user_id) throw problem('LinkGone');
    await setPassword(tx, owner.user_id, prepared, now);
    await forgetWrongPasswords(tx, owner.user_id);
    await tell(tx, owner, call, { ...call.origin, actor: owner.user_name, onBehalfOf: null }, 'recovery');
  }

  function judge({ body, locale }: ChangeCall, owner: Owner): void {
    judgeNewPassword(
      context,
      { password: body.newPassword, confirmation: body.confirmPassword, locale },
      { userName: owner.user_name, email: owner.email, organisationName: owner.organisation_name },
    );
  }
}

type Owner = Awaited<ReturnType<typeof readOwner>>;

async function readOwner(queries: Queries, userId: string) {
  return queries
    .selectFrom('users as u')
    .innerJoin('organisations as o', 'o.organisation_id', 'u.organisation_id')
    .select(['u.user_id', 'u.email', 'u.locale', 'u.organisation_id', 'o.name as organisation_name'])
    .select(sql<string>`u.user_name`.as('user_name'))
    .where('u.user_id', '=', userId)
    .executeTakeFirstOrThrow();
}

/** First the person, then what belongs to them: the order in which everybody locks. */
const lock = (tx: Transaction, userId: string) =>
  tx.selectFrom('users').select('user_id').where('user_id', '=', userId).forUpdate().executeTakeFirstOrThrow();

/**
 * The failures were guesses at a password that is gone, so their lock goes with it: whoever read the mail need not wait. A
 * disabled account stays disabled.
 */
async function forgetWrongPasswords(tx: Transaction, userId: string): Promise<void> {
  await tx
    .updateTable('users')
    .set({ failed_sign_ins: 0, last_failed_at: null, locked_until: null, version: sql<number>`version + 1` })
    .where('user_id', '=', userId)
    .where('failed_sign_ins', '>', 0)
    .execute();
}

const about = (owner: Owner) => ({
  action: 'ChangeDetails.ChangePassword',
  target: owner.user_name,
  targetUserId: owner.user_id,
  organisationId: owner.organisation_id,
});

async function tell(
  tx: Transaction,
  owner: Owner,
  { now }: ChangeCall,
  origin: AuditOrigin,
  by: 'password' | 'recovery',
): Promise<void> {
  await appendAuditEvent(tx, origin, { ...about(owner), details: { by } });
  await queueMail(tx, owner, 'passwordChanged', { userName: owner.user_name, at: now.toISOString() }, now);
}
