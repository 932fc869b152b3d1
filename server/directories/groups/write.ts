/** Changes of a group and its members, with the roles that follow from them, in one transaction. */
import { sql } from 'kysely';
import type { Transaction } from '../../db/database.ts';
import { applyMap, lockUsers } from '../roleMap/roleMap.ts';
import { audit, mapChange, type Directory } from '../protocol/directory.ts';
import type { Command } from '../protocol/document.ts';
import { invalid } from '../protocol/errors.ts';
import type { Filter } from '../protocol/filter.ts';
import { isId } from '../protocol/filterSql.ts';
import { displayNameOf, memberIds, type ScimGroupRow } from './rows.ts';
import { isObject, type Json } from '../protocol/json.ts';
import { externalIdOf } from '../users/person.ts';

export interface GroupChange {
  displayName?: string;
  externalId?: string | null;
  readonly added: Set<string>;
  readonly removed: Set<string>;
}

export const noChange = (): GroupChange => ({ added: new Set(), removed: new Set() });

/** Applies commands at once and in order: each sees the result of those before. */
export async function applyCommand(
  tx: Transaction,
  directory: Directory,
  groupId: string,
  { op, path, value }: Command,
  change: GroupChange,
): Promise<void> {
  if (path === null) {
    if (!isObject(value)) throw invalid('invalidValue', 'value', 'Without a path the value has to be an object.');
    for (const [name, inner] of Object.entries(value))
      await applyAttribute(tx, directory, groupId, { op, name, value: inner }, change);
    return;
  }
  if (path.filter) {
    if (path.attribute.toLowerCase() !== 'members') throw invalid('invalidPath', 'path', 'Only members are a list.');
    const ids = idsOf(path.filter);
    if (op === 'remove') await removeMembers(tx, groupId, ids, change);
    else await addMembers(tx, directory, groupId, ids, change);
    return;
  }
  await applyAttribute(tx, directory, groupId, { op, name: path.attribute, value }, change);
}

interface Assignment {
  readonly op: Command['op'];
  readonly name: string;
  readonly value: Json | undefined;
}

/** Ignores other attributes of a group, which are no fault. */
async function applyAttribute(
  tx: Transaction,
  directory: Directory,
  groupId: string,
  { op, name, value }: Assignment,
  change: GroupChange,
): Promise<void> {
  switch (name.toLowerCase()) {
    case 'displayname':
      change.displayName = displayNameOf(value);
      return;
    case 'externalid':
      change.externalId = op === 'remove' ? null : (externalIdOf({ externalId: value ?? null }) ?? null);
      return;
    case 'members':
      if (op === 'add') await addMembers(tx, directory, groupId, memberIds(value), change);
      else if (op === 'replace') await replaceMembers(tx, directory, groupId, memberIds(value), change);
      else await removeMembers(tx, groupId, value == null ? 'all' : memberIds(value), change);
  }
}

/** The ids in `value eq "…"`, or in several of them with `or`. */
function idsOf(filter: Filter): string[] {
  if (filter.kind === 'or') return [...idsOf(filter.left), ...idsOf(filter.right)];
  if (filter.kind === 'term' && filter.path === 'value' && filter.op === 'eq') return [String(filter.value).toLowerCase()];
  throw invalid('invalidFilter', 'filter', 'Members are named by value eq.');
}

async function addMembers(
  tx: Transaction,
  { organisationId }: Directory,
  groupId: string,
  ids: readonly string[],
  { added, removed }: GroupChange,
): Promise<void> {
  if (ids.length === 0) return;
  const { rows } = await sql<{ user_id: string; is_new: boolean }>`
    WITH found AS (
      SELECT s.user_id FROM scim_users s JOIN users u USING (user_id)
       WHERE s.organisation_id = ${organisationId} AND u.organisation_id = ${organisationId}
         AND s.deleted_at IS NULL AND s.user_id = ANY (${ids.filter(isId)}::uuid[])),
    entered AS (INSERT INTO scim_members (group_id, user_id) SELECT ${groupId}::uuid, user_id FROM found ON CONFLICT DO NOTHING RETURNING user_id)
    SELECT found.user_id, entered.user_id IS NOT NULL AS is_new FROM found LEFT JOIN entered USING (user_id)`.execute(tx);
  if (rows.length < ids.length) throw invalid('invalidValue', 'notFound', 'A member is no user of this directory.');
  for (const { user_id: userId } of rows.filter((row) => row.is_new)) if (!removed.delete(userId)) added.add(userId);
}

