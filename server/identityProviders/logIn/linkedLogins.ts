/** The linked logins of a user. */
import { sql, type SqlBool } from 'kysely';
import { unlink as unlinkIdentity } from '../../accounts/identities.ts';
import { appendAuditEvent } from '../../audit/append.ts';
import type { Context } from '../../context.ts';
import { transaction } from '../../db/database.ts';
import { sessionOf, type CallOf } from '../../http/call.ts';
import { problem } from '../../http/problem.ts';
import type { SsoAttempts } from './attempts.ts';
import { mapChange } from './membership.ts';
import { endSessionsBy } from '../required/passwordSessions.ts';
import type { GroupRooms } from '../dependencies.ts';
import { selectConnections } from '../settings/repository.ts';
import { startPath } from '../../session/providerRule.ts';

export async function listIdentities({ db }: Pick<Context, 'db'>, { person, session }: CallOf<'Security.Identities'>) {
  const identities = await db
    .selectFrom('identities as i')
    .innerJoin('connections as c', 'c.connection_id', 'i.connection_id')
    .select(['i.identity_id', 'i.account', 'i.created_at', 'i.last_login_at', 'c.name', 'c.connection_id'])
    .where('i.user_id', '=', person.userId)
    .orderBy('i.created_at')
    .execute();
  const linked = identities.map((row) => row.connection_id);
  const connections = await selectConnections(db)
    .where('c.organisation_id', '=', person.organisationId)
    .where('c.enabled', '=', true)
    .orderBy('c.name_key')
    .execute();
  return {
    identities: identities.map((row) => ({
      identityId: row.identity_id,
      connectionId: row.connection_id,
      connectionName: row.name,
      account: row.account,
      linkedAt: row.created_at.toISOString(),
      lastLoginAt: row.last_login_at?.toISOString() ?? null,
    })),
    connections: connections
      .filter(({ connection_id: id }) => !linked.includes(id))
      .map(({ connection_id: connectionId, name }) => ({ connectionId, name })),
    required: session?.needsProvider ?? false,
  };
}

/** Sends the browser to the provider, from which it returns in the same session. @throws NotFound */
export async function beginLink({ db }: Pick<Context, 'db'>, attempts: SsoAttempts, call: CallOf<'Security.Link'>) {
  const { person, params, origin, now } = call;
  const connection = await selectConnections(db)
    .where('c.connection_id', '=', params.connectionId)
    .where('c.organisation_id', '=', person.organisationId)
    .where('c.enabled', '=', true)
    .executeTakeFirst();
  if (!connection) throw problem('NotFound');
  const state = await transaction(db, async (tx) => {
    const event = { action: call.name, target: person.userName, targetUserId: person.userId };
    await appendAuditEvent(tx, origin, { ...event, details: { connection: connection.name } });
    return attempts.begin(tx, {
      connectionId: connection.connection_id,
      purpose: 'link',
      browser: attempts.ensureBrowser(call.request, call.reply),
      userId: person.userId,
      sessionId: sessionOf(call).sessionId,
      now,
    });
  });
  return { address: `${startPath(connection.connection_id)}?${new URLSearchParams({ state }).toString()}` };
}

/**
 * Keeps the last way to log in: an account without a password or a passkey keeps one link that works.
 * @throws LastLogin, NotFound
 */
export async function unlink({ db }: Pick<Context, 'db'>, groups: GroupRooms, call: CallOf<'Security.Unlink'>): Promise<void> {
  const { person, params, origin, now } = call;
  await transaction(db, async (tx) => {
    const owner = await tx
      .selectFrom('users')
      .select(['user_id', 'user_name', 'email', 'locale', 'has_passkey', 'password_hash'])
      .select(
        sql<SqlBool>`EXISTS (SELECT FROM identities i JOIN connections c USING (connection_id)
          WHERE i.user_id = users.user_id AND i.identity_id <> ${params.identityId} AND c.enabled)`.as('has_others'),
      )
      .where('user_id', '=', person.userId)
      .forUpdate()
      .executeTakeFirst();
    const removed = owner && (await unlinkIdentity(tx, owner, { identityId: params.identityId }, now));
    if (!removed) throw problem('NotFound');
    if (owner.password_hash === null && !owner.has_passkey && owner.has_others !== true) throw problem('LastLogin');
    const { connection_id: connectionId } = removed;
    await endSessionsBy(tx, { connectionId, userId: person.userId, except: sessionOf(call).sessionId });
    await appendAuditEvent(tx, origin, {
      action: call.name,
      target: person.userName,
      targetUserId: person.userId,
      details: { connection: removed.name, account: removed.account },
    });
    // No login would keep the roles of its groups up to date any more.
    await groups.set(tx, removed.connection_id, person.userId, [], mapChange(origin, removed.name, now));
  });
}
