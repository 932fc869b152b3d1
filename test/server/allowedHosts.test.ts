/** Under which names the server answers: those of its public address and of loopback, and no others once that address is known. */
import { readConfig } from '../../server/config.ts';
import { plainRequest } from '../support/plainRequest.ts';
import { useServer } from '../support/useServer.ts';

const site = useServer({ env: { PUBLIC_URL: 'https://id.example.com', ALLOWED_HOSTS: 'id.internal, 10.0.0.7' } });
const quiet = useServer();

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
])('it answers as %s', async (host) => {
  expect(await status(host)).toBe(200);
});

test.each(['evil.example', 'id.example.com.evil.example', 'evil.example:443', 'localhost.evil.example', '10.0.0.8', 'x'])(
  'it does not answer as %s, neither calls nor the page nor what does not exist',
  async (host) => {
    for (const path of ['/api/Login/Login', '/Login', '/', '/api/nowhere'])
      expect([path, await status(host, path)]).toEqual([path, 421]);
  },
);

test('the answer is a problem like any other', async () => {
  const { body } = await plainRequest(`${site.url}/api/Login/Login`, { headers: { Host: 'evil.example' } });
  expect(JSON.parse(body)).toEqual({ code: 'MisdirectedRequest', message: expect.stringContaining('address') as string });
});

test('a supervisor may ask for its health by any address', async () => {
  expect(await status('192.0.2.4:8080', '/api/Health/Live')).toBe(200);
});

test('a forwarded host is not believed without a trusted proxy', async () => {
  const headers = { Host: 'evil.example', 'X-Forwarded-Host': 'id.example.com' };
  expect((await plainRequest(`${site.url}/api/Login/Login`, { headers })).statusCode).toBe(421);
});

test('without a public address it answers as whatever it is called', async () => {
  for (const host of ['localhost', '127.0.0.1', 'mymachine.local'])
    expect(await status(host, '/api/Login/Login', quiet)).toBe(200);
});

describe('The configuration', () => {
  test.each(['http://id.example.com', 'http://10.0.0.7:8080', 'http://localhost.evil.example'])(
    'refuses %s without TLS',
    (url) => {
      expect(() => readConfig({ PUBLIC_URL: url })).toThrow(/^PUBLIC_URL: must be https/);
      expect(readConfig({ PUBLIC_URL: url, ALLOW_HTTP: 'on' }).PUBLIC_URL).toBe(url);
    },
  );

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
