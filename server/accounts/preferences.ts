/** What users choose for themselves. */
import type { Updateable } from 'kysely';
import type { Transaction } from '../db/database.ts';
import type { UsersTable } from '../db/schema/users.ts';

type Preferences = Pick<Updateable<UsersTable>, 'audit_digest' | 'product_news' | 'ui_font_size' | 'opens_overview'>;

/** @returns false if they are chosen already */
export async function setPreferences(tx: Transaction, userId: string, preferences: Preferences): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('users')
    .set(({ eb }) => ({ ...preferences, version: eb('version', '+', 1) }))
    .where('user_id', '=', userId)
    .where((where) =>
      where.or(
        Object.entries(preferences).map(([column, value]) =>
          where(column as keyof Preferences, 'is distinct from', value as never),
        ),
      ),
    )
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
