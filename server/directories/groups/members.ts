/** Changes of the members of a group, which are rows and not part of a document: a group may have thousands. */
import { sql } from 'kysely';
import type { Transaction } from '../../db/database.ts';
import { findAttribute, groupResource } from '../protocol/attributes.ts';
import type { Command } from '../protocol/commands.ts';
import type { Directory } from '../protocol/directory.ts';
import { requireChangeable } from '../protocol/document.ts';
import { invalid } from '../protocol/errors.ts';
import type { Filter } from '../protocol/filter.ts';
import { isId } from '../protocol/filterSql.ts';
import { memberIds } from './rows.ts';
import { isObject, type Json } from '../protocol/json.ts';
import { parsePath, type Path } from '../protocol/path.ts';

export interface MemberChange {
  readonly added: Set<string>;
  readonly removed: Set<string>;
}

/** A command on members alone. */
interface MemberCommand extends Command {
  readonly path: Path;
}

const isMembers = ({ schema, attribute }: Path): boolean =>
  schema === null && findAttribute(groupResource, null, attribute)?.name === 'members';

/** Separates what concerns members from what concerns the document. */
export function splitCommands(commands: readonly Command[]): { members: MemberCommand[]; others: Command[] } {
  const members: MemberCommand[] = [];
  const others: Command[] = [];
  for (const { op, path, value } of commands) {
    if (path !== null) {
      if (isMembers(path)) members.push({ op, path, value });
      else others.push({ op, path, value });
    } else if (isObject(value)) {
      const rest: [string, Json][] = [];
      for (const [name, inner] of Object.entries(value)) {
        const named = /members/i.test(name) ? parsePath(name) : undefined;
        if (named && isMembers(named)) members.push({ op, path: named, value: inner });
        else rest.push([name, inner]);
      }
      others.push({ op, path, value: Object.fromEntries(rest) });
    } else others.push({ op, path, value });
  }
  return { members, others };
}

/** Applies a command at once: the next one sees its result. */
export async function changeMembers(
  tx: Transaction,
  directory: Directory,
  groupId: string,
  { op, path, value }: MemberCommand,
  change: MemberChange,
): Promise<void> {
  const attribute = findAttribute(groupResource, null, 'members');
  if (attribute) requireChangeable(attribute, { op, path, value });
  if (path.filter) {
    const ids = idsOf(path.filter);
    if (op === 'remove') await removeMembers(tx, groupId, ids, change);
    else await addMembers(tx, directory, groupId, ids, change);
  } else if (op === 'add') {
    if (value == null) throw invalid('invalidValue', 'value', 'The members to add are missing.');
    await addMembers(tx, directory, groupId, memberIds(value), change);
  } else if (op === 'replace') await replaceMembers(tx, directory, groupId, memberIds(value), change);
  else await removeMembers(tx, groupId, value == null ? 'all' : memberIds(value), change);
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
  { added, removed }: MemberChange,
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
  { added, removed }: MemberChange,
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
  change: MemberChange,
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
