/** Settings of the installation: who may change them, what they change, and how two administrators and two processes get along. */
import { readConfig } from '../../../server/config/config.ts';
import { type SettingName, settingNames, type SettingValue, systemSettings } from '@api/contract/systemSettings.registry.ts';
import { auditEvents } from '../../support/auditEvents.ts';
import { createClient, type Client } from '../../support/client.ts';
import { eventually } from '../../support/eventually.ts';
import { last } from '../../support/facts.ts';
import { logInAs } from '../../support/logInAs.ts';
import { awaitMail } from '../../support/mails.ts';
import { forgetOperations } from '../../support/operations.ts';
import { requireFourEyes, requireFourEyesOfNobody } from '../../support/organisations.ts';
import { authenticatedAgo, lastSeenAgo, sessions } from '../../support/sessions.ts';
import { unusedMember } from '../../support/unusedMember.ts';
import { useServer } from '../../support/useServer.ts';

const site = useServer({ env: { LIMIT_LOGINS_PER_ADDRESS: '10000', LIMIT_RESENDS_PER_DAY: '77' } });
const other = useServer({ env: { LIMIT_LOGINS_PER_ADDRESS: '10000' }, beside: site });
/** Either process sends a mail. */
const outbox = { mails: async () => [...(await site.mails()), ...(await other.mails())] };

let sysadmin: Client;
let second: Client;
beforeAll(async () => {
  sysadmin = await logInAs(site, 'sysadmin');
  second = await logInAs(site, 'system_only');
});
beforeEach(async () => {
  await authenticatedAgo(site, '0');
});
afterEach(async () => {
  await requireFourEyesOfNobody(site);
  await forgetOperations(site);
  for (const { name, source, version } of await sysadmin.ok('Settings.List'))
    if (source === 'administrator') await sysadmin.ok('Settings.Update', { name, body: { value: null, version } });
  await settled();
});

const read = async (name: SettingName, client = sysadmin) =>
  (await client.ok('Settings.List')).find((setting) => setting.name === name)!;
async function set(name: SettingName, value: SettingValue, client = sysadmin) {
  const { version } = await read(name, client);
  return client.call('Settings.Update', { name, body: { value, version } });
}
const problemOf = (status: number, code: string) => ({ status, problem: { code } });

/** The page's configuration in the other process has the number that is stored. */
const settled = async () => {
  const { value } = await read('passwordMinLength');
  await eventually('the other process has heard of it', async () =>
    (await createClient(other).raw('/Login')).text.includes(`"passwordMinLength":${String(value)}`),
  );
};

test('unless somebody changes one, each has the value that it always had', async () => {
  const defaults = readConfig({});
  for (const name of settingNames) {
    const { variable, default: fallback } = systemSettings[name];
    const value = defaults[variable] ?? null;
    expect([name, value === 'off' ? false : value]).toEqual([name, fallback]);
  }
  const list = await sysadmin.ok('Settings.List');
  expect(list.map(({ name }) => name)).toEqual(settingNames);
  expect(list.filter(({ source }) => source === 'administrator')).toEqual([]);
});

test('only system administrators in their own session see or change them', async () => {
  for (const userName of ['subadmin', 'support_user', 'ordinary']) {
    const client = await logInAs(site, userName);
    expect(await client.call('Settings.List')).toMatchObject(problemOf(403, 'Forbidden'));
    const body = { value: 40, version: 0 };
    expect(await client.call('Settings.Update', { name: 'sessionHours', body })).toMatchObject(problemOf(403, 'Forbidden'));
  }
  const { grantableClaims } = await sysadmin.ok('ApiKey.OpenAccess');
  expect(grantableClaims.filter(({ value }) => value.startsWith('Settings.'))).toEqual([]);
});

