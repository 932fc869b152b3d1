/** What a mailed recovery link, and the grant it is traded for, can and cannot do. */
import { as, DEMO_PASSWORD, totp } from '../support/as.ts';
import { createClient } from '../support/client.ts';
import { eventually } from '../support/eventually.ts';
import { resetUsedCodes, wrongCode } from '../support/mfa.ts';
import { NEW_PASSWORD, newPassword, confirmLink, requestLink, type RecoveryLink } from '../support/recovery.ts';
import { unusedMember, type MemberAccount } from '../support/unusedMember.ts';
import { useServer } from '../support/useServer.ts';

const MFA_USER = { userName: 'mfa_user', email: 'mfa_user@example.com' };
const site = useServer({ env: { LIMIT_HASH_WAIT_MS: '20000' } });

beforeEach(async () => {
  await site.database.query('DELETE FROM throttles');
});

const logIn = async (userName: string, password: string) =>
  createClient(site).call('Login.Login', { body: { userName, password } });

/** All mail that was queued before now has been sent. */
const mailSettles = () =>
  eventually('the outbox to be empty', async () => {
    const [row] = await site.database.query<{ waiting: number }>(
      'SELECT count(*)::int AS waiting FROM mails WHERE sent_at IS NULL',
    );
    return row?.waiting === 0;
  });

