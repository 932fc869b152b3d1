/** A server whose database role can't change or delete what the audit has, with the privileges that docs/operating.md gives it. */
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import pg from 'pg';
import { ConfigError, readConfig } from '../../../server/config/config.ts';
import { signAudit } from '../../../server/audit/sign.ts';
import { requireAppendOnlyAudit } from '../../../server/db/appendOnlyAudit.ts';
import { openDatabase } from '../../../server/db/database.ts';
import { openKeyring } from '../../../server/encryption/keyring.ts';
import { readMasterKeys } from '../../../server/encryption/masterKeys.ts';
import { admin } from '../../support/admin.ts';
import { auditEvents } from '../../support/auditEvents.ts';
import { createDatabase, type TestDatabase } from '../../support/database.ts';
import { asServerReaches } from '../../support/databaseUrl.ts';
import { eventually } from '../../support/eventually.ts';
import { only } from '../../support/facts.ts';
import { logInAs } from '../../support/logInAs.ts';
import { openTestPool } from '../../support/openTestPool.ts';
import { startServerProcess, type TestServer } from '../../support/server.ts';
import { unusedMember } from '../../support/unusedMember.ts';

const root = resolve(import.meta.dirname, '../../..');
const role = `gatehouse_server_${randomBytes(4).toString('hex')}`;
const password = randomBytes(12).toString('hex');

let database: TestDatabase;
let ofRole: string;
let site: TestServer;

/** The statements of docs/operating.md, for this role and database. */
async function documentedPrivileges(): Promise<string> {
  const [, sql] =
    /```sql\n([^`]*CREATE ROLE gatehouse_server[^`]*)```/.exec(await readFile(`${root}/docs/operating.md`, 'utf8')) ?? [];
  return (sql ?? '')
    .replaceAll('gatehouse_server', role)
    .replace('choose one', password)
    .replace('ON DATABASE gatehouse', `ON DATABASE "${new URL(database.url).pathname.slice(1)}"`);
}

const env = () => ({
  DATABASE_URL: ofRole,
  DATABASE_OWNER_URL: asServerReaches(database.url),
  SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
  AUDIT_STREAM: 'stdout',
  AUDIT_RETENTION_DAYS: '400',
});

beforeAll(async () => {
  database = await createDatabase();
  await database.query(await documentedPrivileges());
  ofRole = Object.assign(new URL(database.url), { username: role, password }).href;
  await signLongAgo();
  site = await startServerProcess({ database, env: env(), preload: ['./test/support/quickJobs.mjs'] });
});
afterAll(async () => {
  await site.stop();
  await database.query(`DROP OWNED BY ${role}; DROP ROLE ${role}`);
  await database.drop();
});

async function asRole(statement: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: ofRole });
  await client.connect();
  try {
    return await client.query(statement);
  } finally {
    await client.end();
  }
}
const signedThrough = async () =>
  (await database.row<{ seq: number }>('SELECT coalesce(max(through_seq), 0)::int AS seq FROM audit_signatures')).seq;

/** Signs as a server would have two years ago. */
async function signLongAgo(): Promise<void> {
  const pool = openTestPool(database.url, 2);
  const db = openDatabase(pool);
  const keyring = await openKeyring(db, readMasterKeys(readConfig(env())), () => new Date());
  await signAudit(db, new Date(Date.now() - 2 * 365 * 24 * 60 * 60_000), keyring.auditKey());
  await db.destroy();
}

test('Users log in and are changed and erased; events are signed, streamed and dropped when they are too old', async () => {
  const { userName } = await unusedMember({ database });
  const sysadmin = await logInAs(site, 'sysadmin');
  const { version } = await sysadmin.ok('Users.User', { userName });
  await sysadmin.ok('Users.Patch', { userName, body: { version, lastName: 'Renamed' } });
  await sysadmin.ok('Users.Enable', { userName, enabled: false });
  const { seq } = await only(auditEvents({ database }, { action: 'Users.Patch', target: userName }, 'seq'));
  await eventually('the signature of the change', async () => (await signedThrough()) >= seq);
  await eventually('its mark in the log, at its default level', () => /"level":40.*"mark":"\d+-[\da-f]{64}"/.test(site.output()));
  await eventually('the change in the stream', () => site.output().includes(`"seq":${String(seq)},`));

  const { pseudonym } = await sysadmin.ok('Users.Erase', { userName });
  expect(await auditEvents({ database }, { target: userName })).toEqual([]);
  expect((await auditEvents({ database }, { target: pseudonym })).length).toBeGreaterThan(1);

  await eventually('old events to be dropped', async () => {
    const { old, now } = await database.row<{ old: number; now: number }>(
      `SELECT (SELECT count(*)::int FROM audit_events WHERE seq <= (SELECT max(through_seq) FROM audit_signatures WHERE removed_at IS NOT NULL)) AS old,
              (SELECT count(*)::int FROM audit_events WHERE seq >= $1) AS now`,
      [seq],
    );
    return old === 0 && now > 0;
  });
  const { DATABASE_URL, DATABASE_OWNER_URL, SECRET_KEY } = env();
  const { out } = await admin(['verify-audit'], { DATABASE_URL, DATABASE_OWNER_URL, SECRET_KEY });
  expect(out).toContain('The audit is intact');
});

