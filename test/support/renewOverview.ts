/** Renews a job's findings for the overview without waiting for its turn. */
import { openDatabase } from '../../server/db/database.ts';
import { renewFindings } from '../../server/overview/findings.ts';
import type { TestDatabase } from './database.ts';
import { eventually } from './eventually.ts';
import { openTestPool } from './openTestPool.ts';

/** Renews repeatedly, as the server's own run may be in progress. */
export async function renewOverview({ url }: Pick<TestDatabase, 'url'>): Promise<void> {
  const db = openDatabase(openTestPool(url, 1));
  try {
    await eventually('findings of our own', () => renewFindings(db, new Date(), 0));
  } finally {
    await db.destroy();
  }
}
