/**
 * The overview: its scope, numbers equal to those behind its links, days by the viewer's clock, what is unusual, and the page after
 * a login.
 */
import type { Unusual } from '../../../api/contract/overview.ts';
import { edgesOf } from '../../../server/overview/edges.ts';
import { moveTo, setRoles } from '../../support/changeUser.ts';
import type { Client } from '../../support/client.ts';
import { createClient } from '../../support/client.ts';
import { DEMO_PASSWORD, logInAs } from '../../support/logInAs.ts';
import { addOrganisation } from '../../support/organisations.ts';
import { forgetMails } from '../../support/queuedMails.ts';
import { renewOverview } from '../../support/renewOverview.ts';
import { unusedMember } from '../../support/unusedMember.ts';
import { useServer } from '../../support/useServer.ts';

const site = useServer();
let sysadmin: Client;
let subadmin: Client;
beforeAll(async () => {
  [sysadmin, subadmin] = [await logInAs(site, 'sysadmin'), await logInAs(site, 'subadmin')];
  await site.database.query(
    `INSERT INTO passkeys SELECT gen_random_uuid(), user_id, user_id, '', 0, false, false, '{}', 'Phone', '', now()
       FROM users WHERE registered AND user_id::text LIKE '%7'`,
  );
  await site.database.query(
    `UPDATE users SET invite_expires_at = now() + interval '30 hours' WHERE user_id IN (SELECT user_id FROM users WHERE NOT registered LIMIT 3)`,
  );
});

const totalOf = async (client: Client, args: Parameters<typeof client.ok<'Users.Page'>>[1]) =>
  (await client.ok('Users.Page', { limit: 1, ...args })).total;

test.each(['sysadmin', 'subadmin'] as const)('numbers for %s are those of the lists behind the links', async (userName) => {
  const client = userName === 'sysadmin' ? sysadmin : subadmin;
  await renewOverview(site.database);
  const { people, mfaOn, withPasskey, inviteExpiring, mail } = await client.ok('Overview.Read', {});
  for (const filter of [
    'all',
    'active',
    'loggedIn',
    'locked',
    'disabled',
    'dormant',
    'admin',
    'invited',
    'inviteExpired',
    'mfaMissing',
  ] as const)
    expect([filter, await totalOf(client, { filter })]).toEqual([filter, people[filter]]);
  const withFactor = (value: ('on' | 'passkey' | 'off' | 'required')[]) =>
    totalOf(client, { filter: 'active', where: [{ field: 'mfa', op: 'in', value }] });
  expect(await withFactor(['on'])).toBe(mfaOn);
  expect(await withFactor(['passkey'])).toBe(withPasskey);
  expect(await withFactor(['off', 'required'])).toBe(people.active - mfaOn);
  expect(await totalOf(client, { search: 'a', where: [{ field: 'mfa', op: 'in', value: ['passkey'] }] })).toBeGreaterThan(0);
  expect(await totalOf(client, { where: [{ field: 'status', op: 'in', value: ['inviteExpiring'] }] })).toBe(inviteExpiring);
  expect(mail === null).toBe(userName === 'subadmin');
});

test('system administrators see how many mails wait, and for how long; those given up do not count', async () => {
  await forgetMails(site);
  const oldest = '2026-01-02T03:04:05.000Z';
  await site.database.query(
    `INSERT INTO mails (mail_id, recipient, locale, template, data, created_at, next_attempt_at)
     VALUES (gen_random_uuid(), 'a@example.com', 'de', 'securityAlert', '{}', $1, now() + interval '1 day'),
            (gen_random_uuid(), 'b@example.com', 'de', 'securityAlert', '{}', now(), now() + interval '1 day'),
            (gen_random_uuid(), 'c@example.com', 'de', 'securityAlert', '{}', '2020-01-01', 'infinity')`,
    [oldest],
  );
  expect((await sysadmin.ok('Overview.Read', {})).mail).toEqual({ waiting: 2, oldest, isLate: true });
  await forgetMails(site);
  expect((await sysadmin.ok('Overview.Read', {})).mail).toEqual({ waiting: 0, oldest: null, isLate: false });
});

