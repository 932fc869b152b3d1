/** Forged requests: what another site can make a browser send changes nothing. */
import { as, DEMO_PASSWORD } from '../support/as.ts';
import { type Client, createClient, type RawRequest } from '../support/client.ts';
import { halfSignedIn } from '../support/mfa.ts';
import { useServer } from '../support/useServer.ts';

const site = useServer();

const JSON_TYPE = { 'Content-Type': 'application/json' };
const refused = { status: 403, problem: { code: 'AntiForgery' } };

/** A harmless change in a session. */
const change = (client: Client, request: RawRequest = {}) =>
  client.raw('/api/Mfa/RememberedBrowsers', { method: 'DELETE', ...request });
const logIn = (client: Client, request: RawRequest = {}) =>
  client.raw('/api/Login/Login', {
    method: 'POST',
    body: JSON.stringify({ userName: 'ordinary', password: DEMO_PASSWORD }),
    ...request,
    headers: { ...JSON_TYPE, ...request.headers },
  });
const ours = async (client: Client): Promise<Record<string, string>> => ({
  'X-Requested-With': 'XMLHttpRequest',
  'X-XSRF-TOKEN': (await client.cookie('XSRF-TOKEN')) ?? '',
});

describe('the anti-forgery pair', () => {
  it('comes with every GET where it is missing, and is readable by our script', async () => {
    const client = createClient(site);
    const { headers } = await client.raw('/api/Health/Live');
    expect(headers.getSetCookie().join()).toMatch(/^XSRF-TOKEN=[^;]+; Path=\/; SameSite=Lax$/);
    expect((await client.raw('/api/Health/Live')).headers.getSetCookie()).toEqual([]);
  });

  it('lets a change through', async () => {
    const client = await as(site, 'ordinary');
    expect((await change(client)).status).toBe(200);
    expect((await change(client, { bare: true, headers: await ours(client) })).status).toBe(200);
  });

  it.each(['', 'x', 'a.b', '.', 'x'.repeat(5000)])('refuses another token: %.20j', async (token) => {
    const client = await as(site, 'ordinary');
    expect(await change(client, { headers: { 'X-XSRF-TOKEN': token } })).toMatchObject(refused);
    const jar = { Cookie: `session=${String(await client.cookie('session'))}; XSRF-TOKEN=${encodeURIComponent(token)}` };
    expect(await change(client, { headers: { 'X-XSRF-TOKEN': token, ...jar } })).toMatchObject(refused);
  });

  it('refuses a change without header, without cookie, or without our mark', async () => {
    const client = await as(site, 'ordinary');
    const { 'X-XSRF-TOKEN': token = '', ...mark } = await ours(client);
    const session = { Cookie: `session=${String(await client.cookie('session'))}` };
    expect(await change(client, { bare: true, headers: mark })).toMatchObject(refused);
    expect(await change(client, { bare: true, headers: { 'X-XSRF-TOKEN': token } })).toMatchObject(refused);
    expect(await change(client, { bare: true, headers: { ...mark, 'X-XSRF-TOKEN': token, ...session } })).toMatchObject(refused);
  });

  it('leaves an event where an administrator’s call was refused', async () => {
    const client = await as(site, 'subadmin');
    const forged = await client.raw('/api/Users/Enable/ordinary/false', { method: 'PUT', headers: { 'X-XSRF-TOKEN': 'x' } });
    expect(forged).toMatchObject(refused);
    const events = await site.database.query(
      `SELECT action, actor FROM audit_events WHERE outcome = 'refused' AND actor = 'subadmin' AND details::jsonb->>'code' = 'AntiForgery'`,
    );
    expect(events).toEqual([{ action: 'Users.Enable', actor: 'subadmin' }]);
  });

  it.each([
    ['en-US', /without cookies, and your browser does not keep them\. Allow cookies for this site/],
    ['de', /^Diese Website braucht Cookies, und Ihr Browser speichert keine\./],
  ])('says in %s what to do in a browser that keeps no cookies', async (locale, words) => {
    const headers = { 'Accept-Language': locale };
    expect((await logIn(createClient(site), { headers })).problem).toEqual({
      code: 'AntiForgery',
      message: expect.stringMatching(words) as string,
    });
    const client = await as(site, 'ordinary');
    const { problem } = await change(client, { headers: { ...headers, 'X-XSRF-TOKEN': 'another' } });
    expect(problem?.message).not.toMatch(/cookie/i);
  });

  it('of another session does not fit, nor that from before logging in, nor the one from before the code', async () => {
    const anonymous = createClient(site);
    await anonymous.raw('/api/Login/Login');
    const [client, stranger, half] = [
      await as(site, 'ordinary'),
      await as(site, 'ordinary'),
      await halfSignedIn(site, 'mfa_user'),
    ];
    for (const source of [anonymous, stranger, half]) {
      const token = (await source.cookie('XSRF-TOKEN')) ?? '';
      const session = String(await client.cookie('session'));
      const Cookie = `session=${session}; XSRF-TOKEN=${encodeURIComponent(token)}`;
      expect(await change(client, { headers: { Cookie, 'X-XSRF-TOKEN': token } })).toMatchObject(refused);
    }
  });

  it('is renewed when a session opens and when it ends, and by any GET that brings a stale one', async () => {
    const client = createClient(site);
    await client.raw('/api/Login/Login');
    const seen = [await client.cookie('XSRF-TOKEN')];
    await client.ok('Login.Login', { body: { userName: 'ordinary', password: DEMO_PASSWORD } });
    seen.push(await client.cookie('XSRF-TOKEN'));
    await client.ok('Login.Logout');
    seen.push(await client.cookie('XSRF-TOKEN'));
    expect(new Set(seen).size).toBe(3);
    const late = await as(site, 'ordinary');
    await late.jar.setCookie(`XSRF-TOKEN=${String(seen[0])}; Path=/`, site.url);
    expect(await change(late)).toMatchObject(refused);
    await late.raw('/api/Login/Login');
    expect((await change(late)).status).toBe(200);
  });

  it('guards logging in as well, so that nobody is signed in as somebody else', async () => {
    const client = createClient(site);
    expect(await logIn(client)).toMatchObject(refused);
    await client.raw('/api/Login/Login');
    expect(await logIn(client, { bare: true })).toMatchObject(refused);
    expect((await logIn(client)).status).toBe(200);
  });
});

