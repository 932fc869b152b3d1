/** Renews a job's findings for the overview without waiting for its turn. */
import { openDatabase, openPool } from '../../server/db/database.ts';
import { renewFindings } from '../../server/overview/findings.ts';
import type { TestDatabase } from './database.ts';
import { eventually } from './eventually.ts';

/** Renews repeatedly, as the server's own run may be in progress. */
export async function renewOverview({ url }: Pick<TestDatabase, 'url'>): Promise<void> {
  const db = openDatabase(openPool({ url, poolSize: 1, connectTimeoutMs: 5000, statementTimeoutMs: 0 }));
  try {
    await eventually('findings of our own', () => renewFindings(db, new Date(), 0));
  } finally {
    await db.destroy();
  }
}
