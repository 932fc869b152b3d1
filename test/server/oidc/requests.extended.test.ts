/** Authorization and logout requests: what they make the server store, by GET and by POST, and which addresses answer them. */
import { createClient, type Client } from '../../support/client.ts';
import { logInAs } from '../../support/logInAs.ts';
import { authorize, claimsIn, follow, pkce, register, requestOf, signIn } from '../../support/oidc.ts';
import { startServer } from '../../support/server.ts';
import { useServer } from '../../support/useServer.ts';

const site = useServer({ env: { LIMIT_LOGINS_PER_ADDRESS: '10000' } });

const stored = async ({ database } = site) =>
  (await database.row<{ count: number }>(`SELECT count(*)::int FROM oidc_tokens WHERE model IN ('Interaction', 'Session')`))
    .count;

const sendForm = (browser: Client, path: string, form: string, headers: Record<string, string> = {}) =>
  browser.raw(path, {
    method: 'POST',
    bare: true,
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      origin: 'https://wiki.example',
      'sec-fetch-site': 'cross-site',
      ...headers,
    },
    body: form,
  });

describe('An anonymous caller', () => {
  test('stores nothing with 200 requests whose state is 14 KB long, and gets the reason', async () => {
    const wiki = await register(site);
    const before = await stored();
    const path = requestOf(wiki, pkce(), { state: 'x'.repeat(14_000) });
    const answers = await Promise.all(Array.from({ length: 200 }, () => createClient(site).raw(path, { bare: true })));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([400]));
    expect(answers[0]?.text).toContain('invalid_request');
    expect(await stored()).toBe(before);
  });

  test.each(['state', 'nonce', 'login_hint', 'ui_locales', 'acr_values', 'claims', 'anything'])(
    'can’t send a long %s',
    async (name) => {
      const path = requestOf(await register(site), pkce(), { [name]: 'ä'.repeat(1100) });
      expect(await createClient(site).raw(path, { bare: true })).toMatchObject({
        status: 400,
        text: expect.stringContaining(`${name} is longer`) as string,
      });
    },
  );

  test('can’t send many parameters, nor a long state at logout', async () => {
    const many = Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`p${String(at)}`, 'x'.repeat(30)]));
    const before = await stored();
    expect((await createClient(site).raw(requestOf(await register(site), pkce(), many), { bare: true })).status).toBe(400);
    const logout = `/oidc/session/end?state=${'x'.repeat(3000)}`;
    expect((await createClient(site).raw(logout, { bare: true })).status).toBe(400);
    expect(await stored()).toBe(before);
  });

  test('keeps a request for a quarter of an hour', async () => {
    await follow(createClient(site), requestOf(await register(site), pkce()));
    const { seconds } = await site.database.row<{ seconds: number }>(
      `SELECT max(extract(epoch FROM expires_at - now()))::int AS seconds FROM oidc_tokens WHERE model = 'Interaction'`,
    );
    expect(seconds).toBeLessThanOrEqual(900);
  });

  test.each([
    { limits: { LIMIT_AUTHORIZE_PER_ADDRESS: '5' }, of: 'an address' },
    { limits: { LIMIT_AUTHORIZE_ANONYMOUS: '5' }, of: 'all addresses together' },
  ])('stores a limited number of small requests of $of, logouts among them, and learns when to try again', async ({ limits }) => {
    const limited = await startServer({ env: limits });
    const wiki = await register(limited);
    const send = async (path: string) => createClient(limited).raw(path, { bare: true });
    const first = [
      await send('/oidc/session/end'),
      ...(await Promise.all([1, 2, 3, 4].map(() => send(requestOf(wiki, pkce()))))),
    ];
    expect(first.map(({ status }) => status)).toEqual([200, 303, 303, 303, 303]);
    for (const path of [requestOf(wiki, pkce()), '/oidc/session/end']) {
      const refused = await send(path);
      expect(refused.status).toBe(429);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(refused.text).toContain('temporarily_unavailable');
    }
    expect(await stored(limited)).toBe(5);
    await limited.stop();
  });
});

