/** Files and lists of any length: there are places for a few at once, and nobody takes more than half of them. */
import { type IncomingMessage, request } from 'node:http';
import { as } from '../support/as.ts';
import { createClient, type Client } from '../support/client.ts';
import { eventually } from '../support/eventually.ts';
import { useServer } from '../support/useServer.ts';

/** More than lies between the two ends of a connection. */
const EVENTS = 150_000;
const REPORT = '/api/Users/AuditReport?format=csv';

describe('Downloads', () => {
  const site = useServer();
  const begun: IncomingMessage[] = [];

  beforeAll(async () => {
    await site.database.query(
      `INSERT INTO audit_events (event_id, at, actor, action, organisation_id, outcome, details)
       SELECT gen_random_uuid(), now(), 'nobody', 'Story.Large', organisation_id, 'success', '{}'
         FROM organisations, generate_series(1, ${String(EVENTS)}) WHERE name = 'Harbour Mutual'`,
    );
  });
  afterEach(() => {
    for (const reply of begun.splice(0)) reply.destroy();
  });

  /** Begins to read a file, and no more. */
  async function begin(who: Client, path = REPORT): Promise<IncomingMessage> {
    const cookie = await who.jar.getCookieString(site.url);
    return new Promise((resolve, reject) => {
      const call = request(site.url + path, { headers: { cookie } }, (reply) => {
        begun.push(reply);
        resolve(reply);
      });
      call.once('error', reject);
      call.end();
    });
  }
  const statuses = async (who: Client, count: number) => {
    const all: (number | undefined)[] = [];
    for (let nth = 0; nth < count; nth += 1) all.push((await begin(who)).statusCode);
    return all;
  };

  test('take half of the places for one person at most: another finds room, and whoever comes to a full house is told so', async () => {
    const [first, second, third] = [await as(site, 'sysadmin'), await as(site, 'subadmin'), await as(site, 'second_sub')];
    expect(await statuses(first, 2)).toEqual([200, 200]);

    const refused = await first.raw(REPORT);
    expect(refused.status).toBe(429);
    expect(refused.problem).toEqual({
      code: 'TooManyDownloads',
      message: 'Two of your downloads are still under way. Try again when one of them has ended.',
    });
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
    // Whatever it is that is taken, and in whichever browser.
    expect((await first.raw('/api/Users/All')).problem?.code).toBe('TooManyDownloads');
    expect((await (await as(site, 'sysadmin')).raw('/api/Users/Page?format=csv')).problem?.code).toBe('TooManyDownloads');

    expect(await statuses(second, 2)).toEqual([200, 200]);
    expect((await second.raw(REPORT)).problem?.code).toBe('TooManyDownloads');
    expect((await third.raw('/api/Users/All')).problem?.code).toBe('Busy');

    begun[0]?.destroy();
    await eventually('a place', async () => (await third.raw('/api/Users/All')).status === 200);
    expect((await first.raw('/api/Users/All')).status).toBe(200);
    expect((await first.raw('/api/Users/All')).status).toBe(200);
  });

  test('count for the administrator who takes them in the place of another', async () => {
    const admin = await as(site, 'sysadmin');
    expect(await statuses(admin, 2)).toEqual([200, 200]);
    await admin.ok('Users.Impersonate', { userName: 'subadmin' });
    expect((await admin.raw(REPORT)).problem?.code).toBe('TooManyDownloads');
    expect(await statuses(createClient(site, { jar: (await as(site, 'subadmin')).jar }), 2)).toEqual([200, 200]);
  });
});
