/** Attackers and careless applications get nothing from the OpenID Connect provider. */
import { randomUUID } from 'node:crypto';
import { DEMO_PASSWORD, logInAs } from '../../support/logInAs.ts';
import { createClient } from '../../support/client.ts';
import {
  CALLBACK,
  codeFor,
  exchange,
  follow,
  pkce,
  post,
  refresh,
  register,
  requestOf,
  signIn,
  userinfo,
} from '../../support/oidc.ts';
import { lastSeenAgo, sessions } from '../../support/sessions.ts';
import { useServer } from '../../support/useServer.ts';

const site = useServer({ env: { LIMIT_LOGINS_PER_ADDRESS: '10000' } });

describe('An authorization request', () => {
  test.each([
    'https://wiki.example/callback/',
    'https://wiki.example/callback?x=1',
    'https://wiki.example/callback/../callback',
    'https://WIKI.example/callback',
    'https://wiki.example.evil.example/callback',
    'https://evil.example/',
    'http://wiki.example/callback',
    'javascript:alert(1)',
  ])('is not answered at %s', async (redirect) => {
    const wiki = await register(site);
    const { url, answer } = await follow(await logInAs(site, 'ordinary'), requestOf(wiki, pkce(), { redirect_uri: redirect }));
    expect(new URL(url).origin).toBe(site.url);
    expect(answer.status).toBe(400);
    expect(answer.headers.get('content-security-policy')).toContain("form-action 'none'");
    expect(answer.text).not.toContain('<script');
  });

  test('without a redirect address, also where only one is registered', async () => {
    const { answer } = await follow(
      await logInAs(site, 'ordinary'),
      requestOf(await register(site), pkce(), { redirect_uri: undefined }),
    );
    expect(answer.status).toBe(400);
  });

  test.each([
    [{ code_challenge: undefined, code_challenge_method: undefined }, 'invalid_request'],
    [{ code_challenge_method: 'plain' }, 'invalid_request'],
    [{ response_type: 'code id_token' }, 'unsupported_response_type'],
    [{ response_type: 'token' }, 'unsupported_response_type'],
    [{ response_type: 'id_token' }, 'unsupported_response_type'],
    [{ request: 'eyJhbGciOiJub25lIn0.e30.' }, 'request_not_supported'],
    [{ request_uri: 'https://evil.example/request' }, 'request_uri_not_supported'],
    [{ response_mode: 'fragment', response_type: 'code token' }, 'unsupported_response_type'],
  ])('with %j gets %s', async (changed, error) => {
    const { url } = await follow(await logInAs(site, 'ordinary'), requestOf(await register(site), pkce(), changed));
    expect(url.startsWith(CALLBACK)).toBe(true);
    expect(decodeURIComponent(url)).toContain(`error=${error}`);
    expect(url).not.toContain('code=');
  });

  test('is gone with another browser', async () => {
    const { url } = await follow(createClient(site), requestOf(await register(site), pkce()));
    const path = new URL(url).searchParams.get('ReturnUrl') ?? '';
    const { answer } = await follow(await logInAs(site, 'ordinary'), path);
    expect(answer.status).toBe(400);
    expect(answer.headers.get('location')).toBeNull();
  });

  test('of an unknown or disabled application', async () => {
    const wiki = await register(site);
    const sysadmin = await logInAs(site, 'sysadmin');
    await sysadmin.ok('Applications.Enable', { applicationId: wiki.id, enabled: false });
    for (const id of [wiki.id, randomUUID(), "' OR 1=1", '\0'])
      expect((await follow(sysadmin, requestOf({ ...wiki, id }, pkce()))).answer.status).toBe(400);
  });
});

test('the only grants are those of a code and its refresh token: none for a password, none without a user', async () => {
  const wiki = await register(site);
  const account = { username: 'ordinary', password: DEMO_PASSWORD };
  for (const grant_type of ['password', 'client_credentials', 'implicit', 'urn:ietf:params:oauth:grant-type:device_code'])
    expect(await post(site, '/token', { grant_type, scope: 'openid', ...account }, { application: wiki })).toMatchObject({
      status: 400,
      error: 'unsupported_grant_type',
    });
});

