/** A restored backup revives no access, and no act that was waiting for a second person or for its link. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runAdmin } from '../../../server/admin/commands.ts';
import { ACCESS_TABLES } from '../../../server/admin/restore.access.ts';
import { createClient } from '../../support/client.ts';
import { createDatabase, type TestDatabase } from '../../support/database.ts';
import { logInAs, totp } from '../../support/logInAs.ts';
import { startServer } from '../../support/server.ts';

let folder: string;
let database: TestDatabase;
let restored: TestDatabase;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-restored-'));
  database = await createDatabase();
  restored = await createDatabase({ contents: 'empty' });
});
afterEach(async () => {
  await database.drop();
  await restored.drop();
  await rm(folder, { recursive: true });
});

const admin = (args: readonly string[], { url }: TestDatabase) => runAdmin(args, { NODE_ENV: 'test', DATABASE_URL: url });
async function backUpAndRestore() {
  const file = join(folder, 'all.backup');
  expect(await admin(['backup', file], database)).toMatchObject({ code: 0 });
  expect(await admin(['restore', file], restored)).toMatchObject({
    code: 0,
    out: expect.stringContaining('take away again') as string,
  });
}

test('Nobody is logged in any more; links, remembered browsers and queued mail are gone', async () => {
  // No SMTP server listens there: the link stays queued.
  const env = { SMTP_URL: 'smtp://127.0.0.1:9' };
  const site = await startServer({ database, env });
  const victim = await logInAs(site, 'ordinary');
  const guest = createClient(site);
  await guest.ok('Login.Login', { body: { userName: 'mfa_user', password: 'Demo-pass-1' } });
  await guest.ok('Mfa.Login', { body: { code: totp(), rememberBrowser: true } });
  await createClient(site).ok('Login.ForgotPassword', { body: { userNameOrEmail: 'subadmin' } });
  await backUpAndRestore();
  await site.stop();
  const restoredServer = await startServer({ database: restored, env });
  const cookies = await victim.jar.getCookieString(victim.url);
  expect((await fetch(`${restoredServer.url}/api/Login/Check`, { headers: { cookie: cookies } })).status).toBe(401);
  for (const table of ['sessions', 'grants', 'links', 'remembered_browsers'])
    expect([table, await restored.query(`SELECT FROM ${table}`)]).toEqual([table, []]);
  expect(await restored.query('SELECT FROM mails WHERE sent_at IS NULL')).toEqual([]);
  await restoredServer.stop();
});

/** One row of each kind; `$1` is a user, `$2` another. */
const WAITING = [
  `INSERT INTO operations (action, target_id, organisation_id, target, detail, target_state, reason, system_only, requested_by, requested_at, expires_at, state, decided_by, decided_at)
   SELECT 'Users.Enable', u.user_id, u.organisation_id, state, '{}', '', 'Left', false, $2, now(), now() + interval '1 day', state,
          CASE WHEN state = 'awaitingApproval' THEN NULL ELSE u.user_id END, CASE WHEN state = 'awaitingApproval' THEN NULL ELSE now() END
     FROM users u, unnest('{awaitingApproval,approved,refused,running}'::text[]) state WHERE user_id = $1 AND $2::uuid IS NOT NULL`,
  `INSERT INTO operations (action, target_id, organisation_id, target, detail, target_state, reason, system_only, requested_by, requested_at, expires_at, state, decided_by, decided_at)
   SELECT 'Users.Enable', gen_random_uuid(), organisation_id, 'halfDone', '{}', '', 'Left', false, $2, now(), now() + interval '1 day', 'paused', user_id, now()
     FROM users WHERE user_id = $1`,
  `INSERT INTO operation_targets (operation_id, user_id, place, target_state, outcome)
   SELECT operation_id, u, row_number() OVER (), '', CASE WHEN u = $1 THEN 'done' END
     FROM operations, unnest(ARRAY[$1::uuid, $2::uuid]) u WHERE target = 'halfDone'`,
  `UPDATE users SET pending_email = 'new@attacker.example', pending_email_by = $2, pending_email_at = now() WHERE user_id = $1`,
  `INSERT INTO recovery_codes (user_id, code_hash, created_at, expires_at)
   SELECT user_id, sha256(user_id::text::bytea), now(), expires_at
     FROM unnest(ARRAY[$1::uuid, $2::uuid], ARRAY[now() + interval '1 day', NULL]) code (user_id, expires_at)`,
  `INSERT INTO passkey_challenges (challenge_hash, browser_hash, purpose, user_id, expires_at)
   SELECT 'a', 'b', 'register', $1, now() + interval '1 hour' WHERE $2::uuid IS NOT NULL`,
];