describe('What is unusual', () => {
  const addEvents = (count: number, event: Readonly<Record<string, string>>) =>
    site.database.query(
      `INSERT INTO audit_events (event_id, at, actor, action, target, organisation_id, organisation, outcome, ip)
       SELECT gen_random_uuid(), now() - n * interval '1 second', $1, $2, replace($3, '#', (n % 4)::text), o.organisation_id, o.name, $4, $5
         FROM generate_series(1, $7) n JOIN organisations o ON o.name = $6`,
      [event.actor, event.action, event.target, event.outcome, event.ip, event.organisation, count],
    );
  beforeAll(async () => {
    const [harbour, northgate] = ['Harbour Mutual', 'Northgate Portfolio'];
    const logIn = { action: 'Login.Login', outcome: 'failure' };
    await addEvents(37, { ...logIn, target: 'Name#', ip: '198.51.100.7', organisation: harbour });
    await addEvents(21, { ...logIn, target: '<b>x</b>', ip: '198.51.100.8', organisation: northgate });
    await addEvents(12, { action: 'Users.Patch', outcome: 'refused', actor: 'Curious', target: 'id#', organisation: harbour });
    await addEvents(6, {
      action: 'Users.ResetAuthentication',
      outcome: 'success',
      actor: 'Helper',
      target: 'u#',
      organisation: harbour,
    });
    await addEvents(30, { action: 'Users.Enable', outcome: 'success', actor: 'helper', target: 'u#', organisation: harbour });
    await addEvents(4, { action: 'Users.Enable', outcome: 'success', actor: 'seldom', target: 'u#', organisation: harbour });
    await renewOverview(site.database);
  });

  test('is found by address, account and administrator, with the numbers of the report', async () => {
    const { unusual } = await sysadmin.ok('Overview.Read', {});
    const of = (subject: string) => unusual.filter((one) => one.subject === subject);
    expect(of('198.51.100.7')).toMatchObject([
      { kind: 'failuresFromAddress', events: 37, others: 4, organisation: 'Harbour Mutual' },
    ]);
    expect(of('<b>x</b>')).toMatchObject([{ kind: 'failuresOnAccount', events: 21, others: 1 }]);
    expect(of('curious')).toMatchObject([{ kind: 'refusals', events: 12, others: 4 }]);
    expect(of('helper')).toMatchObject([
      { kind: 'resets', events: 6 },
      { kind: 'accessChanges', events: 30 },
    ]);
    expect(of('seldom')).toEqual([]);
    const filters = {
      failuresFromAddress: (ip: string) => ({ ip, outcome: 'failure' as const }),
      failuresOnAccount: (target: string) => ({ target, outcome: 'failure' as const }),
      refusals: (actor: string) => ({ actor, outcome: 'refused' as const }),
      resets: (actor: string) => ({ actor, action: 'Users.ResetAuthentication', outcome: 'success' as const }),
      accessChanges: (actor: string) => ({ actor, action: 'Users.Enable', outcome: 'success' as const }),
    };
    const isOfEvents = (kind: Unusual['kind']): kind is keyof typeof filters => kind in filters;
    for (const { kind, subject, events, since } of unusual) {
      if (!isOfEvents(kind)) continue;
      expect((await sysadmin.ok('Users.AuditReport', { ...filters[kind](subject), from: since })).total).toBe(events);
    }
  });

  test('is what happened in the own organisation, for its administrator', async () => {
    const { unusual } = await subadmin.ok('Overview.Read', {});
    const subjects = unusual.map(({ subject }) => subject);
    expect(subjects).toEqual(expect.arrayContaining(['198.51.100.7', 'curious', 'helper']));
    expect(subjects).not.toContain('198.51.100.8');
  });
});

