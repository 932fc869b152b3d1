/** Check of the Host header: with PUBLIC_URL set, only its name, ALLOWED_HOSTS and loopback names are accepted. */
import { readConfig } from '../../../server/config/config.ts';
import { plainRequest } from '../../support/plainRequest.ts';
import { useServer } from '../../support/useServer.ts';

const site = useServer({ env: { PUBLIC_URL: 'https://id.example.com', ALLOWED_HOSTS: 'id.internal, 10.0.0.7' } });
const siteWithoutPublicUrl = useServer();

const status = async (host: string, path = '/api/Login/Login', server = site) =>
  (await plainRequest(`${server.url}${path}`, { headers: { Host: host } })).statusCode;

test.each([
  'id.example.com',
  'ID.Example.com:443',
  'id.internal',
  '10.0.0.7:8080',
  'localhost',
  'localhost:8080',
  '127.0.0.1:1',
  '[::1]:8080',
])('the host %s is accepted', async (host) => {
  expect(await status(host)).toBe(200);
});

test.each(['evil.example', 'id.example.com.evil.example', 'evil.example:443', 'localhost.evil.example', '10.0.0.8', 'x'])(
  'the host %s is rejected with 421, for API calls, pages and unknown paths',
  async (host) => {
    for (const path of ['/api/Login/Login', '/Login', '/', '/api/nowhere'])
      expect([path, await status(host, path)]).toEqual([path, 421]);
  },
);

test('the rejection is a problem with code and message', async () => {
  const { body } = await plainRequest(`${site.url}/api/Login/Login`, { headers: { Host: 'evil.example' } });
  expect(JSON.parse(body)).toEqual({ code: 'MisdirectedRequest', message: expect.stringContaining('address') as string });
});

test('health checks are answered under any host', async () => {
  expect(await status('192.0.2.4:8080', '/api/Health/Live')).toBe(200);
});

test('X-Forwarded-Host is ignored without a trusted proxy', async () => {
  const headers = { Host: 'evil.example', 'X-Forwarded-Host': 'id.example.com' };
  expect((await plainRequest(`${site.url}/api/Login/Login`, { headers })).statusCode).toBe(421);
});

test('on loopback, without PUBLIC_URL, every host is accepted', async () => {
  for (const host of ['localhost', '127.0.0.1', 'mymachine.local'])
    expect(await status(host, '/api/Login/Login', siteWithoutPublicUrl)).toBe(200);
});

describe('The configuration', () => {
  test.each(['http://id.example.com', 'http://10.0.0.7:8080', 'http://localhost.evil.example'])(
    'refuses %s without TLS',
    (url) => {
      expect(() => readConfig({ PUBLIC_URL: url })).toThrow(/^PUBLIC_URL: must be https/);
      expect(readConfig({ PUBLIC_URL: url, ALLOW_HTTP: 'on' }).PUBLIC_URL).toBe(url);
    },
  );

  test.each(['0.0.0.0', '::', '10.0.0.7', 'id.internal'])(
    'refuses to listen on %s without PUBLIC_URL, as any host would be answered',
    (host) => {
      expect(() => readConfig({ HOST: host })).toThrow(/^PUBLIC_URL: is needed where HOST is not loopback, [^\n]*$/);
      expect(readConfig({ HOST: host, PUBLIC_URL: 'https://id.example.com' }).HOST).toBe(host);
    },
  );

  test.each(['127.0.0.1', '::1', 'localhost'])('needs no PUBLIC_URL to listen on %s', (host) => {
    expect(readConfig({ HOST: host }).PUBLIC_URL).toBeUndefined();
  });

  test('refuses metrics off loopback without a token, and a short token', () => {
    const metrics = { METRICS_PORT: '9464', METRICS_HOST: '0.0.0.0' };
    expect(() => readConfig(metrics)).toThrow(/^METRICS_TOKEN: is needed where METRICS_HOST is not loopback, [^\n]*$/);
    expect(() => readConfig({ ...metrics, METRICS_TOKEN: 'short' })).toThrow(/^METRICS_TOKEN: must have 16 characters or more$/);
    expect(() => readConfig({ ...metrics, METRICS_TOKEN: 'a-token-of-a-scraper' })).not.toThrow();
    expect(() => readConfig({ METRICS_PORT: '9464' })).not.toThrow();
    expect(() => readConfig({ METRICS_HOST: '0.0.0.0' })).not.toThrow();
  });

  test.each([
    'https://id.example.com',
    'http://localhost:8080',
    'http://127.0.0.1:8080',
    'http://[::1]:8080',
    'http://id.localhost',
  ])('accepts %s', (url) => {
    expect(readConfig({ PUBLIC_URL: url }).PUBLIC_URL).toBe(url);
  });

  test.each(['1.2.3.4:80', 'proxy.example', '1,2', '-1', '1.5', '10.0.0.0/8/8', 'yes'])(
    'refuses the trusted proxy %s',
    (value) => {
      expect(() => readConfig({ TRUST_PROXY: value })).toThrow(/^TRUST_PROXY: /);
    },
  );

  test.each(['off', '1', '2', '10.0.0.1', '10.0.0.0/8, ::1', 'loopback', 'fd00::/8'])('accepts the trusted proxy %s', (value) => {
    expect(() => readConfig({ TRUST_PROXY: value })).not.toThrow();
  });
});
