/** The sessions of a user, for an administrator who may see and end them. */
import { sql, type SqlBool } from 'kysely';
import type { SessionView } from '../../../api/contract/security.ts';
import { mayEndSessions, mayReadSessions } from '../../../api/contract/users.policy.ts';
import { administrator } from '../../accounts/author.ts';
import { endSessionFor } from '../../accounts/sessions.ts';
import { findDetail, lockUser } from '../../actions/repository.ts';
import { appendAuditEvent } from '../../audit/append.ts';
import type { Context } from '../../context.ts';
import { transaction } from '../../db/database.ts';
import { asTarget, inScopeOf } from '../../db/target.ts';
import type { CallOf } from '../../http/call.ts';
import { problem } from '../../http/problem.ts';
import { listSessions } from '../../session/list.ts';
import { hasUserName } from '../read/rows.ts';

/** @throws NotFound for a user unknown or out of scope */
export async function sessionsOf({ db }: Context, { person, params, now }: CallOf<'Users.UserSessions'>): Promise<SessionView[]> {
  const user = await findDetail(db, sql<SqlBool>`${hasUserName(params.userName)} AND ${inScopeOf(person)}`, now);
  const refused = user ? mayReadSessions(person, asTarget(user)) : 'NotFound';
  if (!user || refused) throw problem(refused ?? 'NotFound');
  return listSessions(db, { userId: user.user_id, now });
}

/** Ends a session and notifies its user. @throws NotFound for a user out of scope, and for a session that is over */
export async function endSessionOf({ db }: Context, call: CallOf<'Users.EndUserSession'>): Promise<void> {
  const { name: action, person, params, origin, now } = call;
  await transaction(db, async (tx) => {
    const user = await lockUser(tx, person, params.userName, now);
    const refused = user ? mayEndSessions(person, asTarget(user)) : 'NotFound';
    if (!user || refused) throw problem(refused ?? 'NotFound');
    const browser = await endSessionFor(tx, administrator(call), user, params.sessionId);
    if (browser === undefined) throw problem('NotFound');
    await appendAuditEvent(tx, origin, {
      action,
      target: user.user_name ?? user.email,
      targetUserId: user.user_id,
      organisationId: user.organisation_id,
      details: { browser: browser || undefined },
    });
  });
}
