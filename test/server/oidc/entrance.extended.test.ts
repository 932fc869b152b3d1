/** Who may use an application, what the database stores, and what foreign pages get. */
import { logInAs } from '../../support/logInAs.ts';
import {
  authorize,
  claimsIn,
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
import { startServer } from '../../support/server.ts';
import { unusedMember } from '../../support/unusedMember.ts';
import { useServer } from '../../support/useServer.ts';
import { mustChangePassword } from '../../support/changeUser.ts';
import { only } from '../../support/facts.ts';
import { auditEvents } from '../../support/auditEvents.ts';

const site = useServer({ env: { LIMIT_LOGINS_PER_ADDRESS: '10000' } });

describe('A user who may not use an application', () => {
  test('gets a page that says so; the application gets an error with prompt=none, and no token', async () => {
    const { organisation } = await (await logInAs(site, 'second_sub')).ok('Users.Self');
    for (const limits of [{ roles: ['Support'] }, { organisationPublicIds: [organisation.publicId] }, { roles: [] }]) {
      const wiki = await register(site, limits);
      const browser = await logInAs(site, 'ordinary');
      const page = new URL((await follow(browser, requestOf(wiki, pkce()))).url);
      expect([page.pathname, page.searchParams.get('application')]).toEqual(['/NoAccess', wiki.name]);
      expect(await authorize(browser, requestOf(wiki, pkce(), { prompt: 'none' }))).toMatchObject({ error: 'access_denied' });
      const { details } = await only(auditEvents(site, { target: wiki.name, outcome: 'refused' }));
      expect(details.reason).toBe('noAccess');
      expect(await browser.ok('Applications.Own')).not.toContainEqual(expect.objectContaining({ applicationName: wiki.name }));
    }
    const support = await register(site, { roles: ['Support'] });
    expect((await signIn(await logInAs(site, 'support_user'), support)).status).toBe(200);
  });

  test('an impersonating administrator is refused, or named by “act” if the application is registered for it', async () => {
    const [strict, open] = [await register(site), await register(site, { impersonation: true })];
    const sysadmin = await logInAs(site, 'sysadmin');
    const { userId: administrator } = await sysadmin.ok('Users.Self');
    const own = await signIn(sysadmin, open);
    expect(claimsIn(own.id_token)).not.toHaveProperty('act');
    await sysadmin.ok('Users.Impersonate', { userName: 'ordinary' });
    expect(await authorize(sysadmin, requestOf(strict, pkce()))).toMatchObject({ error: 'access_denied' });
    expect(await authorize(sysadmin, requestOf(strict, pkce(), { prompt: 'none' }))).toMatchObject({ error: 'access_denied' });
    const tokens = await signIn(sysadmin, open);
    const act = { sub: administrator, preferred_username: 'sysadmin' };
    const claims = claimsIn(tokens.id_token);
    expect(claims).toMatchObject({ act, preferred_username: 'ordinary' });
    // The methods of the impersonated user's login are unknown.
    for (const claim of ['acr', 'amr']) expect(claims).not.toHaveProperty(claim);
    expect(await userinfo(site, tokens.access_token)).toMatchObject({ act, preferred_username: 'ordinary' });
    expect(await post(site, '/token/introspection', { token: tokens.access_token }, { application: open })).toMatchObject({
      act,
    });
    expect(claimsIn((await refresh(site, open, tokens.refresh_token)).id_token)).toMatchObject({ act });
    await sysadmin.ok('Users.Impersonate', { userName: 'sysadmin' });
    expect((await userinfo(site, tokens.access_token)).status).toBe(401);
    expect((await userinfo(site, own.access_token)).status).toBe(200);
  });

  test('with a password chosen by an administrator has to choose another one first', async () => {
    const { userName } = await unusedMember(site, { organisation: 'Harbour Mutual' });
    const browser = await logInAs(site, userName);
    const wiki = await register(site);
    await mustChangePassword(site, userName);
    expect(new URL((await follow(browser, requestOf(wiki, pkce()))).url).pathname).toBe('/SecurityDetails');
  });
});

describe('At rest', () => {
  test('neither issued values nor sessions are in the database', async () => {
    const wiki = await register(site);
    const { code, proof, browser } = await codeFor(site, wiki);
    const tokens = await exchange(site, wiki, code, proof);
    await follow(browser, requestOf(wiki, pkce(), { prompt: 'login' }));
    const rows = await site.database.query<{ text: string }>(
      `SELECT t::text AS text FROM oidc_tokens t UNION ALL SELECT g::text FROM oidc_grants g UNION ALL SELECT a::text FROM applications a`,
    );
    const stored = rows.map(({ text }) => text).join('\n');
    const session = (await browser.cookie('session')) ?? 'none';
    for (const secret of [code, tokens.access_token, tokens.refresh_token, wiki.secret, session]) {
      expect(secret.length).toBeGreaterThan(20);
      expect(stored).not.toContain(secret);
    }
  });
});

describe('Foreign pages', () => {
  test('read nothing of the token and userinfo endpoints', async () => {
    const wiki = await register(site);
    const { access_token: token } = await signIn(await logInAs(site, 'ordinary'), wiki);
    const response = await fetch(`${site.url}/oidc/me`, {
      headers: { authorization: `Bearer ${token}`, origin: 'https://evil.example' },
    });
    expect(response.status).toBe(400);
    expect(response.headers.get('access-control-allow-origin')).toBeNull();
  });

  test('can’t send large bodies', async () => {
    const wiki = await register(site);
    const answer = await post(site, '/token', { grant_type: 'x'.repeat(100_000) }, { application: wiki });
    expect(answer).toMatchObject({ status: 400, error: 'invalid_request' });
  });
});

test('OIDC=off disables the provider', async () => {
  const off = await startServer({ env: { OIDC: 'off' } });
  const response = await fetch(`${off.url}/oidc/.well-known/openid-configuration`);
  expect(response.headers.get('content-type')).not.toContain('json');
  expect((await fetch(`${off.url}/oidc/token`, { method: 'POST' })).status).toBe(405);
  // The address at which a registration ends.
  expect((await fetch(`${off.url}/oidc/interaction`)).url).toBe(`${off.url}/Login`);
  await off.stop();
});