describe('A recovery link', () => {
  test('works once', async () => {
    const link = await requestLink(site, await unusedMember(site));
    await (await confirmLink(site, link)).ok('ChangeDetails.ChangePassword', newPassword());
    expect(await createClient(site).call('Login.ConfirmIdentity', { body: link })).toMatchObject({
      status: 410,
      problem: { code: 'LinkGone' },
    });
  });

  test('is not spent by being opened, even by a scanner that runs scripts', async () => {
    const person = await unusedMember(site);
    const link = await requestLink(site, person);
    const early = await confirmLink(site, link);
    const owner = await confirmLink(site, link);
    const late = await confirmLink(site, link);
    await owner.ok('ChangeDetails.ChangePassword', newPassword());
    for (const scanner of [early, late])
      expect(await scanner.call('ChangeDetails.ChangePassword', newPassword('Another-one-8'))).toMatchObject({
        status: 410,
        problem: { code: 'LinkGone' },
      });
    expect((await logIn(person.userName, NEW_PASSWORD)).body).toMatchObject({ outcome: 'SignedIn' });
  });

  test('ends what it had granted when a newer one is asked for', async () => {
    const person = await unusedMember(site);
    const older = await confirmLink(site, await requestLink(site, person));
    const newer = await confirmLink(site, await requestLink(site, person));
    expect(await older.call('ChangeDetails.ChangePassword', newPassword())).toMatchObject({ status: 410 });
    await newer.ok('ChangeDetails.ChangePassword', newPassword());
  });

  test('is void when a newer one was asked for', async () => {
    const person = await unusedMember(site);
    const older = await requestLink(site, person);
    const newer = await requestLink(site, person);
    expect(await createClient(site).call('Login.ConfirmIdentity', { body: older })).toMatchObject({ status: 410 });
    await confirmLink(site, newer);
  });

  test('expires after an hour, which is looked at when it is used', async () => {
    const person = await unusedMember(site);
    const link = await requestLink(site, person);
    const [row] = await site.database.query<{ minutes: number }>(
      `SELECT extract(epoch FROM expires_at - created_at)::int / 60 AS minutes FROM links WHERE user_id = $1 AND used_at IS NULL`,
      [person.userId],
    );
    expect(row?.minutes).toBe(60);
    await site.database.query('UPDATE links SET expires_at = now() WHERE user_id = $1', [person.userId]);
    expect(await createClient(site).call('Login.ConfirmIdentity', { body: link })).toMatchObject({ status: 410 });
  });

  test('changes nothing by being opened, as mail scanners do', async () => {
    const link = await requestLink(site, await unusedMember(site));
    const scanner = createClient(site);
    const query = `userId=${link.userId}&token=${link.token}`;
    for (const method of ['GET', 'HEAD']) {
      const page = await scanner.raw(`/ForgottenPassword?${query}`, { method, bare: true });
      expect(page.headers.getSetCookie().join()).not.toContain('grant');
    }
    expect((await scanner.raw(`/api/Login/ConfirmIdentity?${query}`, { bare: true })).status).toBe(405);
    await confirmLink(site, link);
  });

  test('stands in the store only as a hash, and in the mail alone once that is sent', async () => {
    const person = await unusedMember(site);
    const { token } = await requestLink(site, person);
    await mailSettles();
    for (const table of ['links', 'mails', 'audit_events', 'grants', 'settings']) {
      const [row] = await site.database.query<{ found: boolean }>(
        `SELECT coalesce(bool_or(position($1 IN t::text) > 0), false) AS found FROM ${table} t`,
        [token],
      );
      expect([table, row?.found]).toEqual([table, false]);
    }
    expect(site.output()).not.toContain(token);
  });

  describe('cannot be made up', () => {
    let person: MemberAccount;
    let link: RecoveryLink;
    let other: RecoveryLink;
    beforeAll(async () => {
      await site.database.query('DELETE FROM throttles');
      [person, other] = [await unusedMember(site), await requestLink(site, await unusedMember(site))];
      link = await requestLink(site, person);
    });

    const wrong: [string, () => unknown, number][] = [
      ['no token', () => ({ userId: link.userId }), 400],
      ['an empty token', () => ({ ...link, token: '' }), 400],
      ['null', () => ({ ...link, token: null }), 400],
      ['a list', () => ({ ...link, token: [link.token] }), 400],
      ['an object', () => ({ ...link, token: { $ne: '' } }), 400],
      ['no user', () => ({ token: link.token }), 400],
      ['a list of users', () => ({ ...link, userId: [link.userId] }), 400],
      ['another user', () => ({ ...link, userId: other.userId }), 410],
      ["another user's token", () => ({ ...link, token: other.token }), 410],
      ['a guessed token', () => ({ ...link, token: 'A'.repeat(43) }), 410],
      ['a token in another case', () => ({ ...link, token: link.token.toLowerCase() }), 410],
      ['a token and a blank', () => ({ ...link, token: `${link.token} ` }), 410],
      ['a field too many', () => ({ ...link, enabled: true }), 400],
      ['a password beside it', () => ({ ...link, password: DEMO_PASSWORD }), 400],
      ['an empty code', () => ({ ...link, mfaCode: '' }), 400],
      ['a code that is null', () => ({ ...link, mfaCode: null }), 400],
    ];
    test.each(wrong)('from %s', async (_what, body, status) => {
      const client = createClient(site);
      await client.raw('/api/Login/Login');
      const answer = await client.raw('/api/Login/ConfirmIdentity', {
        method: 'POST',
        body: JSON.stringify(body()),
        headers: { 'Content-Type': 'application/json' },
      });
      expect(answer.status).toBe(status);
      expect(await client.cookie('grant')).toBeUndefined();
    });

    test('from a link for another purpose', async () => {
      await site.database.query(`UPDATE links SET purpose = 'invite' WHERE user_id = $1`, [other.userId]);
      expect(await createClient(site).call('Login.ConfirmIdentity', { body: other })).toMatchObject({ status: 410 });
    });

    test('and after all that it still works', async () => {
      await site.database.query('DELETE FROM throttles');
      await confirmLink(site, link);
    });
  });

  test('gives no more guesses at the code than signing in does, however many links are asked for', async () => {
    await site.database.query(`UPDATE users SET mfa_failures = 0, locked_until = NULL WHERE user_name = 'mfa_user'`);
    const codes: string[] = [];
    for (let mail = 0; mail < 3; mail += 1) {
      const link = await requestLink(site, MFA_USER);
      const answers = await Promise.all(
        Array.from({ length: 5 }, () =>
          createClient(site).call('Login.ConfirmIdentity', { body: { ...link, mfaCode: wrongCode() } }),
        ),
      );
      codes.push(...answers.map(({ problem }) => problem?.code ?? ''));
    }
    expect(codes.filter((code) => code === 'InvalidCode')).toHaveLength(10);
    expect(codes.filter((code) => code === 'TooManyRequests')).toHaveLength(5);
    await resetUsedCodes(site, 'mfa_user');
    await site.database.query('DELETE FROM throttles');
    const right = await createClient(site).call('Login.ConfirmIdentity', {
      body: { ...(await requestLink(site, MFA_USER)), mfaCode: totp() },
    });
    expect(right).toMatchObject({ status: 429 });
    expect(Number(right.headers.get('retry-after'))).toBeGreaterThan(800);
    await site.database.query(`UPDATE users SET mfa_failures = 0, locked_until = NULL WHERE user_name = 'mfa_user'`);
  });
});

