/** Changing one's own password: in a session with the current one, or with the grant of a recovery link. */
import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { transaction, type Queries, type Transaction } from '../db/database.ts';
import { findGrant, consumeRecoveryGrant } from '../session/grants.ts';
import { appendAuditEvent } from '../audit/append.ts';
import type { OpenedSession } from '../session/sessions.ts';
import type { CallOf } from '../http/call.ts';
import { invalidField, problem } from '../http/problem.ts';
import { giveBackForAddress } from '../http/throttle.ts';
import type { SessionManager } from '../http/sessionManager.ts';
import { setPassword, type NewPassword } from '../accounts/credentials.ts';
import { recordEmailProof } from '../accounts/email.ts';
import { forgetPasswordFailures } from '../accounts/failures.ts';
import { validateNewPassword, prepareNewPassword } from '../password/passwordChange.ts';

type ChangeCall = CallOf<'ChangeDetails.ChangePassword'>;

/**
 * Checks the user's password and counts the attempt; provided by the login module. @throws TooManyRequests while the account is
 * locked
 */
export type ProvePassword = (prover: { userId: string; sessionId: string }, password: string) => Promise<boolean>;

/**
 * `opened`: the caller's session under its new token. `recovered`: id of the user whose password was set by recovery, which does
 * not log in.
 */
type Changed = { opened: OpenedSession; recovered?: never } | { opened?: never; recovered: string };

export function passwordChange(context: Context, sessions: SessionManager, provePassword: ProvePassword) {
  const { db } = context;

  /** @param grant cookie of a verified recovery link; used only without a current password */
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
    validate(call, owner);
    if (!(await provePassword({ userId: owner.user_id, sessionId: principal.session.sessionId }, currentPassword))) {
      await appendAuditEvent(db, call.origin, {
        ...eventOf(owner),
        outcome: 'failure',
        details: { reason: 'CurrentPasswordWrong' },
      });
      throw problem('CurrentPasswordWrong', { fields: { currentPassword: { problem: 'CurrentPasswordWrong' } } });
    }
    const prepared = await prepareNewPassword(context, owner.user_id, call.body.newPassword);
    return transaction(db, async (tx) => {
      await setPassword(tx, owner, prepared, now, { keptSessionId: principal.session.sessionId });
      // A user with a second factor has not proven it here, and a password does not count where the identity provider is required.
      const { hasSecondFactor, needsProvider } = principal.session;
      const proven = hasSecondFactor || needsProvider ? null : 'password';
      const opened = await sessions.renew(tx, principal.session, now, { proven, formerToken: 'revoke' });
      if (!opened) throw problem('Conflict');
      await appendAuditEvent(tx, call.origin, { ...eventOf(owner), details: { by: 'password' } });
      return { opened };
    });
  }

  /**
   * Changes the password by a grant. Of concurrent calls with grants of one link one succeeds; the others, and late ones, get
   * LinkGone.
   */
  async function byGrant(call: ChangeCall, grant: string): Promise<Changed> {
    const { now } = call;
    const userId = await findGrant(db, 'recovery', grant, now);
    if (userId === undefined) throw problem('LinkGone');
    const owner = await readOwner(db, userId);
    validate(call, owner);
    const prepared = await prepareNewPassword(context, userId, call.body.newPassword);
    await transaction(db, (tx) => recover(tx, call, owner, grant, prepared));
    // Takes the request for the link back.
    await giveBackForAddress(context, 'LIMIT_RECOVERY_PER_ADDRESS', call);
    return { recovered: userId };
  }

  async function recover(tx: Transaction, call: ChangeCall, owner: Owner, grant: string, prepared: NewPassword): Promise<void> {
    const { now } = call;
    await lockUser(tx, owner.user_id);
    if ((await consumeRecoveryGrant(tx, grant, now)) !== owner.user_id) throw problem('LinkGone');
    await setPassword(tx, owner, prepared, now);
    await forgetPasswordFailures(tx, owner.user_id);
    // The grant's link was mailed to the present address.
    await recordEmailProof(tx, owner.user_id, now);
    const origin = { ...call.origin, actor: owner.user_name, onBehalfOf: null };
    await appendAuditEvent(tx, origin, { ...eventOf(owner), details: { by: 'recovery' } });
  }

  function validate({ body, locale }: ChangeCall, owner: Owner): void {
    validateNewPassword(
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

/** Locks the user row before dependent rows: the lock order everywhere, against deadlocks. */
const lockUser = (tx: Transaction, userId: string) =>
  tx.selectFrom('users').select('user_id').where('user_id', '=', userId).forUpdate().executeTakeFirstOrThrow();

const eventOf = (owner: Owner) => ({
  action: 'ChangeDetails.ChangePassword',
  target: owner.user_name,
  targetUserId: owner.user_id,
  organisationId: owner.organisation_id,
});
