/** "Confirm it's you": what requires it, what satisfies it, and that a stolen session cannot be used for guessing. */
import { addPasskey } from '../../support/authenticator.ts';
import { eventually } from '../../support/eventually.ts';
import { logInAs, DEMO_PASSWORD, totp } from '../../support/logInAs.ts';
import { createClient, type Client } from '../../support/client.ts';
import { enrol, pendingMfaSession, resetUsedCodes, wrongCode } from '../../support/mfa.ts';
import { unusedMember, type MemberAccount } from '../../support/unusedMember.ts';
import { useServer } from '../../support/useServer.ts';
import { auditEvents } from '../../support/auditEvents.ts';
import { forgetFailures } from '../../support/changeUser.ts';
import { only } from '../../support/facts.ts';
import { authenticatedAgo, endFormerTokens, makeImpersonation, sessions } from '../../support/sessions.ts';
import { userOf } from '../../support/userFacts.ts';

// The proofs of a session are checked one after the other; none of them may be refused for waiting too long.
const site = useServer({ env: { LIMIT_HASH_WAIT_MS: '60000' } });

const expireIdentityProof = (userName: string, minutes = 31) => authenticatedAgo(site, `${String(minutes)} minutes`, userName);

const confirm = (client: Client, body: { password: string } | { mfaCode: string }) =>
  client.call('Login.ConfirmIdentity', { body });

/** A client with the session cookie only. */
async function withSession(token: string | undefined): Promise<Client> {
  const client = createClient(site);
  await client.jar.setCookie(`session=${String(token)}; Path=/`, site.url);
  return client;
}

async function staleClient(): Promise<{ member: MemberAccount; client: Client }> {
  const member = await unusedMember(site);
  const client = await logInAs(site, member.userName);
  await expireIdentityProof(member.userName);
  return { member, client };
}

test('Half an hour after the last proof, a sensitive operation requires a new one, and then succeeds', async () => {
  const { client, member } = await staleClient();
  expect(await client.call('ApiKey.Create', { name: 'report' })).toMatchObject({
    status: 403,
    problem: { code: 'ConfirmIdentity' },
  });
  // Other operations are not affected.
  await client.ok('Users.Self');
  await client.ok('Login.ConfirmIdentity', { body: { password: DEMO_PASSWORD } });
  await client.ok('ApiKey.Create', { name: 'report' });
  expect(
    await auditEvents(
      site,
      { target: member.userName, action: 'Login.ConfirmIdentity' },
      'action',
      'outcome',
      'actor',
      'details',
    ),
  ).toEqual([{ action: 'Login.ConfirmIdentity', outcome: 'success', actor: member.userName, details: { by: 'password' } }]);
});

test('Each operation that needs the proof renews it', async () => {
  const { client, member } = await staleClient();
  await expireIdentityProof(member.userName, 29);
  await client.ok('ApiKey.Create', { name: 'one' });
  const { authenticatedSecondsAgo } = await only(sessions(site, { userId: member.userId }));
  expect(authenticatedSecondsAgo).toBeLessThan(60);
});

test('The proof replaces the session token and the anti-forgery token', async () => {
  const { client } = await staleClient();
  const [session, xsrf] = [await client.cookie('session'), await client.cookie('XSRF-TOKEN')];
  const { expires: before } = (await client.jar.getCookies(site.url)).find(({ key }) => key === 'session')!;
  await client.ok('Login.ConfirmIdentity', { body: { password: DEMO_PASSWORD } });
  expect(await client.cookie('session')).not.toBe(session);
  expect(await client.cookie('XSRF-TOKEN')).not.toBe(xsrf);
  expect((await client.jar.getCookies(site.url)).find(({ key }) => key === 'session')!.expires).toEqual(before);
  await client.ok('Users.Self');
});

