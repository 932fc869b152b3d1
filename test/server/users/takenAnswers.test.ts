/**
 * Callers learn only a limited number of times that an address or a name is taken, even in another organisation: too seldom to
 * enumerate accounts.
 */
import { createClient, type Client } from '../../support/client.ts';
import { eventually } from '../../support/eventually.ts';
import { logInAs } from '../../support/logInAs.ts';
import { linkOf } from '../../support/recovery.ts';
import { unusedMember } from '../../support/unusedMember.ts';
import { useServer } from '../../support/useServer.ts';
import { auditEvents } from '../../support/auditEvents.ts';
import { endThrottles } from '../../support/throttles.ts';

const site = useServer({ env: { LIMIT_TAKEN_ADDRESSES_PER_DAY: '4', LIMIT_TAKEN_NAMES_PER_DAY: '3' } });

const invitation = (email: string) => ({ email, firstName: 'Ada', lastName: 'Example', roles: ['Member'] });
const invite = (client: Client, email: string) => client.call('Invite.CreateUser', { body: invitation(email) });
let made = 0;
const newAddress = () => `free${String((made += 1))}@example.net`;
const TAKEN = { status: 409, problem: { code: 'EmailTaken' } };
const TOO_MANY = { status: 429, problem: { code: 'TooManyRequests' } };

const addressesOf = async (organisation: string, comparison: '=' | '<>', limit: number) =>
  (
    await site.database.query<{ email: string }>(
      `SELECT u.email FROM users u JOIN organisations o USING (organisation_id)
        WHERE o.name ${comparison} $1 AND u.user_name IS NOT NULL ORDER BY u.user_id LIMIT $2`,
      [organisation, limit],
    )
  ).map(({ email }) => email);
const recorded = (action: string) =>
  auditEvents(site, { action, outcome: 'refused', actor: 'subadmin', details: { code: 'EmailTaken' } }, 'target');
const tomorrow = () => endThrottles(site, 'LIMIT_TAKEN_');

test('An administrator of one organisation learns of four addresses elsewhere a day, all recorded; after that no address is answered', async () => {
  const subadmin = await logInAs(site, 'subadmin');
  const elsewhere = await addressesOf('Harbour Mutual', '<>', 4);
  const own = await addressesOf('Harbour Mutual', '=', 10);
  for (const email of own) expect(await invite(subadmin, email)).toMatchObject(TAKEN);
  for (const email of elsewhere.slice(0, 2)) expect(await invite(subadmin, email)).toMatchObject(TAKEN);
  expect((await invite(subadmin, newAddress())).status).toBe(201);

  const { userName } = await unusedMember(site, { organisation: 'Harbour Mutual' });
  const { version } = await subadmin.ok('Users.User', { userName });
  const change = (email: string) => subadmin.call('Users.Patch', { userName, body: { version, email } });
  for (const email of elsewhere.slice(2)) expect(await change(email)).toMatchObject(TAKEN);

  expect((await recorded('Invite.CreateUser')).map(({ target }) => target)).toEqual(elsewhere.slice(0, 2));
  expect((await recorded('Users.Patch')).map(({ target }) => target)).toEqual(elsewhere.slice(2));
  for (const email of [elsewhere[0] as string, own[0] as string, newAddress()]) {
    const refused = await invite(subadmin, email);
    expect(refused).toMatchObject(TOO_MANY);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(23 * 3600);
    expect(await change(email)).toMatchObject(TOO_MANY);
  }
  expect((await subadmin.call('Users.Patch', { userName, body: { version, lastName: 'Changed' } })).status).toBe(200);

  await tomorrow();
  expect((await invite(subadmin, newAddress())).status).toBe(201);
});

test('Twelve concurrent calls get four such replies', async () => {
  await tomorrow();
  const subadmin = await logInAs(site, 'subadmin');
  const answers = await Promise.all((await addressesOf('Harbour Mutual', '<>', 12)).map((email) => invite(subadmin, email)));
  const statuses = answers.map(({ status }) => status).sort();
  expect(statuses.filter((status) => status === 409).length).toBeLessThanOrEqual(4);
  expect(new Set(statuses)).toEqual(new Set([409, 429]));
});

test('A system administrator, who sees all users anyway, has no such limit', async () => {
  const sysadmin = await logInAs(site, 'sysadmin');
  for (const email of await addressesOf('Harbour Mutual', '<>', 6)) expect(await invite(sysadmin, email)).toMatchObject(TAKEN);
});

test('A registering user may try three taken names, and continue the next day', async () => {
  const sysadmin = await logInAs(site, 'sysadmin');
  const email = newAddress();
  const { userId } = await sysadmin.ok('Invite.CreateUser', { body: invitation(email) });
  await sysadmin.ok('Invite.SendEmail', { body: { userIds: [userId] } });
  const mail = await eventually('the invitation', async () => (await site.mails()).find(({ to }) => to[0] === email));
  const guest = createClient(site);
  await guest.ok('Invite.Receive', { body: linkOf(mail) });
  const accept = (userName: string) =>
    guest.call('Invite.Accept', {
      userId,
      body: { userName, firstName: 'Ada', lastName: 'Example', password: 'Tall-ships-9', confirmPassword: 'Tall-ships-9' },
    });
  for (const userName of ['ordinary', 'SUBADMIN', 'sysadmin'])
    expect(await accept(userName)).toMatchObject({ status: 409, problem: { code: 'NameTaken' } });
  expect(await accept('support_user')).toMatchObject(TOO_MANY);
  expect(await accept('ada_of_the_day')).toMatchObject(TOO_MANY);
  await tomorrow();
  expect((await accept('ada_of_the_day')).status).toBe(200);
});
