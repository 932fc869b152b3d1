/** Forgotten passwords and user names: the replies, the mails, and what a mailed link allows. */
import { systemOrigin } from '../../../server/audit/append.ts';
import { readConfig } from '../../../server/config/config.ts';
import type { Context } from '../../../server/context.ts';
import { openDatabase } from '../../../server/db/database.ts';
import { openKeyring } from '../../../server/encryption/keyring.ts';
import { readMasterKeys } from '../../../server/encryption/masterKeys.ts';
import { recoveryRequests } from '../../../server/recovery/requests.ts';
import { disable } from '../../support/changeUser.ts';
import { logInAs, DEMO_PASSWORD, totp } from '../../support/logInAs.ts';
import { createClient } from '../../support/client.ts';
import { rememberBrowser } from '../../support/credentials.ts';
import { createDatabase } from '../../support/database.ts';
import { eventually } from '../../support/eventually.ts';
import { resetUsedCodes, wrongCode } from '../../support/mfa.ts';
import { openTestPool } from '../../support/openTestPool.ts';
import { plainRequest } from '../../support/plainRequest.ts';
import { queuedMails } from '../../support/queuedMails.ts';
import { NEW_PASSWORD, newPassword, confirmLink, requestLink, type RecoveryLink } from '../../support/recovery.ts';
import { startServer } from '../../support/server.ts';
import { endThrottles, forgetThrottles } from '../../support/throttles.ts';
import { unusedMember } from '../../support/unusedMember.ts';
import { useServer } from '../../support/useServer.ts';
import { userIdOf } from '../../support/userFacts.ts';

const MFA_USER = { userName: 'mfa_user', email: 'mfa_user@example.com' };
const site = useServer();

beforeEach(async () => {
  await forgetThrottles(site);
});

const logIn = async (userName: string, password: string) =>
  createClient(site).call('Login.Login', { body: { userName, password } });

const mailsTo = async (email: string) => (await site.mails()).filter((mail) => mail.to[0] === email);

/** Waits until all mail queued so far has been sent. */
const waitForEmptyOutbox = () =>
  eventually('the outbox to be empty', async () => {
    return (await queuedMails(site, { sentAt: null })).length === 0;
  });

const eventsOf = (userName: string) =>
  site.database.query<{ action: string; outcome: string; actor: string | null; details: Record<string, unknown> }>(
    "SELECT action, outcome, actor, details FROM audit_events WHERE target = $1 AND at > now() - interval '1 minute' ORDER BY seq",
    [userName],
  );

