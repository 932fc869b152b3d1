/** Saved reports: their owners, who sees and changes them, their maximum, and what outlives their owner. */
import type { BodyOf } from '../../../api/contract/index.ts';
import { auditEvents } from '../../support/auditEvents.ts';
import type { Client } from '../../support/client.ts';
import { clear, only } from '../../support/facts.ts';
import { logInAs } from '../../support/logInAs.ts';
import { unusedMember } from '../../support/unusedMember.ts';
import { useServer } from '../../support/useServer.ts';

type Definition = BodyOf<'Reports.Create'>;

const site = useServer();
let hannah: Client;
let foreigner: Client;
let sysadmin: Client;

const definition = (name: string, over: Partial<Definition> = {}): Definition => ({
  name,
  content: {
    filters: { action: 'Login.', outcome: 'failure' },
    range: { kind: 'previous', unit: 'week' },
    format: { type: 'csv', delimiter: ';', bom: true },
    timeZone: 'Europe/Berlin',
  },
  shared: false,
  schedule: null,
  ...over,
});
const create = (client: Client, name: string, over?: Partial<Definition>) =>
  client.ok('Reports.Create', { body: definition(name, over) });
const seenBy = async (client: Client, reportId: string) =>
  (await client.ok('Reports.List')).find((report) => report.reportId === reportId);
const code = (status: number, expected: string) => ({ status, problem: { code: expected } });

/** Creates a reader in "Harbour Mutual". */
async function newReader(role = 'Support'): Promise<{ client: Client; userName: string }> {
  const { userName } = await unusedMember(site, { organisation: 'Harbour Mutual' });
  await sysadmin.ok('Roles.SetUser', { userName, body: { roles: [role] } });
  return { client: await logInAs(site, userName), userName };
}

beforeAll(async () => {
  [hannah, foreigner, sysadmin] = [
    await logInAs(site, 'subadmin'),
    await logInAs(site, 'second_sub'),
    await logInAs(site, 'sysadmin'),
  ];
});
afterEach(() => clear(site, 'reports'));

test('a report is kept as it was saved, for its owner alone, until it is shared with the readers of the organisation', async () => {
  const support = (await newReader()).client;
  const made = await create(hannah, 'Failed logins');
  expect(made).toMatchObject({ ...definition('Failed logins'), own: true, manageable: true, nextAt: null, stoppedAt: null });
  expect(await seenBy(support, made.reportId)).toBeUndefined();
  const { reportId } = made;
  const args = { reportId, body: definition('Failed logins', { shared: true }) };
  expect(await support.call('Reports.Replace', args)).toMatchObject(code(404, 'NotFound'));
  expect(await support.call('Reports.Run', { reportId })).toMatchObject(code(404, 'NotFound'));

  await hannah.ok('Reports.Replace', args);
  expect(await seenBy(support, reportId)).toMatchObject({ own: false, manageable: false, owner: made.owner, shared: true });
  expect(await support.call('Reports.Replace', args)).toMatchObject(code(403, 'Forbidden'));
  expect(await support.call('Reports.Delete', { reportId })).toMatchObject(code(403, 'Forbidden'));
  expect(await seenBy(foreigner, reportId)).toBeUndefined();
  expect(await foreigner.call('Reports.Run', { reportId })).toMatchObject(code(404, 'NotFound'));
  const { actor, details } = await only(auditEvents(site, { action: 'Reports.Replace', outcome: 'success' }));
  expect([actor, details.report]).toEqual(['subadmin', 'Failed logins']);
});

