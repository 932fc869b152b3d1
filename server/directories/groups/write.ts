/** Finishes a change of a group and its members, with the roles that follow from them, in one transaction. */
import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import type { Transaction } from '../../db/database.ts';
import { applyMap, lockUsers } from '../roleMap/roleMap.ts';
import { audit, mapChange, type Directory } from '../protocol/directory.ts';
import type { MemberChange } from './members.ts';
import type { ScimGroupRow, SentGroup } from './rows.ts';

interface GroupChange extends MemberChange {
  readonly sent: SentGroup;
}

const SHOWN_NAMES = 20;

/** @returns whether anything is different */
export async function finishChange(
  tx: Transaction,
  directory: Directory,
  row: ScimGroupRow,
  { sent, added, removed }: GroupChange,
  action: 'CreateGroup' | 'UpdateGroup',
): Promise<boolean> {
  const { displayName, externalId = row.external_id, attributes } = sent;
  const fields = {
    ...(displayName !== row.display_name && { displayName: { from: row.display_name, to: displayName } }),
    ...(externalId !== row.external_id && { externalId: { from: row.external_id, to: externalId } }),
  };
  const changed = [...added, ...removed];
  const isSame = Object.keys(fields).length === 0 && isDeepStrictEqual(attributes, row.attributes);
  if (changed.length === 0 && isSame && action === 'UpdateGroup') return false;
  await tx
    .updateTable('scim_groups')
    .set({
      display_name: displayName,
      external_id: externalId,
      attributes: JSON.stringify(attributes),
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
  if (await isMapped(tx, row.group_id)) await applyGroups(tx, directory, changed);
  return true;
}

/** Gives members and former members what their groups grant. @throws ScimError 403 if the last administrator would cease to be one */
export async function applyGroups(tx: Transaction, directory: Directory, userIds: readonly string[]): Promise<void> {
  await applyMap(tx, userIds, mapChange(directory));
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
