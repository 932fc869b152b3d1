/** XSRF: requests that another site can make a browser send change nothing. */
import { logInAs, DEMO_PASSWORD } from '../../support/logInAs.ts';
import { type Client, createClient, type RawRequest } from '../../support/client.ts';
import { pendingMfaSession } from '../../support/mfa.ts';
import { useServer } from '../../support/useServer.ts';
import { auditEvents } from '../../support/auditEvents.ts';

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
const antiForgeryHeaders = async (client: Client): Promise<Record<string, string>> => ({
  'X-Requested-With': 'XMLHttpRequest',
  'X-XSRF-TOKEN': (await client.cookie('XSRF-TOKEN')) ?? '',
});

describe('The XSRF token', () => {
  it('is set by any GET without one, in a cookie readable by scripts', async () => {
    const client = createClient(site);
    const { headers } = await client.raw('/api/Health/Live');
    expect(headers.getSetCookie().join()).toMatch(/^XSRF-TOKEN=[^;]+; Path=\/; SameSite=Lax$/);
    expect((await client.raw('/api/Health/Live')).headers.getSetCookie()).toEqual([]);
  });

  it('permits a change', async () => {
    const client = await logInAs(site, 'ordinary');
    expect((await change(client)).status).toBe(200);
    expect((await change(client, { bare: true, headers: await antiForgeryHeaders(client) })).status).toBe(200);
  });

  it.each(['', 'x', 'a.b', '.', 'x'.repeat(5000)])('is refused if forged: %.20j', async (token) => {
    const client = await logInAs(site, 'ordinary');
    expect(await change(client, { headers: { 'X-XSRF-TOKEN': token } })).toMatchObject(refused);
    const cookies = { Cookie: `session=${String(await client.cookie('session'))}; XSRF-TOKEN=${encodeURIComponent(token)}` };
    expect(await change(client, { headers: { 'X-XSRF-TOKEN': token, ...cookies } })).toMatchObject(refused);
  });

  const foreign = [
    ['a word', 'x'],
    ['Laravel’s', 'eyJpdiI6Ik1EIiwidmFsdWUiOiJhIn0%3D'],
    ['Spring’s', '2f1a9c1e-8c3b-4f0e-9d53-1f9b5f6d1c11'],
    ['an empty one', ''],
    ['one that cannot be decoded', '%E0%A4%A'],
    ['a quoted one', '"a b"'],
    ['one with a dot, like ours before the login', 'a.b'],
  ] as const;
  it.each(foreign)('counts beside a cookie of another application: %s', async (_whose, value) => {
    const client = await logInAs(site, 'ordinary');
    const [session, token] = [String(await client.cookie('session')), String(await client.cookie('XSRF-TOKEN'))];
    const ours = `XSRF-TOKEN=${encodeURIComponent(token)}`;
    for (const pairs of [
      [`XSRF-TOKEN=${value}`, ours],
      [ours, `XSRF-TOKEN=${value}`],
    ]) {
      const Cookie = [`session=${session}`, ...pairs].join('; ');
      expect((await change(client, { headers: { Cookie, 'X-XSRF-TOKEN': token } })).status).toBe(200);
      // The foreign one proves nothing, though it is in both places.
      expect(await change(client, { headers: { Cookie, 'X-XSRF-TOKEN': value || 'y' } })).toMatchObject(refused);
      // It is not renewed for its neighbour.
      expect((await client.raw('/api/Login/Check', { headers: { Cookie } })).headers.getSetCookie()).toEqual([]);
    }
    const alone = { Cookie: `session=${session}; XSRF-TOKEN=${value}`, 'X-XSRF-TOKEN': decodeURIComponent('x') };
    expect(await change(client, { headers: alone })).toMatchObject(refused);
  });

  it('of a login counts beside another application’s too', async () => {
    const client = createClient(site);
    await client.raw('/api/Login/Login');
    const token = String(await client.cookie('XSRF-TOKEN'));
    const Cookie = `XSRF-TOKEN=eyJpdiI6; XSRF-TOKEN=${token}`;
    expect((await logIn(client, { headers: { Cookie, 'X-XSRF-TOKEN': token } })).status).toBe(200);
  });

  const sessions: readonly (readonly [string, string])[] = [
    ...foreign,
    ['Flask’s', 'eyJfcGVybWFuZW50Ijp0cnVlfQ.ZxY0Qg.abcdefghijklmnopqrstuvwxyz0'],
    ['one in the form of ours', 'A'.repeat(43)],
  ];
  it.each(sessions)('and the session count beside a session cookie of another application: %s', async (_whose, value) => {
    const client = await logInAs(site, 'ordinary');
    const [session, token] = [String(await client.cookie('session')), String(await client.cookie('XSRF-TOKEN'))];
    const Cookie = `session=${value}; session=${session}; XSRF-TOKEN=${encodeURIComponent(token)}`;
    expect((await change(client, { headers: { Cookie, 'X-XSRF-TOKEN': token } })).status).toBe(200);
    expect((await client.raw('/api/Login/Check', { headers: { Cookie } })).status).toBe(200);
    expect((await client.raw('/api/Login/Check', { headers: { Cookie: `session=${value}` } })).status).not.toBe(200);
  });

  it('is required in header and cookie, together with X-Requested-With', async () => {
    const client = await logInAs(site, 'ordinary');
    const { 'X-XSRF-TOKEN': token = '', ...requestedWith } = await antiForgeryHeaders(client);
    const session = { Cookie: `session=${String(await client.cookie('session'))}` };
    expect(await change(client, { bare: true, headers: requestedWith })).toMatchObject(refused);
    expect(await change(client, { bare: true, headers: { 'X-XSRF-TOKEN': token } })).toMatchObject(refused);
    expect(await change(client, { bare: true, headers: { ...requestedWith, 'X-XSRF-TOKEN': token, ...session } })).toMatchObject(
      refused,
    );
  });

  it('if invalid, is audited for administrators’ operations', async () => {
    const client = await logInAs(site, 'subadmin');
    const forged = await client.raw('/api/Users/Enable/ordinary/false', { method: 'PUT', headers: { 'X-XSRF-TOKEN': 'x' } });
    expect(forged).toMatchObject(refused);
    const events = await auditEvents(
      site,
      { outcome: 'refused', actor: 'subadmin', details: { code: 'AntiForgery' } },
      'action',
      'actor',
    );
    expect(events).toEqual([{ action: 'Users.Enable', actor: 'subadmin' }]);
  });

  it.each([
    ['en-US', /without cookies, and your browser does not keep them\. Allow cookies for this site/],
    ['de', /^Diese Website braucht Cookies, und Ihr Browser speichert keine\./],
  ])('if missing because cookies are disabled, is refused with an explanation in %s', async (locale, pattern) => {
    const headers = { 'Accept-Language': locale };
    expect((await logIn(createClient(site), { headers })).problem).toEqual({
      code: 'AntiForgery',
      message: expect.stringMatching(pattern) as string,
    });
    const client = await logInAs(site, 'ordinary');
    const { problem } = await change(client, { headers: { ...headers, 'X-XSRF-TOKEN': 'another' } });
    expect(problem?.message).not.toMatch(/cookie/i);
  });

  it('of another session, of the time before the login, or before the MFA code is refused', async () => {
    const anonymous = createClient(site);
    await anonymous.raw('/api/Login/Login');
    const [client, otherClient, pendingClient] = [
      await logInAs(site, 'ordinary'),
      await logInAs(site, 'ordinary'),
      await pendingMfaSession(site, 'mfa_user'),
    ];
    for (const source of [anonymous, otherClient, pendingClient]) {
      const token = (await source.cookie('XSRF-TOKEN')) ?? '';
      const session = String(await client.cookie('session'));
      const Cookie = `session=${session}; XSRF-TOKEN=${encodeURIComponent(token)}`;
      expect(await change(client, { headers: { Cookie, 'X-XSRF-TOKEN': token } })).toMatchObject(refused);
    }
  });

  it('is renewed at login and logout, and by any GET with a stale one', async () => {
    const client = createClient(site);
    await client.raw('/api/Login/Login');
    const seen = [await client.cookie('XSRF-TOKEN')];
    await client.ok('Login.Login', { body: { userName: 'ordinary', password: DEMO_PASSWORD } });
    seen.push(await client.cookie('XSRF-TOKEN'));
    await client.ok('Login.Logout');
    seen.push(await client.cookie('XSRF-TOKEN'));
    expect(new Set(seen).size).toBe(3);
    const staleClient = await logInAs(site, 'ordinary');
    await staleClient.jar.setCookie(`XSRF-TOKEN=${String(seen[0])}; Path=/`, site.url);
    expect(await change(staleClient)).toMatchObject(refused);
    await staleClient.raw('/api/Login/Login');
    expect((await change(staleClient)).status).toBe(200);
  });

  it('is required for the login, too (login XSRF)', async () => {
    const client = createClient(site);
    expect(await logIn(client)).toMatchObject(refused);
    await client.raw('/api/Login/Login');
    expect(await logIn(client, { bare: true })).toMatchObject(refused);
    expect((await logIn(client)).status).toBe(200);
  });
});

