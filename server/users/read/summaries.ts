/** Summaries of users chosen by another module. */
import { sql } from 'kysely';
import type { UserSummary } from '../../../api/contract/users.shapes.ts';
import type { Queries } from '../../db/database.ts';
import { summary } from './presenter.ts';
import { selectSummaries } from './rows.ts';

/** The summaries, ordered by name. */
export async function summariesOf(queries: Queries, userIds: readonly string[], now: Date): Promise<UserSummary[]> {
  if (userIds.length === 0) return [];
  const rows = await selectSummaries(queries, now)
    .where('u.user_id', '=', sql<string>`any(${[...userIds]}::uuid[])`)
    .orderBy('u.name_key')
    .orderBy('u.user_id')
    .execute();
  return rows.map((row) => summary(row, now));
}
