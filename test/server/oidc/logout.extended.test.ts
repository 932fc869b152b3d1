/** The end of a login reaches every application: its tokens are refused at once, and it gets a back-channel logout within seconds. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { logInAs } from '../../support/logInAs.ts';
import type { Client } from '../../support/client.ts';
import { eventually } from '../../support/eventually.ts';
import {
  authorize,
  CALLBACK,
  claimsIn,
  follow,
  pkce,
  post,
  refresh,
  register,
  requestOf,
  signIn,
  userinfo,
  type Registered,
  type Tokens,
} from '../../support/oidc.ts';
import { connectDirectory } from '../../support/scim/directory.ts';
import { startServer } from '../../support/server.ts';
import { expireSessions, lastSeenAgo } from '../../support/sessions.ts';
import { unusedMember } from '../../support/unusedMember.ts';
import { useServer } from '../../support/useServer.ts';
import { auditEvents } from '../../support/auditEvents.ts';
import { only } from '../../support/facts.ts';

/** Three times the promised time (5 s), for a loaded machine. */
const PROMISED_MS = 15_000;
const site = useServer({ env: { LIMIT_LOGINS_PER_ADDRESS: '10000' } });

interface Logout {
  readonly claims: Record<string, unknown>;
  readonly atMs: number;
}

/** The application's own server. */
let listener: Server;
let delivered: Logout[] = [];
let statuses: number[] = [];
const address = () => `http://127.0.0.1:${String((listener.address() as AddressInfo).port)}/logout`;

beforeAll(async () => {
  listener = createServer((request, response) => {
    let body = '';
    request.on('data', (part: Buffer) => (body += part.toString()));
    request.on('end', () => {
      const status = statuses.shift() ?? 200;
      if (status === 200)
        delivered.push({ claims: claimsIn(new URLSearchParams(body).get('logout_token') ?? ''), atMs: Date.now() });
      response.writeHead(status).end();
    });
  });
  await new Promise<void>((resolve) => {
    listener.listen(0, '127.0.0.1', resolve);
  });
});
afterAll(() => {
  listener.close();
});
beforeEach(() => {
  delivered = [];
  statuses = [];
});

interface Story {
  readonly browser: Client;
  readonly userName: string;
  readonly userId: string;
  readonly wiki: Registered;
  readonly tokens: Tokens;
}

async function begin(changed: Parameters<typeof register>[1] = {}): Promise<Story> {
  const wiki = await register(site, { backchannelLogoutUri: address(), ...changed });
  const { userName, userId } = await unusedMember(site, { organisation: 'Harbour Mutual' });
  const browser = await logInAs(site, userName);
  return { browser, userName, userId, wiki, tokens: await signIn(browser, wiki) };
}

async function expectEnded({ wiki, tokens, userId }: Story, sinceMs: number, error = 'invalid_grant'): Promise<void> {
  expect(await refresh(site, wiki, tokens.refresh_token)).toMatchObject({ error });
  expect((await userinfo(site, tokens.access_token)).status).toBe(401);
  await eventually('the logout token', () => delivered.length > 0);
  const { claims, atMs } = delivered[0]!;
  expect(claims).toMatchObject({
    iss: `${site.url}/oidc`,
    aud: wiki.id,
    sub: userId,
    sid: claimsIn(tokens.id_token).sid,
    events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
  });
  expect(claims).not.toHaveProperty('nonce');
  expect(atMs - sinceMs).toBeLessThan(PROMISED_MS);
  await eventually('an empty queue', async () => (await site.database.query('SELECT FROM oidc_logouts')).length === 0);
  expect(delivered).toHaveLength(1);
}

