/** Security headers on every response (OWASP Secure Headers), cache headers, and the page’s Content-Security-Policy. */
import { connect } from 'node:net';
import { logInAs } from '../../support/logInAs.ts';
import { createClient } from '../../support/client.ts';
import { plainRequest } from '../../support/plainRequest.ts';
import { startServer } from '../../support/server.ts';
import { useServer } from '../../support/useServer.ts';

const site = useServer();

const commonHeaders = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'x-frame-options': 'DENY',
};
const apiHeaders = { 'cache-control': 'no-store', 'content-security-policy': "default-src 'none'; frame-ancestors 'none'" };

/** Sends bytes over a socket, then `repeated` every 400 ms until the server closes it. Errors are ignored: late writes are reset. */
const exchange = (
  bytes: string,
  url: string,
  repeated = '',
): Promise<{ status: number; headers: Record<string, string>; body: string }> =>
  new Promise((resolve) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    let text = '';
    socket.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
    const sending = setInterval(() => socket.write(repeated), 400);
    socket
      .on('error', () => undefined)
      .on('close', () => {
        clearInterval(sending);
        const [head = '', body = ''] = text.split('\r\n\r\n', 2);
        const [first = '', ...lines] = head.split('\r\n');
        const headers = lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 2)]);
        resolve({ status: Number(first.split(' ')[1]), headers: Object.fromEntries(headers) as Record<string, string>, body });
      });
    socket.write(bytes);
  });

