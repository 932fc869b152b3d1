/** Passkeys: added, used to log in and to prove one's identity, renamed, deleted. */
import { addPasskey, createAuthenticator, logInWithPasskey } from '../../support/authenticator.ts';
import { createClient } from '../../support/client.ts';
import { logInAs } from '../../support/logInAs.ts';
import { awaitMail } from '../../support/mails.ts';
import { enrol, pendingMfaSession } from '../../support/mfa.ts';
import { unusedMember } from '../../support/unusedMember.ts';
import { useServer } from '../../support/useServer.ts';
import { auditEvents } from '../../support/auditEvents.ts';
import { requireMfa, setRoles } from '../../support/changeUser.ts';
import { last } from '../../support/facts.ts';
import { authenticatedAgo, makePending, sessions } from '../../support/sessions.ts';
import { userOf } from '../../support/userFacts.ts';

const site = useServer();
const HARBOUR = { organisation: 'Harbour Mutual' };
const member = () => unusedMember(site, HARBOUR);

const lastEvent = async (action: string, userId: string) =>
  await last(auditEvents(site, { action, targetUserId: userId }, 'target', 'outcome', 'details'));

/** Ages the proof in the only session of a user. */
const makeOld = (userName: string) => authenticatedAgo(site, '2 hours', userName);

test('A passkey is added, listed, renamed, used and deleted; its owner gets a mail', async () => {
  const { userName, userId, email } = await member();
  const owner = await logInAs(site, userName, { headers: { 'User-Agent': 'Mozilla/5.0 (X11; Linux) Chrome/130.0' } });
  expect(await owner.ok('Passkeys.List')).toEqual([]);
  const { passkeyId, ...phone } = await addPasskey(owner, { synced: true, aaguid: 'fbfc3007-154e-4ecc-8c0b-6e020557d7bd' });
  expect(await owner.ok('Passkeys.List')).toEqual([
    {
      passkeyId,
      name: 'Phone',
      device: 'iCloud Keychain',
      createdAt: expect.any(String) as string,
      lastUsedAt: null,
      synced: true,
    },
  ]);
  expect((await addPasskey(owner, { name: 'Laptop' })).passkeyId).not.toBe(passkeyId);
  expect((await owner.ok('Passkeys.List'))[1]).toMatchObject({ name: 'Laptop', device: 'Chrome · Linux', synced: false });
  await awaitMail(
    site,
    ({ to, subject, text }) => to[0] === email && subject.includes('A new passkey') && text.includes('Device: iCloud Keychain'),
  );

  expect(await owner.ok('Passkeys.Rename', { passkeyId, body: { name: 'My phone' } })).toMatchObject({ name: 'My phone' });
  expect(await lastEvent('Passkeys.Rename', userId)).toMatchObject({
    target: userName,
    outcome: 'success',
    details: { passkey: 'My phone' },
  });

  const browser = createClient(site);
  const { body } = await logInWithPasskey(browser, { ...phone }, { returnUrl: '/SecurityDetails?a=1#passkeys' });
  expect(body).toEqual({ outcome: 'SignedIn', redirectUrl: '/SecurityDetails?a=1#passkeys' });
  expect(await browser.ok('Login.Check')).toMatchObject({ userName });
  expect((await owner.ok('Passkeys.List'))[0]?.lastUsedAt).toEqual(expect.any(String));
  expect(await lastEvent('Passkeys.Login', userId)).toMatchObject({ target: userName, outcome: 'success' });

  await owner.ok('Passkeys.Delete', { passkeyId });
  await awaitMail(site, ({ to, subject }) => to[0] === email && /passkey .* was deleted/.test(subject));
  expect(await lastEvent('Passkeys.Delete', userId)).toMatchObject({
    target: userName,
    details: { passkey: 'My phone', device: 'iCloud Keychain' },
  });
  // The session that it opened has ended with it; the owner's own has not.
  expect(await browser.call('Login.Check')).toMatchObject({ status: 401 });
  expect(await owner.ok('Login.Check')).toMatchObject({ userName });
  expect(await logInWithPasskey(browser, phone)).toMatchObject({ status: 400, problem: { code: 'PasskeyRefused' } });
});

