/** Roles of accounts. */
import { sql } from 'kysely';
import type { Transaction } from '../db/database.ts';
import { roleSet } from '../db/roles.ts';
import { problem } from '../http/problem.ts';
import { change, type AccountRow } from './account.ts';
import type { Author } from './author.ts';
import type { AccountChange } from './change.ts';
import { settle, type Settling } from './settle.ts';

/** @returns the roles granted and revoked; undefined if the set is the same. @throws LastSystemAdministrator; LastAdministrator; ManagedByDirectory */
export async function setRoles(
  tx: Transaction,
  author: Author,
  user: AccountRow,
  roleNames: readonly string[],
): Promise<{ given: string[]; taken: string[] } | undefined> {
  const roles = roleSet(roleNames);
  const given = roles.filter((role) => !user.roles.includes(role));
  const taken = user.roles.filter((role) => !roles.includes(role));
  if (given.length + taken.length === 0) return undefined;
  if (taken.length > 0) await requireOwnRoles(tx, user.user_id, taken);
  await change(tx, author, user, { roles });
  return { given, taken };
}

/** A role that a group of the directory or of the identity provider grants would be granted again. */
async function requireOwnRoles(tx: Transaction, userId: string, taken: readonly string[]): Promise<void> {
  const row = await tx.selectFrom('mapped_users').select('roles').where('user_id', '=', userId).executeTakeFirst();
  if (row?.roles.some((role) => taken.includes(role))) throw problem('ManagedByDirectory');
}

/** @throws LastAdministrator */
export async function setRolesOfMany(
  tx: Transaction,
  author: Author,
  changes: readonly AccountChange[],
  settling: Settling,
): Promise<void> {
  if (changes.length === 0) return;
  const rows = JSON.stringify(changes.map(({ userId, after }) => ({ user_id: userId, roles: after.roles })));
  await sql`UPDATE users u SET roles = c.roles, version = u.version + 1
    FROM jsonb_to_recordset(${rows}::jsonb) AS c (user_id uuid, roles text[]) WHERE u.user_id = c.user_id`.execute(tx);
  await settle(tx, author, changes, settling);
}