describe('A forgotten password', () => {
  test('is replaced via a mailed link, which creates no session and ends all sessions, grants and remembered browsers', async () => {
    const member = await unusedMember(site);
    const otherSession = await logInAs(site, member.userName);
    await createClient(site).ok('Login.Login', { body: { userName: member.userName, password: DEMO_PASSWORD } });
    await rememberBrowser(site, member.userId);

    const client = await confirmLink(site, await requestLink(site, member));
    await client.ok('ChangeDetails.ChangePassword', newPassword());

    expect(await client.call('Users.Self')).toMatchObject({ status: 401 });
    expect(await client.cookie('session')).toBeUndefined();
    expect(await client.cookie('grant')).toBeUndefined();
    expect(await otherSession.call('Users.Self')).toMatchObject({ status: 401 });
    for (const table of ['sessions', 'grants', 'remembered_browsers'])
      expect(await site.database.query(`SELECT 1 FROM ${table} WHERE user_id = $1`, [member.userId])).toEqual([]);
    expect(await logIn(member.userName, DEMO_PASSWORD)).toMatchObject({ status: 400, problem: { code: 'InvalidCredentials' } });
    expect((await logIn(member.userName, NEW_PASSWORD)).body).toMatchObject({ outcome: 'SignedIn' });

    await waitForEmptyOutbox();
    expect((await mailsTo(member.email)).map((mail) => mail.subject)).toContain('Your Gatehouse password was changed');
    expect(await eventsOf(member.userName)).toEqual(
      expect.arrayContaining([
        { action: 'Login.ForgotPassword', outcome: 'success', actor: null, details: { mailed: true } },
        { action: 'Login.ConfirmIdentity', outcome: 'success', actor: member.userName, details: { by: 'link' } },
        { action: 'ChangeDetails.ChangePassword', outcome: 'success', actor: member.userName, details: { by: 'recovery' } },
      ]),
    );
  });

  test('with MFA on also needs a code; a wrong one uses nothing up', async () => {
    const link = await requestLink(site, MFA_USER);
    const client = createClient(site);
    expect(await client.call('Login.ConfirmIdentity', { body: link })).toMatchObject({
      status: 400,
      problem: { code: 'MfaCodeRequired', fields: { mfaCode: expect.any(String) as string } },
    });
    expect(await client.call('Login.ConfirmIdentity', { body: { ...link, mfaCode: wrongCode() } })).toMatchObject({
      status: 400,
      problem: { code: 'InvalidCode' },
    });
    expect(await client.cookie('grant')).toBeUndefined();
    expect(await client.call('ChangeDetails.ChangePassword', newPassword())).toMatchObject({ status: 403 });
    await resetUsedCodes(site, 'mfa_user');
    await client.ok('Login.ConfirmIdentity', { body: { ...link, mfaCode: totp() } });
    await client.ok('ChangeDetails.ChangePassword', newPassword());
    // The new password alone leads to the MFA step only.
    expect((await logIn('mfa_user', NEW_PASSWORD)).body).toMatchObject({ outcome: 'MfaCodeRequired' });
  });

  test('with MFA on accepts a recovery code instead, once', async () => {
    await resetUsedCodes(site, 'mfa_user');
    const admin = await logInAs(site, 'sysadmin');
    const userId = await userIdOf(site, 'mfa_user');
    const { recoveryCode } = await admin.ok('Mfa.RecoveryFor', { userId });
    const client = createClient(site);
    await client.ok('Login.ConfirmIdentity', { body: { ...(await requestLink(site, MFA_USER)), mfaCode: recoveryCode } });
    const again = await requestLink(site, MFA_USER);
    expect(await client.call('Login.ConfirmIdentity', { body: { ...again, mfaCode: recoveryCode } })).toMatchObject({
      problem: { code: 'InvalidCode' },
    });
  });

  test('needs the code also if MFA was turned on after the link was sent', async () => {
    const member = await unusedMember(site);
    const link = await requestLink(site, member);
    await site.database.query('UPDATE users SET mfa_enrolled_at = now(), mfa_secret = $2 WHERE user_id = $1', [
      member.userId,
      'JBSWY3DPEHPK3PXP',
    ]);
    expect(await createClient(site).call('Login.ConfirmIdentity', { body: link })).toMatchObject({
      problem: { code: 'MfaCodeRequired' },
    });
  });

  test('of a locked account is replaced, which unlocks it', async () => {
    const member = await unusedMember(site);
    for (let guess = 0; guess < 5; guess += 1) await logIn(member.userName, `Guess-${String(guess)}`);
    expect((await logIn(member.userName, DEMO_PASSWORD)).body).toMatchObject({ outcome: 'Rejected', reason: 'Locked' });
    const client = await confirmLink(site, await requestLink(site, member));
    await client.ok('ChangeDetails.ChangePassword', newPassword());
    expect((await logIn(member.userName, NEW_PASSWORD)).body).toMatchObject({ outcome: 'SignedIn' });
  });

  test('of a disabled account is replaced, and the account stays disabled', async () => {
    const member = await unusedMember(site);
    await disable(site, member.userId);
    const client = await confirmLink(site, await requestLink(site, member));
    await client.ok('ChangeDetails.ChangePassword', newPassword());
    expect((await logIn(member.userName, NEW_PASSWORD)).body).toMatchObject({ outcome: 'Rejected', reason: 'Disabled' });
  });
});

