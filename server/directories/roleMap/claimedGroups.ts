/** Groups that an identity provider names at logins: stored like those of a directory, so that one map grants roles for both. */
import { sql } from 'kysely';
import type { GroupState } from '../../../api/contract/identityProviders.states.ts';
import type { Queries, Transaction } from '../../db/database.ts';
import { applyMap, gained, lockUsers, lost, previewMap, type MapChange } from './roleMap.ts';

/** Maximum for one connection; groups without members that grant nothing are deleted again. */
const MAX_GROUPS = 5000;

interface GroupsOfConnection {
  readonly connectionId: string;
  readonly organisationId: string;
}

/** Whether the organisation's directory sends groups, which then count alone. */
async function isDirectorys(queries: Queries, organisationId: string): Promise<boolean> {
  const found = await queries
    .selectFrom('scim_groups')
    .select('group_id')
    .where('organisation_id', '=', organisationId)
    .where('connection_id', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

const findGroups = async (queries: Queries, connectionId: string, names: readonly string[]) =>
  (
    await sql<{ group_id: string; external_id: string }>`
      SELECT group_id, external_id FROM scim_groups WHERE connection_id = ${connectionId} AND external_id = ANY (${names}::text[])`.execute(
      queries,
    )
  ).rows;

/** Locks the groups before their member is locked, in the order in which the map is changed. @returns their ids */
export async function holdGroups(
  tx: Transaction,
  { connectionId, organisationId }: GroupsOfConnection,
  names: readonly string[],
  now: Date,
): Promise<string[]> {
  if (await isDirectorys(tx, organisationId)) return [];
  const known = new Set((await findGroups(tx, connectionId, names)).map((group) => group.external_id));
  const missing = names.filter((name) => !known.has(name));
  if (missing.length > 0)
    await sql`
      INSERT INTO scim_groups (group_id, organisation_id, connection_id, display_name, external_id, created_at, changed_at)
      SELECT gen_random_uuid(), ${organisationId}::uuid, ${connectionId}::uuid, name, name, ${now}::timestamptz, ${now}::timestamptz
        FROM unnest(${missing}::text[]) name
       ORDER BY name
       LIMIT greatest(0, ${MAX_GROUPS} - (SELECT count(*) FROM scim_groups WHERE connection_id = ${connectionId}::uuid))
      ON CONFLICT (connection_id, external_id) WHERE connection_id IS NOT NULL DO NOTHING`.execute(tx);
  const { rows } = await sql<{ group_id: string }>`
    SELECT group_id FROM scim_groups WHERE connection_id = ${connectionId} AND external_id = ANY (${names}::text[])
     ORDER BY group_id FOR KEY SHARE`.execute(tx);
  return rows.map((row) => row.group_id);
}

/** Makes the user a member of these groups of the connection, and of no other; the roles follow. */
export async function setGroups(
  tx: Transaction,
  connectionId: string,
  userId: string,
  groupIds: readonly string[],
  change: MapChange,
): Promise<void> {
  await lockUsers(tx, [userId]);
  const { rows: left } = await sql<{ group_id: string }>`
    DELETE FROM scim_members m USING scim_groups g
     WHERE g.group_id = m.group_id AND g.connection_id = ${connectionId} AND m.user_id = ${userId} AND m.group_id <> ALL (${groupIds}::uuid[])
    RETURNING m.group_id`.execute(tx);
  const { rows: entered } = await sql<{ group_id: string }>`
    INSERT INTO scim_members (group_id, user_id) SELECT unnest(${groupIds}::uuid[]), ${userId}::uuid ON CONFLICT DO NOTHING
    RETURNING group_id`.execute(tx);
  if (left.length + entered.length === 0) return;
  await applyMap(tx, [userId], change);
  if (left.length > 0) await dropUnused(tx, left);
}

/** Deletes unused groups that logins have brought. A group that is named again is created again. */
export const dropUnused = (tx: Transaction, groups: readonly { readonly group_id: string }[]) =>
  sql`DELETE FROM scim_groups WHERE group_id IN (
        SELECT group_id FROM scim_groups g WHERE connection_id IS NOT NULL AND group_id = ANY (${groups.map((group) => group.group_id)}::uuid[])
           AND NOT EXISTS (SELECT FROM scim_members m WHERE m.group_id = g.group_id)
           AND NOT EXISTS (SELECT FROM scim_group_roles r WHERE r.group_id = g.group_id)
         FOR UPDATE SKIP LOCKED)`.execute(tx);

/** Deletes the groups of a connection, and the roles that they have granted. */
export async function dropGroups(tx: Transaction, connectionId: string, change: MapChange): Promise<void> {
  const { rows } = await sql<{ user_id: string }>`
    SELECT DISTINCT m.user_id FROM scim_members m JOIN scim_groups g USING (group_id) WHERE g.connection_id = ${connectionId}`.execute(
    tx,
  );
  await tx.deleteFrom('scim_groups').where('connection_id', '=', connectionId).execute();
  await applyMap(
    tx,
    rows.map((row) => row.user_id),
    change,
  );
}

interface GroupsPreview {
  readonly state: GroupState;
  readonly gains: string[];
  readonly loses: string[];
}

/** Previews how a login would change the roles. @param userId undefined: a user who would be created */
export async function previewGroups(
  queries: Queries,
  { connectionId, organisationId }: GroupsOfConnection,
  { state, names }: { readonly state: GroupsPreview['state']; readonly names: readonly string[] },
  userId: string | undefined,
): Promise<GroupsPreview> {
  if (await isDirectorys(queries, organisationId)) return { state: 'directory', gains: [], loses: [] };
  if (state !== 'read') return { state, gains: [], loses: [] };
  const groupIds = (await findGroups(queries, connectionId, names)).map((group) => group.group_id);
  if (userId === undefined) return { state, gains: await rolesOf(queries, groupIds), loses: [] };
  const [changed] = await previewMap(queries, [userId], { connectionId, groupIds });
  return { state, gains: changed ? gained(changed) : [], loses: changed ? lost(changed) : [] };
}

async function rolesOf(queries: Queries, groupIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ role_name: string }>`
    SELECT DISTINCT role_name FROM scim_group_roles WHERE group_id = ANY (${groupIds}::uuid[]) ORDER BY role_name`.execute(
    queries,
  );
  return rows.map((row) => row.role_name);
}
