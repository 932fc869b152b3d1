/** The example of deploy/nginx.conf with the real nginx: two processes, and an application that it guards. */
import type { IncomingHttpHeaders } from 'node:http';
import { request } from 'node:https';
import { text } from 'node:stream/consumers';
import { type BehindNginx, startBehindNginx } from '../support/behindNginx.ts';
import { DEMO_PASSWORD } from '../support/logInAs.ts';
import { eventually } from '../support/eventually.ts';
import { isNginxInstalled } from '../support/nginx.ts';

const isInstalled = isNginxInstalled();
if (!isInstalled) process.stderr.write('SKIPPED: nginx or openssl is not installed (apt-get install nginx openssl)\n');

interface Reply {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

const get = (url: string, headers: Record<string, string> = {}) =>
  new Promise<Reply>((resolve, reject) => {
    const call = request(url, { headers, rejectUnauthorized: false }, (response) => {
      text(response).then((body) => {
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body });
      }, reject);
    });
    call.once('error', reject);
    call.end();
  });

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
    const first = await get(`${site}/api/Login/Login`);
    const xsrf = /XSRF-TOKEN=([^;]+)/.exec(String(first.headers['set-cookie']))?.[1] ?? '';
    return new Promise((resolve, reject) => {
      const call = request(
        `${site}/api/Login/Login`,
        {
          method: 'POST',
          rejectUnauthorized: false,
          headers: {
            'content-type': 'application/json',
            cookie: cookiesOf(first),
            'x-xsrf-token': decodeURIComponent(xsrf),
            'x-requested-with': 'XMLHttpRequest',
            origin: site,
          },
        },
        (response) => {
          response.resume();
          const found = /__Host-session=([^;]+)/.exec(String(response.headers['set-cookie']))?.[1];
          if (found === undefined) reject(new Error(`No session: ${String(response.statusCode)}`));
          else resolve(found);
        },
      );
      call.end(JSON.stringify({ userName: 'ordinary', password: DEMO_PASSWORD }));
    });
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