describe('A recovery request', () => {
  const ask = (userNameOrEmail: string) => createClient(site).call('Login.ForgotPassword', { body: { userNameOrEmail } });

  test('has the same reply for known, unknown, invited, disabled and throttled accounts', async () => {
    const known = await unusedMember(site);
    const answers = [];
    for (const name of [known.userName, known.email, 'nobody_here', 'nobody@example.com', 'invited@example.com', 'disabled_user'])
      answers.push(await ask(name));
    for (let more = 0; more < 4; more += 1) answers.push(await ask(known.userName));
    expect(new Set(answers.map(({ status, text }) => `${String(status)} ${text}`))).toEqual(new Set(['200 {"accepted":true}']));
    const names = answers.map(({ headers }) => [...headers.keys()].sort().join());
    expect(new Set(names).size).toBe(1);
  });

  test('sends mail to registered users only', async () => {
    const known = await unusedMember(site);
    for (const name of ['nobody@example.com', 'invited@example.com', 'expired@example.com', known.email]) await ask(name);
    await waitForEmptyOutbox();
    expect(await mailsTo(known.email)).toHaveLength(1);
    for (const email of ['nobody@example.com', 'invited@example.com', 'expired@example.com'])
      expect(await mailsTo(email)).toEqual([]);
  });

  test('finds the account in any case and Unicode form of its name', async () => {
    const known = await unusedMember(site);
    const wide = known.userName.replace(/[a-z]/, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0));
    for (const name of [known.userName.toUpperCase(), wide, `  ${known.email.toUpperCase()} `]) await ask(name);
    await waitForEmptyOutbox();
    expect(await mailsTo(known.email)).toHaveLength(3);
  });

  test('beyond three in a quarter of an hour sends no more mail, and the last link still works', async () => {
    const member = await unusedMember(site);
    const last: RecoveryLink[] = [];
    for (let mail = 0; mail < 3; mail += 1) last.push(await requestLink(site, member));
    await ask(member.userName);
    await ask(member.email);
    await waitForEmptyOutbox();
    expect(await mailsTo(member.email)).toHaveLength(3);
    await confirmLink(site, last[2] as RecoveryLink);
    await endThrottles(site);
    await requestLink(site, member);
  });

  test('is rate limited per address, whatever address its headers claim', async () => {
    const strict = await startServer({ database: site.database, env: { LIMIT_RECOVERY_PER_ADDRESS: '3' } });
    const statuses = [];
    for (let request = 0; request < 5; request += 1) {
      const client = createClient(strict, {
        headers: { 'X-Forwarded-For': `192.0.2.${String(request)}`, Forwarded: 'for=192.0.2.9' },
      });
      const { status, headers } = await client.call('Login.ForgotUsername', {
        body: { email: `nobody${String(request)}@example.com` },
      });
      statuses.push(status);
      if (status === 429) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    }
    await strict.stop();
    expect(statuses).toEqual([200, 200, 200, 429, 429]);
  });

  test('takes as many statements for known and unknown names, so that its time does not tell them apart', async () => {
    // Its mails stay queued: no server runs on it.
    const database = await createDatabase();
    const pool = openTestPool(database.url, 1);
    let ran = 0;
    const db = openDatabase(pool).withPlugin({
      transformQuery: ({ node }) => {
        ran += 1;
        return node;
      },
      transformResult: ({ result }) => Promise.resolve(result),
    });
    const config = readConfig({ DATABASE_URL: database.url, SECRET_KEY: Buffer.alloc(32, 7).toString('base64') });
    const keyring = await openKeyring(db, readMasterKeys(config), () => new Date());
    const secret = { sign: () => 'x'.repeat(12) };
    const answer = recoveryRequests({ config, db, keyring, secret, publicUrl: () => site.url } as unknown as Context);
    const member = await unusedMember({ database });
    const statementsOf = async (name: 'Login.ForgotPassword' | 'Login.ForgotUsername', body: object) => {
      ran = 0;
      const origin = systemOrigin(new Date());
      const call = { name, body, origin, now: new Date(), locale: 'en-US', request: { ip: '192.0.2.1' } };
      await answer(call as unknown as Parameters<typeof answer>[0]);
      return ran;
    };
    const known = await statementsOf('Login.ForgotPassword', { userNameOrEmail: member.userName });
    expect(known).toBeGreaterThan(0);
    expect(await statementsOf('Login.ForgotPassword', { userNameOrEmail: 'nobody_here' })).toBe(known);
    const mailed = await statementsOf('Login.ForgotUsername', { email: member.email });
    expect(mailed).toBeGreaterThan(0);
    expect(await statementsOf('Login.ForgotUsername', { email: 'nobody@example.com' })).toBe(mailed);
    await db.destroy();
    await database.drop();
  });

  test('builds the link from the public address, whatever host its headers claim', async () => {
    const database = await createDatabase();
    const known = await startServer({ database, env: { PUBLIC_URL: 'https://id.example.com' } });
    // `fetch` would replace the Host header.
    const poisoned = await plainRequest(`${known.url}/api/Login/Login`, { headers: { Host: 'evil.example' } });
    expect(poisoned.statusCode).toBe(421);
    const headers = {
      Host: 'id.example.com',
      'X-Forwarded-Host': 'evil.example',
      'X-Forwarded-Proto': 'ftp',
      Forwarded: 'host=evil.example',
      'X-Original-Host': 'evil.example',
    };
    const page = await plainRequest(`${known.url}/api/Login/Login`, { headers });
    const xsrf = /XSRF-TOKEN=([^;]+)/.exec(page.headers['set-cookie']?.join() ?? '')?.[1] ?? '';
    const answer = await plainRequest(`${known.url}/api/Login/ForgotPassword`, {
      method: 'POST',
      headers: {
        ...headers,
        'Content-Type': 'application/json',
        'X-Requested-With': 'XMLHttpRequest',
        'X-XSRF-TOKEN': xsrf,
        Cookie: `XSRF-TOKEN=${xsrf}`,
      },
      body: JSON.stringify({ userNameOrEmail: 'ordinary' }),
    });
    expect(answer.statusCode).toBe(200);
    const mail = await eventually('the mail', async () => (await known.mails())[0]);
    await known.stop();
    await database.drop();
    expect(mail.links[0]).toMatch(/^https:\/\/id\.example\.com\/ForgottenPassword\?/);
    expect(`${mail.text}${mail.html}${mail.from}`).not.toContain('evil');
  });
});

