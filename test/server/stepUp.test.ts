/** "Confirm it's you": what asks for it, what answers it, and that a stolen session is no place to guess. */
import { as, DEMO_PASSWORD, totp } from '../support/as.ts';
import { createClient, type Client } from '../support/client.ts';
import { halfSignedIn, resetUsedCodes, wrongCode } from '../support/mfa.ts';
import { unusedMember, type MemberAccount } from '../support/unusedMember.ts';
import { useServer } from '../support/useServer.ts';

const site = useServer();

const grownStale = (userName: string, minutes = 31) =>
  site.database.query(
    `UPDATE sessions SET authenticated_at = now() - make_interval(mins => $2)
     WHERE user_id = (SELECT user_id FROM users WHERE user_name = $1)`,
    [userName, minutes],
  );

const confirm = (client: Client, body: { password: string } | { mfaCode: string }) =>
  client.call('Login.ConfirmIdentity', { body });

/** A browser that holds only the session, as it was. */
async function withSession(token: string | undefined): Promise<Client> {
  const client = createClient(site);
  await client.jar.setCookie(`session=${String(token)}; Path=/`, site.url);
  return client;
}

async function staleClient(): Promise<{ person: MemberAccount; client: Client }> {
  const person = await unusedMember(site);
  const client = await as(site, person.userName);
  await grownStale(person.userName);
  return { person, client };
}

test('Half an hour after the last proof, a call that matters asks for a new one, and then goes on', async () => {
  const { client, person } = await staleClient();
  expect(await client.call('ApiKey.Create', { name: 'report' })).toMatchObject({
    status: 403,
    problem: { code: 'ConfirmIdentity' },
  });
  // Everything else goes on as before.
  await client.ok('Users.Self');
  await client.ok('Login.ConfirmIdentity', { body: { password: DEMO_PASSWORD } });
  await client.ok('ApiKey.Create', { name: 'report' });
  expect(
    await site.database.query(
      `SELECT action, outcome, actor, details FROM audit_events WHERE target = $1 AND action = 'Login.ConfirmIdentity'`,
      [person.userName],
    ),
  ).toEqual([{ action: 'Login.ConfirmIdentity', outcome: 'success', actor: person.userName, details: { by: 'password' } }]);
});

test('Each call that needed the proof renews it', async () => {
  const { client, person } = await staleClient();
  await grownStale(person.userName, 29);
  await client.ok('ApiKey.Create', { name: 'one' });
  const [row] = await site.database.query<{ age: number }>(
    `SELECT extract(epoch FROM now() - authenticated_at)::int AS age FROM sessions WHERE user_id = $1`,
    [person.userId],
  );
  expect(row?.age).toBeLessThan(60);
});

test('The proof gives the session a new token; the anti-forgery token follows', async () => {
  const { client } = await staleClient();
  const [session, xsrf] = [await client.cookie('session'), await client.cookie('XSRF-TOKEN')];
  const { expires: before } = (await client.jar.getCookies(site.url)).find(({ key }) => key === 'session')!;
  await client.ok('Login.ConfirmIdentity', { body: { password: DEMO_PASSWORD } });
  expect(await client.cookie('session')).not.toBe(session);
  expect(await client.cookie('XSRF-TOKEN')).not.toBe(xsrf);
  expect((await client.jar.getCookies(site.url)).find(({ key }) => key === 'session')!.expires).toEqual(before);
  await client.ok('Users.Self');
});

test('Calls on their way when the token changes are answered as before the proof; seconds later the old token is dead', async () => {
  const { client, person } = await staleClient();
  const [session, xsrf] = [await client.cookie('session'), await client.cookie('XSRF-TOKEN')];
  await client.ok('Login.ConfirmIdentity', { body: { password: DEMO_PASSWORD } });
  const late = await withSession(session);
  await late.jar.setCookie(`XSRF-TOKEN=${String(xsrf)}; Path=/`, site.url);
  await late.ok('Users.Self');
  await late.ok('Users.SetFontSize', { fontSize: 'compact' });
  expect(await late.call('ApiKey.Create', { name: 'report' })).toMatchObject({ problem: { code: 'ConfirmIdentity' } });
  // A proof that comes as late succeeds, and leaves the browser the cookie of the first.
  const again = await confirm(late, { password: DEMO_PASSWORD });
  expect(again.status).toBe(200);
  expect(again.headers.getSetCookie()).toEqual([]);
  await client.ok('ApiKey.Create', { name: 'report' });

  await site.database.query(`UPDATE sessions SET former_until = now() WHERE user_id = $1`, [person.userId]);
  expect(await late.call('Users.Self')).toMatchObject({ status: 401 });
  await client.ok('Users.Self');
});