test('Requests in flight while the token changes have the rights from before the proof; seconds later the old token is invalid', async () => {
  const { client, member } = await staleClient();
  const [session, xsrf] = [await client.cookie('session'), await client.cookie('XSRF-TOKEN')];
  await client.ok('Login.ConfirmIdentity', { body: { password: DEMO_PASSWORD } });
  const late = await withSession(session);
  await late.jar.setCookie(`XSRF-TOKEN=${String(xsrf)}; Path=/`, site.url);
  await late.ok('Users.Self');
  await late.ok('Users.SetFontSize', { fontSize: 'compact' });
  expect(await late.call('ApiKey.Create', { name: 'report' })).toMatchObject({ problem: { code: 'ConfirmIdentity' } });
  // A second proof with the old token succeeds, and sets no cookie over the first one’s.
  const again = await confirm(late, { password: DEMO_PASSWORD });
  expect(again.status).toBe(200);
  expect(again.headers.getSetCookie()).toEqual([]);
  await client.ok('ApiKey.Create', { name: 'report' });

  await endFormerTokens(site, member.userId);
  expect(await late.call('Users.Self')).toMatchObject({ status: 401 });
  await client.ok('Users.Self');
});

test('A password change invalidates all former tokens at once', async () => {
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

test('A proof does not extend a "keep me signed in" session', async () => {
  const member = await unusedMember(site);
  const client = createClient(site);
  await client.ok('Login.Login', { body: { userName: member.userName, password: DEMO_PASSWORD, rememberMe: true } });
  await site.database.query(`UPDATE sessions SET expires_at = now() + interval '2 days' WHERE user_id = $1`, [member.userId]);
  const { headers } = await confirm(client, { password: DEMO_PASSWORD });
  const age = Number(/Max-Age=(\d+)/.exec(headers.getSetCookie().find((cookie) => cookie.startsWith('session=')) ?? '')?.[1]);
  expect(age).toBeGreaterThan(2 * 86_400 - 60);
  expect(age).toBeLessThanOrEqual(2 * 86_400);
});

test('With MFA on a code is a proof too, once', async () => {
  await resetUsedCodes(site, 'mfa_user');
  const client = await logInAs(site, 'mfa_user');
  await expireIdentityProof('mfa_user');
  await resetUsedCodes(site, 'mfa_user');
  const code = totp();
  await client.ok('Login.ConfirmIdentity', { body: { mfaCode: code } });
  await client.ok('ApiKey.Create', { name: 'with a code' });
  expect(await confirm(client, { mfaCode: code })).toMatchObject({ status: 400, problem: { code: 'InvalidCode' } });
  expect(await confirm(client, { mfaCode: wrongCode() })).toMatchObject({ status: 400, problem: { code: 'InvalidCode' } });
  expect(await confirm(client, { mfaCode: totp(undefined, 9) })).toMatchObject({
    status: 400,
    problem: { code: 'CodeOfOtherTime' },
  });
});

const createKey = (client: Client) => client.call('ApiKey.Create', { name: `key ${String(Math.random())}` });
const asked = { status: 403, problem: { code: 'ConfirmIdentity' } };

test('With MFA on the password alone is no proof, be it right or wrong, and guesses nothing', async () => {
  await resetUsedCodes(site, 'mfa_user');
  const client = await logInAs(site, 'mfa_user');
  await expireIdentityProof('mfa_user');
  for (const password of [DEMO_PASSWORD, ...Array<string>(6).fill('Guess-1')])
    expect(await confirm(client, { password })).toMatchObject({
      status: 400,
      problem: { code: 'MfaCodeRequired', fields: { mfaCode: /authenticator app/ } },
    });
  expect(await createKey(client)).toMatchObject(asked);
  await resetUsedCodes(site, 'mfa_user');
  expect(await confirm(client, { mfaCode: totp() })).toMatchObject({ status: 200 });
  expect(await createKey(client)).toMatchObject({ status: 201 });
});

test('A user who only has a passkey proves it: the password alone is not enough', async () => {
  const { client, member } = await staleClient();
  await client.ok('Login.ConfirmIdentity', { body: { password: DEMO_PASSWORD } });
  const phone = await addPasskey(client);
  // Adding the factor was a proof of it.
  expect(await createKey(client)).toMatchObject({ status: 201 });
  await expireIdentityProof(member.userName);
  expect(await confirm(client, { password: DEMO_PASSWORD })).toMatchObject({ problem: { code: 'MfaCodeRequired' } });
  const passkey = phone.get(await client.ok('Passkeys.LoginOptions'));
  await client.ok('Login.ConfirmIdentity', { body: { passkey } });
  expect(await createKey(client)).toMatchObject({ status: 201 });
});

test('A login by the password in a remembered browser is no proof of the second factor; one with the code is', async () => {
  await resetUsedCodes(site, 'mfa_user');
  const client = await pendingMfaSession(site, 'mfa_user');
  await client.ok('Mfa.Login', { body: { code: totp(), rememberBrowser: true } });
  expect(await createKey(client)).toMatchObject({ status: 201 });
  await client.ok('Login.Logout');
  const body = { userName: 'mfa_user', password: DEMO_PASSWORD };
  expect(await client.ok('Login.Login', { body })).toMatchObject({ outcome: 'SignedIn' });
  expect(await createKey(client)).toMatchObject(asked);
  const [session, xsrf] = [await client.cookie('session'), await client.cookie('XSRF-TOKEN')];
  await resetUsedCodes(site, 'mfa_user');
  await client.ok('Login.ConfirmIdentity', { body: { mfaCode: totp() } });
  expect(await createKey(client)).toMatchObject({ status: 201 });
  // A call in flight with the token from before the proof has only that token's rights.
  const late = await withSession(session);
  await late.jar.setCookie(`XSRF-TOKEN=${String(xsrf)}; Path=/`, site.url);
  await late.ok('Users.Self');
  expect(await createKey(late)).toMatchObject(asked);
});

test('A session from before the second factor was set up elsewhere has to prove it', async () => {
  const member = await unusedMember(site);
  const [here, there] = [await logInAs(site, member.userName), await logInAs(site, member.userName)];
  await addPasskey(there);
  expect(await createKey(here)).toMatchObject(asked);
  expect(await createKey(there)).toMatchObject({ status: 201 });
});

test('A changed password is no proof of the second factor', async () => {
  const { client, member } = await staleClient();
  await client.ok('Login.ConfirmIdentity', { body: { password: DEMO_PASSWORD } });
  await enrol(client);
  await expireIdentityProof(member.userName);
  await client.ok('ChangeDetails.ChangePassword', {
    body: { currentPassword: DEMO_PASSWORD, newPassword: 'Tall-ships-9', confirmPassword: 'Tall-ships-9' },
  });
  await client.ok('Users.Self');
  expect(await createKey(client)).toMatchObject(asked);
});

test('A recovery code is a proof where the authenticator is lost, once, and its owner gets a mail', async () => {
  const { client, member } = await staleClient();
  await client.ok('Login.ConfirmIdentity', { body: { password: DEMO_PASSWORD } });
  const { recoveryCodes } = await enrol(client);
  await expireIdentityProof(member.userName);
  const [mfaCode = ''] = recoveryCodes;
  await client.ok('Login.ConfirmIdentity', { body: { mfaCode } });
  expect(await createKey(client)).toMatchObject({ status: 201 });
  expect(await confirm(client, { mfaCode })).toMatchObject({ problem: { code: 'InvalidCode' } });
  await eventually('the mail about the recovery code', async () =>
    (await site.mails()).some(({ to, subject }) => to.includes(member.email) && subject.includes('A recovery code was used')),
  );
});

test('Without MFA a code is refused, and attempts lock no account', async () => {
  const { client, member } = await staleClient();
  for (let guess = 0; guess < 12; guess += 1)
    expect(await confirm(client, { mfaCode: '123456' })).toMatchObject({ status: 400, problem: { code: 'InvalidCode' } });
  expect(await client.call('ApiKey.Create', { name: 'report' })).toMatchObject({ problem: { code: 'ConfirmIdentity' } });
  expect(
    (await createClient(site).ok('Login.Login', { body: { userName: member.userName, password: DEMO_PASSWORD } })).outcome,
  ).toBe('SignedIn');
});

test('A wrong password is refused; after five the right one is throttled too, in this session only', async () => {
  const { client, member } = await staleClient();
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
  expect(await other.ok('Login.Login', { body: { userName: member.userName, password: DEMO_PASSWORD } })).toMatchObject({
    outcome: 'SignedIn',
  });
  await other.ok('Login.ConfirmIdentity', { body: { password: DEMO_PASSWORD } });
  const events = await auditEvents(site, { target: member.userName, action: 'Login.ConfirmIdentity', outcome: 'failure' });
  expect(events).toHaveLength(5);
});

test.each(['a password', 'a code'])(
  'Failed logins by an attacker do not keep a logged-in user from proving identity with %s',
  async (by) => {
    const userName = by === 'a code' ? 'mfa_user' : (await unusedMember(site)).userName;
    await resetUsedCodes(site, userName);
    const client = await logInAs(site, userName);
    await expireIdentityProof(userName);
    for (let guess = 0; guess < 5; guess += 1)
      await createClient(site).call('Login.Login', { body: { userName, password: `Guess-${String(guess)}` } });
    await resetUsedCodes(site, userName);
    const answer = await confirm(client, by === 'a code' ? { mfaCode: totp() } : { password: DEMO_PASSWORD });
    await forgetFailures(site, userName);
    expect(answer).toMatchObject({ status: 200 });
  },
);

test('Concurrent guesses are limited like sequential ones', async () => {
  const { client } = await staleClient();
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, guess) =>
      confirm(client, { password: guess === 19 ? DEMO_PASSWORD : `Guess-${String(guess)}` }),
    ),
  );
  expect(answers.filter(({ status }) => status === 400)).toHaveLength(5);
  // A busy machine refuses calls that wait too long, which is no guess either.
  expect(answers.filter(({ status }) => status === 429 || status === 503)).toHaveLength(15);
});

