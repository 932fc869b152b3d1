/** A user’s own MFA: enrolment during a login, turning it on and off, and the sessions that each of them ends. */
import { logInAs, totp } from '../../support/logInAs.ts';
import { type Client, createClient } from '../../support/client.ts';
import { enrol, pendingMfaSession, removeMfa, wrongCode } from '../../support/mfa.ts';
import { authenticatedAgo } from '../../support/sessions.ts';
import { useServer } from '../../support/useServer.ts';

const site = useServer();

const mailsTo = (userName: string) =>
  site.database.query<{ template: string }>(
    'SELECT template FROM mails JOIN users ON email = recipient WHERE user_name = $1 ORDER BY mails.created_at',
    [userName],
  );

const isSignedIn = async (client: Client) => (await client.call('Login.Check')).status === 200;

/** A session of a user who has just enrolled: logged in without MFA, authenticator set up, its code used. */
async function enrolled(userName: string) {
  await removeMfa(site, userName);
  const client = await logInAs(site, userName);
  return { client, ...(await enrol(client)) };
}

describe('A user whose organisation requires MFA', () => {
  it('enrols during the login, which completes it', async () => {
    const client = await pendingMfaSession(site, 'must_enrol', { returnUrl: '/SecurityDetails', rememberMe: true });
    expect((await client.call('Login.Check')).headers.get('location')).toBe('/EnrolMfa');
    const { key, recoveryCodes, redirectUrl } = await enrol(client);
    expect(redirectUrl).toBe('/SecurityDetails');
    expect(recoveryCodes).toHaveLength(10);
    expect(await client.ok('Mfa.OwnStatus')).toMatchObject({
      enabled: true,
      required: true,
      requiredBy: 'organisation',
      recoveryCodesLeft: 10,
    });
    expect(await mailsTo('must_enrol')).toContainEqual({ template: 'mfaTurnedOn' });
    const next = await pendingMfaSession(site, 'must_enrol');
    expect(await next.ok('Mfa.Login', { body: { code: totp(key, 1) } })).toMatchObject({ outcome: 'SignedIn' });
  });

  it('gets no session without enrolling', async () => {
    await removeMfa(site, 'must_enrol');
    const client = await pendingMfaSession(site, 'must_enrol');
    expect(await client.call('Mfa.Login', { body: { code: totp() } })).toMatchObject({ status: 400 });
    expect(await client.call('Mfa.RecoveryCode', { body: { code: 'AAAA-BBBB' } })).toMatchObject({ status: 400 });
    expect(await client.call('Users.Self')).toMatchObject({ status: 401 });
  });

  it('cannot turn it off', async () => {
    await removeMfa(site, 'must_enrol');
    const client = await pendingMfaSession(site, 'must_enrol');
    await enrol(client);
    expect(await client.call('Mfa.Disable')).toMatchObject({ status: 409, problem: { code: 'MfaRequired' } });
    expect(await client.ok('Mfa.OwnStatus')).toMatchObject({ enabled: true, recoveryCodesLeft: 10 });
  });
});

