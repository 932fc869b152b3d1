/** Personal data given to one user in a day: it is counted over all calls, limited, and unusual compared with their own days. */
import type { Client } from '../../support/client.ts';
import { logInAs } from '../../support/logInAs.ts';
import { renewOverview } from '../../support/renewOverview.ts';
import { startServer } from '../../support/server.ts';
import { unusedMember } from '../../support/unusedMember.ts';
import { useServer } from '../../support/useServer.ts';
import { setRoles } from '../../support/changeUser.ts';
import { auditEvents } from '../../support/auditEvents.ts';

const LIMIT = 100;
const site = useServer({ env: { LIMIT_PERSONAL_DATA_ROWS_PER_DAY: String(LIMIT), SUPPORT_EMAIL: 'desk@example.com' } });

/** An administrator of their own, in an organisation of about 50 people. */
async function administrator(): Promise<{ client: Client; userId: string; userName: string }> {
  const member = await unusedMember(site, { organisation: 'Harbour Mutual' });
  await setRoles(site, member.userId, ['SubscriberAdministration']);
  return { ...member, client: await logInAs(site, member.userName) };
}

const rowsOf = async (userId: string) => {
  const [row] = await site.database.query<{ rows: number }>('SELECT rows::int FROM personal_data_reads WHERE user_id = $1', [
    userId,
  ]);
  return row?.rows ?? 0;
};
/** Adds rows that the user has read before, as in other processes. */
const readBefore = (userId: string, rows: number) =>
  site.database.query(
    `INSERT INTO personal_data_reads VALUES ($1, (now() AT TIME ZONE 'UTC')::date, $2)
     ON CONFLICT (user_id, day) DO UPDATE SET rows = excluded.rows`,
    [userId, rows],
  );

const refused = { status: 429, problem: { code: 'PersonalDataLimit' } };

test('Every kind of call counts into one number: pages, searches, single users, lists by role, the audit', async () => {
  const { client, userId } = await administrator();
  await readBefore(userId, LIMIT / 2);
  const { rows } = await client.ok('Users.Page', { limit: 7 });
  expect(await rowsOf(userId)).toBe(LIMIT / 2 + rows!.length);
  let expected = LIMIT / 2 + rows!.length;
  const counts = async (given: number) => {
    expect(given).toBeGreaterThan(0);
    expected += given;
    expect(await rowsOf(userId)).toBe(expected);
  };
  await client.ok('Users.User', { userName: 'ordinary' });
  await counts(1);
  await counts((await client.ok('Users.Search', { partialName: 'subadmin' })).length);
  await counts((await client.ok('UserRoles.UsersInRole', { roleName: 'SubscriberAdministration' })).length);
  await counts((await client.ok('Users.AuditReport', { limit: 3 })).events.length);
});

test('Reading one’s own data does not count', async () => {
  const member = await unusedMember(site);
  const client = await logInAs(site, member.userName);
  await client.ok('Users.Self');
  await client.ok('Users.User', { userName: member.userName });
  expect(await rowsOf(member.userId)).toBe(0);
});

test('Beyond the limit nothing is given until the day ends, others are not affected, and the audit has it once', async () => {
  const { client, userId, userName } = await administrator();
  await readBefore(userId, LIMIT - 1);
  const answer = await client.call('Users.Page', { limit: 5 });
  expect(answer).toMatchObject(refused);
  const seconds = Number(answer.headers.get('retry-after'));
  const midnight = new Date().setUTCHours(24, 0, 0, 0);
  expect(Math.abs(seconds - (midnight - Date.now()) / 1000)).toBeLessThan(60);
  for (const path of [
    '/api/Users/All',
    '/api/Users/Page?idsOnly=true',
    '/api/Users/Page?format=csv',
    '/api/Users/AuditReport?format=csv',
  ])
    expect((await client.raw(path)).status).toBe(429);
  expect(await client.call('UserRoles.UsersInRole', { roleName: 'Member' })).toMatchObject(refused);
  // Refused rows are not counted, so that the last row is still available.
  expect(await client.call('Users.User', { userName: 'ordinary' })).toMatchObject({ status: 200 });
  expect(await client.call('Users.User', { userName: 'subadmin' })).toMatchObject(refused);
  expect(await client.call('Users.Counts', {})).toMatchObject({ status: 200 });
  expect((await (await administrator()).client.call('Users.Page', { limit: 5 })).status).toBe(200);
  expect(
    await auditEvents(site, { actor: userName, details: { code: 'PersonalDataLimit' } }, 'action', 'outcome', 'details'),
  ).toEqual([{ action: 'Users.Page', outcome: 'refused', details: { code: 'PersonalDataLimit', rows: 5, limit: LIMIT } }]);
});

