/** Contents of the template database: the current schema and a small demo directory. */
import { migrate } from '../../server/db/migrate.ts';
import { openDatabase, openPool } from '../../server/db/database.ts';
import { seedDemo } from '../../server/demo/seed.ts';

/** Enough users for every status, role and organisation of the demo directory to occur. */
const TEMPLATE_USERS = 300;

export async function seedTemplate(url: string, users = TEMPLATE_USERS): Promise<void> {
  const db = openDatabase(openPool({ url, poolSize: 4, connectTimeoutMs: 5_000, statementTimeoutMs: 0 }));
  try {
    await migrate(db);
    await seedDemo(db, { users, now: new Date() });
  } finally {
    await db.destroy();
  }
}