describe('By POST, as a form of the application sends it', () => {
  test('an authorization request becomes the same by GET, and ends at the application', async () => {
    const wiki = await register(site);
    const browser = await logInAs(site, 'ordinary');
    const [path = '', query = ''] = requestOf(wiki, pkce(), { state: 'a b+c&d' }).split('?');
    const answer = await sendForm(browser, path, query);
    expect(answer.status).toBe(303);
    const location = answer.headers.get('location') ?? '';
    expect(location.startsWith('/oidc/auth?')).toBe(true);
    expect(await authorize(browser, location)).toMatchObject({ state: 'a b+c&d', code: expect.any(String) as string });
  });

  test('a logout of another site ends nothing by itself: without an ID token the user is asked, as by GET', async () => {
    const wiki = await register(site);
    const browser = await logInAs(site, 'ordinary');
    const tokens = await signIn(browser, wiki);
    expect(claimsIn(tokens.id_token).preferred_username).toBe('ordinary');
    const page = async (form: string) => {
      const { status, headers } = await sendForm(browser, '/oidc/session/end', form);
      expect(status).toBe(303);
      return (await follow(browser, headers.get('location') ?? '')).answer.text;
    };
    expect(await page('post_logout_redirect_uri=https://evil.example/')).not.toContain('<script');
    expect(await page(new URLSearchParams({ id_token_hint: tokens.id_token }).toString())).toContain('requestSubmit');
    expect((await browser.call('Users.Self')).status).toBe(200);
    // The confirmation itself can't be forged: it needs a token that only the page has.
    expect((await sendForm(browser, '/oidc/session/end/confirm', 'xsrf=forged&logout=yes')).status).toBe(400);
    expect((await browser.call('Users.Self')).status).toBe(200);
  });

  test('only a form is read, and no more of it than of an address', async () => {
    const browser = createClient(site);
    for (const path of ['/oidc/auth', '/oidc/session/end']) {
      for (const type of ['application/json', 'text/plain', 'multipart/form-data; boundary=x'])
        expect((await sendForm(browser, path, '{}', { 'content-type': type })).status).toBe(415);
      expect((await sendForm(browser, path, `state=${'x'.repeat(9000)}`)).status).toBe(413);
      expect((await sendForm(browser, path, `state=${'x'.repeat(3000)}`)).status).toBe(400);
      // Each of these signs becomes three.
      expect((await sendForm(browser, path, `a=${'é'.repeat(900)}&b=${'é'.repeat(900)}`)).status).toBe(400);
    }
  });
});

describe('An address is answered exactly as it was registered', () => {
  test.each([
    'https://wiki.example/callback?page=Home%20Page',
    'https://wiki.example/callback?page=Home%20Page&x=%7E',
    'https://wiki.example/call%20back?a=b+c',
    'https://wiki.example/callback?empty=',
    'https://wiki.example/callback?flag',
  ])('%s', async (address) => {
    const wiki = await register(site, { redirectUris: [address], postLogoutRedirectUris: [address] });
    const browser = await logInAs(site, 'ordinary');
    const request = (changed: Record<string, string>) => requestOf(wiki, pkce(), { redirect_uri: address, ...changed });
    for (const changed of [{}, { prompt: 'none', max_age: '0' }]) {
      const { url } = await follow(browser, request(changed));
      expect(url.startsWith(`${address}&`)).toBe(true);
      expect(new URL(url).searchParams.get('state')).toBe('state-1');
    }
    const query = new URLSearchParams({ client_id: wiki.id, post_logout_redirect_uri: address, state: 'bye' }).toString();
    const { answer } = await follow(browser, `/oidc/session/end?${query}`);
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(answer.text)?.[1] ?? '';
    const done = await sendForm(browser, '/oidc/session/end/confirm', new URLSearchParams({ xsrf, logout: 'yes' }).toString(), {
      origin: site.url,
    });
    expect(done.headers.get('location')).toBe(`${address}&state=bye`);
  });
});
