/** Changing one’s own password: the preconditions, the password rules, and what the change ends. */
import { logInAs, DEMO_PASSWORD } from '../../support/logInAs.ts';
import { createClient, type Client } from '../../support/client.ts';
import { awaitMail } from '../../support/mails.ts';
import { NEW_PASSWORD, requestLink } from '../../support/recovery.ts';
import { startServer } from '../../support/server.ts';
import { authenticatedAgo, makeImpersonation, sessions } from '../../support/sessions.ts';
import { unusedMember, type MemberAccount } from '../../support/unusedMember.ts';
import { useServer } from '../../support/useServer.ts';
import { forgetFailures } from '../../support/changeUser.ts';
import { rememberBrowser } from '../../support/credentials.ts';
import { countOf } from '../../support/facts.ts';
import { userOf } from '../../support/userFacts.ts';

const site = useServer();

const change = (
  client: Client,
  newPassword: string,
  currentPassword: string | undefined = DEMO_PASSWORD,
  confirmPassword = newPassword,
) =>
  client.call('ChangeDetails.ChangePassword', {
    body: { newPassword, confirmPassword, ...(currentPassword === '' ? {} : { currentPassword }) },
  });

const logIn = (userName: string, password: string) => createClient(site).ok('Login.Login', { body: { userName, password } });

async function loggedInMember(): Promise<{ member: MemberAccount; client: Client }> {
  const member = await unusedMember(site);
  return { member, client: await logInAs(site, member.userName) };
}

/** Sessions of the user, read from the database. */
const sessionsOf = ({ userId }: MemberAccount) => sessions(site, { userId });

describe('With the current password', () => {
  test('the new one is valid at once, the session gets a new token, and other sessions, links and remembered browsers end', async () => {
    const { member, client } = await loggedInMember();
    const otherSession = await logInAs(site, member.userName);
    const link = await requestLink(site, member);
    await rememberBrowser(site, member.userId);
    const [session, xsrf] = [await client.cookie('session'), await client.cookie('XSRF-TOKEN')];

    expect((await change(client, NEW_PASSWORD)).status).toBe(204);

    expect(await client.ok('Users.Self')).toMatchObject({ userName: member.userName });
    expect(await client.cookie('session')).not.toBe(session);
    expect(await client.cookie('XSRF-TOKEN')).not.toBe(xsrf);
    const old = createClient(site);
    await old.jar.setCookie(`session=${String(session)}; Path=/`, site.url);
    expect(await old.call('Users.Self')).toMatchObject({ status: 401 });
    expect(await otherSession.call('Users.Self')).toMatchObject({ status: 401 });
    expect(await sessionsOf(member)).toHaveLength(1);
    expect(await countOf(site, 'remembered_browsers', member.userId)).toBe(0);
    expect(await createClient(site).call('Login.ConfirmIdentity', { body: link })).toMatchObject({ status: 410 });
    expect(
      await createClient(site).call('Login.Login', { body: { userName: member.userName, password: DEMO_PASSWORD } }),
    ).toMatchObject({
      problem: { code: 'InvalidCredentials' },
    });
    expect(await logIn(member.userName, NEW_PASSWORD)).toMatchObject({ outcome: 'SignedIn' });
  });

  test('the user is notified by mail and the change is audited, both without the password', async () => {
    const { member, client } = await loggedInMember();
    await change(client, NEW_PASSWORD);
    const mail = await awaitMail(site, ({ to, subject }) => to[0] === member.email && subject.includes('password'));
    expect(mail.subject).toBe('Your Gatehouse password was changed');
    expect(mail.links).toEqual([]);
    const [event] = await site.database.query<{ event: string }>(
      `SELECT e::text AS event FROM audit_events e WHERE target = $1 AND action = 'ChangeDetails.ChangePassword'`,
      [member.userName],
    );
    expect(event?.event).toContain('success');
    for (const secret of [NEW_PASSWORD, DEMO_PASSWORD, 'argon2']) {
      expect(event?.event).not.toContain(secret);
      expect(`${mail.text}${mail.html}`).not.toContain(secret);
    }
  });

  test('the change counts as a proof of identity', async () => {
    const { member, client } = await loggedInMember();
    await authenticatedAgo(site, '1 hour', member.userId);
    await change(client, NEW_PASSWORD);
    await client.ok('ApiKey.Create', { name: 'report' });
  });

  test('a pending MFA session ends too', async () => {
    const { member, client } = await loggedInMember();
    await site.database.query(
      `INSERT INTO sessions (session_id, token_hash, user_id, kind, created_at, last_seen_at, authenticated_at, expires_at, idle_ms)
       VALUES (gen_random_uuid(), $2, $1, 'pending', now(), now(), now(), now() + interval '15 minutes', 900000)`,
      [member.userId, Buffer.from(member.userId)],
    );
    await change(client, NEW_PASSWORD);
    expect(await sessionsOf(member)).toHaveLength(1);
  });

  test('one of 20 concurrent changes succeeds, and its password is the valid one', async () => {
    const { member, client } = await loggedInMember();
    const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => change(client, `Boat-number-${String(index)}`)));
    const accepted = answers.flatMap(({ status }, index) => (status === 204 ? [index] : []));
    expect(accepted).toHaveLength(1);
    // The others failed because their current password was wrong by then.
    await forgetFailures(site, member.userId);
    expect(await logIn(member.userName, `Boat-number-${String(accepted[0])}`)).toMatchObject({ outcome: 'SignedIn' });
    expect(await countOf(site, 'password_history', member.userId)).toBe(1);
  });
});

