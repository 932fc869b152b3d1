/** Contents of the template database: the current schema and a small set of demo data. */
import { makePartitions } from '../../server/audit/partitions.ts';
import { migrate } from '../../server/db/migrate.ts';
import { openDatabase } from '../../server/db/database.ts';
import { DEMO_PASSWORD } from '../../server/demo/accounts.ts';
import { seedDemo } from '../../server/demo/seed.ts';
import { openKeyring } from '../../server/encryption/keyring.ts';
import { ensureOwnKeys } from '../../server/identityProviders/saml/ownKeys.ts';
import { passwordHasher, WEAK_PARAMETERS } from '../../server/password/passwordHasher.ts';
import { openTestPool } from './openTestPool.ts';

/** Enough users for each status, role and organisation to occur. */
const TEMPLATE_USERS = 300;

export async function seedTemplate(url: string, users = TEMPLATE_USERS): Promise<void> {
  const db = openDatabase(openTestPool(url, 4));
  try {
    await migrate(db);
    await seedDemo(db, { users, now: new Date() });
    // Hashes are as weak as those of the servers under test.
    const weak = passwordHasher({ parallel: 1, maxWaitMs: 0 }, WEAK_PARAMETERS);
    const passwordHash = await weak.hash(DEMO_PASSWORD);
    await db.updateTable('users').set({ password_hash: passwordHash }).where('password_hash', 'is not', null).execute();
    // Otherwise each server would, at its start, or when it first needs them.
    await makePartitions(db, new Date());
    await ensureOwnKeys(db, await openKeyring(db, undefined, () => new Date()), new Date());
  } finally {
    await db.destroy();
  }
}