test('With a new password every token of before is dead at once', async () => {
  const { client } = await staleClient();
  const tokens = [await client.cookie('session')];
  await client.ok('Login.ConfirmIdentity', { body: { password: DEMO_PASSWORD } });
  tokens.push(await client.cookie('session'));
  await client.ok('ChangeDetails.ChangePassword', {
    body: { currentPassword: DEMO_PASSWORD, newPassword: 'Tall-ships-9', confirmPassword: 'Tall-ships-9' },
  });
  for (const token of tokens) expect(await (await withSession(token)).call('Users.Self')).toMatchObject({ status: 401 });
  await client.ok('Users.Self');
});

test('A session that is kept for days is kept no longer for being proven', async () => {
  const person = await unusedMember(site);
  const client = createClient(site);
  await client.ok('Login.Login', { body: { userName: person.userName, password: DEMO_PASSWORD, rememberMe: true } });
  await site.database.query(`UPDATE sessions SET expires_at = now() + interval '2 days' WHERE user_id = $1`, [person.userId]);
  const { headers } = await confirm(client, { password: DEMO_PASSWORD });
  const age = Number(/Max-Age=(\d+)/.exec(headers.getSetCookie().find((cookie) => cookie.startsWith('session=')) ?? '')?.[1]);
  expect(age).toBeGreaterThan(2 * 86_400 - 60);
  expect(age).toBeLessThanOrEqual(2 * 86_400);
});

test('With MFA on a code proves it too, once', async () => {
  await resetUsedCodes(site, 'mfa_user');
  const client = await as(site, 'mfa_user');
  await grownStale('mfa_user');
  await resetUsedCodes(site, 'mfa_user');
  const code = totp();
  await client.ok('Login.ConfirmIdentity', { body: { mfaCode: code } });
  await client.ok('ApiKey.Create', { name: 'with a code' });
  expect(await confirm(client, { mfaCode: code })).toMatchObject({ status: 400, problem: { code: 'InvalidCode' } });
  expect(await confirm(client, { mfaCode: wrongCode() })).toMatchObject({ status: 400, problem: { code: 'InvalidCode' } });
});

test('Without MFA a code proves nothing, and trying locks nobody', async () => {
  const { client, person } = await staleClient();
  for (let guess = 0; guess < 12; guess += 1)
    expect(await confirm(client, { mfaCode: '123456' })).toMatchObject({ status: 400, problem: { code: 'InvalidCode' } });
  expect(await client.call('ApiKey.Create', { name: 'report' })).toMatchObject({ problem: { code: 'ConfirmIdentity' } });
  expect(
    (await createClient(site).ok('Login.Login', { body: { userName: person.userName, password: DEMO_PASSWORD } })).outcome,
  ).toBe('SignedIn');
});

test('A wrong password proves nothing; five in a row, and the right one waits, in this session alone', async () => {
  const { client, person } = await staleClient();
  for (let guess = 0; guess < 5; guess += 1)
    expect(await confirm(client, { password: `Guess-${String(guess)}` })).toMatchObject({
      status: 400,
      problem: { code: 'InvalidCredentials', fields: { password: 'The current password is incorrect.' } },
    });
  const refused = await confirm(client, { password: DEMO_PASSWORD });
  expect(refused).toMatchObject({ status: 429, problem: { code: 'TooManyRequests' } });
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(840);
  expect(await client.call('ApiKey.Create', { name: 'report' })).toMatchObject({ problem: { code: 'ConfirmIdentity' } });
  const other = createClient(site);
  expect(await other.ok('Login.Login', { body: { userName: person.userName, password: DEMO_PASSWORD } })).toMatchObject({
    outcome: 'SignedIn',
  });
  await other.ok('Login.ConfirmIdentity', { body: { password: DEMO_PASSWORD } });
  const events = await site.database.query(
    `SELECT 1 FROM audit_events WHERE target = $1 AND action = 'Login.ConfirmIdentity' AND outcome = 'failure'`,
    [person.userName],
  );
  expect(events).toHaveLength(5);
});