describe('Without the current password', () => {
  test('nothing is changed, and the field has the reason', async () => {
    const { member, client } = await loggedInMember();
    expect(await change(client, NEW_PASSWORD, '')).toMatchObject({
      status: 400,
      problem: { code: 'Invalid', fields: { currentPassword: 'Current password is required' } },
    });
    expect(await change(client, NEW_PASSWORD, 'Wrong-one-1')).toMatchObject({
      status: 400,
      problem: { code: 'CurrentPasswordWrong', fields: { currentPassword: 'The current password is incorrect.' } },
    });
    expect(await logIn(member.userName, DEMO_PASSWORD)).toMatchObject({ outcome: 'SignedIn' });
  });

  test('guessing it is limited as at the login, sequential or concurrent', async () => {
    const { member, client } = await loggedInMember();
    const answers = await Promise.all(
      Array.from({ length: 14 }, (_, guess) => change(client, NEW_PASSWORD, `Guess-${String(guess)}`)),
    );
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(5);
    // A busy machine refuses calls that wait too long, which is no guess either.
    expect(answers.filter(({ status }) => status === 429 || status === 503)).toHaveLength(9);
    expect(await change(client, NEW_PASSWORD, DEMO_PASSWORD)).toMatchObject({ status: 429 });
    // Failures count per session: a stolen session cannot lock the owner out.
    expect(await logIn(member.userName, DEMO_PASSWORD)).toMatchObject({ outcome: 'SignedIn' });
  });

  test('an anonymous caller is refused', async () => {
    expect(await change(createClient(site), NEW_PASSWORD)).toMatchObject({ status: 401 });
    expect(await change(createClient(site), NEW_PASSWORD, '')).toMatchObject({ status: 403, problem: { code: 'GrantRequired' } });
  });

  test('a forged grant is refused', async () => {
    const client = createClient(site);
    await client.jar.setCookie(`grant=${'A'.repeat(43)}; Path=/`, site.url);
    expect(await change(client, NEW_PASSWORD, '')).toMatchObject({ status: 410 });
  });

  test('the grant of an invitation is refused', async () => {
    const { member, client } = await loggedInMember();
    await client.ok('Login.ConfirmIdentity', { body: await requestLink(site, member) });
    await site.database.query(`UPDATE grants SET purpose = 'registration' WHERE user_id = $1`, [member.userId]);
    expect(await change(client, NEW_PASSWORD, '')).toMatchObject({ status: 410 });
    expect(await logIn(member.userName, DEMO_PASSWORD)).toMatchObject({ outcome: 'SignedIn' });
  });

  test('an administrator who impersonates the user is refused', async () => {
    const { member, client } = await loggedInMember();
    await makeImpersonation(site, member.userId);
    expect(await change(client, NEW_PASSWORD)).toMatchObject({ status: 403, problem: { code: 'Impersonating' } });
  });
});

