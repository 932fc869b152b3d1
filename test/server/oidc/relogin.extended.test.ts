/** Logging in again in the same browser does not log out the other applications. */
import { DEMO_PASSWORD, logInAs, totp } from '../../support/logInAs.ts';
import type { Client } from '../../support/client.ts';
import { enrol, resetUsedCodes, wrongCode } from '../../support/mfa.ts';
import {
  authorize,
  claimsIn,
  exchange,
  follow,
  pkce,
  refresh,
  register,
  requestOf,
  signIn,
  userinfo,
  type Registered,
} from '../../support/oidc.ts';
import { unusedMember } from '../../support/unusedMember.ts';
import { useServer } from '../../support/useServer.ts';

const site = useServer({ env: { LIMIT_LOGINS_PER_ADDRESS: '10000', LIMIT_SESSIONS_PER_USER: '1' } });

const grants = async (wiki: Registered) =>
  (await site.database.row<{ count: number }>('SELECT count(*)::int FROM oidc_grants WHERE application_id = $1', [wiki.id]))
    .count;

/** Begins a login that one application asks for anew, up to the login page. */
async function askAgain(browser: Client, wiki: Registered) {
  const proof = pkce();
  const { url } = await follow(browser, requestOf(wiki, proof, { prompt: 'login' }));
  expect(url).toContain('/Login/');
  const returnUrl = new URL(url).searchParams.get('ReturnUrl') ?? '';
  const logIn = (userName: string, password = DEMO_PASSWORD) =>
    browser.ok('Login.Login', { body: { userName, password, returnUrl } });
  const arrive = async () => {
    const { code } = await authorize(browser, returnUrl);
    return exchange(site, wiki, code, proof);
  };
  return { logIn, arrive };
}

test('two applications, a new login in one: the refresh token of the other goes on, and both are in the new session', async () => {
  const [one, other] = [await register(site), await register(site)];
  const browser = await logInAs(site, 'ordinary');
  await signIn(browser, one);
  const before = await signIn(browser, other);
  const { logIn, arrive } = await askAgain(browser, one);
  await logIn('ordinary');
  const after = await arrive();
  expect(after.status).toBe(200);

  const next = await refresh(site, other, before.refresh_token);
  expect(next.status).toBe(200);
  expect((await userinfo(site, next.access_token)).status).toBe(200);
  // Both applications share one session, so its logout ends both.
  await browser.ok('Login.Logout');
  for (const [wiki, tokens] of [
    [one, after],
    [other, next],
  ] as const)
    expect((await refresh(site, wiki, tokens.refresh_token)).status).toBe(400);
});

describe('with MFA', () => {
  async function enrolled() {
    const { userName } = await unusedMember(site, { organisation: 'Harbour Mutual' });
    const browser = await logInAs(site, userName);
    const { key } = await enrol(browser);
    await resetUsedCodes(site, userName);
    return { userName, browser, key };
  }

  test('the other application goes on between password and code, and after it', async () => {
    const [one, other] = [await register(site), await register(site)];
    const { userName, browser, key } = await enrolled();
    await signIn(browser, one);
    const before = await signIn(browser, other);
    const { logIn, arrive } = await askAgain(browser, one);
    expect((await logIn(userName)).outcome).toBe('MfaCodeRequired');
    // The password alone opens nothing new.
    expect(await authorize(browser, requestOf(other, pkce(), { prompt: 'none' }))).toMatchObject({ error: 'login_required' });
    const meanwhile = await refresh(site, other, before.refresh_token);
    expect(meanwhile.status).toBe(200);
    await browser.ok('Mfa.Login', { body: { code: totp(key) } });
    const after = await arrive();
    expect(claimsIn(after.id_token)).toMatchObject({ acr: 'aal2' });
    expect((await refresh(site, other, meanwhile.refresh_token)).status).toBe(200);
  });

  test('too many wrong codes end the former login too', async () => {
    const wiki = await register(site);
    const { userName, browser, key } = await enrolled();
    const before = await signIn(browser, wiki);
    const { logIn } = await askAgain(browser, wiki);
    await logIn(userName);
    for (let tries = 0; tries < 5; tries += 1) await browser.call('Mfa.Login', { body: { code: wrongCode(key) } });
    expect((await refresh(site, wiki, before.refresh_token)).status).toBe(400);
    expect(await grants(wiki)).toBe(0);
  });

  test('20 times the same code at once: one session, and the application in it', async () => {
    const wiki = await register(site);
    const { userName, browser, key } = await enrolled();
    const before = await signIn(browser, wiki);
    const { logIn } = await askAgain(browser, wiki);
    await logIn(userName);
    const code = totp(key);
    const replies = await Promise.all(Array.from({ length: 20 }, () => browser.call('Mfa.Login', { body: { code } })));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await refresh(site, wiki, before.refresh_token)).status).toBe(200);
  });
});

test('another user who logs in in the same browser gets none of it: the former user is logged out of the applications', async () => {
  const [one, other] = [await register(site), await register(site)];
  const browser = await logInAs(site, 'ordinary');
  await signIn(browser, one);
  const before = await signIn(browser, other);
  const { logIn, arrive } = await askAgain(browser, one);
  await logIn('support_user');
  expect((await arrive()).status).toBe(200);
  expect((await refresh(site, other, before.refresh_token)).status).toBe(400);
  expect((await userinfo(site, before.access_token)).status).toBe(401);
});

test('a login that an administrator began as a user does not become that of the user', async () => {
  const wiki = await register(site, { impersonation: true });
  const { userName } = await unusedMember(site, { organisation: 'Harbour Mutual' });
  const browser = await logInAs(site, 'sysadmin');
  await browser.ok('Users.Impersonate', { userName });
  const acted = await signIn(browser, wiki);
  expect(claimsIn(acted.id_token)).toHaveProperty('act');
  await browser.ok('Login.Login', { body: { userName, password: DEMO_PASSWORD } });
  expect((await refresh(site, wiki, acted.refresh_token)).status).toBe(400);
});
