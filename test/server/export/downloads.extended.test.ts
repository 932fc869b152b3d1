/** Concurrent downloads are limited, in total and to half of that per user. */
import { type IncomingMessage, request } from 'node:http';
import { logInAs } from '../../support/logInAs.ts';
import { createClient, type Client } from '../../support/client.ts';
import { eventually } from '../../support/eventually.ts';
import { useServer } from '../../support/useServer.ts';

/** Larger than the socket buffers, so that unread downloads stay open. */
const EVENTS = 150_000;
const REPORT = '/api/Users/AuditReport?format=csv';

describe('Downloads', () => {
  const site = useServer();
  const replies: IncomingMessage[] = [];

  beforeAll(async () => {
    await site.database.query(
      `INSERT INTO audit_events (event_id, at, actor, action, organisation_id, outcome, details)
       SELECT gen_random_uuid(), now(), 'nobody', 'Story.Large', organisation_id, 'success', '{}'
         FROM organisations, generate_series(1, ${String(EVENTS)}) WHERE name = 'Harbour Mutual'`,
    );
  });
  afterEach(() => {
    for (const reply of replies.splice(0)) reply.destroy();
  });

  /** Starts a download without reading its body. */
  async function startDownload(client: Client, path = REPORT): Promise<IncomingMessage> {
    const cookie = await client.jar.getCookieString(site.url);
    return new Promise((resolve, reject) => {
      const call = request(site.url + path, { headers: { cookie } }, (reply) => {
        replies.push(reply);
        resolve(reply);
      });
      call.once('error', reject);
      call.end();
    });
  }
  const startDownloads = async (client: Client, count: number) => {
    const statuses: (number | undefined)[] = [];
    for (let index = 0; index < count; index += 1) statuses.push((await startDownload(client)).statusCode);
    return statuses;
  };

  test('are limited to half of the total per user, and above the total refused to all as busy', async () => {
    const [first, second, third] = [
      await logInAs(site, 'sysadmin'),
      await logInAs(site, 'subadmin'),
      await logInAs(site, 'second_sub'),
    ];
    expect(await startDownloads(first, 2)).toEqual([200, 200]);

    const refused = await first.raw(REPORT);
    expect(refused.status).toBe(429);
    expect(refused.problem).toEqual({
      code: 'TooManyDownloads',
      message: 'As many of your downloads as are possible at once are still under way. Try again when one of them has ended.',
    });
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
    // The limit covers all kinds of downloads and all sessions of the user.
    expect((await first.raw('/api/Users/All')).problem?.code).toBe('TooManyDownloads');
    expect((await (await logInAs(site, 'sysadmin')).raw('/api/Users/Page?format=csv')).problem?.code).toBe('TooManyDownloads');

    expect(await startDownloads(second, 2)).toEqual([200, 200]);
    expect((await second.raw(REPORT)).problem?.code).toBe('TooManyDownloads');
    expect((await third.raw('/api/Users/All')).problem?.code).toBe('Busy');

    replies[0]?.destroy();
    await eventually('a free slot', async () => (await third.raw('/api/Users/All')).status === 200);
    expect((await first.raw('/api/Users/All')).status).toBe(200);
    expect((await first.raw('/api/Users/All')).status).toBe(200);
  });

  test('during impersonation count for the administrator', async () => {
    const admin = await logInAs(site, 'sysadmin');
    expect(await startDownloads(admin, 2)).toEqual([200, 200]);
    await admin.ok('Users.Impersonate', { userName: 'subadmin' });
    expect((await admin.raw(REPORT)).problem?.code).toBe('TooManyDownloads');
    expect(await startDownloads(createClient(site, { jar: (await logInAs(site, 'subadmin')).jar }), 2)).toEqual([200, 200]);
  });
});