describe('A cross-origin request', () => {
  const crossOriginHeaders: readonly Record<string, string>[] = [
    { Origin: 'https://evil.example' },
    { Origin: 'null' },
    { 'Sec-Fetch-Site': 'cross-site' },
    { 'Sec-Fetch-Site': 'same-site' },
    { 'Sec-Fetch-Site': 'none' },
    { 'Sec-Fetch-Site': 'same-origin', Origin: 'http://127.0.0.1:1' },
  ];

  it.each(crossOriginHeaders)('is refused by its headers: %j', async (headers) => {
    const client = await logInAs(site, 'ordinary');
    expect(await change(client, { headers })).toMatchObject(refused);
    const anonymous = createClient(site);
    await anonymous.raw('/api/Login/Login');
    expect(await logIn(anonymous, { headers })).toMatchObject(refused);
  });

  it('gets no CORS headers', async () => {
    const client = await logInAs(site, 'ordinary');
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

describe('A request body', () => {
  it.each([
    ['application/x-www-form-urlencoded', 'userName=ordinary&password=x'],
    ['text/plain', '{"userName":"ordinary","password":"x"}'],
    ['multipart/form-data; boundary=b', '--b\r\nContent-Disposition: form-data; name="userName"\r\n\r\nordinary\r\n--b--\r\n'],
    ['application/xml', '<a/>'],
  ])('of a type that HTML forms can send, or XML, is refused: %s', async (type, body) => {
    const client = createClient(site);
    await client.raw('/api/Login/Login');
    const answer = await client.raw('/api/Login/Login', { method: 'POST', headers: { 'Content-Type': type }, body });
    expect(answer).toMatchObject({ status: 415, problem: { code: 'UnsupportedMediaType' } });
  });

  it('may be missing or empty where none is expected, and any other is refused there', async () => {
    const client = await logInAs(site, 'ordinary');
    const forgetBrowsers = (body?: string) =>
      client.raw('/api/Mfa/RememberedBrowsers', {
        method: 'DELETE',
        headers: JSON_TYPE,
        ...(body === undefined ? {} : { body }),
      });
    for (const body of [undefined, '', '{}']) expect((await forgetBrowsers(body)).status).toBe(200);
    for (const body of ['{"roles":["SystemAdministration"]}', '[]', '"x"', '{"__proto__":{}}', '{'])
      expect((await forgetBrowsers(body)).status).toBe(400);
    expect((await client.raw('/api/Mfa/Enable', { method: 'POST', headers: JSON_TYPE })).status).toBe(400);
  });

  it('cannot override the method, and neither can a header or parameter', async () => {
    const client = await logInAs(site, 'ordinary');
    const answer = await client.raw('/api/Users/Self/Sessions?_method=DELETE', {
      method: 'POST',
      headers: { ...JSON_TYPE, 'X-HTTP-Method-Override': 'DELETE' },
      body: '{"_method":"DELETE"}',
    });
    expect(answer.status).toBe(405);
    expect((await client.call('Login.Check')).status).toBe(200);
  });
});