test('No request for approval is open or approved, no new address waits, no code of an administrator is valid', async () => {
  const [{ userId: one }, { userId: other }] = (await database.query<{ userId: string }>(
    `SELECT user_id AS "userId" FROM users WHERE user_name IN ('ordinary', 'subadmin') ORDER BY user_name`,
  )) as [{ userId: string }, { userId: string }];
  for (const statement of WAITING) await database.query(statement, [one, other]);
  await backUpAndRestore();
  expect(await restored.query('SELECT target, state FROM operations ORDER BY target')).toEqual([
    { target: 'approved', state: 'expired' },
    { target: 'awaitingApproval', state: 'expired' },
    { target: 'halfDone', state: 'cancelled' },
    { target: 'refused', state: 'refused' },
    { target: 'running', state: 'cancelled' },
  ]);
  expect(await restored.query('SELECT FROM operation_targets WHERE outcome IS NULL')).toEqual([]);
  expect(
    await restored.query(
      'SELECT FROM users WHERE coalesce(pending_email, pending_email_by::text, pending_email_at::text) IS NOT NULL',
    ),
  ).toEqual([]);
  // Codes that a user has printed are kept, like the authenticator.
  const codes = await restored.query<{ userId: string }>(
    'SELECT user_id AS "userId" FROM recovery_codes WHERE user_id IN ($1, $2)',
    [one, other],
  );
  expect(codes.filter(({ userId }) => userId === one)).toEqual([]);
  expect(codes.filter(({ userId }) => userId === other).length).toBeGreaterThan(0);
  for (const table of ACCESS_TABLES) expect([table, await restored.query(`SELECT FROM ${table}`)]).toEqual([table, []]);
  expect((await admin(['verify-audit'], restored)).code).toBe(0);
});

/** Tables that are restored unchanged, each after a decision: a new table needs one too. */
const RESTORED = new Set([
  ...['organisations', 'users', 'roles', 'lost_roles', 'settings', 'system_settings', 'data_keys'],
  // The restore says that accesses revoked since have to be revoked again.
  'scim_keys',
  ...['api_keys', 'passkeys', 'password_history', 'applications', 'oidc_consents', 'oidc_keys', 'saml_keys'],
  // These slow guesses, or let the owner pass, but open nothing.
  ...['known_browsers', 'unknown_sign_ins', 'throttles'],
  // Acts that are over.
  ...[
    'four_eyes_acts',
    'sponsorships',
    'personal_data_reads',
    'idempotency_keys',
    'application_days',
    'application_users',
    'sync_runs',
    'tickets',
    'ticket_entries',
    'attachments',
  ],
  // Data of a directory, and the roles that its groups grant.
  ...['scim_users', 'scim_groups', 'scim_members', 'scim_group_roles', 'mapped_users', 'scim_requests'],
  // Settings of identity providers, as decided then.
  ...['domains', 'connections', 'connection_certificates', 'identities', 'sso_outcomes', 'sso_seen', 'break_glass_accounts'],
  ...['import_rows', 'imported_users'],
  ...['file_removals', 'views', 'default_views', 'reports'],
  ...['audit_events', 'audit_signatures', 'audit_erasures', 'audit_daily'],
  ...['audit_exports', 'audit_digests'],
]);
/** Tables restored in part, as in the test above, or with the sessions that they refer to. */
const IN_PART = new Set(['imports', 'operations', 'operation_targets', 'mails', 'recovery_codes', 'oidc_grants']);
/** Tables of running servers, which are never saved. */
const NEVER_SAVED = new Set(['processes', 'unusual_findings']);

test('Every table is listed as restored, dropped, or both in part', async () => {
  const tables = await database.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relkind IN ('r', 'p') AND NOT relispartition AND relnamespace = 'public'::regnamespace
        AND NOT starts_with(relname, 'kysely_') ORDER BY 1`,
  );
  const judged = [...RESTORED, ...IN_PART, ...NEVER_SAVED, ...ACCESS_TABLES];
  expect(tables.map(({ name }) => name)).toEqual(judged.sort());
});
