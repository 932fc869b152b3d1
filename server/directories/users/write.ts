/** Movers and leavers: changes the account as the directory says, with its event, in one transaction. */
import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import type { ProvisioningOutcome } from '../../../api/contract/directories.shapes.ts';
import { addMs } from '../../clock.ts';
import type { Transaction } from '../../db/database.ts';
import { change, leave } from '../../accounts/account.ts';
import { applyMap } from '../roleMap/roleMap.ts';
import { audit, authorOf, mapChange, type Directory } from '../protocol/directory.ts';
import type { Sent } from './person.ts';
import { accountOf, requireReach, selectScimUsers, type ScimUserRow } from './rows.ts';

interface Written {
  readonly row: ScimUserRow;
  readonly outcome: ProvisioningOutcome;
}

/** Writes only differences. @throws ScimError 403 for an administrator whom it would change */
export async function updateUser(tx: Transaction, directory: Directory, row: ScimUserRow, sent: Sent): Promise<Written> {
  const { organisationId, now } = directory;
  const { set, fields } = differences(row, sent);
  const active = sent.active ?? row.active;
  const revived = row.deleted_at !== null;
  const hasOther =
    sent.userName !== row.user_name || !isDeepStrictEqual(sent.attributes, row.attributes) || active !== row.active;
  if (Object.keys(set).length === 0 && !hasOther && !revived) return { row, outcome: 'unchanged' };
  await requireReach(tx, directory, row);
  const turned = active !== row.active ? { enabled: active } : {};
  const changed = { ...set, ...turned };
  if (Object.keys(changed).length > 0) await change(tx, authorOf(directory), accountOf(directory, row), changed);
  await tx
    .updateTable('scim_users')
    .set({
      user_name: sent.userName,
      active,
      attributes: JSON.stringify(sent.attributes),
      version: sql`version + 1`,
      changed_at: later(now, row.changed_at),
      deleted_at: null,
      // From now on the directory knows the user of a first login.
      ...(set.external_id !== undefined && { made_at_login: false }),
    })
    .where('user_id', '=', row.user_id)
    .execute();
  const outcome: ProvisioningOutcome = revived
    ? 'revived'
    : turned.enabled === undefined
      ? 'changed'
      : active
        ? 'enabled'
        : 'disabled';
  await record(tx, directory, row, { outcome, fields, enabled: turned.enabled });
  return {
    row: await selectScimUsers(tx, organisationId).where('s.user_id', '=', row.user_id).executeTakeFirstOrThrow(),
    outcome,
  };
}

/** The account is disabled and kept: the directory creates the same user again when they come back. */
export async function deleteUser(tx: Transaction, directory: Directory, row: ScimUserRow): Promise<void> {
  const { now } = directory;
  await endFormerSelf(tx, directory, row);
  await tx
    .updateTable('scim_users')
    .set({ active: false, deleted_at: now, changed_at: now, version: sql`version + 1` })
    .where('user_id', '=', row.user_id)
    .execute();
  await audit(tx, directory, 'DeleteUser', { target: row.login_name, targetUserId: row.user_id, details: { enabled: false } });
}

/**
 * Ends what a user was who leaves for good or comes back: groups, roles of any origin, and everything that opens the account, which is disabled.
 * @throws ScimError 403 for an administrator by a role that was given here
 */
export async function endFormerSelf(tx: Transaction, directory: Directory, row: ScimUserRow): Promise<ScimUserRow> {
  const { user_id: userId } = row;
  await requireReach(tx, directory, row);
  await tx.deleteFrom('scim_members').where('user_id', '=', userId).execute();
  await applyMap(tx, [userId], mapChange(directory));
  const own = row.roles.filter((role) => !row.mapped_roles.includes(role));
  if (own.length > 0) {
    const details = { given: [], taken: own };
    await audit(tx, directory, 'SetRoles', { target: row.login_name, targetUserId: userId, details });
  }
  await leave(tx, authorOf(directory), { ...accountOf(directory, row), roles: own });
  return selectScimUsers(tx, directory.organisationId).where('s.user_id', '=', userId).executeTakeFirstOrThrow();
}

const actions: Partial<Record<ProvisioningOutcome, string>> = {
  revived: 'ReviveUser',
  enabled: 'EnableUser',
  disabled: 'DisableUser',
};

const record = (
  tx: Transaction,
  directory: Directory,
  row: ScimUserRow,
  { outcome, fields, enabled }: { outcome: ProvisioningOutcome; fields: Fields; enabled: boolean | undefined },
): Promise<void> =>
  audit(tx, directory, actions[outcome] ?? 'UpdateUser', {
    target: row.login_name,
    targetUserId: row.user_id,
    details: {
      ...(enabled !== undefined && { enabled }),
      ...(Object.keys(fields).length > 0 && { fields }),
    },
  });

type Fields = Partial<Record<string, { readonly from: unknown; readonly to: unknown }>>;

function differences(row: ScimUserRow, { userName, columns, externalId }: Sent) {
  const fields: Fields = {};
  const set: Parameters<typeof change>[3] = {};
  const compare = (column: keyof Sent['columns'] | 'external_id', field: string, to: string | null) => {
    const from = row[column];
    if (to === from) return;
    fields[field] = { from, to };
    Object.assign(set, { [column]: to });
  };
  if (userName !== row.user_name) fields.userName = { from: row.user_name, to: userName };
  compare('first_name', 'firstName', columns.first_name);
  compare('last_name', 'lastName', columns.last_name);
  compare('email', 'email', columns.email);
  compare('title', 'title', columns.title);
  if (externalId !== undefined) compare('external_id', 'externalId', externalId);
  return { set, fields };
}

/** A change is never older than the one before, whatever the clocks of the processes say. */
const later = (now: Date, than: Date): Date => (now > than ? now : addMs(than, 1));