test.each(['a password', 'a code'])(
  'Guesses of strangers at the name do not keep unusedMember signed in from proving it by %s',
  async (by) => {
    await resetUsedCodes(site, 'mfa_user');
    const client = await as(site, 'mfa_user');
    await grownStale('mfa_user');
    for (let guess = 0; guess < 5; guess += 1)
      await createClient(site).call('Login.Login', { body: { userName: 'mfa_user', password: `Guess-${String(guess)}` } });
    await resetUsedCodes(site, 'mfa_user');
    const answer = await confirm(client, by === 'a code' ? { mfaCode: totp() } : { password: DEMO_PASSWORD });
    await site.database.query(`UPDATE users SET locked_until = NULL, failed_sign_ins = 0 WHERE user_name = 'mfa_user'`);
    expect(answer).toMatchObject({ status: 200 });
  },
);

test('Guesses at once get no further than guesses one after the other', async () => {
  const { client } = await staleClient();
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, guess) =>
      confirm(client, { password: guess === 19 ? DEMO_PASSWORD : `Guess-${String(guess)}` }),
    ),
  );
  expect(answers.filter(({ status }) => status === 400)).toHaveLength(5);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(15);
});

test('20 right proofs at once all succeed, and leave the browser signed in', async () => {
  const { client } = await staleClient();
  const answers = await Promise.all(Array.from({ length: 20 }, () => confirm(client, { password: DEMO_PASSWORD })));
  expect(answers.map(({ status }) => status)).toEqual(Array<number>(20).fill(200));
  await client.ok('ApiKey.Create', { name: 'report' });
});

test('A right password takes back the wrong ones before it', async () => {
  const { client } = await staleClient();
  for (let round = 0; round < 3; round += 1) {
    for (let guess = 0; guess < 4; guess += 1) expect((await confirm(client, { password: 'Guess-1' })).status).toBe(400);
    expect((await confirm(client, { password: DEMO_PASSWORD })).status).toBe(200);
  }
});

test('Nobody confirms who is not signed in, or only half', async () => {
  expect(await confirm(createClient(site), { password: DEMO_PASSWORD })).toMatchObject({ status: 401 });
  await resetUsedCodes(site, 'mfa_user');
  const half = await halfSignedIn(site, 'mfa_user');
  expect(await confirm(half, { password: DEMO_PASSWORD })).toMatchObject({ status: 401 });
  expect(await confirm(half, { mfaCode: totp() })).toMatchObject({ status: 401 });
  expect(await half.call('Users.Self')).toMatchObject({ status: 401 });
});

test.each([
  ['nothing', {}],
  ['both', { password: DEMO_PASSWORD, mfaCode: '123456' }],
  ['an empty password', { password: '' }],
  ['null', { password: null }],
  ['a list', { password: [DEMO_PASSWORD] }],
  ['somebody else', { password: DEMO_PASSWORD, userId: '00000000-0000-4000-8000-000000000000' }],
])('%s is no proof', async (_what, body) => {
  const { client } = await staleClient();
  const answer = await client.raw('/api/Login/ConfirmIdentity', {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'Content-Type': 'application/json' },
  });
  expect(answer.status).toBe(400);
  expect(await client.call('ApiKey.Create', { name: 'report' })).toMatchObject({ problem: { code: 'ConfirmIdentity' } });
});

test('An administrator who impersonates a user finds out nothing about that user here', async () => {
  const { client, person } = await staleClient();
  await site.database.query(
    `UPDATE sessions SET impersonator_id = (SELECT user_id FROM users WHERE user_name = 'sysadmin'), impersonation_since = now()
     WHERE user_id = $1`,
    [person.userId],
  );
  for (const password of [DEMO_PASSWORD, 'Guess-1'])
    expect(await confirm(client, { password })).toMatchObject({ status: 403, problem: { code: 'Impersonating' } });
  const [row] = await site.database.query('SELECT failed_sign_ins FROM users WHERE user_id = $1', [person.userId]);
  expect(row).toEqual({ failed_sign_ins: 0 });
});