describe('A code', () => {
  test('is exchanged only by the application that got it, with the right verifier and address', async () => {
    const [wiki, other] = [await register(site), await register(site)];
    const { code, proof } = await codeFor(site, wiki);
    expect(await exchange(site, other, code, proof)).toMatchObject({ status: 400, error: 'invalid_grant' });
    expect(await exchange(site, wiki, code, pkce())).toMatchObject({ status: 400, error: 'invalid_grant' });
    expect(await exchange(site, wiki, code, { verifier: '' })).toMatchObject({ status: 400 });
    expect(await exchange(site, wiki, code, proof, { redirect_uri: 'https://wiki.example/other' })).toMatchObject({
      status: 400,
    });
    expect(await exchange(site, { ...wiki, secret: 'wrong' }, code, proof)).toMatchObject({
      status: 401,
      error: 'invalid_client',
    });
    expect(await exchange(site, { ...wiki, secret: 'compared as a hash' }, code, proof)).toMatchObject({ status: 401 });
    expect(await exchange(site, wiki, code, proof)).toMatchObject({ status: 200 });
  });

  test('used twice revokes what the first use got', async () => {
    const wiki = await register(site);
    const { code, proof } = await codeFor(site, wiki);
    const first = await exchange(site, wiki, code, proof);
    expect((await userinfo(site, first.access_token)).status).toBe(200);
    expect(await exchange(site, wiki, code, proof)).toMatchObject({ status: 400, error: 'invalid_grant' });
    expect((await userinfo(site, first.access_token)).status).toBe(401);
    expect(await refresh(site, wiki, first.refresh_token)).toMatchObject({ status: 400, error: 'invalid_grant' });
  });

  test('expires after a minute', async () => {
    const wiki = await register(site);
    const { code, proof } = await codeFor(site, wiki);
    await site.database.query(
      `UPDATE oidc_tokens SET payload = payload || jsonb_build_object('exp', extract(epoch FROM now())::int - 60) WHERE model = 'AuthorizationCode'`,
    );
    expect(await exchange(site, wiki, code, proof)).toMatchObject({ status: 400, error: 'invalid_grant' });
  });
});

describe('A refresh token', () => {
  test('is rotated; used twice, it and its successors are revoked', async () => {
    const wiki = await register(site);
    const { code, proof } = await codeFor(site, wiki);
    const first = await exchange(site, wiki, code, proof);
    const second = await refresh(site, wiki, first.refresh_token);
    expect(second).toMatchObject({ status: 200 });
    expect(second.refresh_token).not.toBe(first.refresh_token);
    expect(await refresh(site, wiki, first.refresh_token)).toMatchObject({ status: 400, error: 'invalid_grant' });
    expect(await refresh(site, wiki, second.refresh_token)).toMatchObject({ status: 400, error: 'invalid_grant' });
    expect((await userinfo(site, second.access_token)).status).toBe(401);
  });

  test('is of no use to another application, nor as an access token', async () => {
    const [wiki, other] = [await register(site), await register(site)];
    const { refresh_token: token } = await signIn(await logInAs(site, 'ordinary'), wiki);
    expect(await refresh(site, other, token)).toMatchObject({ status: 400 });
    expect((await userinfo(site, token)).status).toBe(401);
    expect(await post(site, '/token/introspection', { token }, { application: other })).toEqual({ status: 200, active: false });
    expect(await post(site, '/token/introspection', { token }, { application: wiki })).toMatchObject({ active: true });
    expect(await post(site, '/token/revocation', { token }, { application: other })).toMatchObject({ status: 400 });
    expect(await post(site, '/token/revocation', { token }, { application: wiki })).toMatchObject({ status: 200 });
    expect(await refresh(site, wiki, token)).toMatchObject({ status: 400 });
  });
});

describe('An application keeps the login of a user who works in it all day', () => {
  const idleFor = (userName: string, minutes: number) => lastSeenAgo(site, `${String(minutes)} minutes`, userName);
  const minutesIdle = async (userName: string) =>
    Math.round(Math.min(...(await sessions(site, { userName })).map(({ lastSeenSecondsAgo }) => lastSeenSecondsAgo)) / 60);
  /** Works on, once by the refresh token, and once in the background of the browser. */
  async function workOn(userName: string) {
    const wiki = await register(site);
    const browser = await logInAs(site, userName);
    const first = await signIn(browser, wiki);
    await idleFor(userName, 20);
    const second = await refresh(site, wiki, first.refresh_token);
    expect(second.status).toBe(200);
    const afterRefresh = await minutesIdle(userName);
    await idleFor(userName, 20);
    await follow(browser, requestOf(wiki, pkce(), { prompt: 'none' }));
    return { wiki, browser, token: second.refresh_token, idle: [afterRefresh, await minutesIdle(userName)] };
  }

  test('but not that of an absent administrator: refreshing does not keep it, and fails once it has idled out', async () => {
    expect((await workOn('ordinary')).idle).toEqual([0, 0]);
    for (const userName of ['system_only', 'second_sub']) {
      const { wiki, browser, token, idle } = await workOn(userName);
      expect(idle).toEqual([20, 20]);
      await idleFor(userName, 31);
      expect(await refresh(site, wiki, token)).toMatchObject({ status: 400, error: 'invalid_grant' });
      expect((await browser.call('Login.Check')).status).toBe(401);
    }
  });
});