test.each([
  [
    'en-GB',
    /^With this you would have been given more than 100 rows of personal data today, .* midnight UTC \(in (\d+ hours?(, \d+ minutes?)?|\d+ minutes?|1 day)\)\. .* ask desk@example\.com to raise the limit\.$/,
  ],
  [
    'de',
    /^Damit hätten Sie heute mehr als 100 Zeilen .* um Mitternacht \(UTC\) endet, in (\d+ Stunden?(, \d+ Minuten?)?|\d+ Minuten?|1 Tag)\. .* bitten Sie desk@example\.com, die Grenze anzuheben\.$/,
  ],
])('The refusal says in %s what the limit is, when it ends and whom to ask, in every kind of call', async (locale, words) => {
  const { client, userId } = await administrator();
  await readBefore(userId, LIMIT);
  for (const path of [
    '/api/Users/Page?limit=5',
    '/api/Users/Page?format=csv',
    '/api/Users/All',
    '/api/Users/User/ordinary',
    '/api/Users/AuditReport?format=xlsx',
    '/api/UserRoles/UsersInRole/Member',
  ]) {
    const { status, text } = await client.raw(path, { headers: { 'accept-language': locale } });
    expect([path, status]).toEqual([path, 429]);
    expect((JSON.parse(text) as { message: string }).message).toMatch(words);
  }
});

test('Another day begins at nothing', async () => {
  const { client, userId } = await administrator();
  await site.database.query(`INSERT INTO personal_data_reads VALUES ($1, (now() AT TIME ZONE 'UTC')::date - 1, $2)`, [
    userId,
    LIMIT,
  ]);
  expect((await client.call('Users.Page', { limit: 5 })).status).toBe(200);
});

test('A list that the caller has already is given and counted once', async () => {
  const { client, userId } = await administrator();
  const first = await client.call('Users.All');
  const read = first.body!.length;
  expect(await rowsOf(userId)).toBe(read);
  const again = await client.raw('/api/Users/All', { headers: { 'If-None-Match': first.headers.get('etag') ?? '' } });
  expect(again.status).toBe(304);
  expect(await rowsOf(userId)).toBe(read);
});

test('What is read while acting as another counts for the administrator', async () => {
  const { client, userId } = await administrator();
  const [support] = await site.database.query<{ user_id: string; user_name: string }>(
    `UPDATE users SET roles = '{Member,Support}' WHERE user_name = 'ordinary' RETURNING user_id, user_name`,
  );
  await readBefore(userId, LIMIT - 1);
  await client.ok('Users.Impersonate', { userName: support!.user_name });
  expect(await client.call('Users.AuditReport', { limit: 3 })).toMatchObject(refused);
  expect(await rowsOf(support!.user_id)).toBe(0);
});

test('Few rows are stored later: a server that is stopped in order loses none', async () => {
  const roomy = await startServer({ database: site.database });
  const { userId, userName } = await administrator();
  let given = 0;
  try {
    const client = await logInAs(roomy, userName);
    for (let page = 0; page < 5; page += 1) given += (await client.ok('Users.Page', { limit: 3 })).rows!.length;
  } finally {
    await roomy.stop();
  }
  expect(await rowsOf(userId)).toBe(given);
});

test('A day of ten times the own median is a finding of the overview, for the own organisation and for all', async () => {
  const [unusual, usual, fresh, small] = [
    await administrator(),
    await administrator(),
    await administrator(),
    await administrator(),
  ];
  const days = (userId: string, before: number, today: number) =>
    site.database.query(
      `INSERT INTO personal_data_reads
       SELECT $1, (now() AT TIME ZONE 'UTC')::date - n, CASE n WHEN 0 THEN $3::int ELSE $2::int + n END FROM generate_series(0, 9) n
        WHERE n = 0 OR $2::int > 0`,
      [userId, before, today],
    );
  await days(unusual.userId, 795, 8000);
  await days(usual.userId, 805, 8000);
  await days(fresh.userId, 0, 5000);
  await days(small.userId, 10, 4999);
  await renewOverview(site.database);
  const subjects = [unusual, usual, fresh, small].map(({ userName }) => userName.toLowerCase());
  for (const userName of ['sysadmin', 'subadmin'] as const) {
    const found = (await (await logInAs(site, userName)).ok('Overview.Read', {})).unusual;
    expect(found.filter(({ kind, subject }) => kind === 'personalData' && subjects.includes(subject))).toMatchObject([
      { subject: subjects[0], events: 8000, others: 800 },
      { subject: subjects[2], events: 5000, others: 0 },
    ]);
  }
  const other = (await (await logInAs(site, 'second_sub')).ok('Overview.Read', {})).unusual;
  expect(other.filter(({ kind }) => kind === 'personalData')).toEqual([]);
});