test('The session that a deleted passkey opened goes on, if it is the one that deletes', async () => {
  const { userName } = await member();
  const { passkeyId, ...phone } = await addPasskey(await logInAs(site, userName));
  const browser = createClient(site);
  await logInWithPasskey(browser, phone);
  await browser.ok('Passkeys.Delete', { passkeyId });
  expect(await browser.ok('Login.Check')).toMatchObject({ userName });
});

test('no other user can rename or delete a passkey, and a key belongs to one account', async () => {
  const owner = await logInAs(site, (await member()).userName);
  const other = await logInAs(site, (await member()).userName);
  const { passkeyId } = await addPasskey(owner);
  for (const client of [other, await logInAs(site, 'sysadmin')]) {
    expect(await client.call('Passkeys.Rename', { passkeyId, body: { name: 'Mine' } })).toMatchObject({ status: 404 });
    expect(await client.call('Passkeys.Delete', { passkeyId })).toMatchObject({ status: 404 });
  }
  const shared = createAuthenticator({ origin: site.url });
  const register = async (client: typeof owner) =>
    client.call('Passkeys.Create', {
      body: { name: 'Shared', response: shared.create(await client.ok('Passkeys.RegistrationOptions')) },
    });
  expect(await register(owner)).toMatchObject({ status: 201 });
  expect(await register(other)).toMatchObject({ status: 400, problem: { code: 'PasskeyRefused' } });
});

test('A user has at most LIMIT_PASSKEYS of them, whatever comes at once', async () => {
  const { userName, userId } = await member();
  const owner = await logInAs(site, userName);
  await addPasskey(owner);
  await site.database.query(
    `INSERT INTO passkeys SELECT gen_random_uuid(), $1, 'full-' || n, '', 0, false, false, '{}', 'Old', '', now()
       FROM generate_series(1, 17) n`,
    [userId],
  );
  // The first challenge gives the browser its cookie.
  await owner.ok('Passkeys.RegistrationOptions');
  // All options are requested before the first passkey is stored.
  const options = await Promise.all(Array.from({ length: 5 }, () => owner.ok('Passkeys.RegistrationOptions')));
  const answers = await Promise.all(
    options.map(async (asked) => {
      const response = createAuthenticator({ origin: site.url }).create(asked);
      return (await owner.call('Passkeys.Create', { body: { name: 'One more', response } })).status;
    }),
  );
  expect(answers.sort()).toEqual([201, 201, 409, 409, 409]);
  expect(await owner.call('Passkeys.RegistrationOptions')).toMatchObject({ status: 409, problem: { code: 'TooManyPasskeys' } });
});

