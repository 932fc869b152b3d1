/** Login with a second factor: codes, recovery codes and remembered browsers. */
import { logInAs, DEMO_PASSWORD, totp } from '../../support/logInAs.ts';
import { createClient } from '../../support/client.ts';
import { enrol, pendingMfaSession, resetUsedCodes } from '../../support/mfa.ts';
import { unusedMember } from '../../support/unusedMember.ts';
import { useServer } from '../../support/useServer.ts';
import { disable, enable, forgetFailures, setRoles } from '../../support/changeUser.ts';
import { clear, countOf } from '../../support/facts.ts';
import { userOf } from '../../support/userFacts.ts';

const site = useServer();

const codeOf = async (userName = 'mfa_user') => {
  await resetUsedCodes(site, userName);
  return totp();
};

beforeEach(async () => {
  await clear(site, 'remembered_browsers');
  await forgetFailures(site);
});

describe('After the right password', () => {
  it('the code is requested, and nothing is accessible before it', async () => {
    const client = createClient(site);
    const outcome = await client.ok('Login.Login', { body: { userName: 'mfa_user', password: DEMO_PASSWORD } });
    expect(outcome).toEqual({ outcome: 'MfaCodeRequired', redirectUrl: '/LoginMfa/false' });
    expect(await client.call('Users.Self')).toMatchObject({ status: 401, problem: { code: 'SessionRequired' } });
    expect(await client.call('Mfa.OwnStatus')).toMatchObject({ status: 401 });
    const check = await client.call('Login.Check');
    expect(check).toMatchObject({ status: 401 });
    expect(check.headers.get('location')).toBe('/LoginMfa/false');
  });

  it('the code logs in, redirects to the requested page, and replaces the session', async () => {
    const client = await pendingMfaSession(site, 'mfa_user', { returnUrl: '/SecurityDetails?tab=mfa#codes' });
    const [session, xsrf] = [await client.cookie('session'), await client.cookie('XSRF-TOKEN')];
    const outcome = await client.ok('Mfa.Login', { body: { code: await codeOf() } });
    expect(outcome).toEqual({ outcome: 'SignedIn', redirectUrl: '/SecurityDetails?tab=mfa#codes' });
    expect(await client.cookie('session')).not.toBe(session);
    expect(await client.cookie('XSRF-TOKEN')).not.toBe(xsrf);
    expect(await client.ok('Users.Self')).toMatchObject({ userName: 'mfa_user', mfaEnabled: true });
    const { lastLogInAt } = await userOf(site, 'mfa_user', 'lastLogInAt');
    expect(Date.now() - lastLogInAt!.getTime()).toBeLessThan(60_000);
  });

  it('"keep me signed in" is kept through the code', async () => {
    const client = await pendingMfaSession(site, 'mfa_user', { rememberMe: true });
    expect((await client.call('Login.Check')).headers.get('location')).toBe('/LoginMfa/true');
    const { headers } = await client.call('Mfa.Login', { body: { code: await codeOf() } });
    expect(headers.getSetCookie().find((cookie) => cookie.startsWith('session='))).toContain(`Max-Age=${String(30 * 86_400)}`);
  });

  it('a code is accepted with the space that authenticator apps show', async () => {
    const client = await pendingMfaSession(site, 'mfa_user');
    const code = await codeOf();
    const spaced = ` ${code.slice(0, 3)} ${code.slice(3)} `;
    expect(await client.ok('Mfa.Login', { body: { code: spaced } })).toMatchObject({ outcome: 'SignedIn' });
  });

  it.each([-1, 0, 1])('the code of %i half minutes from now is accepted', async (ahead) => {
    const client = await pendingMfaSession(site, 'mfa_user');
    expect(await client.ok('Mfa.Login', { body: { code: totp(undefined, ahead) } })).toMatchObject({ outcome: 'SignedIn' });
  });

  it.each([-20, -11, -3, -2, 3, 7, 15, 19])(
    'the code of %i half minutes from now is refused, with the clock as the reason',
    async (ahead) => {
      const client = await pendingMfaSession(site, 'mfa_user');
      const code = totp(undefined, ahead);
      const ofOtherTime = {
        status: 400,
        problem: { code: 'CodeOfOtherTime', fields: { code: expect.stringMatching(/clock/) as string } },
      };
      expect(await client.call('Mfa.Login', { body: { code } })).toMatchObject(ofOtherTime);
      // It is counted like a wrong one, and recognised once.
      expect(await client.call('Mfa.Login', { body: { code } })).toMatchObject({ status: 400, problem: { code: 'InvalidCode' } });
      const { mfaFailures: failures } = await userOf(site, 'mfa_user', 'mfaFailures');
      expect(failures).toBeGreaterThanOrEqual(2);
      await client.ok('Mfa.Login', { body: { code: await codeOf() } });
    },
  );

  it.each<[string, (code: string) => string]>([
    ['without its last digit', (code) => code.slice(0, -1)],
    ['with a seventh digit', (code) => `${code}0`],
    ['twice', (code) => code + code],
    ['of eight digits', (code) => `00${code}`],
    ['with a letter within', (code) => `${code.slice(0, 3)}x${code.slice(3)}`],
    ['with a letter at its end', (code) => `${code.slice(0, -1)}O`],
    ['that is empty', () => ' '],
  ])('the code of another time %s is no reason to look at the clock', async (_way, spoiled) => {
    const client = await pendingMfaSession(site, 'mfa_user');
    const { status, problem } = await client.call('Mfa.Login', { body: { code: spoiled(totp(undefined, 9)) } });
    expect([status, problem?.code === 'CodeOfOtherTime']).toEqual([400, false]);
    await client.ok('Mfa.Login', { body: { code: await codeOf() } });
  });

  it.each([-30, -25, -22, 22, 40])('the code of %i half minutes from now is wrong', async (ahead) => {
    const client = await pendingMfaSession(site, 'mfa_user');
    expect(await client.call('Mfa.Login', { body: { code: totp(undefined, ahead) } })).toMatchObject({
      status: 400,
      problem: { code: 'InvalidCode' },
    });
    await client.ok('Mfa.Login', { body: { code: await codeOf() } });
  });

  it('a code that was recognised as one of a later time is not accepted then', async () => {
    await site.database.query(`DELETE FROM throttles WHERE bucket LIKE 'mfaStep:%'`);
    const code = totp(undefined, 3);
    expect(await (await pendingMfaSession(site, 'mfa_user')).call('Mfa.Login', { body: { code } })).toMatchObject({
      problem: { code: 'CodeOfOtherTime' },
    });
    const { step } = await site.database.row<{ step: string }>(
      `SELECT bucket AS step FROM throttles WHERE bucket LIKE 'mfaStep:%' ORDER BY resets_at DESC LIMIT 1`,
    );
    // As if its time had come: the bucket of the current step instead of that of the later one.
    const now = Math.floor(Date.now() / 30_000);
    await site.database.query(`UPDATE throttles SET bucket = $1 WHERE bucket = $2`, [step.replace(/\d+$/, String(now)), step]);
    const client = await pendingMfaSession(site, 'mfa_user');
    expect((await client.call('Mfa.Login', { body: { code: totp() } })).status).toBe(400);
    await site.database.query(`DELETE FROM throttles WHERE bucket LIKE 'mfaStep:%'`);
    await client.ok('Mfa.Login', { body: { code: await codeOf() } });
  });

  it('a used code is refused, and so are earlier ones', async () => {
    const first = await pendingMfaSession(site, 'mfa_user');
    // The codes are computed together, as a half minute may end in between.
    const [before, spent, after] = [totp(undefined, -1), totp(), totp(undefined, 1)];
    await first.ok('Mfa.Login', { body: { code: spent } });
    const second = await pendingMfaSession(site, 'mfa_user');
    for (const code of [spent, before])
      expect(await second.call('Mfa.Login', { body: { code } })).toMatchObject({ status: 400, problem: { code: 'InvalidCode' } });
    expect(await second.ok('Mfa.Login', { body: { code: after } })).toMatchObject({ outcome: 'SignedIn' });
  });

  it('no other authenticator can be enrolled in place of the pending code', async () => {
    const client = await pendingMfaSession(site, 'mfa_user');
    expect(await client.call('Mfa.BeginEnable')).toMatchObject({ status: 409, problem: { code: 'MfaAlreadyOn' } });
    expect(await client.call('Mfa.Enable', { body: { code: totp() } })).toMatchObject({ status: 409 });
    expect(await client.call('Users.Self')).toMatchObject({ status: 401 });
  });

  it('if the account is disabled in between, the code is refused', async () => {
    const client = await pendingMfaSession(site, 'mfa_user');
    await disable(site, 'mfa_user');
    const answer = await client.call('Mfa.Login', { body: { code: totp() } });
    await enable(site, 'mfa_user');
    expect(answer).toMatchObject({ status: 401 });
  });

  it('if the organisation is no longer approved, the reply says so and the code is refused', async () => {
    const client = await pendingMfaSession(site, 'mfa_user');
    const approve = (approved: boolean) =>
      site.database.query(
        'UPDATE organisations SET approved = $1 WHERE organisation_id = (SELECT organisation_id FROM users WHERE user_name = $2)',
        [approved, 'mfa_user'],
      );
    await approve(false);
    const answer = await client.ok('Mfa.Login', { body: { code: totp() } });
    await approve(true);
    expect(answer).toEqual({ outcome: 'Rejected', reason: 'NotApproved' });
    expect(await client.call('Login.Check')).toMatchObject({ status: 401 });
  });
});

