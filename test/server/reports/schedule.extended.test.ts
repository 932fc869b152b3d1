/** Reports that are due are mailed once, to those who may read them; and so is the audit digest. */
import { randomBytes } from 'node:crypto';
import { countEventsByTime } from '../../../server/audit/counts.ts';
import { openDatabase, type DatabaseAccess } from '../../../server/db/database.ts';
import { openKeyring, type Keyring } from '../../../server/encryption/keyring.ts';
import { readMasterKeys } from '../../../server/encryption/masterKeys.ts';
import { mailDigests } from '../../../server/reports/digest.ts';
import { mailDueReports } from '../../../server/reports/due.ts';
import { spanOf } from '../../../server/reports/times.ts';
import type { BodyOf } from '../../../api/contract/index.ts';
import type { Client } from '../../support/client.ts';
import { logInAs } from '../../support/logInAs.ts';
import { awaitMail } from '../../support/mails.ts';
import { openTestPool } from '../../support/openTestPool.ts';
import { makeMailsDue, queuedMails } from '../../support/queuedMails.ts';
import { unusedMember } from '../../support/unusedMember.ts';
import { useServer } from '../../support/useServer.ts';

const BERLIN = 'Europe/Berlin';
const at = (text: string) => new Date(text);
const SECRET_KEY = randomBytes(32).toString('base64');
const site = useServer({ env: { SECRET_KEY } });
const stores: DatabaseAccess[] = [];
let keyring: Keyring;
let sysadmin: Client;
let hannah: Client;
let now = new Date();

beforeAll(async () => {
  for (let index = 0; index < 2; index += 1) {
    const pool = openTestPool(site.database.url, 4);
    stores.push({ db: openDatabase(pool), pool });
  }
  const [store] = stores as [DatabaseAccess];
  keyring = await openKeyring(store.db, readMasterKeys({ SECRET_KEY } as Parameters<typeof readMasterKeys>[0]), () => now);
  [sysadmin, hannah] = [await logInAs(site, 'sysadmin'), await logInAs(site, 'subadmin')];
});
afterAll(() => Promise.all(stores.map(({ db }) => db.destroy())));

const contextOf = ({ db }: DatabaseAccess) => ({ db, keyring, clock: { now: () => now }, publicUrl: () => site.url });
const mailDue = (store: DatabaseAccess) => mailDueReports(contextOf(store), () => Promise.resolve('7-abc'));

const report = (name: string, over: Partial<BodyOf<'Reports.Create'>> = {}): BodyOf<'Reports.Create'> => ({
  name,
  content: { filters: {}, range: { kind: 'previous', unit: 'day' }, format: { type: 'jsonl' }, timeZone: BERLIN },
  shared: false,
  schedule: { every: 'day', hour: 6 },
  ...over,
});
const exportsOf = (reportId: string) =>
  site.database.query<{ cause: string; seal_head: string; requested_by: string }>(
    'SELECT * FROM audit_exports WHERE report_id = $1',
    [reportId],
  );

test('a report that is due is mailed once, however many processes look, and leads its owner to the file', async () => {
  const { reportId, nextAt } = await hannah.ok('Reports.Create', { body: report('Every morning') });
  now = at(nextAt ?? '');
  const counts = await Promise.all([...stores, ...stores, ...stores].map(mailDue));
  expect(counts.reduce((sum, count) => sum + count)).toBe(1);
  expect(await exportsOf(reportId)).toMatchObject([{ cause: 'schedule', seal_head: '7-abc' }]);
  // The server's own clock is behind.
  await makeMailsDue(site);
  const mail = await awaitMail(site, ({ subject }) => subject.includes('Every morning'));
  const exportId = new URL(mail.links[0] ?? '').searchParams.get('export') ?? '';
  expect(mail.links[0]).toBe(`${site.url}/Users/Reports?export=${exportId}`);
  const made = await hannah.ok('Reports.Export', { exportId });
  // The range is the day before the due date by the report's clock, whenever the export is made.
  expect(made).toMatchObject({ ...asRange(nextAt ?? ''), by: 'subadmin', cause: 'schedule' });
  const cookie = await hannah.jar.getCookieString(site.url);
  const file = await fetch(`${site.url}/api/Reports/Download/${exportId}`, { headers: { cookie } });
  expect([file.status, await file.text()]).toEqual([200, expect.stringContaining('"report":{"events":')]);
  expect((await sysadmin.raw(`/api/Reports/Download/${exportId}`)).status).toBe(404);

  // Reports missed meanwhile are mailed once.
  now = new Date(now.getTime() + 5 * 86_400_000);
  expect(await Promise.all(stores.map(mailDue))).toContain(1);
  expect(await exportsOf(reportId)).toHaveLength(2);
  await hannah.ok('Reports.Delete', { reportId });
});

const asRange = (dueAt: string) => {
  const { from, to } = spanOf({ kind: 'previous', unit: 'day' }, BERLIN, at(dueAt));
  return { from: from?.toISOString(), to: to.toISOString() };
};