describe('A login with a passkey', () => {
  test('counts as both factors: no code is asked for, even from users who must have one', async () => {
    const { userName, userId } = await member();
    const owner = await logInAs(site, userName);
    const phone = await addPasskey(owner);
    await enrol(owner);
    await requireMfa(site, userId);
    expect((await logInWithPasskey(createClient(site), phone)).body).toMatchObject({ outcome: 'SignedIn' });
  });

  test('is what the password alone leads to, where a second factor is required and a passkey is the only one', async () => {
    const { userName, userId } = await member();
    const phone = await addPasskey(await logInAs(site, userName));
    await requireMfa(site, userId);
    const half = await pendingMfaSession(site, userName, { rememberMe: true, returnUrl: '/SecurityDetails#sessions' });
    // The password alone must not allow an authenticator beside the passkey.
    expect(await half.call('Mfa.BeginEnable')).toMatchObject({ status: 409, problem: { code: 'MfaAlreadyOn' } });
    expect(await half.call('Mfa.Enable', { body: { code: '123456' } })).toMatchObject({ status: 409 });
    const location = (await half.call('Login.Check')).headers.get('location');
    expect(location).toBe('/LoginMfa/true?passkey=only');
    const options = await half.ok('Passkeys.LoginOptions');
    expect(options.allowCredentials.map(({ id }) => id)).toEqual([phone.credentialId]);
    const done = await half.call('Passkeys.Login', { body: { response: phone.get(options) } });
    expect(done.body).toEqual({ outcome: 'SignedIn', redirectUrl: '/SecurityDetails#sessions' });
    // "Keep me logged in" was ticked with the password.
    expect(done.headers.getSetCookie().find((cookie) => cookie.includes('session='))).toMatch(/Max-Age=2592000/i);
    expect(await sessions(site, { userId, kind: 'pending' })).toEqual([]);
  });

  test('is set up in the login that requires a second factor, once, instead of an authenticator', async () => {
    const { userName, userId, email } = await member();
    const earlier = await logInAs(site, userName);
    await requireMfa(site, userId);
    const half = await pendingMfaSession(site, userName, { returnUrl: '/SecurityDetails#passkeys' });
    expect((await half.call('Login.Check')).headers.get('location')).toBe('/EnrolMfa');
    expect(await half.call('Passkeys.List')).toMatchObject({ status: 401 });
    const [first, second] = [await half.ok('Passkeys.RegistrationOptions'), await half.ok('Passkeys.RegistrationOptions')];
    const another = await pendingMfaSession(site, userName);
    const ofAnother = await another.ok('Passkeys.RegistrationOptions');

    const phone = createAuthenticator({ origin: site.url });
    const created = await half.ok('Passkeys.Create', { body: { name: 'Phone', response: phone.create(first) } });
    expect(created).toMatchObject({ name: 'Phone', redirectUrl: '/SecurityDetails#passkeys' });
    expect(await half.ok('Login.Check')).toMatchObject({ userName });
    expect(await lastEvent('Passkeys.Create', userId)).toMatchObject({
      target: userName,
      details: { passkey: 'Phone', outcome: 'SignedIn' },
    });
    await awaitMail(site, ({ to, subject }) => to[0] === email && subject.includes('A new passkey'));
    // The session opened by the password alone has ended; the one that the passkey opened is left.
    expect(await earlier.call('Login.Check')).toMatchObject({ status: 401 });
    expect(await site.database.query('SELECT kind, methods, passkey_id FROM sessions WHERE user_id = $1', [userId])).toEqual([
      { kind: 'full', methods: ['pwd', 'hwk', 'user', 'mfa'], passkey_id: created.passkeyId },
    ]);

    const late = createAuthenticator({ origin: site.url }).create(ofAnother);
    expect(await another.call('Passkeys.Create', { body: { name: 'Mine', response: late } })).toMatchObject({ status: 401 });
    const again = await pendingMfaSession(site, userName);
    expect(await again.call('Passkeys.RegistrationOptions')).toMatchObject({ status: 409, problem: { code: 'MfaAlreadyOn' } });
    // A credential is stored once.
    expect((await half.call('Passkeys.Create', { body: { name: 'Mine', response: phone.create(second) } })).status).toBe(400);
    expect(await half.ok('Passkeys.List')).toHaveLength(1);
  });

  test('is not set up by the password alone beside a passkey added meanwhile', async () => {
    const { userName, userId } = await member();
    const owner = await logInAs(site, userName);
    await requireMfa(site, userId);
    const half = await pendingMfaSession(site, userName);
    const options = await half.ok('Passkeys.RegistrationOptions');
    await addPasskey(owner);
    const response = createAuthenticator({ origin: site.url }).create(options);
    expect(await half.call('Passkeys.Create', { body: { name: 'Mine', response } })).toMatchObject({
      status: 409,
      problem: { code: 'MfaAlreadyOn' },
    });
    expect(await owner.ok('Passkeys.List')).toHaveLength(1);
  });

  test('keeps the user logged in, or not, and never follows an unsafe address', async () => {
    const { userName } = await member();
    const phone = await addPasskey(await logInAs(site, userName));
    const sessionCookie = async (rememberMe: boolean) => {
      const { headers, body } = await logInWithPasskey(createClient(site), phone, { rememberMe, returnUrl: '//evil.example' });
      expect(body).toMatchObject({ redirectUrl: '/SecurityDetails' });
      return headers.getSetCookie().find((cookie) => cookie.includes('session='));
    };
    expect(await sessionCookie(true)).toMatch(/Max-Age=2592000/i);
    expect(await sessionCookie(false)).not.toMatch(/Max-Age/i);
  });

  test('gives the session a new token and ends the one before', async () => {
    const { userName } = await member();
    const browser = await logInAs(site, userName);
    const phone = await addPasskey(browser);
    const before = await browser.cookie('session');
    await makePending(site, userName);
    await logInWithPasskey(browser, phone);
    expect(await browser.cookie('session')).not.toBe(before);
    expect(
      await site.database.query('SELECT FROM sessions s JOIN users USING (user_id) WHERE user_name = $1', [userName]),
    ).toHaveLength(1);
  });

  test('reports the failures before it, and clears them', async () => {
    const { userName, userId } = await member();
    const phone = await addPasskey(await logInAs(site, userName));
    for (let guess = 0; guess < 2; guess += 1)
      await createClient(site).call('Login.Login', { body: { userName, password: 'Wrong-pass-1' } });
    expect((await logInWithPasskey(createClient(site), phone)).body).toMatchObject({
      failedSignIns: 2,
      lastFailedAt: expect.any(String) as string,
    });
    expect(await userOf(site, userId, 'failures')).toEqual({
      failures: 0,
    });
  });

  test('of an administrator lasts 12 hours, whatever was ticked', async () => {
    const { userName, userId } = await member();
    const phone = await addPasskey(await logInAs(site, userName));
    await setRoles(site, userId, ['SubscriberAdministration']);
    const { headers } = await logInWithPasskey(createClient(site), phone, { rememberMe: true });
    expect(headers.getSetCookie().find((cookie) => cookie.includes('session='))).not.toMatch(/Max-Age/i);
  });
});

