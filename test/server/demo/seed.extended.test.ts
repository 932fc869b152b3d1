/** Seeding the demo data: complete, deterministic, in one transaction, with all indexes in place. */
import { type Db, openDatabase } from '../../../server/db/database.ts';
import { migrate } from '../../../server/db/migrate.ts';
import { seedDemo } from '../../../server/demo/seed.ts';
import { passwordHasher } from '../../../server/password/passwordHasher.ts';
import { createDatabase, type TestDatabase } from '../../support/database.ts';
import { openTestPool } from '../../support/openTestPool.ts';

const now = new Date('2026-11-21T09:00:00Z');

describe('Seeding the demo data', () => {
  const databases: { db: Db; database: TestDatabase }[] = [];
  const createMigrated = async (): Promise<TestDatabase & { db: Db }> => {
    const database = await createDatabase({ contents: 'empty' });
    const db = openDatabase(openTestPool(database.url, 2, 20_000));
    databases.push({ db, database });
    await migrate(db);
    return { ...database, db };
  };
  const indexes = `SELECT indexname, indexdef FROM pg_indexes WHERE schemaname = 'public' ORDER BY indexname`;

  afterEach(async () => {
    for (const { db, database } of databases.splice(0)) {
      await db.destroy();
      await database.drop();
    }
  });

  test('creates the requested number of users, with sessions, and audit events in chronological order', async () => {
    const { db, query } = await createMigrated();
    await seedDemo(db, { users: 300, now });
    const [counts] = await query(
      `SELECT (SELECT count(*)::int FROM users) AS users, (SELECT count(*)::int FROM organisations) AS organisations,
              (SELECT count(*)::int FROM users WHERE registered_at IS NULL) AS invited,
              (SELECT count(*) > 3 FROM sessions WHERE last_seen_at <= $1 AND expires_at > $1) AS live,
              (SELECT count(*)::int FROM recovery_codes JOIN users USING (user_id) WHERE user_name = 'mfa_user') AS codes,
              (SELECT bool_and(at >= before) FROM (SELECT at, lag(at) OVER (ORDER BY seq) AS before FROM audit_events) e) AS ordered`,
      [now],
    );
    expect(counts).toEqual({ users: 300, organisations: 12, invited: 2, live: true, codes: 10, ordered: true });
    const [{ password_hash: hash }] = (await query(`SELECT password_hash FROM users WHERE user_name = 'ordinary'`)) as [
      { password_hash: string },
    ];
    expect(await passwordHasher({ parallel: 1, maxWaitMs: 0 }).verify('Demo-pass-1', hash)).toBe(true);
  });

  test('creates the same rows every time, except for the password hash', async () => {
    const read = async (): Promise<unknown[]> => {
      const { db, query } = await createMigrated();
      await seedDemo(db, { users: 60, now });
      return Promise.all(
        ['organisations', 'users', 'sessions', 'links', 'audit_events', 'recovery_codes'].map((table) =>
          query(`SELECT to_jsonb(t) - 'password_hash' AS row FROM ${table} t ORDER BY 1`),
        ),
      );
    };
    expect(await read()).toEqual(await read());
  });

  test('rebuilds all indexes that it dropped for speed', async () => {
    const { db, query } = await createMigrated();
    const before = await query(indexes);
    await seedDemo(db, { users: 2_500, now });
    expect(await query(indexes)).toEqual(before);
    const [match] = await query<{ total: number }>(
      `SELECT count(*)::int AS total FROM users WHERE search_text LIKE '%' || search_key('NGUYÊN') || '%'`,
    );
    expect(match!.total).toBeGreaterThan(0);
  });

  test('rolls back if it fails midway', async () => {
    const { db, query } = await createMigrated();
    // An existing user name makes the insertion of the users fail.
    await query(
      `INSERT INTO organisations (organisation_id, name, created_at) VALUES ('00000000-0000-4000-8000-000000000001', 'Elsewhere', now())`,
    );
    await query(`INSERT INTO users (user_id, user_name, email, first_name, last_name, organisation_id, registered_at, created_at)
      VALUES (gen_random_uuid(), 'must_enrol', 'other@example.com', 'A', 'B', '00000000-0000-4000-8000-000000000001', now(), now())`);
    await expect(seedDemo(db, { users: 60, now })).rejects.toThrow('duplicate key');
    expect(await query('SELECT user_name FROM users')).toEqual([{ user_name: 'must_enrol' }]);
    expect(await query('SELECT name FROM organisations')).toEqual([{ name: 'Elsewhere' }]);
    expect(await query('SELECT count(*)::int AS events FROM audit_events')).toEqual([{ events: 0 }]);
  });

  test('refuses a number of users too small for the known accounts', async () => {
    const { db } = await createMigrated();
    await expect(seedDemo(db, { users: 10, now })).rejects.toThrow('at least 50 people');
  });
});