test('names of an owner differ by more than case, also when both come at once', async () => {
  const answers = await Promise.all(
    ['Doors', 'DOORS', 'doors', 'Ｄoors'].map((name) => hannah.call('Reports.Create', { body: definition(name) })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
  expect(answers.find(({ status }) => status === 409)?.problem).toMatchObject({
    code: 'ReportNameTaken',
    fields: { name: 'You already have a report with this name.' },
  });
  await create(foreigner, 'Doors');
});

test('the limit is fifty reports per user, even for concurrent calls', async () => {
  await site.database.query(
    `INSERT INTO reports (report_id, owner_id, organisation_id, name, content, visibility, created_at, changed_at)
     SELECT gen_random_uuid(), user_id, organisation_id, 'report ' || n, $1, 'private', now(), now()
       FROM users, generate_series(1, 48) n WHERE user_name = 'subadmin'`,
    [definition('').content],
  );
  const answers = await Promise.all(
    [1, 2, 3, 4, 5].map((n) => hannah.call('Reports.Create', { body: definition(`more ${String(n)}`) })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409, 409]);
  expect(answers.find(({ status }) => status === 409)?.problem?.code).toBe('TooManyReports');
});

test.each(['Atlantis/Centre', '+02:00', 'Europe/Berlin; DROP'])('the time zone %j is refused', async (timeZone) => {
  const { content } = definition('');
  const answer = await hannah.call('Reports.Create', { body: definition('Zone', { content: { ...content, timeZone } }) });
  expect(answer).toMatchObject(code(400, 'Invalid'));
  expect((await hannah.call('Users.AuditReport', { format: 'xlsx', timeZone })).status).toBe(400);
});

test('a shared report outlives its owner: administrators manage it, nobody is mailed; a private one goes', async () => {
  const schedule = { every: 'day', hour: 6 } as const;
  const leaving = await newReader();
  const support = (await newReader()).client;
  const { reportId } = await create(leaving.client, 'Ours', { shared: true, schedule });
  const hidden = await create(leaving.client, 'Mine', { schedule });
  await sysadmin.ok('Users.Enable', { userName: leaving.userName, enabled: false });
  expect(await seenBy(support, reportId)).toMatchObject({ manageable: false });
  const args = (over: Partial<Definition>) => ({ reportId, body: definition('Of all', { shared: true, ...over }) });
  expect(await hannah.call('Reports.Replace', args({ schedule }))).toMatchObject(code(409, 'Conflict'));
  expect(await hannah.call('Reports.Replace', args({ shared: false }))).toMatchObject(code(409, 'Conflict'));

  await sysadmin.ok('Users.Erase', { userName: leaving.userName });
  expect(await seenBy(hannah, reportId)).toMatchObject({ owner: null, manageable: true, schedule: null, nextAt: null });
  expect(await site.database.query('SELECT FROM reports WHERE report_id = $1', [hidden.reportId])).toEqual([]);
  expect(await hannah.ok('Reports.Replace', args({}))).toMatchObject({ name: 'Of all' });
});

test('a user who moves to another organisation keeps their private reports and leaves the shared ones', async () => {
  const { client, userName } = await newReader('SubscriberAdministration');
  const { reportId } = await create(client, 'Ours', { shared: true, schedule: { every: 'day', hour: 6 } });
  const own = await create(client, 'Mine');
  const { version } = await sysadmin.ok('Users.User', { userName });
  const { organisation } = await foreigner.ok('Users.Self');
  await sysadmin.ok('Users.Patch', { userName, body: { version, organisationPublicId: organisation.publicId } });
  const arrived = await logInAs(site, userName);
  expect((await arrived.ok('Reports.List')).map((report) => report.reportId)).toEqual([own.reportId]);
  expect(await seenBy(hannah, reportId)).toMatchObject({ owner: null, manageable: true, nextAt: null });
  expect(await seenBy(foreigner, reportId)).toBeUndefined();
});

test('an erased user has a pseudonym in reports and exports, whoever made them, and is still found by it', async () => {
  const { client, userName } = await newReader();
  await client.raw('/api/Users/AuditReport?format=csv');
  const { content } = definition('');
  const about = await create(hannah, `About ${userName}`, {
    content: { ...content, filters: { actor: userName.toUpperCase() }, range: { kind: 'days', days: 1 } },
  });
  const { exportId } = await hannah.ok('Reports.Run', { reportId: about.reportId });
  await sysadmin.ok('Users.Enable', { userName, enabled: false });
  const { pseudonym } = await sysadmin.ok('Users.Erase', { userName });
  expect(await seenBy(hannah, about.reportId)).toMatchObject({
    name: expect.stringContaining(pseudonym) as string,
    content: { filters: { actor: pseudonym } },
  });
  const { exports } = await hannah.ok('Reports.Exports', {});
  expect(exports.find((one) => one.exportId === exportId)).toMatchObject({ filters: { actor: pseudonym } });
  expect(exports.some(({ by }) => by === pseudonym)).toBe(true);
  expect(JSON.stringify(exports).toLowerCase()).not.toContain(userName.toLowerCase());
});