type End = (story: Story, sysadmin: Client) => Promise<unknown>;
const ends: Readonly<Record<string, End>> = {
  'the user logs out': ({ browser }) => browser.ok('Login.Logout'),
  'an administrator disables the user': ({ userName }, sysadmin) => sysadmin.ok('Users.Enable', { userName, enabled: false }),
  'the directory puts the user out': async ({ userId }, sysadmin) => {
    const { organisationId: organisationPublicId, send } = await connectDirectory(site);
    await sysadmin.ok('Provisioning.Adopt', { organisationPublicId, body: { knownBy: 'email' } });
    const Operations = [{ op: 'Replace', path: 'active', value: 'False' }];
    expect((await send('PATCH', `/Users/${userId}`, { Operations })).status).toBe(200);
  },
  'an administrator ends the sessions': ({ userName }, sysadmin) => sysadmin.ok('Users.EndSessions', { userName }),
  'the user loses a role': ({ userName }, sysadmin) => sysadmin.ok('Roles.SetUser', { userName, body: { roles: [] } }),
  'the user moves to another organisation': async ({ userName }, sysadmin) => {
    const { version } = await sysadmin.ok('Users.User', { userName });
    const { organisation } = await (await logInAs(site, 'second_sub')).ok('Users.Self');
    await sysadmin.ok('Users.Patch', { userName, body: { version, organisationPublicId: organisation.publicId } });
  },
  'the authentication is reset': ({ userName }, sysadmin) => sysadmin.ok('Users.ResetAuthentication', { userName, type: 'All' }),
  'the session expires': ({ userId }) => expireSessions(site, userId),
  'the session is idle for too long': ({ userId }) => lastSeenAgo(site, '2 hours', userId),
  'the user may not enter any more': async ({ wiki }, sysadmin) => {
    const all = await sysadmin.ok('Applications.List');
    const {
      applicationId,
      enabled: _e,
      formerSecretUntil: _f,
      createdAt: _c,
      lastUsedAt,
      signInsPerDay,
      ...settings
    } = all.find((one) => one.applicationId === wiki.id)!;
    expect([lastUsedAt === null, signInsPerDay.length]).toEqual([false, 1]);
    await sysadmin.ok('Applications.Update', { applicationId, body: { ...settings, roles: ['Support'] } });
  },
};

test.each(Object.keys(ends))('%s', async (name) => {
  const story = await begin();
  const sysadmin = await logInAs(site, 'sysadmin');
  const sinceMs = Date.now();
  await ends[name]!(story, sysadmin);
  await expectEnded(story, sinceMs);
});

test.each([{ is: 'disabled' }, { is: 'deleted', pairwise: true }])(
  'an administrator has the application $is: it is notified too, and not again when it is enabled',
  async ({ is, pairwise = false }) => {
    // The addresses are on two hosts: the pairwise sub is that of the application.
    const redirectUris = [CALLBACK, 'https://wiki.example.net/callback'];
    const story = await begin({ pairwise, redirectUris });
    const { wiki, tokens } = story;
    const sysadmin = await logInAs(site, 'sysadmin');
    const sinceMs = Date.now();
    if (is === 'deleted') await sysadmin.ok('Applications.Delete', { applicationId: wiki.id });
    else await sysadmin.ok('Applications.Enable', { applicationId: wiki.id, enabled: false });
    expect(await post(site, '/token/introspection', { token: tokens.access_token }, { application: wiki })).toMatchObject({
      error: 'invalid_client',
    });
    await expectEnded({ ...story, userId: String(claimsIn(tokens.id_token).sub) }, sinceMs, 'invalid_client');
    if (is === 'deleted') return;
    await sysadmin.ok('Applications.Enable', { applicationId: wiki.id, enabled: true });
    expect(await post(site, '/token/introspection', { token: tokens.access_token }, { application: wiki })).toEqual({
      status: 200,
      active: false,
    });
    expect((await refresh(site, wiki, tokens.refresh_token)).error).toBe('invalid_grant');
    expect(delivered).toHaveLength(1);
  },
);

test('a new role ends nothing; the next token has it', async () => {
  const { userName, wiki, tokens } = await begin();
  await (await logInAs(site, 'sysadmin')).ok('Roles.SetUser', { userName, body: { roles: ['Member', 'Support'] } });
  const renewed = await refresh(site, wiki, tokens.refresh_token);
  expect(claimsIn(renewed.id_token).roles).toEqual(['Member', 'Support']);
});

test('an application that can’t be reached is notified once it can', async () => {
  statuses = [500];
  const story = await begin();
  await story.browser.ok('Login.Logout');
  await eventually('the second try', () => delivered.length > 0);
  expect(delivered[0]!.claims.aud).toBe(story.wiki.id);
});