test('a change needs a fresh proof of identity, and says who made it, what it was and what it is', async () => {
  await authenticatedAgo(site, '1 hour', 'system_only');
  expect(await set('sessionHours', 8, second)).toMatchObject(problemOf(403, 'ConfirmIdentity'));
  expect((await set('sessionHours', 8)).body).toMatchObject({
    value: 8,
    source: 'administrator',
    changedBy: { userName: 'sysadmin' },
    version: 1,
  });
  const event = await last(auditEvents(site, { action: 'Settings.Update' }, 'actor', 'organisation', 'details'));
  expect(event).toEqual({
    actor: 'sysadmin',
    organisation: 'Gatehouse',
    details: { fields: { sessionHours: { from: 12, to: 8 } } },
  });
});

test('the environment wins, and says so', async () => {
  expect(await read('resendsPerDay')).toMatchObject({ value: 77, source: 'environment', variable: 'LIMIT_RESENDS_PER_DAY' });
  expect(await set('resendsPerDay', 50)).toMatchObject(problemOf(409, 'SetByEnvironment'));
  expect((await read('resendsPerDay')).value).toBe(77);
});

test.each([
  ['passwordMinLength', 5],
  ['passwordMinLength', 65],
  ['lockFailures', 2],
  ['lockFailures', 21],
  ['lockMinutes', 4],
  ['sessionIdleMinutes', 481],
  ['sessionIdleMinutes', 0],
  ['sessionHours', 25],
  ['sessionHours', 'many'],
  ['sessionRememberDays', 91],
  ['sessionRememberDays', true],
  ['secondPerson', 1],
  ['supportAddress', 'help@example.com\r\nBcc: all@example.com'],
  ['supportAddress', 'Help <help@example.com>'],
  ['supportAddress', 'a@example.com, b@example.com'],
  ['mailHead', 'x'.repeat(10_000)],
  ['mailHead', ' \n '],
  ['mailFoot', 'Gate\u202eesuoh'],
  ['mailFoot', 'Bell\u0007'],
  ['mailFoot', 'Line\u2028break'],
] as const)('%s can’t be %j', async (name, value) => {
  expect(await set(name, value)).toMatchObject({ status: 400, problem: { fields: { value: expect.any(String) as unknown } } });
  expect((await sysadmin.call('Settings.Preview', { name, body: { value } })).status).toBe(400);
  expect((await read(name)).source).toBe('default');
});

test('of two administrators who have seen the same value, one changes it', async () => {
  const { version } = await read('lockMinutes');
  const both = await Promise.all(
    [sysadmin, second].map((client, index) =>
      client.call('Settings.Update', { name: 'lockMinutes', body: { value: 20 + index, version } }),
    ),
  );
  const statuses = both.map(({ status }) => status).toSorted();
  expect(statuses).toEqual([200, 409]);
  expect(both.find(({ status }) => status === 409)?.problem?.code).toBe('StaleVersion');
  // Who comes back to a former value does not bring the version back that somebody saw before.
  await set('lockMinutes', null);
  expect(await sysadmin.call('Settings.Update', { name: 'lockMinutes', body: { value: 30, version } })).toMatchObject(
    problemOf(409, 'StaleVersion'),
  );
});

test('a shorter idle time ends sessions that were idle for longer, in every process, after a preview has told how many', async () => {
  const { userName, userId } = await unusedMember(site);
  const idle = await logInAs(site, userName);
  const busy = await logInAs(other, userName);
  await lastSeenAgo(site, '10 minutes', (await sessions(site, { userId }))[0]!.sessionId);
  const { effects } = await sysadmin.ok('Settings.Preview', { name: 'sessionIdleMinutes', body: { value: 9 } });
  const counts = Object.fromEntries(effects.map(({ effect, count }) => [effect, count]));
  const { over, sooner } = await site.database.row<{ over: number; sooner: number }>(
    `SELECT count(*) FILTER (WHERE last_seen_at <= now() - interval '9 minutes')::int AS over,
            count(*) FILTER (WHERE last_seen_at > now() - interval '9 minutes')::int AS sooner
       FROM sessions WHERE kind = 'full' AND NOT remember AND expires_at > now() AND last_seen_at + idle_ms * interval '1 ms' > now()`,
  );
  expect(over).toBeGreaterThan(0);
  expect(counts).toEqual({ sessionsEndNow: over, sessionsEndSooner: sooner });

  expect((await set('sessionIdleMinutes', 9)).status).toBe(200);
  expect((await idle.call('Users.Self')).status).toBe(401);
  expect((await busy.call('Users.Self')).status).toBe(200);
  const { ids } = await site.database.row<{ ids: string }>('SELECT max(idle_ms)::text AS ids FROM sessions WHERE NOT remember');
  expect(Number(ids)).toBe(9 * 60_000);
  // A longer time is for sessions that begin later.
  await set('sessionIdleMinutes', 60);
  const { effects: longer } = await sysadmin.ok('Settings.Preview', { name: 'sessionIdleMinutes', body: { value: 120 } });
  expect(longer.map(({ effect }) => effect)).toEqual(['sessionsStay']);
});

