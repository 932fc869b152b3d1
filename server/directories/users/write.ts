/** Movers and leavers: changes the account as the directory says, with its event, in one transaction. */
import { isDeepStrictEqual } from 'node:util';
import { sql, type Updateable } from 'kysely';
import type { ProvisioningOutcome } from '../../../api/contract/directories.calls.ts';
import { addMs } from '../../clock.ts';
import type { Transaction } from '../../db/database.ts';
import type { UsersTable } from '../../db/schema/users.ts';
import { voidEmailChanges } from '../../session/emailChange.ts';
import { audit, type Directory } from '../protocol/directory.ts';
import type { Sent } from './person.ts';
import { requireReach, selectScimUsers, type ScimUserRow } from './rows.ts';

/** Ends sessions, keys and links of disabled accounts; provided by the users module. */
export type CloseAccess = (tx: Transaction, userIds: readonly string[], now: Date) => Promise<unknown>;

interface Written {
  readonly row: ScimUserRow;
  readonly outcome: ProvisioningOutcome;
}

/** Writes only differences. @throws ScimError 403 for an administrator whom it would change */
export async function updateUser(
  tx: Transaction,
  directory: Directory,
  row: ScimUserRow,
  sent: Sent,
  closeAccess: CloseAccess,
): Promise<Written> {
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
  if (set.email !== undefined) await endMailedLinks(tx, row.user_id, now);
  if (Object.keys(changed).length > 0)
    await tx
      .updateTable('users')
      .set({ ...changed, version: sql`version + 1` })
      .where('user_id', '=', row.user_id)
      .execute();
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
  if (turned.enabled === false) await closeAccess(tx, [row.user_id], now);
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
export async function deleteUser(
  tx: Transaction,
  directory: Directory,
  row: ScimUserRow,
  closeAccess: CloseAccess,
): Promise<void> {
  await requireReach(tx, directory, row);
  const { now } = directory;
  await tx
    .updateTable('users')
    .set({ enabled: false, version: sql`version + 1` })
    .where('user_id', '=', row.user_id)
    .execute();
  await tx
    .updateTable('scim_users')
    .set({ active: false, deleted_at: now, changed_at: now, version: sql`version + 1` })
    .where('user_id', '=', row.user_id)
    .execute();
  await closeAccess(tx, [row.user_id], now);
  await audit(tx, directory, 'DeleteUser', { target: row.login_name, targetUserId: row.user_id, details: { enabled: false } });
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

function differences(row: ScimUserRow, { columns, externalId }: Sent) {
  const fields: Fields = {};
  const set: Updateable<UsersTable> = {};
  const compare = (column: keyof Sent['columns'] | 'external_id', field: string, to: string | null) => {
    const from = row[column];
    if (to === from) return;
    fields[field] = { from, to };
    Object.assign(set, { [column]: to });
  };
  compare('first_name', 'firstName', columns.first_name);
  compare('last_name', 'lastName', columns.last_name);
  compare('email', 'email', columns.email);
  compare('title', 'title', columns.title);
  if (externalId !== undefined) compare('external_id', 'externalId', externalId);
  return { set, fields };
}

/** Ends links mailed to the former address, and the grants that they gave. */
async function endMailedLinks(tx: Transaction, userId: string, now: Date): Promise<void> {
  await voidEmailChanges(tx, [userId], now);
  await tx
    .updateTable('links')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('purpose', '=', 'recovery')
    .where('used_at', 'is', null)
    .execute();
  await tx.deleteFrom('grants').where('user_id', '=', userId).where('purpose', '=', 'recovery').execute();
}

/** A change is never older than the one before, whatever the clocks of the processes say. */
const later = (now: Date, than: Date): Date => (now > than ? now : addMs(than, 1));