describe('Turning MFA on', () => {
  it('returns a key of 160 bits, and its URI for an authenticator app', async () => {
    await removeMfa(site, 'ordinary');
    const client = await logInAs(site, 'ordinary');
    const { sharedKey, authenticatorUri } = await client.ok('Mfa.BeginEnable');
    expect(sharedKey).toMatch(/^[A-Z2-7]{32}$/);
    const uri = new URL(authenticatorUri);
    expect([uri.protocol, uri.host, decodeURIComponent(uri.pathname)]).toEqual(['otpauth:', 'totp', '/Gatehouse:ordinary']);
    expect(Object.fromEntries(uri.searchParams)).toEqual({
      issuer: 'Gatehouse',
      secret: sharedKey,
      algorithm: 'SHA1',
      digits: '6',
      period: '30',
    });
  });

  it('takes effect only after a right code; only the newest key is valid', async () => {
    await removeMfa(site, 'ordinary');
    const client = await logInAs(site, 'ordinary');
    const { sharedKey: first } = await client.ok('Mfa.BeginEnable');
    const { sharedKey: second } = await client.ok('Mfa.BeginEnable');
    expect(second).not.toBe(first);
    for (const code of [totp(first), wrongCode(second), ''])
      expect((await client.call('Mfa.Enable', { body: { code } })).status).toBe(400);
    expect(await client.ok('Mfa.OwnStatus')).toMatchObject({ enabled: false });
    await client.ok('Mfa.Enable', { body: { code: totp(second) } });
    expect(await client.ok('Mfa.OwnStatus')).toMatchObject({ enabled: true });
  });

  it('goes on with the key that its page has shown when a phone has discarded the page, for ten minutes and in this session only', async () => {
    await removeMfa(site, 'ordinary');
    const [client, other] = [await logInAs(site, 'ordinary'), await logInAs(site, 'ordinary')];
    const resumed = (asker: Client) => asker.ok('Mfa.BeginEnable', { resume: true });
    const { sharedKey } = await resumed(client);
    expect((await resumed(client)).sharedKey).toBe(sharedKey);
    expect((await resumed(other)).sharedKey).not.toBe(sharedKey);
    await site.database.query("UPDATE sessions SET mfa_candidate_at = mfa_candidate_at - interval '10 minutes'");
    const { sharedKey: later } = await resumed(client);
    expect(later).not.toBe(sharedKey);
    await client.ok('Mfa.Enable', { body: { code: totp(later) } });
    expect(await client.ok('Mfa.OwnStatus')).toMatchObject({ enabled: true });
  });

  it('needs a key that was requested in the same session', async () => {
    await removeMfa(site, 'ordinary');
    const [client, other] = [await logInAs(site, 'ordinary'), await logInAs(site, 'ordinary')];
    const { sharedKey } = await client.ok('Mfa.BeginEnable');
    expect(await other.call('Mfa.Enable', { body: { code: totp(sharedKey) } })).toMatchObject({ status: 400 });
  });

  it('uses up the code it was turned on with', async () => {
    const { key } = await enrolled('ordinary');
    const next = await pendingMfaSession(site, 'ordinary');
    expect(await next.call('Mfa.Login', { body: { code: totp(key) } })).toMatchObject({ status: 400 });
  });

  it('never returns the key or the codes again', async () => {
    const { client, key, recoveryCodes } = await enrolled('ordinary');
    const replies = [
      await client.call('Mfa.OwnStatus'),
      await client.call('Users.Self'),
      await client.call('Users.User', { userName: 'ordinary' }),
      await client.call('Mfa.BeginEnable'),
    ];
    for (const secret of [key, ...recoveryCodes]) for (const { text } of replies) expect(text).not.toContain(secret);
  });

  it('replaces the session token and ends other sessions that were opened with the password alone', async () => {
    await removeMfa(site, 'ordinary');
    const [client, otherSession] = [await logInAs(site, 'ordinary'), await logInAs(site, 'ordinary')];
    const stolen = await client.cookie('session');
    await enrol(client);
    expect(await client.cookie('session')).not.toBe(stolen);
    expect(await isSignedIn(client)).toBe(true);
    expect(await isSignedIn(otherSession)).toBe(false);
    const copy = createClient(site, { headers: { Cookie: `session=${String(stolen)}` } });
    expect(await isSignedIn(copy)).toBe(false);
  });

  it('requires a fresh proof of identity', async () => {
    await removeMfa(site, 'ordinary');
    const client = await logInAs(site, 'ordinary');
    await authenticatedAgo(site, '31 minutes');
    for (const answer of [
      await client.call('Mfa.BeginEnable'),
      await client.call('Mfa.Enable', { body: { code: '123456' } }),
      await client.call('Mfa.Disable'),
      await client.call('Mfa.Recovery'),
    ])
      expect(answer).toMatchObject({ status: 403, problem: { code: 'ConfirmIdentity' } });
  });

  it('is refused to a forged request, although the key is fetched by GET', async () => {
    await removeMfa(site, 'ordinary');
    const client = await logInAs(site, 'ordinary');
    expect(await client.raw('/api/Mfa/Enable', { bare: true })).toMatchObject({ status: 403, problem: { code: 'AntiForgery' } });
  });
});

describe('Turning MFA off', () => {
  it('deletes the key, the codes and the remembered browsers, ends other sessions, and is reported by mail', async () => {
    const { client, key } = await enrolled('support_user');
    const other = await pendingMfaSession(site, 'support_user');
    await other.ok('Mfa.Login', { body: { code: totp(key, 1), rememberBrowser: true } });
    const pending = await pendingMfaSession(site, 'support_user');
    expect(await client.ok('Mfa.Disable')).toEqual({
      enabled: false,
      required: false,
      requiredBy: null,
      enrolledAt: null,
      recoveryCodesLeft: 0,
      rememberedBrowsers: 0,
    });
    expect(await isSignedIn(client)).toBe(true);
    expect(await isSignedIn(other)).toBe(false);
    expect((await pending.call('Login.Check')).headers.get('location')).toBe('/Login');
    const rows = await site.database.query(
      "SELECT mfa_secret FROM users WHERE user_name = 'support_user' AND mfa_secret IS NOT NULL",
    );
    expect(rows).toEqual([]);
    expect(await mailsTo('support_user')).toContainEqual({ template: 'mfaTurnedOff' });
    expect(await logInAs(site, 'support_user').then(isSignedIn)).toBe(true);
  });

  it('succeeds where MFA is off already, without a mail', async () => {
    await removeMfa(site, 'ordinary');
    const client = await logInAs(site, 'ordinary');
    const before = await mailsTo('ordinary');
    expect(await client.ok('Mfa.Disable')).toMatchObject({ enabled: false });
    expect(await mailsTo('ordinary')).toEqual(before);
  });
});