test('“Keep me logged in” and the longest session shorten what is under way, too', async () => {
  const { userName, userId } = await unusedMember(site);
  const client = createClient(site);
  await client.ok('Login.Login', { body: { userName, password: 'Demo-pass-1', rememberMe: true } });
  await set('sessionHours', 1);
  expect((await client.call('Users.Self')).status).toBe(200);
  await site.database.query(`UPDATE sessions SET created_at = created_at - interval '3 days' WHERE user_id = $1`, [userId]);
  await set('sessionRememberDays', 4);
  expect((await client.call('Users.Self')).status).toBe(200);
  await set('sessionRememberDays', 2);
  expect((await client.call('Users.Self')).status).toBe(401);
});

test('a session that another process opened before it heard of the change obeys it all the same', async () => {
  const { userName, userId } = await unusedMember(site);
  await set('sessionHours', 2);
  const client = await logInAs(other, userName);
  await site.database.query(
    `UPDATE sessions SET created_at = created_at - interval '3 hours', expires_at = now() + interval '9 hours' WHERE user_id = $1`,
    [userId],
  );
  await eventually('the other process refuses it', async () => (await client.call('Users.Self')).status === 401);
});

test('in the other process names lock after the new number of failures, and new passwords have the new length', async () => {
  const { userName } = await unusedMember(site);
  await set('lockFailures', 3);
  await set('passwordMinLength', 14);
  await settled();
  const guess = () => createClient(other).call('Login.Login', { body: { userName, password: 'Wrong-pass-1' } });
  for (let count = 0; count < 3; count += 1) expect((await guess()).status).toBe(400);
  expect((await createClient(other).call('Login.Login', { body: { userName, password: 'Demo-pass-1' } })).body).toMatchObject({
    outcome: 'Rejected',
    reason: 'Locked',
  });

  const member = await unusedMember(site);
  const client = await logInAs(other, member.userName);
  const change = (newPassword: string) =>
    client.call('ChangeDetails.ChangePassword', {
      body: { currentPassword: 'Demo-pass-1', newPassword, confirmPassword: newPassword },
    });
  expect((await change('Heron-4-short')).problem?.fields?.newPassword).toContain('14');
  expect((await change('Heron-4-longer')).status).toBe(204);
});

test('mails have the texts above and below theirs, as they are: no HTML, no phrase, no header', async () => {
  const hostile = '<b>Harbour</b> & {{product}} $t(mail:hello)\r\nBcc: all@example.com';
  const shown = await sysadmin.ok('Settings.Preview', { name: 'mailHead', body: { value: hostile } });
  expect(shown.mail?.text).toContain('<b>Harbour</b> & {{product}} $t(mail:hello)\nBcc: all@example.com');
  expect(shown.mail?.html).toContain('&lt;b&gt;Harbour&lt;/b&gt; &amp; {{product}}');
  expect(shown.mail?.subject).not.toContain('Harbour');

  await set('mailHead', hostile);
  await set('mailFoot', 'Harbour Mutual\nBergen');
  await set('supportAddress', 'help@harbour.example');
  const { email, userName } = await unusedMember(site);
  await createClient(site).ok('Login.ForgotUsername', { body: { email } });
  const mail = await awaitMail(outbox, ({ to, text }) => to.includes(email) && text.includes(userName));
  expect(mail.text.startsWith('<b>Harbour</b> & {{product}} $t(mail:hello)\nBcc: all@example.com\n\n')).toBe(true);
  expect(mail.text.trimEnd().endsWith('Harbour Mutual\nBergen')).toBe(true);
  expect(mail.to).toEqual([email]);
  expect((await createClient(site).raw('/.well-known/security.txt')).text).toContain('mailto:help@harbour.example');
  await set('supportAddress', null);
  expect((await createClient(site).raw('/.well-known/security.txt')).status).toBe(404);
  expect((await read('supportAddress')).effective).toMatch(/^support@/);
});

