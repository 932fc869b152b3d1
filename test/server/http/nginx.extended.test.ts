/** The example of deploy/nginx.conf with the real nginx: two processes, and an application that it guards. */
import type { IncomingHttpHeaders } from 'node:http';
import { request } from 'node:https';
import { text } from 'node:stream/consumers';
import { type BehindNginx, startBehindNginx } from '../../support/behindNginx.ts';
import { DEMO_PASSWORD } from '../../support/logInAs.ts';
import { eventually } from '../../support/eventually.ts';
import { isNginxInstalled } from '../../support/nginx.ts';
import { lastSeq } from '../../support/auditEvents.ts';

const isInstalled = isNginxInstalled();
if (!isInstalled) process.stderr.write('SKIPPED: nginx or openssl is not installed (apt-get install nginx openssl)\n');

interface Reply {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

const send = (method: string, url: string, headers: Record<string, string>, content?: string) =>
  new Promise<Reply>((resolve, reject) => {
    const call = request(url, { method, headers, rejectUnauthorized: false }, (response) => {
      text(response).then((body) => {
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body });
      }, reject);
    });
    call.once('error', reject);
    call.end(content);
  });
const get = (url: string, headers: Record<string, string> = {}) => send('GET', url, headers);

(isInstalled ? describe : describe.skip)('Behind nginx', () => {
  let behind: BehindNginx;
  let site: string;
  let guarded: string;
  let session: string;

  beforeAll(async () => {
    behind = await startBehindNginx();
    ({ site, guarded } = behind);
    session = await logInThroughNginx();
  });
  afterAll(() => behind.stop());

  /** Cookies of https are `__Host-`, which a client of http can't keep. */
  async function logInThroughNginx(): Promise<string> {
    const { status, headers } = await logIn('ordinary', DEMO_PASSWORD);
    const found = /__Host-session=([^;]+)/.exec(String(headers['set-cookie']))?.[1];
    if (found === undefined) throw new Error(`No session: ${String(status)}`);
    return found;
  }
  async function logIn(userName: string, password: string, headers: Record<string, string> = {}): Promise<Reply> {
    const first = await get(`${site}/api/Login/Login`);
    const xsrf = /XSRF-TOKEN=([^;]+)/.exec(String(first.headers['set-cookie']))?.[1] ?? '';
    const sent = {
      'content-type': 'application/json',
      cookie: cookiesOf(first),
      'x-xsrf-token': decodeURIComponent(xsrf),
      'x-requested-with': 'XMLHttpRequest',
      origin: site,
      ...headers,
    };
    return send('POST', `${site}/api/Login/Login`, sent, JSON.stringify({ userName, password }));
  }
  const cookiesOf = ({ headers }: Reply) => (headers['set-cookie'] ?? []).map((one) => one.split(';')[0]).join('; ');

  test('the application learns who it is, and gets neither our cookies nor what the browser has forged', async () => {
    const { status, body } = await get(`${guarded}/deep/link?page=2`, {
      cookie: `before=1; __Host-session=${session}; theirs=2; __Host-known=k; __Host-position=0/1; XSRF-TOKEN=x; after=3`,
      'remote-user': 'sysadmin',
      'remote-groups': 'SystemAdministration',
      'remote-impersonator': 'sysadmin',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'http',
    });
    expect(status).toBe(200);
    const seen = JSON.parse(body) as IncomingHttpHeaders;
    expect(seen).toMatchObject({
      'remote-user': 'ordinary',
      'remote-groups': 'Member',
      cookie: 'before=1; theirs=2; after=3',
      'x-forwarded-host': 'localhost',
      'x-forwarded-proto': 'https',
    });
    expect(seen).not.toHaveProperty('remote-impersonator');
    expect(seen['x-request-id']).toMatch(/^[0-9a-f]{32}$/);
  });

  test('a forged X-Forwarded-For opens no new count of failures, and is neither in the audit nor seen by the application', async () => {
    const { database } = behind;
    const last = await lastSeq({ database });
    const forged = { 'x-forwarded-for': '203.0.113.66, 198.51.100.7', 'x-real-ip': '203.0.113.66' };
    // Both processes answer in turn.
    for (let round = 0; round < 4; round += 1) expect((await logIn('ordinary', 'wrong', forged)).status).toBe(400);
    expect(await database.query("SELECT bucket FROM throttles WHERE bucket LIKE 'login:%'")).toEqual([
      { bucket: 'login:127.0.0.1' },
    ]);
    expect(
      await database.query(
        "SELECT DISTINCT ip FROM audit_events WHERE action = 'Login.Login' AND outcome = 'failure' AND seq > $1",
        [last],
      ),
    ).toEqual([{ ip: '127.0.0.1' }]);
    const { body } = await get(`${guarded}/`, { cookie: `__Host-session=${session}`, ...forged });
    expect((JSON.parse(body) as IncomingHttpHeaders)['x-forwarded-for']).toBe('127.0.0.1');
  });

  test('the request id of nginx stands in the line of every request, whatever a client sends', async () => {
    const paths = [
      '/',
      '/Login',
      '/api/Users/Self',
      '/api/nowhere',
      '/nowhere.js',
      '/oidc/.well-known/openid-configuration',
      '/api/Users/User/nobody',
    ];
    for (const path of paths) {
      const { headers, status } = await get(`${site}${path}`, { 'x-request-id': 'made-up', cookie: `__Host-session=${session}` });
      const id = String(headers['x-request-id']);
      expect([path, id]).toEqual([path, expect.stringMatching(/^[0-9a-f]{32}$/)]);
      await eventually(`the line of ${path}`, () =>
        behind.servers.some((server) =>
          server
            .output()
            .split('\n')
            .some((line) => line.includes(`"requestId":"${id}"`) && line.includes(`"status":${String(status)}`)),
        ),
      );
    }
    const wrong = await logIn('ordinary', 'wrong', { 'x-request-id': 'made-up' });
    expect(wrong.headers['x-request-id']).toMatch(/^[0-9a-f]{32}$/);
    expect(behind.servers.map((server) => server.output()).join('')).not.toContain('made-up');
  });

  test('logged out, it leads to the login and back to the deep link', async () => {
    const { status, headers } = await get(`${guarded}/deep/link?page=2`);
    expect([status, headers.location]).toEqual([302, `${site}/Login?ReturnUrl=${guarded}/deep/link?page=2`]);
  });

  test('a rolling restart of both processes under load: no read fails', async () => {
    const failures: number[] = [];
    let running = true;
    let count = 0;
    const readers = Array.from({ length: 6 }, async () => {
      while (running) {
        const { status } = await get(`${site}/api/Users/Self`, { cookie: `__Host-session=${session}` });
        count += 1;
        if (status !== 200) failures.push(status);
      }
    });
    const { servers, startOne } = behind;
    for (const index of [0, 1] as const) {
      const before = count;
      await eventually('some reads', () => count > before + 30);
      const stopping = servers[index].stop();
      await eventually('it to be not ready', async () => {
        const ready = await fetch(`${servers[index].url}/api/Health/Ready`);
        return ready.status === 503 && ((await ready.json()) as { code: string }).code === 'Closing';
      });
      expect(await stopping).toBe(0);
      const restarted = await startOne(index);
      servers[index] = restarted;
      await eventually('nginx to use it again', () => restarted.output().includes('"call":"Users.Self"'));
    }
    running = false;
    await Promise.all(readers);
    expect(count).toBeGreaterThan(60);
    expect(failures).toEqual([]);
  });

  test('with all processes down both sites say so with 503 and a page that tries again', async () => {
    await Promise.all(behind.servers.map((server) => server.stop()));
    for (const address of [`${site}/Users/List`, `${guarded}/deep/link`]) {
      const { status, headers, body } = await get(address, { cookie: `__Host-session=${session}` });
      expect([status, headers['retry-after'], headers['content-type']]).toEqual([503, '5', 'text/html']);
      expect(body).toContain('tries again');
    }
  });
});