describe('A new password', () => {
  let member: MemberAccount;
  let client: Client;
  beforeAll(async () => {
    ({ member, client } = await loggedInMember());
  });

  const field = (message: string) => ({ status: 400, problem: { fields: { newPassword: message } } });

  test.each([
    ['Ab-1', 'New password must contain at least 6 characters'],
    ['ABCDEF-1', 'New password must have at least one lowercase letter'],
    ['abcdef-1', 'New password must have at least one uppercase letter'],
    ['Abcdef-x', 'New password must have at least one number'],
    [
      'A b c 1',
      'The password must contain at least 6 characters (both letters and numbers are required, punctuation is optional).',
    ],
    ['Aé1'.repeat(300), 'New password is too long. It cannot exceed 1024 bytes.'],
    ['\ud800Abcdef-1', 'New password contains characters that cannot be stored'],
    ['P@ssw0rd1', 'New password is too easy to guess, because many people use it. Please choose another one.'],
    [
      'Gatehouse-1',
      'New password must not be made of the name of the product or the organisation, your username or your email address.',
    ],
  ])('like %s is refused with the message of the rule', async (password, message) => {
    expect(await change(client, password)).toMatchObject(field(message));
  });

  test('made of the user name, address or organisation is refused', async () => {
    const { organisation } = await userOf(site, member.userId, 'organisation');
    const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1).toLowerCase();
    for (const known of [member.userName, member.email, member.email.replace(/@.*/, ''), organisation])
      expect(await change(client, `${capital(known)}1`)).toMatchObject({ status: 400, problem: { code: 'PasswordRefused' } });
  });

  test('must be repeated', async () => {
    expect(await change(client, NEW_PASSWORD, DEMO_PASSWORD, 'Quiet-harbour-8')).toMatchObject({
      status: 400,
      problem: { code: 'Invalid', fields: { confirmPassword: 'The confirmation must match New password' } },
    });
    const german = await logInAs(site, member.userName, { headers: { 'Accept-Language': 'de' } });
    expect(await change(german, NEW_PASSWORD, DEMO_PASSWORD, 'Quiet-harbour-8')).toMatchObject({
      problem: { fields: { confirmPassword: 'Die Bestätigung muss mit „Neues Passwort“ übereinstimmen' } },
    });
  });

  test('is validated before the current one is checked, so that a typing error costs no attempt', async () => {
    for (let time = 0; time < 8; time += 1) expect((await change(client, 'short', 'Wrong-one-1')).status).toBe(400);
    expect((await change(client, 'short')).problem?.fields).not.toHaveProperty('currentPassword');
  });

  test('may be long and in any script, and is compared in normalised form', async () => {
    const { member: reader, client: browser } = await loggedInMember();
    const long = `${'Zürich–Ωμέγα–東京–'.repeat(7)}9`.normalize('NFC');
    expect(Array.from(long).length).toBeGreaterThan(100);
    expect((await change(browser, long)).status).toBe(204);
    expect(await logIn(reader.userName, long.normalize('NFD'))).toMatchObject({ outcome: 'SignedIn' });
    expect(
      await createClient(site).call('Login.Login', { body: { userName: reader.userName, password: `${long}x` } }),
    ).toMatchObject({ status: 400 });
  });

  test('must differ from the last five', async () => {
    const { client: browser } = await loggedInMember();
    const passwords = [DEMO_PASSWORD, ...Array.from({ length: 5 }, (_, index) => `Boat-number-${String(index)}`)];
    const reused = { status: 400, problem: { code: 'PasswordReused', fields: { newPassword: expect.any(String) as string } } };
    for (let index = 1; index < 5; index += 1)
      expect((await change(browser, passwords[index]!, passwords[index - 1])).status).toBe(204);
    for (const former of passwords.slice(0, 5)) expect(await change(browser, former, passwords[4])).toMatchObject(reused);
    expect((await change(browser, passwords[5]!, passwords[4])).status).toBe(204);
    // The first one is now the sixth from the end.
    expect((await change(browser, passwords[0]!, passwords[5])).status).toBe(204);
  });

  test('must have the configured minimum length', async () => {
    const strict = await startServer({ database: site.database, env: { PASSWORD_MIN_LENGTH: '12' } });
    const browser = await logInAs(strict, member.userName);
    const answer = await change(browser, 'Harbour-7');
    await strict.stop();
    expect(answer).toMatchObject(field('New password must contain at least 12 characters'));
  });
});