test('20 concurrent right proofs all succeed, and the session stays valid', async () => {
  const { client } = await staleClient();
  const answers = await Promise.all(Array.from({ length: 20 }, () => confirm(client, { password: DEMO_PASSWORD })));
  expect(answers.map(({ status }) => status)).toEqual(Array<number>(20).fill(200));
  await client.ok('ApiKey.Create', { name: 'report' });
});

test('A right password resets the count of wrong ones', async () => {
  const { client } = await staleClient();
  for (let round = 0; round < 3; round += 1) {
    for (let guess = 0; guess < 4; guess += 1) expect((await confirm(client, { password: 'Guess-1' })).status).toBe(400);
    expect((await confirm(client, { password: DEMO_PASSWORD })).status).toBe(200);
  }
});

test('An anonymous caller or a pending MFA session cannot prove identity', async () => {
  expect(await confirm(createClient(site), { password: DEMO_PASSWORD })).toMatchObject({ status: 401 });
  await resetUsedCodes(site, 'mfa_user');
  const pendingClient = await pendingMfaSession(site, 'mfa_user');
  expect(await confirm(pendingClient, { password: DEMO_PASSWORD })).toMatchObject({ status: 401 });
  expect(await confirm(pendingClient, { mfaCode: totp() })).toMatchObject({ status: 401 });
  expect(await pendingClient.call('Users.Self')).toMatchObject({ status: 401 });
});

test.each([
  ['an empty body', {}],
  ['a password with a code', { password: DEMO_PASSWORD, mfaCode: '123456' }],
  ['an empty password', { password: '' }],
  ['null', { password: null }],
  ['a list', { password: [DEMO_PASSWORD] }],
  ['the id of another user', { password: DEMO_PASSWORD, userId: '00000000-0000-4000-8000-000000000000' }],
])('%s is refused as a proof', async (_what, body) => {
  const { client } = await staleClient();
  const answer = await client.raw('/api/Login/ConfirmIdentity', {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'Content-Type': 'application/json' },
  });
  expect(answer.status).toBe(400);
  expect(await client.call('ApiKey.Create', { name: 'report' })).toMatchObject({ problem: { code: 'ConfirmIdentity' } });
});

test('An administrator who impersonates a user cannot test that user’s password here', async () => {
  const { client, member } = await staleClient();
  await makeImpersonation(site, member.userId);
  for (const password of [DEMO_PASSWORD, 'Guess-1'])
    expect(await confirm(client, { password })).toMatchObject({ status: 403, problem: { code: 'Impersonating' } });
  expect(await userOf(site, member.userId, 'failures')).toEqual({ failures: 0 });
});