test.each([
  `UPDATE audit_events SET actor = 'nobody'`,
  `DELETE FROM audit_events`,
  `TRUNCATE audit_events`,
  `ALTER TABLE audit_events DISABLE TRIGGER USER`,
  `DROP TABLE audit_events`,
  `UPDATE audit_signatures SET hash = ''`,
  `DELETE FROM audit_signatures`,
  `INSERT INTO audit_signatures (number, month, through_seq, events, hash, signed_at) VALUES (1, '2026-01', 1, 1, '', now())`,
  `UPDATE audit_erasures SET proof = ''`,
  `DELETE FROM audit_erasures`,
  `UPDATE audit_daily SET events = 1`,
  `DELETE FROM audit_daily`,
  `INSERT INTO audit_daily SELECT 'all', now(), 'Login.Login', 'success', 1, '{}'`,
  `INSERT INTO audit_erasures (seq, signed_digest, proof, erased_at) VALUES (1, '', '', now())`,
  `UPDATE audit_events_default SET actor = 'nobody'`,
  `DELETE FROM audit_events_default`,
  `INSERT INTO audit_events_default (seq, event_id, at, action, outcome) VALUES (1, gen_random_uuid(), now(), 'x', 'success')`,
  `SELECT make_audit_partition('audit_events_stranger', '2099-01-01', '2099-02-01')`,
])('The role is refused %s, also announced as an erasure or as retention', async (statement) => {
  for (const change of ['erasure', 'retention'])
    await expect(asRole(`BEGIN; SET LOCAL gatehouse.audit_change = '${change}'; ${statement}; COMMIT`)).rejects.toMatchObject({
      code: '42501',
    });
});

test.each([
  [
    'may change audit_signatures',
    'GRANT UPDATE (signed_at) ON audit_signatures TO',
    'REVOKE UPDATE (signed_at) ON audit_signatures FROM',
  ],
  ['may change audit_events', 'GRANT DELETE ON audit_events TO', 'REVOKE DELETE ON audit_events FROM'],
  ['may change audit_events_default', 'GRANT DELETE ON audit_events_default TO', 'REVOKE DELETE ON audit_events_default FROM'],
  ['may not read tickets', 'REVOKE SELECT ON tickets FROM', 'GRANT SELECT ON tickets TO'],
])('A role that %s is refused', async (fault, spoil, mend) => {
  await database.query(`${spoil} ${role}`);
  const db = openDatabase(openTestPool(ofRole, 1));
  await expect(requireAppendOnlyAudit(db)).rejects.toThrow(fault);
  await db.destroy();
  await database.query(`${mend} ${role}`);
});

test('A server whose role may change the audit does not start', async () => {
  await database.query(`GRANT DELETE ON audit_events TO ${role}`);
  await expect(startServerProcess({ database, env: env() })).rejects.toThrow('may change audit_events');
  await database.query(`REVOKE DELETE ON audit_events FROM ${role}`);
});

test('A partition that is made later gives the role no more than reading, whatever tables give it by default', async () => {
  await database.query(`SELECT make_audit_partition('audit_events_2099_01', '2099-01-01Z', '2099-02-01Z')`);
  expect(
    await database.row(
      `SELECT has_table_privilege($1, 'audit_events_2099_01', 'SELECT') AS "isRead",
    has_table_privilege($1, 'audit_events_2099_01', 'INSERT, UPDATE, DELETE, TRUNCATE') AS "isChanged"`,
      [role],
    ),
  ).toEqual({
    isRead: true,
    isChanged: false,
  });
});

test('Without DATABASE_OWNER_URL a server with this role does not start, as it could neither sign nor erase', async () => {
  await expect(startServerProcess({ database, env: { ...env(), DATABASE_OWNER_URL: '' } })).rejects.toThrow(
    'DATABASE_OWNER_URL: is needed',
  );
});

test('An owner without a DATABASE_URL is refused', () => {
  expect(() => readConfig({ DATABASE_OWNER_URL: 'postgres://owner@127.0.0.1/gatehouse' })).toThrow(ConfigError);
});
