/** Removes the link of one user whom the provider knows under another subject now, and who cannot prove the account. */
import { sql } from 'kysely';
import { isSystemAdmin, SYSTEM_ADMINISTRATION } from '../../../api/contract/person.ts';
import { unlink } from '../../accounts/identities.ts';
import { appendAuditEvent } from '../../audit/append.ts';
import type { Context } from '../../context.ts';
import { transaction } from '../../db/database.ts';
import { nameKey } from '../../db/names.ts';
import type { CallOf } from '../../http/call.ts';
import { problem } from '../../http/problem.ts';
import { mapChange } from '../logIn/membership.ts';
import { endSessionsBy } from '../required/passwordSessions.ts';
import { lockConnection } from './repository.ts';
import type { GroupRooms } from '../dependencies.ts';

/** @throws NotFound, also without a link; Forbidden for a system administrator's, whom only another one changes */
export async function removeLink(
  { db }: Pick<Context, 'db'>,
  groups: GroupRooms,
  call: CallOf<'Connections.RemoveLink'>,
): Promise<void> {
  const { person, params, origin, now } = call;
  await transaction(db, async (tx) => {
    const { organisation, row } = await lockConnection(tx, call);
    const { connection_id: connectionId, name: connection } = row;
    const organisationId = organisation.organisation_id;
    const user = await tx
      .selectFrom('users')
      .select(['user_id', 'user_name', 'email', 'locale'])
      .select(sql<boolean>`${SYSTEM_ADMINISTRATION} = ANY (roles)`.as('is_system'))
      .where('user_name_key', '=', nameKey(params.userName))
      .where('organisation_id', '=', organisationId)
      .forUpdate()
      .executeTakeFirst();
    if (!user) throw problem('NotFound');
    if (user.is_system && !isSystemAdmin(person)) throw problem('Forbidden');
    const { user_id: userId } = user;
    const removed = await unlink(tx, user, { connectionId }, now);
    if (!removed) throw problem('NotFound');
    await endSessionsBy(tx, { connectionId, userId });
    // No login would keep the roles of its groups up to date any more.
    await groups.set(tx, connectionId, userId, [], mapChange(origin, connection, now));
    const userName = user.user_name ?? user.email;
    await appendAuditEvent(tx, origin, {
      action: call.name,
      target: userName,
      targetUserId: userId,
      organisationId,
      details: { connection, account: removed.account },
    });
  });
}
