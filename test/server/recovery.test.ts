/** Forgotten passwords and user names: who is told what, and what a mailed link can and cannot do. */
import { as, DEMO_PASSWORD, totp } from '../support/as.ts';
import { createClient } from '../support/client.ts';
import { createDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { resetUsedCodes, wrongCode } from '../support/mfa.ts';
import { plainRequest } from '../support/plainRequest.ts';
import { NEW_PASSWORD, newPassword, confirmLink, requestLink, type RecoveryLink } from '../support/recovery.ts';
import { startServer } from '../support/server.ts';
import { unusedMember } from '../support/unusedMember.ts';
import { useServer } from '../support/useServer.ts';

const MFA_USER = { userName: 'mfa_user', email: 'mfa_user@example.com' };
const site = useServer();

beforeEach(async () => {
  await site.database.query('DELETE FROM throttles');
});

const logIn = async (userName: string, password: string) =>
  createClient(site).call('Login.Login', { body: { userName, password } });

const mailsTo = async (email: string) => (await site.mails()).filter((mail) => mail.to[0] === email);

/** All mail that was queued before now has been sent. */
const mailSettles = () =>
  eventually('the outbox to be empty', async () => {
    const [row] = await site.database.query<{ waiting: number }>(
      'SELECT count(*)::int AS waiting FROM mails WHERE sent_at IS NULL',
    );
    return row?.waiting === 0;
  });

const eventsOf = (userName: string) =>
  site.database.query<{ action: string; outcome: string; actor: string | null; details: Record<string, unknown> }>(
    "SELECT action, outcome, actor, details FROM audit_events WHERE target = $1 AND at > now() - interval '1 minute' ORDER BY seq",
    [userName],
  );

describe('A forgotten password', () => {
  test('is replaced by way of a mailed link, which signs nobody in and ends what the old one had opened', async () => {
    const person = await unusedMember(site);
    const elsewhere = await as(site, person.userName);
    await createClient(site).ok('Login.Login', { body: { userName: person.userName, password: DEMO_PASSWORD } });
    await site.database.query(`INSERT INTO remembered_browsers VALUES ($1, $2, now(), now() + interval '1 day')`, [
      Buffer.from('a browser'),
      person.userId,
    ]);

    const client = await confirmLink(site, await requestLink(site, person));
    await client.ok('ChangeDetails.ChangePassword', newPassword());

    expect(await client.call('Users.Self')).toMatchObject({ status: 401 });
    expect(await client.cookie('session')).toBeUndefined();
    expect(await client.cookie('grant')).toBeUndefined();
    expect(await elsewhere.call('Users.Self')).toMatchObject({ status: 401 });
    for (const table of ['sessions', 'grants', 'remembered_browsers'])
      expect(await site.database.query(`SELECT 1 FROM ${table} WHERE user_id = $1`, [person.userId])).toEqual([]);
    expect(await logIn(person.userName, DEMO_PASSWORD)).toMatchObject({ status: 400, problem: { code: 'InvalidCredentials' } });
    expect((await logIn(person.userName, NEW_PASSWORD)).body).toMatchObject({ outcome: 'SignedIn' });

    await mailSettles();
    expect((await mailsTo(person.email)).map((mail) => mail.subject)).toContain('Your Gatehouse password was changed');
    expect(await eventsOf(person.userName)).toEqual(
      expect.arrayContaining([
        { action: 'Login.ForgotPassword', outcome: 'success', actor: null, details: { mailed: true } },
        { action: 'Login.ConfirmIdentity', outcome: 'success', actor: person.userName, details: { by: 'link' } },
        { action: 'ChangeDetails.ChangePassword', outcome: 'success', actor: person.userName, details: { by: 'recovery' } },
      ]),
    );
  });

  test('with MFA on asks for a code as well, and a wrong one uses nothing up', async () => {
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
    // The new password alone opens nothing but the step of the code.
    expect((await logIn('mfa_user', NEW_PASSWORD)).body).toMatchObject({ outcome: 'MfaCodeRequired' });
  });

  test('with MFA on takes a recovery code instead, once', async () => {
    await resetUsedCodes(site, 'mfa_user');
    const admin = await as(site, 'sysadmin');
    const [{ user_id: userId }] = (await site.database.query<{ user_id: string }>(
      `SELECT user_id FROM users WHERE user_name = 'mfa_user'`,
    )) as [{ user_id: string }];
    const { recoveryCode } = await admin.ok('Mfa.RecoveryFor', { userId });
    const client = createClient(site);
    await client.ok('Login.ConfirmIdentity', { body: { ...(await requestLink(site, MFA_USER)), mfaCode: recoveryCode } });
    const again = await requestLink(site, MFA_USER);
    expect(await client.call('Login.ConfirmIdentity', { body: { ...again, mfaCode: recoveryCode } })).toMatchObject({
      problem: { code: 'InvalidCode' },
    });
  });

  test('whose MFA was turned on after the link went out asks for the code at use', async () => {
    const person = await unusedMember(site);
    const link = await requestLink(site, person);
    await site.database.query('UPDATE users SET mfa_enrolled_at = now(), mfa_secret = $2 WHERE user_id = $1', [
      person.userId,
      'JBSWY3DPEHPK3PXP',
    ]);
    expect(await createClient(site).call('Login.ConfirmIdentity', { body: link })).toMatchObject({
      problem: { code: 'MfaCodeRequired' },
    });
  });

  test('of a locked account is replaced, and the lock goes with it', async () => {
    const person = await unusedMember(site);
    for (let guess = 0; guess < 5; guess += 1) await logIn(person.userName, `Guess-${String(guess)}`);
    expect((await logIn(person.userName, DEMO_PASSWORD)).body).toMatchObject({ outcome: 'Rejected', reason: 'Locked' });
    const client = await confirmLink(site, await requestLink(site, person));
    await client.ok('ChangeDetails.ChangePassword', newPassword());
    expect((await logIn(person.userName, NEW_PASSWORD)).body).toMatchObject({ outcome: 'SignedIn' });
  });

  test('of a disabled account is replaced, and the account stays disabled', async () => {
    const person = await unusedMember(site);
    await site.database.query('UPDATE users SET enabled = false WHERE user_id = $1', [person.userId]);
    const client = await confirmLink(site, await requestLink(site, person));
    await client.ok('ChangeDetails.ChangePassword', newPassword());
    expect((await logIn(person.userName, NEW_PASSWORD)).body).toMatchObject({ outcome: 'Rejected', reason: 'Disabled' });
  });
});

describe('Asking', () => {
  const ask = (userNameOrEmail: string) => createClient(site).call('Login.ForgotPassword', { body: { userNameOrEmail } });

  test('gets the same answer, known, unknown, invited, disabled, or asked for too often', async () => {
    const known = await unusedMember(site);
    const answers = [];
    for (const name of [known.userName, known.email, 'nobody_here', 'nobody@example.com', 'invited@example.com', 'disabled_user'])
      answers.push(await ask(name));
    for (let more = 0; more < 4; more += 1) answers.push(await ask(known.userName));
    expect(new Set(answers.map(({ status, text }) => `${String(status)} ${text}`))).toEqual(new Set(['200 {"accepted":true}']));
    const names = answers.map(({ headers }) => [...headers.keys()].sort().join());
    expect(new Set(names).size).toBe(1);
  });

  test('mails people who have an account, and nobody else', async () => {
    const known = await unusedMember(site);
    for (const name of ['nobody@example.com', 'invited@example.com', 'expired@example.com', known.email]) await ask(name);
    await mailSettles();
    expect(await mailsTo(known.email)).toHaveLength(1);
    for (const email of ['nobody@example.com', 'invited@example.com', 'expired@example.com'])
      expect(await mailsTo(email)).toEqual([]);
  });

  test('finds the account whatever the case and the Unicode form of its name', async () => {
    const known = await unusedMember(site);
    const wide = known.userName.replace(/[a-z]/, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0));
    for (const name of [known.userName.toUpperCase(), wide, `  ${known.email.toUpperCase()} `]) await ask(name);
    await mailSettles();
    expect(await mailsTo(known.email)).toHaveLength(3);
  });

  test('more than three times in a quarter of an hour sends no more mail, and the last link still works', async () => {
    const person = await unusedMember(site);
    const last: RecoveryLink[] = [];
    for (let mail = 0; mail < 3; mail += 1) last.push(await requestLink(site, person));
    await ask(person.userName);
    await ask(person.email);
    await mailSettles();
    expect(await mailsTo(person.email)).toHaveLength(3);
    await confirmLink(site, last[2] as RecoveryLink);
    await site.database.query('UPDATE throttles SET resets_at = now()');
    await requestLink(site, person);
  });

  test('too often from one address is refused, whatever address the request claims', async () => {
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

  test('takes the same time for a name in use and for an unknown one', async () => {
    const roomy = await startServer({
      database: site.database,
      env: { LIMIT_RECOVERY_PER_ADDRESS: '1000000', LIMIT_RECOVERY_MAILS: '1000000' },
    });
    const client = createClient(roomy);
    const time = async (userNameOrEmail: string) => {
      const begun = performance.now();
      await client.ok('Login.ForgotPassword', { body: { userNameOrEmail } });
      return performance.now() - begun;
    };
    const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] };
    await time('support_user');
    // By turns, so that whatever else the machine does touches both alike.
    for (let round = 0; round < 60; round += 1) {
      times.known.push(await time('support_user'));
      times.unknown.push(await time(`nobody_${String(round)}`));
    }
    await roomy.stop();
    const median = (values: readonly number[]) => values.toSorted((left, right) => left - right)[values.length >> 1] as number;
    const [known, unknown] = [median(times.known), median(times.unknown)];
    // A busy machine moves medians apart, but not to one side: 60 tosses of a coin stay between 13 and 47 (4.4 standard deviations).
    const longer = times.known.filter((ms, round) => ms > (times.unknown[round] as number)).length;
    const isOneSided = longer < 13 || longer > 47;
    expect(isOneSided ? Math.abs(known - unknown) : 0).toBeLessThan(Math.max(1.5, unknown / 3));
  });

  test('builds the link from the public address, whatever the request says of its host', async () => {
    const database = await createDatabase();
    const known = await startServer({ database, env: { PUBLIC_URL: 'https://id.example.com' } });
    // `fetch` would put its own in place of this one.
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
    const person = await unusedMember(site);
    await createClient(site).ok('Login.ForgotUsername', { body: { email: person.email.toUpperCase() } });
    const mail = await eventually('the mail', async () => (await mailsTo(person.email))[0]);
    expect(mail.subject).toBe('Your username for Gatehouse');
    expect(mail.text).toContain(`\n  ${person.userName}\n`);
    expect(mail.links).toEqual([`${site.url}/Login`]);
    expect(await eventsOf(person.userName)).toEqual([
      { action: 'Login.ForgotUsername', outcome: 'success', actor: null, details: { mailed: true } },
    ]);
  });

  test('gets the same answer for an address nobody has, and no mail', async () => {
    const answers = [];
    for (const email of ['ordinary@example.com', 'nobody@example.com', 'invited@example.com'])
      answers.push(await createClient(site).call('Login.ForgotUsername', { body: { email } }));
    expect(new Set(answers.map(({ status, text }) => `${String(status)} ${text}`)).size).toBe(1);
    await mailSettles();
    for (const email of ['nobody@example.com', 'invited@example.com']) expect(await mailsTo(email)).toEqual([]);
  });

  test('is mailed three times in a quarter of an hour at most', async () => {
    const person = await unusedMember(site);
    for (let request = 0; request < 5; request += 1)
      await createClient(site).ok('Login.ForgotUsername', { body: { email: person.email } });
    await mailSettles();
    expect(await mailsTo(person.email)).toHaveLength(3);
  });

  test('needs an address that is one', async () => {
    expect(await createClient(site).call('Login.ForgotUsername', { body: { email: 'nobody' } })).toMatchObject({
      status: 400,
      problem: { fields: { email: 'Email must be a valid email address' } },
    });
  });
});