test('a report that fails delays no other, and is tried again', async () => {
  const [broken, next] = [
    await hannah.ok('Reports.Create', { body: report('Broken') }),
    await hannah.ok('Reports.Create', { body: report('Whole') }),
  ];
  // Changes the zone, as if it had been renamed meanwhile.
  const setZone = (zone: string) =>
    site.database.query(
      `UPDATE reports SET content = jsonb_set(content, '{timeZone}', to_jsonb($2::text)), next_at = next_at - interval '1 minute' WHERE report_id = $1`,
      [broken.reportId, zone],
    );
  await setZone('Atlantis/Centre');
  now = at(next.nextAt ?? '');
  await expect(mailDue(stores[0] as DatabaseAccess)).rejects.toThrow(broken.reportId);
  expect([await exportsOf(broken.reportId), await exportsOf(next.reportId)]).toMatchObject([[], [{ cause: 'schedule' }]]);
  await setZone(BERLIN);
  expect(await mailDue(stores[0] as DatabaseAccess)).toBe(1);
  expect(await exportsOf(broken.reportId)).toHaveLength(1);
  for (const { reportId } of [broken, next]) await hannah.ok('Reports.Delete', { reportId });
});

test.each([
  ['loses the role', (userName: string) => sysadmin.ok('Roles.SetUser', { userName, body: { roles: ['Member'] } }), 1],
  ['is disabled', (userName: string) => sysadmin.ok('Users.Enable', { userName, enabled: false }), 0],
])('a schedule stops when its owner %s, and starts again when it is saved', async (_what, lose, mails) => {
  const { userName, email } = await unusedMember(site, { organisation: 'Harbour Mutual' });
  await sysadmin.ok('Roles.SetUser', { userName, body: { roles: ['Support'] } });
  const owner = await logInAs(site, userName);
  const { reportId, nextAt } = await owner.ok('Reports.Create', { body: report(`Of ${userName}`) });
  await lose(userName);
  now = at(nextAt ?? '');
  await mailDue(stores[0] as DatabaseAccess);
  expect(await exportsOf(reportId)).toEqual([]);
  const [row] = await site.database.query('SELECT next_at, stopped_at IS NOT NULL AS stopped FROM reports WHERE report_id = $1', [
    reportId,
  ]);
  expect(row).toEqual({ next_at: null, stopped: true });
  const sent = await queuedMails(site, { recipient: email, template: 'reportStopped' });
  expect(sent).toHaveLength(mails);

  await sysadmin.ok('Users.Enable', { userName, enabled: true });
  await sysadmin.ok('Roles.SetUser', { userName, body: { roles: ['Support'] } });
  const back = await logInAs(site, userName);
  expect(await back.ok('Reports.List')).toMatchObject([{ nextAt: null, stoppedAt: expect.any(String) as string }]);
  const saved = await back.ok('Reports.Replace', { reportId, body: report(`Of ${userName}`) });
  expect(saved).toMatchObject({ stoppedAt: null, nextAt: expect.any(String) as string });
  await back.ok('Reports.Delete', { reportId });
});

test('the audit digest comes once a week, to users who want it and may read the audit, with the numbers of their scope', async () => {
  const readers = ['subadmin', 'sysadmin', 'support_user'];
  await site.database.query(`UPDATE users SET audit_digest = coalesce(user_name = ANY ($1) OR user_name = 'ordinary', false)`, [
    readers,
  ]);
  const digest = () =>
    Promise.all([...stores, ...stores].map((store) => mailDigests(contextOf(store), countEventsByTime))).then((counts) =>
      counts.reduce((sum, count) => sum + count),
    );
  const sent = () =>
    site.database.query<{ recipient: string; data: { events: number; logIns: number } }>(
      `SELECT u.user_name AS recipient, m.data FROM mails m JOIN users u ON u.email = m.recipient
        WHERE template = 'auditDigest' ORDER BY 1`,
    );
  // Years ahead, so that the server of this test, whose clock is real, delivers none of these mails. The next Monday's is the first.
  now = at('2037-11-24T09:00:00Z');
  expect(await digest()).toBe(0);
  now = at('2037-11-30T05:59:59Z');
  expect(await digest()).toBe(0);
  await site.database.query(
    `INSERT INTO audit_events (event_id, at, actor, action, organisation_id, outcome, details)
     SELECT gen_random_uuid(), '2037-11-25T12:00:00Z', 'x', 'Login.Login', organisation_id, 'failure', '{}'
       FROM organisations WHERE name IN ('Harbour Mutual', 'Northgate Portfolio')`,
  );
  now = at('2037-11-30T06:00:00Z');
  expect(await digest()).toBe(3);
  expect(await digest()).toBe(0);
  const mails = await sent();
  expect(mails.map(({ recipient }) => recipient)).toEqual([...readers].sort());
  const counted = async (scope: string) =>
    (
      await site.database.row<{ events: number }>(
        `SELECT count(*)::int AS events FROM audit_events WHERE at >= '2037-11-23' AND at < '2037-11-30' AND ${scope}`,
      )
    ).events;
  const harbour = await counted(
    `organisation = 'Harbour Mutual' OR organisation_id = (SELECT organisation_id FROM organisations WHERE name = 'Harbour Mutual')`,
  );
  expect(mails.find(({ recipient }) => recipient === 'sysadmin')?.data.events).toBe(await counted('true'));
  expect(mails.find(({ recipient }) => recipient === 'subadmin')?.data.events).toBeLessThan(await counted('true'));
  expect(harbour).toBeGreaterThan(0);
});
