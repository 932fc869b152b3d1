/** Mailed recovery links, and the grant that each is exchanged for. */
import { logInAs, DEMO_PASSWORD, totp } from '../../support/logInAs.ts';
import { createClient } from '../../support/client.ts';
import { eventually } from '../../support/eventually.ts';
import { resetUsedCodes, wrongCode } from '../../support/mfa.ts';
import { NEW_PASSWORD, newPassword, confirmLink, requestLink, type RecoveryLink } from '../../support/recovery.ts';
import { forgetThrottles } from '../../support/throttles.ts';
import { unusedMember, type MemberAccount } from '../../support/unusedMember.ts';
import { useServer } from '../../support/useServer.ts';
import { forgetFailures } from '../../support/changeUser.ts';
import { expireLinks } from '../../support/credentials.ts';
import { queuedMails } from '../../support/queuedMails.ts';

const MFA_USER = { userName: 'mfa_user', email: 'mfa_user@example.com' };
const site = useServer({ env: { LIMIT_HASH_WAIT_MS: '20000' } });

beforeEach(async () => {
  await forgetThrottles(site);
});

const logIn = async (userName: string, password: string) =>
  createClient(site).call('Login.Login', { body: { userName, password } });

/** Waits until all mail queued so far has been sent. */
const waitForEmptyOutbox = () =>
  eventually('the outbox to be empty', async () => {
    return (await queuedMails(site, { sentAt: null })).length === 0;
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

  test('is not used up when opened, even by a scanner that runs scripts', async () => {
    const member = await unusedMember(site);
    const link = await requestLink(site, member);
    const early = await confirmLink(site, link);
    const owner = await confirmLink(site, link);
    const late = await confirmLink(site, link);
    await owner.ok('ChangeDetails.ChangePassword', newPassword());
    for (const scanner of [early, late])
      expect(await scanner.call('ChangeDetails.ChangePassword', newPassword('Another-one-8'))).toMatchObject({
        status: 410,
        problem: { code: 'LinkGone' },
      });
    expect((await logIn(member.userName, NEW_PASSWORD)).body).toMatchObject({ outcome: 'SignedIn' });
  });

  test('newly requested, ends the grants of the previous one', async () => {
    const member = await unusedMember(site);
    const older = await confirmLink(site, await requestLink(site, member));
    const newer = await confirmLink(site, await requestLink(site, member));
    expect(await older.call('ChangeDetails.ChangePassword', newPassword())).toMatchObject({ status: 410 });
    await newer.ok('ChangeDetails.ChangePassword', newPassword());
  });

  test('is void after a newer one was requested', async () => {
    const member = await unusedMember(site);
    const older = await requestLink(site, member);
    const newer = await requestLink(site, member);
    expect(await createClient(site).call('Login.ConfirmIdentity', { body: older })).toMatchObject({ status: 410 });
    await confirmLink(site, newer);
  });

  test('expires after an hour, checked when it is used', async () => {
    const member = await unusedMember(site);
    const link = await requestLink(site, member);
    const [row] = await site.database.query<{ minutes: number }>(
      `SELECT extract(epoch FROM expires_at - created_at)::int / 60 AS minutes FROM links WHERE user_id = $1 AND used_at IS NULL`,
      [member.userId],
    );
    expect(row?.minutes).toBe(60);
    await expireLinks(site, member.userId);
    expect(await createClient(site).call('Login.ConfirmIdentity', { body: link })).toMatchObject({ status: 410 });
  });

  test('changes nothing when opened by GET or HEAD, as mail scanners do', async () => {
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

  test('is stored in the database only as a hash once the mail is sent', async () => {
    const member = await unusedMember(site);
    const { token } = await requestLink(site, member);
    await waitForEmptyOutbox();
    for (const table of ['links', 'mails', 'audit_events', 'grants', 'settings']) {
      const [row] = await site.database.query<{ found: boolean }>(
        `SELECT coalesce(bool_or(position($1 IN t::text) > 0), false) AS found FROM ${table} t`,
        [token],
      );
      expect([table, row?.found]).toEqual([table, false]);
    }
    expect(site.output()).not.toContain(token);
  });

  describe('cannot be forged', () => {
    let member: MemberAccount;
    let link: RecoveryLink;
    let other: RecoveryLink;
    beforeAll(async () => {
      await forgetThrottles(site);
      [member, other] = [await unusedMember(site), await requestLink(site, await unusedMember(site))];
      link = await requestLink(site, member);
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
    test.each(wrong)('with %s', async (_what, body, status) => {
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

    test('with a link of another purpose', async () => {
      await site.database.query(`UPDATE links SET purpose = 'invite' WHERE user_id = $1`, [other.userId]);
      expect(await createClient(site).call('Login.ConfirmIdentity', { body: other })).toMatchObject({ status: 410 });
    });

    test('and still works after these attempts', async () => {
      await forgetThrottles(site);
      await confirmLink(site, link);
    });
  });

  test('allows no more guesses of the MFA code than a login does, however many links are requested', async () => {
    await forgetFailures(site, 'mfa_user');
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
    await forgetThrottles(site);
    const right = await createClient(site).call('Login.ConfirmIdentity', {
      body: { ...(await requestLink(site, MFA_USER)), mfaCode: totp() },
    });
    expect(right).toMatchObject({ status: 429 });
    expect(Number(right.headers.get('retry-after'))).toBeGreaterThan(800);
    await forgetFailures(site, 'mfa_user');
  });
});

describe('The grant of a confirmed link', () => {
  test('is valid for ten minutes, in that browser only, and for nothing but the new password', async () => {
    const member = await unusedMember(site);
    const client = createClient(site);
    const { headers } = await client.call('Login.ConfirmIdentity', { body: await requestLink(site, member) });
    const cookie = headers.getSetCookie().find((one) => one.startsWith('grant='));
    expect(cookie).toMatch(/; Max-Age=600;.*HttpOnly.*SameSite=Lax/);
    expect(await client.call('Users.Self')).toMatchObject({ status: 401 });
    expect(await createClient(site).call('ChangeDetails.ChangePassword', newPassword())).toMatchObject({
      status: 403,
      problem: { code: 'GrantRequired' },
    });
    await site.database.query("UPDATE grants SET expires_at = now() - interval '1 second' WHERE user_id = $1", [member.userId]);
    expect(await client.call('ChangeDetails.ChangePassword', newPassword())).toMatchObject({
      status: 410,
      problem: { code: 'LinkGone' },
    });
    expect((await logIn(member.userName, DEMO_PASSWORD)).body).toMatchObject({ outcome: 'SignedIn' });
  });

  test('survives a refused password, and is used up by an accepted one', async () => {
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

  test('sets one password of 20 concurrent ones', async () => {
    const member = await unusedMember(site);
    const client = await confirmLink(site, await requestLink(site, member));
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        client.call('ChangeDetails.ChangePassword', newPassword(`Boat-number-${String(index)}`)),
      ),
    );
    const won = answers.findIndex(({ status }) => status === 204);
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 410)).toHaveLength(19);
    expect((await logIn(member.userName, `Boat-number-${String(won)}`)).body).toMatchObject({ outcome: 'SignedIn' });
  });

  test('of one user does not affect the session of another in the same browser', async () => {
    const [owner, visitor] = [await unusedMember(site), await unusedMember(site)];
    const client = await logInAs(site, visitor.userName);
    await client.ok('Login.ConfirmIdentity', { body: await requestLink(site, owner) });
    await client.ok('ChangeDetails.ChangePassword', newPassword());
    expect(await client.ok('Users.Self')).toMatchObject({ userName: visitor.userName });
    expect((await logIn(visitor.userName, DEMO_PASSWORD)).body).toMatchObject({ outcome: 'SignedIn' });
    expect((await logIn(owner.userName, NEW_PASSWORD)).body).toMatchObject({ outcome: 'SignedIn' });
  });

  test('ends the session in the same browser too', async () => {
    const member = await unusedMember(site);
    const client = await logInAs(site, member.userName);
    await client.ok('Login.ConfirmIdentity', { body: await requestLink(site, member) });
    await client.ok('ChangeDetails.ChangePassword', newPassword());
    expect(await client.cookie('session')).toBeUndefined();
    expect(await client.call('Users.Self')).toMatchObject({ status: 401 });
  });
});
