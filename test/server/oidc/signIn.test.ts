/** Applications sign in by OpenID Connect: a whole login by plain requests, what they learn, and which claims describe the login. */
import { addPasskey } from '../../support/authenticator.ts';
import { eventually } from '../../support/eventually.ts';
import { logInAs, DEMO_PASSWORD, totp } from '../../support/logInAs.ts';
import { createClient } from '../../support/client.ts';
import { awaitMail } from '../../support/mails.ts';
import { enrol, resetUsedCodes } from '../../support/mfa.ts';
import {
  authorize,
  CALLBACK,
  claimsIn,
  exchange,
  follow,
  pkce,
  register,
  requestOf,
  signIn,
  userinfo,
} from '../../support/oidc.ts';
import { unusedMember } from '../../support/unusedMember.ts';
import { useServer } from '../../support/useServer.ts';

const site = useServer({ env: { LIMIT_LOGINS_PER_ADDRESS: '10000' } });

const A_TEXT = expect.any(String) as string;

test('discovery names addresses of this product, and neither implicit nor password grants', async () => {
  const response = await fetch(`${site.url}/oidc/.well-known/openid-configuration`, {
    headers: { 'x-forwarded-host': 'evil.example' },
  });
  const found = (await response.json()) as Record<string, unknown>;
  expect(found).toMatchObject({
    issuer: `${site.url}/oidc`,
    authorization_endpoint: `${site.url}/oidc/auth`,
    token_endpoint: `${site.url}/oidc/token`,
    end_session_endpoint: `${site.url}/oidc/session/end`,
    pushed_authorization_request_endpoint: `${site.url}/oidc/request`,
    response_types_supported: ['code'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    code_challenge_methods_supported: ['S256'],
    id_token_signing_alg_values_supported: ['RS256'],
    backchannel_logout_supported: true,
    backchannel_logout_session_supported: true,
    acr_values_supported: ['aal1', 'aal2'],
  });
  expect(found.dpop_signing_alg_values_supported).toContain('ES256');
  for (const [name, value] of [
    ['x-content-type-options', 'nosniff'],
    ['x-frame-options', 'DENY'],
    ['content-security-policy', expect.stringContaining("default-src 'none'") as string],
  ] as const)
    expect(response.headers.get(name)).toEqual(value);
});

test('from a deep link through the login page with MFA to the application, in one go', async () => {
  const wiki = await register(site);
  const { userName } = await unusedMember(site, { organisation: 'Harbour Mutual' });
  const { key } = await enrol(await logInAs(site, userName));
  await resetUsedCodes(site, userName);

  const browser = createClient(site);
  const proof = pkce();
  const { url } = await follow(browser, requestOf(wiki, proof, { login_hint: userName, ui_locales: 'fr de' }));
  const page = new URL(url);
  expect(page.pathname).toBe(`/Login/${encodeURIComponent(wiki.name)}`);
  expect(page.searchParams.get('userName')).toBe(userName);
  expect(page.searchParams.get('ui_locales')).toBe('fr de');
  const returnUrl = page.searchParams.get('ReturnUrl') ?? '';
  const shown = await browser.raw(page.pathname + page.search);
  expect(shown.text).toContain(`lang="de"`);
  expect(shown.text).toContain(`"applicationName":"${wiki.name}"`);

  const body = { userName, password: DEMO_PASSWORD, applicationName: wiki.name, returnUrl };
  expect((await browser.ok('Login.Login', { body })).outcome).toBe('MfaCodeRequired');
  // The password alone opens nothing.
  expect((await follow(browser, returnUrl)).url).toContain('/Login/');
  const { outcome, redirectUrl } = await browser.ok('Mfa.Login', { body: { code: totp(key) } });
  expect({ outcome, redirectUrl }).toEqual({ outcome: 'SignedIn', redirectUrl: returnUrl });

  const session = await browser.cookie('session');
  const answer = await authorize(browser, redirectUrl ?? '');
  expect(answer).toEqual({ code: A_TEXT, state: 'state-1', iss: `${site.url}/oidc` });
  expect(await browser.cookie('session')).toBe(session);
  const tokens = await exchange(site, wiki, answer.code, proof);
  expect(tokens).toMatchObject({ status: 200, token_type: 'Bearer', refresh_token: A_TEXT });

  const account = await browser.ok('Users.Self');
  const claims = claimsIn(tokens.id_token);
  expect(claims).toMatchObject({
    iss: `${site.url}/oidc`,
    aud: wiki.id,
    nonce: 'nonce-1',
    sub: account.userId,
    acr: 'aal2',
    amr: ['pwd', 'otp', 'mfa'],
  });
  expect(Math.abs(Number(claims.auth_time) - Date.now() / 1000)).toBeLessThan(60);
  expect(await userinfo(site, tokens.access_token)).toEqual({
    status: 200,
    sub: account.userId,
    preferred_username: userName,
    name: `${account.firstName} ${account.lastName}`,
    locale: A_TEXT,
    email: account.email,
    email_verified: expect.any(Boolean) as boolean,
    roles: account.roles,
    organisation: account.organisation.publicId,
    organisation_name: account.organisation.organisationName,
  });
});

test('a user who has to set up an authenticator first is in the application after that', async () => {
  const wiki = await register(site);
  const browser = createClient(site);
  const proof = pkce();
  const { url } = await follow(browser, requestOf(wiki, proof));
  const returnUrl = new URL(url).searchParams.get('ReturnUrl') ?? '';
  const body = { userName: 'must_enrol', password: DEMO_PASSWORD, returnUrl };
  expect((await browser.ok('Login.Login', { body })).outcome).toBe('MfaEnrolmentRequired');
  const { redirectUrl } = await enrol(browser);
  const { code } = await authorize(browser, redirectUrl ?? '');
  expect(claimsIn((await exchange(site, wiki, code, proof)).id_token)).toMatchObject({ acr: 'aal2' });
});

test('a request waits while its user registers from a mailed link; once it is over, the way leads to the application', async () => {
  const wiki = await register(site);
  const admin = await logInAs(site, 'subadmin');
  const guest = createClient(site);
  const after = async (browser: typeof guest) => new URL((await follow(browser, '/oidc/interaction')).url);
  expect((await after(guest)).pathname).toBe('/Login');
  const proof = pkce();
  const { url: loginPage } = await follow(guest, requestOf(wiki, proof, { ui_locales: 'de' }));

  const invited = { email: 'guest@example.net', firstName: 'Grace', lastName: 'Guest', roles: ['Member'] };
  const { userId } = await admin.ok('Invite.CreateUser', { body: invited });
  await admin.ok('Invite.SendEmail', { body: { userIds: [userId] } });
  const link = (await awaitMail(site, ({ to }) => to[0] === invited.email)).links[0] ?? '';
  const token = new URL(link).searchParams.get('token') ?? '';
  await guest.ok('Invite.Receive', { body: { userId, token } });
  const chosen = { userName: 'wiki_guest', password: 'Tall-ships-9', confirmPassword: 'Tall-ships-9' };
  await guest.ok('Invite.Accept', { userId, body: { ...chosen, firstName: 'Grace', lastName: 'Guest' } });

  const asked = await after(guest);
  expect(asked.href).toBe(loginPage);
  expect((await after(createClient(site))).href).toBe(`${site.url}/Login`);
  const returnUrl = asked.searchParams.get('ReturnUrl') ?? '';
  const { redirectUrl } = await guest.ok('Login.Login', {
    body: { userName: 'wiki_guest', password: 'Tall-ships-9', returnUrl },
  });
  const { code } = await authorize(guest, redirectUrl ?? '');
  expect(claimsIn((await exchange(site, wiki, code, proof)).id_token)).toMatchObject({ sub: userId });
  // The request is answered: there is nothing to return to.
  expect((await after(guest)).href).toBe(`${site.url}/Login`);
  const start = `${site.url}/Login/${encodeURIComponent(wiki.name)}`;
  // Another tab that showed its login page is led to the application, too.
  expect((await follow(guest, returnUrl)).url).toBe(start);
  expect((await follow(createClient(site), returnUrl)).url).toBe(site.url + returnUrl);

  const late = createClient(site);
  const { url: latePage } = await follow(late, requestOf(wiki, pkce()));
  await site.database.query(`DELETE FROM oidc_tokens WHERE model = 'Interaction'`);
  expect((await after(late)).href).toBe(start);
  // The same holds for a login on a page that has waited too long.
  expect((await follow(late, new URL(latePage).searchParams.get('ReturnUrl') ?? '')).url).toBe(start);
  await (await logInAs(site, 'sysadmin')).ok('Applications.Enable', { applicationId: wiki.id, enabled: false });
  expect((await after(late)).href).toBe(`${site.url}/Login`);
});

test.each([
  { synced: false, method: 'hwk' },
  { synced: true, method: 'pop' },
])('a passkey (synced: $synced) counts as several factors, also after logging in again', async ({ synced, method }) => {
  const wiki = await register(site);
  const { userName } = await unusedMember(site);
  const browser = await logInAs(site, userName);
  const phone = await addPasskey(browser, { synced });
  const proof = pkce();
  const { url } = await follow(browser, requestOf(wiki, proof, { prompt: 'login' }));
  const returnUrl = new URL(url).searchParams.get('ReturnUrl') ?? '';
  // The login page asks any user, even within a session.
  const options = await browser.ok('Passkeys.LoginOptions', { purpose: 'login' });
  expect(options.allowCredentials).toEqual([]);
  const { redirectUrl } = await browser.ok('Passkeys.Login', { body: { response: phone.get(options), returnUrl } });
  const { code } = await authorize(browser, redirectUrl ?? '');
  expect(claimsIn((await exchange(site, wiki, code, proof)).id_token)).toMatchObject({
    acr: 'aal2',
    amr: [method, 'user', 'mfa'],
  });
});

test('a logged-in user is not asked again; prompt=none succeeds, and returns login_required for anyone else', async () => {
  const wiki = await register(site);
  const browser = await logInAs(site, 'ordinary');
  expect((await signIn(browser, wiki)).status).toBe(200);
  expect((await signIn(browser, wiki, { prompt: 'none' })).status).toBe(200);
  expect(await authorize(createClient(site), requestOf(wiki, pkce(), { prompt: 'none' }))).toMatchObject({
    error: 'login_required',
  });
  // The cookie of an ended login does not count.
  await browser.ok('Login.Logout');
  expect(await authorize(browser, requestOf(wiki, pkce(), { prompt: 'none' }))).toMatchObject({ error: 'login_required' });
});

test('scopes decide; an application gets no more than it is registered for', async () => {
  const wiki = await register(site, { scopes: ['openid', 'email'] });
  const browser = await logInAs(site, 'ordinary');
  expect(await authorize(browser, requestOf(wiki, pkce()))).toMatchObject({ error: 'invalid_scope' });
  const { access_token: token, refresh_token: none, id_token: idToken } = await signIn(browser, wiki, { scope: 'openid email' });
  expect(none).toBeUndefined();
  expect(Object.keys(await userinfo(site, token)).sort()).toEqual(['email', 'email_verified', 'status', 'sub']);
  expect(claimsIn(idToken)).not.toHaveProperty('roles');
});

test('a pairwise application gets a sub that no other application gets', async () => {
  const browser = await logInAs(site, 'ordinary');
  const { userId } = await browser.ok('Users.Self');
  const subs: unknown[] = [];
  for (const pairwise of [false, true, true]) {
    const wiki = await register(site, { pairwise });
    const { access_token: token, id_token: idToken } = await signIn(browser, wiki);
    const { sub } = await userinfo(site, token);
    expect(claimsIn(idToken).sub).toBe(sub);
    const sysadmin = await logInAs(site, 'sysadmin');
    const preview = await sysadmin.ok('Applications.Preview', { applicationId: wiki.id, userName: 'ordinary' });
    expect(preview).toMatchObject({ mayEnter: true, claims: { sub, preferred_username: 'ordinary' } });
    subs.push(sub);
  }
  expect(subs[0]).toBe(userId);
  expect(new Set(subs).size).toBe(3);
});

describe('prompt=login, select_account and max_age', () => {
  test.each([{ prompt: 'login' }, { prompt: 'select_account' }, { max_age: '0' }])(
    '%j shows the login page even to a logged-in user',
    async (asked) => {
      const wiki = await register(site);
      const browser = await logInAs(site, 'ordinary');
      const before = claimsIn((await signIn(browser, wiki)).id_token);
      const proof = pkce();
      const { url } = await follow(browser, requestOf(wiki, proof, asked));
      const { pathname, searchParams } = new URL(url);
      expect(pathname).toContain('/Login/');
      expect(searchParams.get('again')).toBe('true');
      const returnUrl = searchParams.get('ReturnUrl') ?? '';
      // Coming back without having logged in leads there again.
      expect((await follow(browser, returnUrl)).url).toContain('/Login/');
      const { redirectUrl } = await browser.ok('Login.Login', {
        body: { userName: 'ordinary', password: DEMO_PASSWORD, returnUrl },
      });
      const { code } = await authorize(browser, redirectUrl ?? '');
      const after = claimsIn((await exchange(site, wiki, code, proof)).id_token);
      expect(Number(after.auth_time)).toBeGreaterThanOrEqual(Number(before.auth_time));
      expect(after).toMatchObject({ sub: before.sub, acr: 'aal1', amr: ['pwd'] });
    },
  );

  test('a login that is young enough suffices', async () => {
    const wiki = await register(site);
    const browser = await logInAs(site, 'ordinary');
    const { id_token: idToken } = await signIn(browser, wiki, { max_age: '3600', prompt: 'none' });
    expect(claimsIn(idToken).auth_time).toEqual(expect.any(Number));
  });
});

test('acr_values=aal2 asks for a second login after the password alone, and returns the level reached', async () => {
  const wiki = await register(site);
  const browser = await logInAs(site, 'ordinary');
  const proof = pkce();
  const { url } = await follow(browser, requestOf(wiki, proof, { acr_values: 'aal2' }));
  const returnUrl = new URL(url).searchParams.get('ReturnUrl') ?? '';
  await browser.ok('Login.Login', { body: { userName: 'ordinary', password: DEMO_PASSWORD, returnUrl } });
  const { code } = await authorize(browser, returnUrl);
  expect(claimsIn((await exchange(site, wiki, code, proof)).id_token).acr).toBe('aal1');
  const silent = await signIn(browser, wiki, { acr_values: 'aal2', prompt: 'none' });
  expect(claimsIn(silent.id_token).acr).toBe('aal1');
});

test('an application of others asks for consent once, and for what is new', async () => {
  const wiki = await register(site, { own: false });
  const browser = await logInAs(site, 'ordinary');
  expect(await authorize(browser, requestOf(wiki, pkce(), { prompt: 'none' }))).toMatchObject({ error: 'consent_required' });

  const ask = async (scope: string, allow: string) => {
    const { url, answer } = await follow(browser, requestOf(wiki, pkce(), { scope }));
    expect(answer.text).toContain(`The wiki`);
    expect(answer.headers.get('content-security-policy')).toContain(`form-action 'self' ${new URL(CALLBACK).origin}`);
    const token = /name="token" value="([^"]+)"/.exec(answer.text)?.[1] ?? '';
    const { pathname } = new URL(url);
    const form = (fields: Record<string, string>) =>
      browser.raw(pathname, {
        method: 'POST',
        bare: true,
        body: new URLSearchParams(fields).toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      });
    expect((await form({ token: 'forged', allow: 'yes' })).status).toBe(400);
    const answered = await form({ token, allow });
    return authorize(browser, answered.headers.get('location') ?? '');
  };
  expect(await ask('openid email', 'no')).toMatchObject({ error: 'access_denied', state: 'state-1' });
  expect(await ask('openid email', 'yes')).toMatchObject({ code: A_TEXT });
  expect((await signIn(browser, wiki, { scope: 'openid email', prompt: 'none' })).status).toBe(200);
  expect(await authorize(browser, requestOf(wiki, pkce(), { scope: 'openid email roles', prompt: 'none' }))).toMatchObject({
    error: 'consent_required',
  });
  // The next login remembers it.
  expect((await signIn(await logInAs(site, 'ordinary'), wiki, { scope: 'openid email', prompt: 'none' })).status).toBe(200);
});

test('its tile is on the login page, and leads to its start page', async () => {
  const wiki = await register(site);
  const anyone = createClient(site);
  const isShown = async () =>
    (await anyone.ok('Login.Page', {})).applications.some(({ applicationName }) => applicationName === wiki.name);
  // Every process rereads the applications every two seconds.
  await eventually('its tile', isShown);
  const own = await logInAs(site, 'ordinary');
  expect(await own.ok('Applications.Own')).toContainEqual(expect.objectContaining({ applicationName: wiki.name }));
  expect((await own.ok('Login.ApplicationHome', { applicationName: wiki.name })).url).toBe('https://wiki.example/');
});
