/** Writes single accounts: every change of a user's row that rules depend on. */
import { sql, type Updateable } from 'kysely';
import type { Transaction } from '../db/database.ts';
import type { NewUser, UsersTable } from '../db/schema/users.ts';
import { sponsor, type Author } from './author.ts';
import { hasNewEmail, type AccountChange, type AccountState } from './change.ts';
import { mailOwner, type Owner } from './mails.ts';
import { endOpeners, type EndingAct, type Ended } from './openers.ts';
import { settle, type Settling } from './settle.ts';

/** A user's row as read after it was locked. */
export interface AccountRow {
  readonly user_id: string;
  readonly user_name: string | null;
  readonly email: string;
  readonly locale: string | null;
  readonly roles: readonly string[];
  readonly enabled: boolean;
  readonly registered_at: Date | null;
  readonly organisation_id: string;
  readonly house: boolean;
}

/** Columns of what is typed as it is, by their fields of the contract. */
export const detailColumns = { firstName: 'first_name', lastName: 'last_name', title: 'title' } as const;
export type DetailColumnField = keyof typeof detailColumns;

type Columns = Pick<
  Updateable<UsersTable>,
  (typeof detailColumns)[DetailColumnField] | 'email' | 'organisation_id' | 'enabled' | 'external_id' | 'external_source'
> & { readonly roles?: string[] };

const stateOf = (row: AccountRow): AccountState => ({
  roles: row.roles,
  house: row.house,
  organisationId: row.organisation_id,
  email: row.email,
  enabled: row.enabled,
  registered: row.registered_at !== null,
});

/** @returns what has ended if the account was disabled. @throws LastSystemAdministrator, LastAdministrator; a unique violation */
export async function change(
  tx: Transaction,
  author: Author,
  row: AccountRow,
  set: Columns,
  settling: Settling = {},
): Promise<Ended> {
  const moved = set.organisation_id !== undefined && set.organisation_id !== row.organisation_id;
  const written = changeOf(row, set, moved ? await isHouse(tx, set.organisation_id as string) : row.house);
  const isNewEmail = hasNewEmail(written);
  await tx
    .updateTable('users')
    .set({
      ...set,
      ...(isNewEmail && { email_proven_at: settling.isEmailProven ? author.now : null }),
      version: sql`version + 1`,
    })
    .where('user_id', '=', row.user_id)
    .execute();
  return settle(tx, author, [written], settling);
}

/** @param house whether the organisation to which it belongs afterwards is the house */
export function changeOf(row: AccountRow, set: Columns, house: boolean): AccountChange {
  const before = stateOf(row);
  const after: AccountState = {
    ...before,
    ...(set.roles !== undefined && { roles: set.roles }),
    ...(set.email !== undefined && { email: set.email }),
    ...(set.enabled !== undefined && { enabled: set.enabled }),
    ...(set.organisation_id !== undefined && { organisationId: set.organisation_id, house }),
  };
  return { userId: row.user_id, userName: row.user_name, locale: row.locale, before, after };
}

export async function isHouse(tx: Transaction, organisationId: string): Promise<boolean> {
  const { house } = await tx
    .selectFrom('organisations')
    .select('house')
    .where('organisation_id', '=', organisationId)
    .executeTakeFirstOrThrow();
  return house;
}

/** @throws a unique violation of the name or the address */
export async function join(
  tx: Transaction,
  author: Author,
  { house, ...account }: NewUser & { readonly user_id: string; readonly house: boolean },
): Promise<void> {
  await tx.insertInto('users').values(account).execute();
  const after: AccountState = {
    roles: account.roles ?? [],
    house,
    organisationId: account.organisation_id,
    email: account.email,
    enabled: account.enabled ?? true,
    registered: account.registered_at != null,
  };
  const written = { userId: account.user_id, userName: account.user_name ?? null, locale: null, before: null, after };
  await settle(tx, author, [written]);
}

/** Disables a user that the organisation's directory has deleted. A user who comes back has neither credentials nor roles of before. */
export async function leave(tx: Transaction, author: Author, row: AccountRow): Promise<void> {
  await change(tx, author, row, { enabled: false, roles: [] }, { mailsRoles: 'administrative' });
  // A user who had a second factor sets one at the next login.
  await tx
    .updateTable('users')
    .set({ mfa_required_override: true })
    .where('user_id', '=', row.user_id)
    .where('mfa_enrolled', '=', true)
    .execute();
  await endOpeners(tx, 'leaving', [row.user_id], author.now);
}

/** Takes credentials away, so that others take their place: the author answers for that. @returns how many of each have ended */
export async function endCredentials(tx: Transaction, author: Author, act: EndingAct, user: Owner): Promise<Ended> {
  await sponsor(tx, author, user.user_id);
  await mailOwner(tx, user, 'authenticationReset', { administrator: author.name }, author.now);
  return endOpeners(tx, act, [user.user_id], author.now);
}

/**
 * Increments the version, which makes edits based on the former one fail.
 * @param version of the locked row, as it was read; nothing is left to do if a write of the same transaction has incremented it
 */
export async function newVersion(tx: Transaction, userId: string, version: number): Promise<void> {
  await tx
    .updateTable('users')
    .set({ version: version + 1 })
    .where('user_id', '=', userId)
    .where('version', '=', version)
    .execute();
}
