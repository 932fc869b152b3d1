/** Several processes on one database are one site: what ends on one has ended on the other with the next request, and limits are shared. */
import type { Client } from '../../support/client.ts';
import { createClient } from '../../support/client.ts';
import { DEMO_PASSWORD, logInAs } from '../../support/logInAs.ts';
import { unusedMember, type MemberAccount } from '../../support/unusedMember.ts';
import { useServer } from '../../support/useServer.ts';
import { setRoles } from '../../support/changeUser.ts';
import { approve } from '../../support/organisations.ts';

const LIMITS = { LIMIT_RECOVERY_PER_ADDRESS: '3', LIMIT_TICKETS_PER_ADDRESS: '3', LIMIT_PASSKEY_CHALLENGES: '3' };
const HARBOUR = { organisation: 'Harbour Mutual' };

const first = useServer({ env: LIMITS });
const second = useServer({ env: LIMITS, beside: first });
let sysadmin: Client;
beforeAll(async () => {
  sysadmin = await logInAs(first, 'sysadmin');
});

/** A client of the same browser, on the second process. */
const onSecond = (client: Client) => createClient({ url: second.url }, { jar: client.jar });
const statusOf = async (client: Client) => (await client.call('Users.Self')).status;

type End = (own: Client, account: MemberAccount) => Promise<unknown>;

test.each<[string, End]>([
  ['logs out', (own) => own.ok('Login.Logout')],
  ['is disabled', (_own, { userName }) => sysadmin.ok('Users.Enable', { userName, enabled: false, reason: 'Left' })],
  ['has all sessions ended', (_own, { userName }) => sysadmin.ok('Users.EndSessions', { userName })],
  [
    'has the password reset',
    (_own, { userName }) => sysadmin.ok('Users.ResetAuthentication', { userName, type: 'All', reason: 'Lost' }),
  ],
  [
    'ends it in the list of sessions',
    async (own) => {
      const other = await logInAs(first, (await own.ok('Users.Self')).userName);
      const current = (await other.ok('Users.Sessions')).filter((one) => !one.current);
      for (const { sessionId } of current) await other.ok('Users.EndSession', { sessionId });
    },
  ],
  [
    'changes the password elsewhere',
    async (own) => {
      const other = await logInAs(first, (await own.ok('Users.Self')).userName);
      const newPassword = 'Other-pass-2!x';
      await other.ok('ChangeDetails.ChangePassword', {
        body: { currentPassword: DEMO_PASSWORD, newPassword, confirmPassword: newPassword },
      });
    },
  ],
])('A user who %s on one process is not logged in on the other', async (_what, end) => {
  const account = await unusedMember(first, HARBOUR);
  const own = await logInAs(first, account.userName);
  const same = onSecond(own);
  // Whatever the other process caches of the session, it has cached it by now.
  expect([await statusOf(same), await statusOf(same)]).toEqual([200, 200]);
  const { jar } = own;
  const cookies = await jar.getCookieString(first.url);
  await end(own, account);
  const check = await fetch(`${second.url}/api/Users/Self`, { headers: { cookie: cookies } });
  expect(check.status).toBe(401);
});

test('A role that is granted or revoked on one process counts on the other, in the session that is open there', async () => {
  const { userName } = await unusedMember(first, HARBOUR);
  const same = onSecond(await logInAs(first, userName));
  const mayRead = async () => (await same.call('Users.AuditReport', { limit: 1 })).status;
  expect(await mayRead()).toBe(403);
  for (const [roles, status] of [
    [['Member', 'Support'], 200],
    [['Member'], 403],
  ] as const) {
    await setRoles(first, userName, roles);
    expect([roles, await mayRead()]).toEqual([roles, status]);
  }
});

test('A key ends on both with the approval of its organisation', async () => {
  const own = await logInAs(first, (await unusedMember(first, { organisation: 'Northgate Portfolio' })).userName);
  const { key } = await own.ok('ApiKey.Create', { name: 'shared' });
  await own.ok('ApiKey.CreateClaims', { body: { name: 'shared', claims: [{ type: 'call', value: 'Users.Self' }] } });
  const statuses = () =>
    Promise.all(
      [first.url, second.url].map(
        async (url) => (await fetch(`${url}/api/Users/Self`, { headers: { Authorization: `Bearer ${key}` } })).status,
      ),
    );
  expect(await statuses()).toEqual([200, 200]);
  await approve(first, 'Northgate Portfolio', false);
  expect(await statuses()).toEqual([401, 401]);
});

test.each<[string, (client: Client) => Promise<{ readonly status: number }>]>([
  ['recoveries', (client) => client.call('Login.ForgotPassword', { body: { userNameOrEmail: 'nobody_here' } })],
  ['passkey challenges', (client) => client.call('Passkeys.LoginOptions')],
])('The limit of %s of an address is one for both', async (_what, ask) => {
  const statuses: number[] = [];
  for (const url of [first.url, second.url, first.url, second.url, first.url])
    statuses.push((await ask(createClient({ url }))).status);
  expect(statuses.filter((status) => status === 429)).toHaveLength(2);
  expect(statuses.slice(3)).toEqual([429, 429]);
});