describe('A remembered browser', () => {
  const remembered = async (userName: 'mfa_user' | 'sysadmin') => {
    const client = await pendingMfaSession(site, userName);
    await client.ok('Mfa.Login', { body: { code: await codeOf(), rememberBrowser: true } });
    await client.ok('Login.Logout');
    return client;
  };
  const logIn = (client: ReturnType<typeof createClient>, userName = 'mfa_user') =>
    client.ok('Login.Login', { body: { userName, password: DEMO_PASSWORD } });

  it('is asked for the password alone, for 30 days', async () => {
    const client = await remembered('mfa_user');
    expect(await logIn(client)).toMatchObject({ outcome: 'SignedIn' });
    expect(await client.ok('Mfa.OwnStatus')).toMatchObject({ rememberedBrowsers: 1 });
    await site.database.query(
      "UPDATE remembered_browsers SET expires_at = now() - interval '1 second' WHERE expires_at BETWEEN now() + interval '29 days 23 hours' AND now() + interval '30 days'",
    );
    expect(await logIn(client)).toMatchObject({ outcome: 'MfaCodeRequired' });
  });

  it('still needs the password, and is stored once however often it is remembered', async () => {
    const client = await remembered('mfa_user');
    expect(await client.call('Login.Login', { body: { userName: 'mfa_user', password: 'wrong' } })).toMatchObject({
      status: 400,
    });
    await site.database.query("UPDATE remembered_browsers SET expires_at = now() - interval '1 second'");
    expect(await logIn(client)).toMatchObject({ outcome: 'MfaCodeRequired' });
    await client.ok('Mfa.Login', { body: { code: await codeOf(), rememberBrowser: true } });
    expect(await client.ok('Mfa.OwnStatus')).toMatchObject({ rememberedBrowsers: 1 });
    expect(await countOf(site, 'remembered_browsers', 'mfa_user')).toBe(1);
  });

  it('is not remembered for other users', async () => {
    const client = await remembered('mfa_user');
    const other = await logInAs(site, 'support_user');
    await enrol(other);
    expect(await logIn(client, 'support_user')).toMatchObject({ outcome: 'MfaCodeRequired' });
  });

  it('skips the code for no administrator, neither one who asks for it nor one who was remembered before the role', async () => {
    const userName = 'second_sub';
    const { key } = await enrol(await logInAs(site, userName));
    await resetUsedCodes(site, userName);
    const administrator = await pendingMfaSession(site, userName);
    expect((await administrator.call('Login.Check')).headers.get('location')).toBe('/LoginMfa/false?browser=never');
    await administrator.ok('Mfa.Login', { body: { code: totp(key), rememberBrowser: true } });
    expect(await administrator.cookie('browser')).toBeUndefined();
    expect(await administrator.ok('Mfa.OwnStatus')).toMatchObject({ rememberedBrowsers: 0 });
    expect(await logIn(administrator, userName)).toMatchObject({ outcome: 'MfaCodeRequired' });

    const member = await unusedMember(site);
    const promoted = await logInAs(site, member.userName);
    const { key: theirs } = await enrol(promoted);
    await promoted.ok('Login.Logout');
    await resetUsedCodes(site, member.userName);
    await logIn(promoted, member.userName);
    await promoted.ok('Mfa.Login', { body: { code: totp(theirs), rememberBrowser: true } });
    expect(await logIn(promoted, member.userName)).toMatchObject({ outcome: 'SignedIn' });
    await setRoles(site, member.userId, ['SubscriberAdministration']);
    expect(await logIn(promoted, member.userName)).toMatchObject({ outcome: 'MfaCodeRequired' });
    // Nor is the browser remembered when the user is a member again.
    await setRoles(site, member.userId, ['Member']);
    expect(await logIn(promoted, member.userName)).toMatchObject({ outcome: 'MfaCodeRequired' });
  });

  it('is forgotten on request', async () => {
    const client = await remembered('mfa_user');
    await logIn(client);
    expect(await client.ok('Mfa.ForgetBrowsers')).toMatchObject({ rememberedBrowsers: 0 });
    expect(await logIn(client)).toMatchObject({ outcome: 'MfaCodeRequired' });
  });
});