/** Sends the path without normalisation. */
const getVerbatim = (path: string, cookie: string) =>
  exchange(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: ${cookie}\r\nConnection: close\r\n\r\n`, site.url);

test.each([
  ['/', 200],
  ['/Users/List', 200],
  ['/robots.txt', 200],
  ['/.well-known/change-password', 302],
  ['/assets/nothing.js', 404],
  ['/api/Users/Self', 200],
  ['/api/Users/Page?format=csv', 200],
  ['/api/Users/Page?sort=nothing', 400],
  ['/api/Users/Create', 405],
  ['/api/Users/User/no_such_user', 404],
  ['/api/nothing', 404],
  ['/api/openapi.json', 200],
  ['/api/Users/User/%', 404],
  ['/api/%FF', 404],
  ['/%zz', 200],
])('every response has the security headers: %s', async (path, status) => {
  const answer = await (await logInAs(site, 'subadmin')).raw(path);
  expect([answer.status, Object.fromEntries(answer.headers)]).toEqual([status, expect.objectContaining(commonHeaders)]);
  expect(answer.headers.get('permissions-policy')).toBe(
    'camera=(), geolocation=(), microphone=(), payment=(), usb=(), publickey-credentials-get=(self), publickey-credentials-create=(self)',
  );
  expect(answer.headers.get('strict-transport-security')).toBeNull();
  for (const name of ['server', 'x-powered-by', 'access-control-allow-origin']) expect(answer.headers.get(name)).toBeNull();
});

describe('A malformed request', () => {
  const siteWithShortTimeout = useServer({ env: { LIMIT_REQUEST_MS: '1000' } });

  test.each([
    ['that is not HTTP', 'HELO gatehouse\r\n\r\n', '', 400, 'BadRequest'],
    ['with oversized headers', `GET / HTTP/1.1\r\nHost: x\r\nX-A: ${'a'.repeat(20_000)}\r\n\r\n`, '', 431, 'HeadersTooLarge'],
    [
      'with oversized cookies',
      `GET / HTTP/1.1\r\nHost: x\r\nCookie: ${'c=1; '.repeat(4000)}\r\n\r\n`,
      '',
      431,
      'HeadersTooLarge',
    ],
    ['with huge headers', `GET / HTTP/1.1\r\nHost: x\r\nX-A: ${'a'.repeat(80_000)}\r\n\r\n`, '', 431, 'HeadersTooLarge'],
    ['that never ends', 'GET / HTTP/1.1\r\nHost: x\r\nCookie: c=', '1', 408, 'RequestTimeout'],
  ])('%s gets an error with code, message and security headers', async (_what, bytes, repeated, status, code) => {
    const answer = await exchange(bytes, siteWithShortTimeout.url, repeated);
    expect([answer.status, JSON.parse(answer.body)]).toEqual([status, { code, message: expect.any(String) as string }]);
    expect(answer.headers).toMatchObject({ ...commonHeaders, ...apiHeaders, connection: 'close' });
  });
});

test.each([
  '/api/Users/Self',
  '/api/Users/Self/',
  '/%61pi/Users/Self',
  '/%61%70%69/Users%2FSelf',
  '//api/Users/Self',
  '/api/Users/Page?format=csv',
  '/api/Users/All',
  '/api/nothing',
  '/api/%zz',
  '/%61pi/%zz',
])('responses of the API are never cached, however the path is encoded: %s', async (path) => {
  const cookie = await (await logInAs(site, 'subadmin')).jar.getCookieString(site.url);
  const { status, headers } = await getVerbatim(path, cookie);
  if (headers['content-type']?.startsWith('text/html') ?? false)
    expect([status, headers['cache-control']]).toEqual([200, 'no-store']);
  else expect([status, headers]).toEqual([expect.any(Number), expect.objectContaining(apiHeaders)]);
});

test('the page allows only its own scripts and styles, by nonce, no framing and no caching', async () => {
  const page = await createClient(site).raw('/Login');
  const nextPage = await createClient(site).raw('/Login');
  const policyOf = ({ headers }: typeof page) =>
    new Map(
      (headers.get('content-security-policy') ?? '').split('; ').map((part) => {
        const [name = '', ...sources] = part.split(' ');
        return [name, sources] as const;
      }),
    );
  const policy = policyOf(page);
  expect(page.headers.get('cache-control')).toBe('no-store');
  expect(policy.get('default-src')).toEqual(["'self'"]);
  expect(policy.get('frame-ancestors')).toEqual(["'none'"]);
  expect(policy.get('base-uri')).toEqual(["'none'"]);
  expect(policy.get('object-src')).toEqual(["'none'"]);
  const nonce = /^'nonce-([\w+/=]{20,})'$/.exec(policy.get('script-src')?.[1] ?? '')?.[1] ?? '';
  for (const name of ['script-src', 'style-src']) expect(policy.get(name)).toEqual(["'self'", `'nonce-${nonce}'`]);
  expect(policyOf(nextPage).get('script-src')).not.toEqual(policy.get('script-src'));
  // Inline scripts and styles need the nonce.
  const inline = [...page.text.matchAll(/<(?:script|style)\b([^>]*)>/g)].map(([, attributes = '']) => attributes);
  expect(inline.length).toBeGreaterThan(0);
  for (const attributes of inline) expect(attributes).toMatch(/\bsrc=|type="application\/json"|nonce=/);
  expect(page.text).not.toMatch(/\son\w+=|javascript:|__[A-Z_]+__/);
});

test.each([
  ['signed-in screens', /<style nonce="([^"]+)" data-href="\/assets\/frame[^"]+\.css">.+?<\/style>/],
  ['their first controls', /<style nonce="([^"]+)">[^<]*\.ant-btn\b[^<]*data-ant-cssinjs-cache-path[^<]*<\/style>/],
])('the page of a session brings the styles of %s, under its nonce', async (_what, styles) => {
  const { text, headers } = await (await logInAs(site, 'ordinary')).raw('/SecurityDetails');
  expect(headers.get('content-security-policy')).toContain(`'nonce-${styles.exec(text)?.[1] ?? ''}'`);
  expect((await createClient(site).raw('/SecurityDetails')).text).not.toMatch(styles);
});

test('a public https address gets Strict-Transport-Security', async () => {
  const httpsServer = await startServer({ env: { PUBLIC_URL: 'https://id.example.com' }, database: site.database });
  try {
    for (const path of ['/Login', '/api/Health/Live', '/robots.txt'])
      expect((await createClient(httpsServer).raw(path)).headers.get('strict-transport-security')).toBe(
        'max-age=31536000; includeSubDomains',
      );
  } finally {
    await httpsServer.stop();
  }
});

test('files with a hash in their name are cached for a year, others are revalidated, and internal files are not served', async () => {
  const client = createClient(site);
  const [, script = ''] = /src="(\/assets\/[^"]+\.js)"/.exec((await client.raw('/Login')).text) ?? [];
  for (const encoding of ['identity', 'gzip', 'gzip, deflate, br, zstd'])
    expect(
      (await plainRequest(`${site.url}${script}`, { headers: { 'accept-encoding': encoding } })).headers['cache-control'],
    ).toBe('public, max-age=31536000, immutable');
  expect((await client.raw('/robots.txt')).headers.get('cache-control')).toBe('no-cache');
  for (const path of ['/index.html', `${script}.map`, '/package.json', '/.env'])
    expect([path, (await client.raw(path)).status]).toEqual([path, 404]);
  for (const path of ['/prerendered/en-US.html', '/%70rerendered/en-US.html'])
    expect((await client.raw(path)).text).not.toContain('__APPLICATION__');
});
