/** What a job finds for the overview, as of now, without waiting for its turn. */
import { openDatabase, openPool } from '../../server/db/database.ts';
import { renewFindings } from '../../server/overview/findings.ts';
import type { TestDatabase } from './database.ts';
import { eventually } from './eventually.ts';

/** The server's own run may be in between. */
export async function renewOverview({ url }: Pick<TestDatabase, 'url'>): Promise<void> {
  const db = openDatabase(openPool({ url, poolSize: 1, connectTimeoutMs: 5000, statementTimeoutMs: 0 }));
  try {
    await eventually('findings of our own', () => renewFindings(db, new Date(), 0));
  } finally {
    await db.destroy();
  }
}
