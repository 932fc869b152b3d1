/** A verification reads one snapshot, whatever is archived, removed or signed meanwhile. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runAdmin, type AdminResult } from '../../../server/admin/commands.ts';
import { addMonths, monthOf } from '../../../server/audit/partitions.ts';
import { auditKeysOf } from '../../../server/audit/chain.ts';
import { dropOldEvents } from '../../../server/audit/retention.ts';
import { signAudit } from '../../../server/audit/sign.ts';
import { verifyAudit } from '../../../server/audit/verify.ts';
import { readConfig } from '../../../server/config/config.ts';
import { openDatabase, type CancellablePool, type Db } from '../../../server/db/database.ts';
import { openKeyring, type Keyring } from '../../../server/encryption/keyring.ts';
import { readMasterKeys } from '../../../server/encryption/masterKeys.ts';
import { auditEvents } from '../../support/auditEvents.ts';
import { createDatabase, type TestDatabase } from '../../support/database.ts';
import { eventually } from '../../support/eventually.ts';
import { openTestPool } from '../../support/openTestPool.ts';

const SECRET_KEY = Buffer.alloc(32, 9).toString('base64');
const [MAY, JUNE] = ['2024-05', '2024-06'];
/** A month with a partition of its own. */
const OWN = addMonths(monthOf(new Date()), 3);
const YEAR_MS = 365 * 24 * 60 * 60_000;
const inADay = () => new Date(Date.now() + 24 * 60 * 60_000);

let database: TestDatabase;
let db: Db;
let pool: CancellablePool;
let keyring: Keyring;
let folder: string;

beforeEach(async () => {
  database = await createDatabase();
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-verify-'));
  pool = openTestPool(database.url, 3);
  db = openDatabase(pool);
  keyring = await openKeyring(db, readMasterKeys(readConfig({ DATABASE_URL: database.url, SECRET_KEY })), () => new Date());
  // Some events of two months are signed together.
  for (const months of [[MAY, MAY], [MAY, JUNE], [JUNE, OWN], [OWN]]) {
    await database.query(
      `INSERT INTO audit_events (event_id, at, actor, action, outcome)
       SELECT gen_random_uuid(), (month || '-15T12:00:00Z')::timestamptz, 'writer', 'Story.Archive', 'success'
         FROM unnest($1::text[]) month`,
      [months],
    );
    await signAudit(db, new Date(), keyring.auditKey());
  }
});
afterEach(async () => {
  await db.destroy();
  await database.drop();
  await rm(folder, { recursive: true });
});

const archive = (month: string) =>
  runAdmin(['audit', 'archive', '--to', folder, '--before', addMonths(month, 1)], {
    NODE_ENV: 'test',
    DATABASE_URL: database.url,
    SECRET_KEY,
    TEST_CLOCK_OFFSET_MS: String(YEAR_MS),
  });

const stories = async () => (await auditEvents({ database }, { action: 'Story.Archive' })).length;

/** @param moments called one after the other: when the events are read, and before each further signature is judged */
const verifyBeside = (...moments: (() => Promise<void>)[]) => {
  let asked = 0;
  const next = () => moments.shift()?.() ?? Promise.resolve();
  const watched = Object.assign(Object.create(pool) as CancellablePool, {
    async connect() {
      asked += 1;
      if (asked === 1) await next();
      return pool.connect();
    },
  });
  return verifyAudit({ db, pool: watched }, undefined, async (keyId) => {
    await next();
    return keyring.auditKeyById(db, keyId);
  });
};

test('Events that are removed and signed meanwhile do not break the chain', async () => {
  const keys = auditKeysOf(keyring, db);
  const verdict = await verifyBeside(
    async () => {
      expect(await dropOldEvents(db, inADay(), inADay(), keys)).toBeGreaterThan(0);
    },
    async () => {
      await signAudit(db, new Date(), keyring.auditKey());
    },
  );
  expect(verdict).toMatchObject({ brokenAt: null, removed: 0, unsigned: 0 });
  const after = await verifyAudit({ db, pool }, undefined, keys.findKey);
  expect(after).toMatchObject({ brokenAt: null, removed: verdict.events, signatures: verdict.signatures + 1 });
});

test.each([MAY, OWN])('A month leaves the database only when the verification has ended (%s)', async (month) => {
  let archived: Promise<AdminResult> | undefined;
  const verdict = await verifyBeside(async () => {
    archived = archive(month);
    await eventually('the archive to wait', async () => {
      const waiting = await database.query(`SELECT FROM pg_locks WHERE mode = 'AccessExclusiveLock' AND NOT granted`);
      return waiting.length > 0;
    });
  });
  expect(verdict).toMatchObject({ brokenAt: null });
  expect(await archived).toMatchObject({ code: 0 });
  expect(await stories()).toBe(month === MAY ? 4 : 0);
  const after = await verifyAudit({ db, pool }, undefined, (keyId) => keyring.auditKeyById(db, keyId));
  expect(after).toMatchObject({ brokenAt: null });
});

test('Changed and deleted events are detected as before', async () => {
  const forge = (statement: string) =>
    database.query(`SET session_replication_role = replica; ${statement}; RESET session_replication_role`);
  await forge(`DELETE FROM audit_events WHERE at >= '2024-06-01Z' AND at < '2024-07-01Z'`);
  expect((await verifyBeside()).brokenAt).not.toBeNull();
});