test('an address inside the network gets nothing, unless the operator allows its host', async () => {
  const env = { PUBLIC_URL: 'http://id.example.com', ALLOW_HTTP: 'on', LIMIT_LOGINS_PER_ADDRESS: '10000' };
  for (const hosts of ['', '127.0.0.1']) {
    const reached = await startServer({ env: { ...env, ALLOWED_INTERNAL_HOSTS: hosts } });
    const wiki = await register(reached, { backchannelLogoutUri: address() });
    const browser = await logInAs(reached, 'ordinary');
    const { answer } = await follow(browser, requestOf(wiki, pkce()));
    expect(answer.headers.get('location')).toContain('code=');
    await browser.ok('Login.Logout');
    await eventually('a delivery', async () => {
      const [open] = await reached.database.query<{ attempts: number }>('SELECT attempts FROM oidc_logouts');
      return hosts === '' ? (open?.attempts ?? 0) > 0 : open === undefined;
    });
    expect(delivered).toHaveLength(hosts === '' ? 0 : 1);
    await reached.stop();
  }
});

describe('Logout asked for by an application', () => {
  const endOf = ({ tokens }: Pick<Story, 'tokens'>, changed: Record<string, string> = {}) =>
    `/oidc/session/end?${new URLSearchParams({
      id_token_hint: tokens.id_token,
      post_logout_redirect_uri: 'https://wiki.example/bye',
      state: 'bye-1',
      ...changed,
    }).toString()}`;
  const confirm = async (browser: Client, page: string) => {
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(page)?.[1] ?? '';
    const answer = await browser.raw('/oidc/session/end/confirm', {
      method: 'POST',
      bare: true,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ xsrf, logout: 'yes' }).toString(),
    });
    return answer;
  };

  test('ends the session here and everywhere, and leads back to the application', async () => {
    const story = await begin();
    const sinceMs = Date.now();
    const { answer } = await follow(story.browser, endOf(story));
    // With the ID token of the login the user is not asked: the form submits itself.
    expect(answer.text).toMatch(/<script>.*requestSubmit/);
    expect(answer.headers.get('content-security-policy')).toContain("form-action 'self' https://wiki.example");
    expect(await story.browser.call('Users.Self')).toMatchObject({ status: 200 });
    const done = await confirm(story.browser, answer.text);
    expect(done.headers.get('location')).toBe('https://wiki.example/bye?state=bye-1');
    expect(await story.browser.cookie('session')).toBeUndefined();
    expect((await story.browser.call('Users.Self')).status).toBe(401);
    await expectEnded(story, sinceMs);
    const { action } = await only(auditEvents(site, { target: story.userName, details: { by: 'application' } }, 'action'));
    expect(action).toBe('Login.Logout');
  });

  test('without an ID token, or with that of another user, asks first; a forged confirmation does nothing', async () => {
    const [story, other] = [await begin(), await begin()];
    const [, body] = story.tokens.id_token.split('.');
    const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${String(body)}.`;
    expect((await follow(story.browser, endOf(story, { id_token_hint: unsigned }))).answer.status).toBe(400);
    for (const path of [endOf(other), '/oidc/session/end']) {
      const { answer } = await follow(story.browser, path);
      expect(answer.text).toContain('<button');
      expect(answer.text).not.toContain('<script');
    }
    expect((await confirm(story.browser, 'name="xsrf" value="forged"')).status).toBe(400);
    expect(await story.browser.call('Users.Self')).toMatchObject({ status: 200 });
  });

  test('leads to registered addresses only', async () => {
    const story = await begin();
    const { answer } = await follow(story.browser, endOf(story, { post_logout_redirect_uri: 'https://evil.example/' }));
    expect(answer.status).toBe(400);
  });

  test('without a login leads straight back', async () => {
    const story = await begin();
    await story.browser.ok('Login.Logout');
    const { answer } = await follow(story.browser, endOf(story));
    const done = await confirm(story.browser, answer.text);
    expect(done.headers.get('location')).toBe('https://wiki.example/bye?state=bye-1');
  });
});

test('after a logout the application has to ask for a login again', async () => {
  const { browser, wiki } = await begin();
  await browser.ok('Login.Logout');
  expect(await authorize(browser, requestOf(wiki, pkce(), { prompt: 'none' }))).toMatchObject({ error: 'login_required' });
});
