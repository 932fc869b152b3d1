/** Contents of the template database: the current schema and a small set of demo data. */
import { makePartitions } from '../../server/audit/partitions.ts';
import { migrate } from '../../server/db/migrate.ts';
import { openDatabase, openPool } from '../../server/db/database.ts';
import { seedDemo } from '../../server/demo/seed.ts';

/** Enough users for each status, role and organisation to occur. */
const TEMPLATE_USERS = 300;

export async function seedTemplate(url: string, users = TEMPLATE_USERS): Promise<void> {
  const db = openDatabase(openPool({ url, poolSize: 4, connectTimeoutMs: 5_000, statementTimeoutMs: 0 }));
  try {
    await migrate(db);
    await seedDemo(db, { users, now: new Date() });
    // Otherwise each server would, at its start.
    await makePartitions(db, new Date());
  } finally {
    await db.destroy();
  }
}