describe('A login', () => {
  const logIn = async (body: { userName: string; returnUrl?: string }) =>
    createClient(site).ok('Login.Login', { body: { ...body, password: DEMO_PASSWORD } });

  test('leads to the overview for a user who has chosen it; a return address takes precedence', async () => {
    expect(await logIn({ userName: 'subadmin' })).toMatchObject({ redirectUrl: '/Users/List' });
    await subadmin.ok('Overview.SetHome', { home: 'overview' });
    expect(await subadmin.ok('Overview.Read', {})).toMatchObject({ home: 'overview' });
    expect(await logIn({ userName: 'subadmin' })).toMatchObject({ redirectUrl: '/Overview' });
    expect(await logIn({ userName: 'subadmin', returnUrl: '/Users/Audit' })).toMatchObject({ redirectUrl: '/Users/Audit' });
    expect(await subadmin.ok('Login.ApplicationHome', { applicationName: 'Gatehouse' })).toMatchObject({ url: '/Overview' });
    expect(await logIn({ userName: 'sysadmin' })).toMatchObject({ redirectUrl: '/Users/List' });
    await subadmin.ok('Overview.SetHome', { home: 'users' });
    expect(await logIn({ userName: 'subadmin' })).toMatchObject({ redirectUrl: '/Users/List' });
  });

  test('leads elsewhere for a user who is no administrator any more', async () => {
    const { userName } = await unusedMember(site);
    await site.database.query('UPDATE users SET opens_overview = true WHERE user_name = $1', [userName]);
    expect(await logIn({ userName })).toMatchObject({ redirectUrl: '/SecurityDetails' });
  });
});

describe('Days and hours', () => {
  test('are those of the requested zone; an unknown zone is refused', async () => {
    const { logIns, at } = await sysadmin.ok('Overview.Read', { timeZone: 'Asia/Kolkata' });
    expect(logIns.hours).toHaveLength(24);
    expect(logIns.days).toHaveLength(30);
    expect(logIns.days.every(({ start }) => start.endsWith('T18:30:00.000Z'))).toBe(true);
    expect(logIns.hours.every(({ start }) => start.slice(14) === '30:00.000Z')).toBe(true);
    expect(Date.parse(at) - Date.parse(logIns.hours[23]?.start ?? '')).toBeLessThan(3_600_000);
    for (const timeZone of ['Mars/Olympus', '../etc/passwd', ''])
      expect((await sysadmin.call('Overview.Read', { timeZone })).status).toBe(400);
  });

  test('say what is usual at each hour: the median of the seven days before, so that one bad day changes nothing', async () => {
    const organisationId = await addOrganisation(site, 'Seven Days');
    const { userName } = await unusedMember(site);
    await moveTo(site, userName, organisationId);
    await setRoles(site, userName, ['SubscriberAdministration']);
    // As many logins at this hour as days have passed, and failures on one day.
    await site.database.query(
      `INSERT INTO audit_events (event_id, at, action, outcome, organisation_id, organisation)
       SELECT gen_random_uuid(), date_trunc('hour', now(), 'UTC') - day * interval '1 day', 'Login.Login',
              CASE WHEN day = 3 THEN 'failure' ELSE 'success' END, $1, 'Seven Days'
         FROM generate_series(1, 7) day, generate_series(1, CASE WHEN day = 3 THEN 900 ELSE day END)`,
      [organisationId],
    );
    const { logIns } = await (await logInAs(site, userName)).ok('Overview.Read', {});
    expect(logIns.hours.map(({ usual }) => usual)).toEqual([...Array<number>(23).fill(0), 5]);
  });

  test('have 23 and 25 hours where the clock changes', () => {
    const hoursOfDays = (timeZone: string, now: string) => {
      const { days } = edgesOf(timeZone, new Date(now));
      return days.slice(1).map((day, index) => (day.getTime() - (days[index] as Date).getTime()) / 3_600_000);
    };
    const spring = hoursOfDays('Europe/Berlin', '2026-04-02T09:00:00Z');
    expect(spring.filter((hours) => hours !== 24)).toEqual([23]);
    expect(hoursOfDays('Europe/Berlin', '2026-10-30T22:59:00Z').filter((hours) => hours !== 24)).toEqual([25]);
    expect(hoursOfDays('UTC', '2026-04-02T09:00:00Z').every((hours) => hours === 24)).toBe(true);
    // The clock skips midnight: the day begins at one o'clock.
    expect(edgesOf('Africa/Cairo', new Date('2026-04-24T20:00:00Z')).days.at(-2)).toEqual(new Date('2026-04-23T22:00:00Z'));
  });
});