describe('A forgotten user name', () => {
  test('is mailed to the address it belongs to, with a link to log in', async () => {
    const member = await unusedMember(site);
    await createClient(site).ok('Login.ForgotUsername', { body: { email: member.email.toUpperCase() } });
    const mail = await eventually('the mail', async () => (await mailsTo(member.email))[0]);
    expect(mail.subject).toBe('Your username for Gatehouse');
    expect(mail.text).toContain(`\n  ${member.userName}\n`);
    expect(mail.links).toEqual([`${site.url}/Login`]);
    expect(await eventsOf(member.userName)).toEqual([
      { action: 'Login.ForgotUsername', outcome: 'success', actor: null, details: { mailed: true } },
    ]);
  });

  test('has the same reply for an unknown address, and sends no mail', async () => {
    const answers = [];
    for (const email of ['ordinary@example.com', 'nobody@example.com', 'invited@example.com'])
      answers.push(await createClient(site).call('Login.ForgotUsername', { body: { email } }));
    expect(new Set(answers.map(({ status, text }) => `${String(status)} ${text}`)).size).toBe(1);
    await waitForEmptyOutbox();
    for (const email of ['nobody@example.com', 'invited@example.com']) expect(await mailsTo(email)).toEqual([]);
  });

  test('is mailed at most three times in a quarter of an hour', async () => {
    const member = await unusedMember(site);
    for (let request = 0; request < 5; request += 1)
      await createClient(site).ok('Login.ForgotUsername', { body: { email: member.email } });
    await waitForEmptyOutbox();
    expect(await mailsTo(member.email)).toHaveLength(3);
  });

  test('needs a valid address', async () => {
    expect(await createClient(site).call('Login.ForgotUsername', { body: { email: 'nobody' } })).toMatchObject({
      status: 400,
      problem: { fields: { email: 'Email must be a valid email address' } },
    });
  });
});