describe('Where any organisation requires two pairs of eyes', () => {
  beforeEach(async () => {
    await requireFourEyes(site, 'Harbour Mutual');
  });
  const ask = async (name: SettingName, value: SettingValue, reason?: string) => {
    const { version } = await read(name);
    return sysadmin.call('Settings.Update', { name, body: { value, version }, ...(reason !== undefined && { reason }) });
  };

  test('what protects less waits for another system administrator, who sees both values; what protects more does not', async () => {
    expect((await ask('sessionHours', 6)).status).toBe(200);
    const { secondPerson, weaker } = await sysadmin.ok('Settings.Preview', { name: 'sessionHours', body: { value: 9 } });
    expect({ secondPerson, weaker }).toEqual({ secondPerson: true, weaker: true });
    expect(await ask('sessionHours', 9)).toMatchObject(problemOf(400, 'ReasonRequired'));
    expect(await ask('sessionHours', 9, 'Night shift')).toMatchObject(problemOf(409, 'ApprovalNeeded'));
    expect((await read('sessionHours')).value).toBe(6);

    const [request] = await second.ok('Approvals.List');
    expect(request).toMatchObject({
      action: 'Settings.Update',
      target: 'sessionHours',
      detail: { setting: 'sessionHours', from: 6, to: 9 },
    });
    const { requestId } = request!;
    expect(await sysadmin.call('Approvals.Approve', { requestId })).toMatchObject(problemOf(403, 'OwnRequest'));
    const subadmin = await logInAs(site, 'subadmin');
    expect(await subadmin.call('Approvals.Approve', { requestId })).toMatchObject({ status: 404 });
    expect((await second.ok('Approvals.Approve', { requestId })).state).toBe('done');
    expect(await read('sessionHours')).toMatchObject({ value: 9, changedBy: { userName: 'sysadmin' } });
    const { details } = await last(auditEvents(site, { action: 'Settings.Update', outcome: 'success' }, 'details'));
    expect(details).toMatchObject({
      fields: { sessionHours: { from: 6, to: 9 } },
      approvedBy: 'system_only',
      reason: 'Night shift',
    });
  });

  test('a request whose setting has changed meanwhile can’t be approved', async () => {
    await ask('lockFailures', 9, 'Many typing errors');
    const [request] = await second.ok('Approvals.List');
    expect((await ask('lockFailures', 4)).status).toBe(200);
    expect(await second.call('Approvals.Approve', { requestId: request!.requestId })).toMatchObject(
      problemOf(409, 'TargetChanged'),
    );
    expect((await read('lockFailures')).value).toBe(4);
  });
});

test('two pairs of eyes are switched on by one administrator, and off by two', async () => {
  expect((await set('secondPerson', true)).status).toBe(200);
  const { version } = await read('secondPerson');
  const off = { name: 'secondPerson', body: { value: false, version }, reason: 'Only one of us is left' } as const;
  expect(await sysadmin.call('Settings.Update', off)).toMatchObject(problemOf(409, 'ApprovalNeeded'));
  // Back to the default is no way around it.
  expect(await sysadmin.call('Settings.Update', { ...off, body: { value: null, version } })).toMatchObject(
    problemOf(409, 'ApprovalNeeded'),
  );
  expect((await read('secondPerson')).value).toBe(true);
  await site.database.query(`DELETE FROM system_settings WHERE name = 'secondPerson'`);
});
