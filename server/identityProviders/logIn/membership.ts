/** Makes the user of a login a member of the groups that the provider has signed; the roles follow from the map of groups. */
import { program } from '../../accounts/author.ts';
import type { AuditOrigin } from '../../audit/append.ts';
import type { Transaction } from '../../db/database.ts';
import type { ClaimedGroups } from '../openid/groups.ts';
import type { ConnectionRow } from '../settings/repository.ts';
import type { GroupRooms } from '../dependencies.ts';

interface Entering {
  readonly connection: Pick<ConnectionRow, 'connection_id' | 'organisation_id' | 'name'>;
  readonly groups: ClaimedGroups;
  readonly origin: AuditOrigin;
  readonly now: Date;
}

/** Locks the groups of a login. @returns a function that makes the user their member, in the same transaction */
export async function holdGroups(
  tx: Transaction,
  rooms: GroupRooms,
  { connection, groups, origin, now }: Entering,
): Promise<(userId: string) => Promise<void>> {
  const { connection_id: connectionId, organisation_id: organisationId, name } = connection;
  if (groups.state !== 'read') return () => Promise.resolve();
  const ids = await rooms.hold(tx, { connectionId, organisationId }, groups.names, now);
  const change = mapChange({ ...origin, actor: null, onBehalfOf: null, organisationId }, name, now);
  return (userId) => rooms.set(tx, connectionId, userId, ids, change);
}

export const mapChange = (origin: AuditOrigin, connection: string, now: Date) => ({
  origin,
  action: 'Connections.SetRoles',
  author: program(connection, [], now),
});