async function removeMembers(
  tx: Transaction,
  groupId: string,
  ids: readonly string[] | 'all',
  { added, removed }: GroupChange,
): Promise<void> {
  const those = ids === 'all' ? sql`true` : sql`user_id = ANY (${ids.filter(isId)}::uuid[])`;
  const { rows } = await sql<{ user_id: string }>`
    DELETE FROM scim_members WHERE group_id = ${groupId} AND ${those} RETURNING user_id`.execute(tx);
  for (const { user_id: userId } of rows) if (!added.delete(userId)) removed.add(userId);
}

export async function replaceMembers(
  tx: Transaction,
  directory: Directory,
  groupId: string,
  ids: readonly string[],
  change: GroupChange,
): Promise<void> {
  const { rows } = await sql<{ user_id: string }>`
    SELECT user_id FROM scim_members WHERE group_id = ${groupId} AND user_id <> ALL (${ids.filter(isId)}::uuid[])`.execute(tx);
  await removeMembers(
    tx,
    groupId,
    rows.map((row) => row.user_id),
    change,
  );
  await addMembers(tx, directory, groupId, ids, change);
}

const SHOWN_NAMES = 20;

/** @returns whether anything is different */
export async function finishChange(
  tx: Transaction,
  directory: Directory,
  row: ScimGroupRow,
  { displayName = row.display_name, externalId = row.external_id, added, removed }: GroupChange,
  action: 'CreateGroup' | 'UpdateGroup',
): Promise<boolean> {
  const fields = {
    ...(displayName !== row.display_name && { displayName: { from: row.display_name, to: displayName } }),
    ...(externalId !== row.external_id && { externalId: { from: row.external_id, to: externalId } }),
  };
  const changed = [...added, ...removed];
  if (changed.length === 0 && Object.keys(fields).length === 0 && action === 'UpdateGroup') return false;
  await tx
    .updateTable('scim_groups')
    .set({
      display_name: displayName,
      external_id: externalId,
      changed_at: directory.now,
      ...(action === 'UpdateGroup' && { version: sql`version + 1` }),
    })
    .where('group_id', '=', row.group_id)
    .execute();
  await lockUsers(tx, changed);
  // The members' own resources list their groups, so their versions change.
  if (changed.length > 0)
    await sql`UPDATE scim_users SET version = version + 1 WHERE user_id = ANY (${changed}::uuid[])`.execute(tx);
  await audit(tx, directory, action, {
    target: displayName,
    details: {
      ...(Object.keys(fields).length > 0 && { fields }),
      ...(added.size > 0 && { given: await namesOf(tx, added) }),
      ...(removed.size > 0 && { taken: await namesOf(tx, removed) }),
      ...(changed.length > 0 && { count: changed.length }),
    },
  });
  if (await isMapped(tx, row.group_id)) await applyMap(tx, changed, mapChange(directory));
  return true;
}

async function isMapped(tx: Transaction, groupId: string): Promise<boolean> {
  const rows = await tx.selectFrom('scim_group_roles').select('role_name').where('group_id', '=', groupId).limit(1).execute();
  return rows.length > 0;
}

/** The first names, so that the event stays readable. */
async function namesOf(tx: Transaction, ids: ReadonlySet<string>): Promise<string[]> {
  const rows = await tx
    .selectFrom('users')
    .select('user_name')
    .where('user_id', 'in', [...ids].slice(0, SHOWN_NAMES))
    .orderBy('user_name')
    .execute();
  return rows.map((row) => row.user_name ?? '');
}