describe('The grant of a proven link', () => {
  test('lasts ten minutes, in that browser alone, and opens nothing but the new password', async () => {
    const person = await unusedMember(site);
    const client = createClient(site);
    const { headers } = await client.call('Login.ConfirmIdentity', { body: await requestLink(site, person) });
    const cookie = headers.getSetCookie().find((one) => one.startsWith('grant='));
    expect(cookie).toMatch(/; Max-Age=600;.*HttpOnly.*SameSite=Lax/);
    expect(await client.call('Users.Self')).toMatchObject({ status: 401 });
    expect(await createClient(site).call('ChangeDetails.ChangePassword', newPassword())).toMatchObject({
      status: 403,
      problem: { code: 'GrantRequired' },
    });
    await site.database.query('UPDATE grants SET expires_at = now() WHERE user_id = $1', [person.userId]);
    expect(await client.call('ChangeDetails.ChangePassword', newPassword())).toMatchObject({
      status: 410,
      problem: { code: 'LinkGone' },
    });
    expect((await logIn(person.userName, DEMO_PASSWORD)).body).toMatchObject({ outcome: 'SignedIn' });
  });

  test('survives a password that is refused, and is spent by one that is not', async () => {
    const client = await confirmLink(site, await requestLink(site, await unusedMember(site)));
    expect(await client.call('ChangeDetails.ChangePassword', newPassword('short'))).toMatchObject({
      status: 400,
      problem: { fields: { newPassword: 'New password must contain at least 6 characters' } },
    });
    const used = await client.cookie('grant');
    await client.ok('ChangeDetails.ChangePassword', newPassword());
    await client.jar.setCookie(`grant=${String(used)}; Path=/`, site.url);
    expect(await client.call('ChangeDetails.ChangePassword', newPassword('Another-one-8'))).toMatchObject({ status: 410 });
  });

  test('sets one password when 20 are sent at once', async () => {
    const person = await unusedMember(site);
    const client = await confirmLink(site, await requestLink(site, person));
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        client.call('ChangeDetails.ChangePassword', newPassword(`Boat-number-${String(index)}`)),
      ),
    );
    const won = answers.findIndex(({ status }) => status === 204);
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 410)).toHaveLength(19);
    expect((await logIn(person.userName, `Boat-number-${String(won)}`)).body).toMatchObject({ outcome: 'SignedIn' });
  });

  test('of one person does not touch the session of another in the same browser', async () => {
    const [owner, visitor] = [await unusedMember(site), await unusedMember(site)];
    const client = await as(site, visitor.userName);
    await client.ok('Login.ConfirmIdentity', { body: await requestLink(site, owner) });
    await client.ok('ChangeDetails.ChangePassword', newPassword());
    expect(await client.ok('Users.Self')).toMatchObject({ userName: visitor.userName });
    expect((await logIn(visitor.userName, DEMO_PASSWORD)).body).toMatchObject({ outcome: 'SignedIn' });
    expect((await logIn(owner.userName, NEW_PASSWORD)).body).toMatchObject({ outcome: 'SignedIn' });
  });

  test('ends the own session too, where the browser had one', async () => {
    const person = await unusedMember(site);
    const client = await as(site, person.userName);
    await client.ok('Login.ConfirmIdentity', { body: await requestLink(site, person) });
    await client.ok('ChangeDetails.ChangePassword', newPassword());
    expect(await client.cookie('session')).toBeUndefined();
    expect(await client.call('Users.Self')).toMatchObject({ status: 401 });
  });
});