describe('Step-up with a passkey', () => {
  test('proves the identity, for the own passkeys only', async () => {
    const { userName, userId } = await member();
    const owner = await logInAs(site, userName);
    const phone = await addPasskey(owner);
    await makeOld(userName);
    expect(await owner.call('ApiKey.Create', { name: 'nightly' })).toMatchObject({ problem: { code: 'ConfirmIdentity' } });
    const options = await owner.ok('Passkeys.LoginOptions');
    expect(options.allowCredentials).toEqual([{ id: phone.credentialId, type: 'public-key', transports: ['internal'] }]);
    // Some authenticators leave the user handle out when the request names the passkey.
    await owner.ok('Login.ConfirmIdentity', { body: { passkey: phone.get(options, { userHandle: null }) } });
    expect(await lastEvent('Login.ConfirmIdentity', userId)).toMatchObject({ outcome: 'success', details: { by: 'passkey' } });
    await owner.ok('ApiKey.Create', { name: 'nightly' });
  });

  test('refuses the passkey of another user, and after five failures every proof of the session', async () => {
    const { userName } = await member();
    const owner = await logInAs(site, userName);
    const own = await addPasskey(owner);
    const foreign = await addPasskey(await logInAs(site, (await member()).userName));
    const confirm = async (authenticator: typeof own) =>
      owner.call('Login.ConfirmIdentity', { body: { passkey: authenticator.get(await owner.ok('Passkeys.LoginOptions')) } });
    for (let guess = 0; guess < 5; guess += 1)
      expect(await confirm(foreign)).toMatchObject({
        status: 400,
        problem: { code: 'PasskeyRefused', fields: { passkey: /./ } },
      });
    expect(await confirm(own)).toMatchObject({ status: 429 });
  });

  test('takes no challenge of a login, and a login none of a step-up', async () => {
    const { userName } = await member();
    const owner = await logInAs(site, userName);
    const phone = await addPasskey(owner);
    const forLogin = await createClient(site, { jar: await owner.jar.clone() }).ok('Passkeys.LoginOptions');
    const stepUp = phone.get(forLogin);
    expect(await createClient(site, { jar: owner.jar }).call('Passkeys.Login', { body: { response: stepUp } })).toMatchObject({
      status: 400,
    });
  });
});