describe('a request that says it comes from elsewhere', () => {
  const foreign: readonly Record<string, string>[] = [
    { Origin: 'https://evil.example' },
    { Origin: 'null' },
    { 'Sec-Fetch-Site': 'cross-site' },
    { 'Sec-Fetch-Site': 'same-site' },
    { 'Sec-Fetch-Site': 'none' },
    { 'Sec-Fetch-Site': 'same-origin', Origin: 'http://127.0.0.1:1' },
  ];

  it.each(foreign)('changes nothing: %j', async (headers) => {
    const client = await as(site, 'ordinary');
    expect(await change(client, { headers })).toMatchObject(refused);
    const anonymous = createClient(site);
    await anonymous.raw('/api/Login/Login');
    expect(await logIn(anonymous, { headers })).toMatchObject(refused);
  });

  it('is allowed nothing by CORS', async () => {
    const client = await as(site, 'ordinary');
    const preflight = await client.raw('/api/Users/Self', {
      method: 'OPTIONS',
      headers: { Origin: 'https://evil.example', 'Access-Control-Request-Method': 'DELETE' },
    });
    const read = await client.raw('/api/Users/Self', { headers: { Origin: 'https://evil.example' } });
    for (const { headers } of [preflight, read])
      expect([...headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([]);
    expect(preflight.status).toBe(405);
  });
});

describe('a body that a plain form can send', () => {
  it.each([
    ['application/x-www-form-urlencoded', 'userName=ordinary&password=x'],
    ['text/plain', '{"userName":"ordinary","password":"x"}'],
    ['multipart/form-data; boundary=b', '--b\r\nContent-Disposition: form-data; name="userName"\r\n\r\nordinary\r\n--b--\r\n'],
    ['application/xml', '<a/>'],
  ])('is not accepted: %s', async (type, body) => {
    const client = createClient(site);
    await client.raw('/api/Login/Login');
    const answer = await client.raw('/api/Login/Login', { method: 'POST', headers: { 'Content-Type': type }, body });
    expect(answer).toMatchObject({ status: 415, problem: { code: 'UnsupportedMediaType' } });
  });

  it('may be missing or empty where a call takes none, and holds nothing there', async () => {
    const client = await as(site, 'ordinary');
    const forget = (body?: string) =>
      client.raw('/api/Mfa/RememberedBrowsers', {
        method: 'DELETE',
        headers: JSON_TYPE,
        ...(body === undefined ? {} : { body }),
      });
    for (const body of [undefined, '', '{}']) expect((await forget(body)).status).toBe(200);
    for (const body of ['{"roles":["SystemAdministration"]}', '[]', '"x"', '{"__proto__":{}}', '{'])
      expect((await forget(body)).status).toBe(400);
    expect((await client.raw('/api/Mfa/Enable', { method: 'POST', headers: JSON_TYPE })).status).toBe(400);
  });

  it('finds no other method behind a header or a parameter', async () => {
    const client = await as(site, 'ordinary');
    const answer = await client.raw('/api/Users/Self/Sessions?_method=DELETE', {
      method: 'POST',
      headers: { ...JSON_TYPE, 'X-HTTP-Method-Override': 'DELETE' },
      body: '{"_method":"DELETE"}',
    });
    expect(answer.status).toBe(405);
    expect((await client.call('Login.Check')).status).toBe(200);
  });
});
