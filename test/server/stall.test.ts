/** Large work leaves room for others: while a report, a list of everybody or an import is under way, small calls are answered in between. */
import { request } from 'node:http';
import { as } from '../support/as.ts';
import type { Client } from '../support/client.ts';
import { useServer } from '../support/useServer.ts';

const EVENTS = 150_000;
const CROWD = 20_000;
const IMPORTED = 5000;
/** A server that does such work in one go answers one, the last; there is time for a hundred. */
const IN_ONE_GO = 2;
/** The part of the whole time that one answer may take. */
const HELD = 0.25;
/** A machine busy with something else may hold an answer up several times, but not each time. */
const TRIES = 10;

interface Meanwhile {
  readonly answers: number;
  /** The part of the whole time that the slowest of them took: all of it where the work is done in one go. */
  readonly slowest: number;
}

describe('While something large is under way', () => {
  const site = useServer();
  let admin: Client;
  let cookie: string;
  let imports = 0;

  beforeAll(async () => {
    admin = await as(site, 'sysadmin');
    cookie = await admin.jar.getCookieString(site.url);
    await site.database.query(
      `INSERT INTO audit_events (event_id, at, actor, action, outcome, details)
       SELECT gen_random_uuid(), now(), 'nobody', 'Story.Large', 'success', '{}' FROM generate_series(1, ${String(EVENTS)})`,
    );
    await site.database.query(
      `INSERT INTO users (user_id, email, first_name, last_name, organisation_id, roles, invite_expires_at, created_at)
       SELECT gen_random_uuid(), 'crowd' || n || '@crowd.example', 'Carla', 'Crowd', organisation_id, '{Member}', now() + interval '1 day', now()
         FROM organisations, generate_series(1, ${String(CROWD)}) AS s(n) WHERE name = 'Harbour Mutual'`,
    );
  });

  /** Asks whether the server lives, again and again, until `done`. */
  async function askUntil(done: Promise<unknown>): Promise<Meanwhile> {
    const began = performance.now();
    const over = new AbortController();
    const end = () => {
      over.abort();
    };
    done.then(end, end);
    const times: number[] = [];
    while (!over.signal.aborted) {
      const asked = performance.now();
      const { status } = await fetch(`${site.url}/api/Health/Live`);
      expect(status).toBe(200);
      times.push(performance.now() - asked);
    }
    return { answers: times.length, slowest: Math.max(...times) / (performance.now() - began) };
  }

  /** Watches such work again until no answer was held up for longer than `limit`. */
  async function leavesRoom(limit: number, watch: () => Promise<Meanwhile>): Promise<void> {
    const held: number[] = [];
    do {
      const { answers, slowest } = await watch();
      expect(answers).toBeGreaterThan(IN_ONE_GO);
      held.push(slowest);
    } while (Math.min(...held) >= limit && held.length < TRIES);
    expect(Math.min(...held)).toBeLessThan(limit);
  }

  /** What is answered between the first byte of a download and its last. */
  function downloading(path: string): Promise<Meanwhile & { readonly bytes: number }> {
    return new Promise((resolve, reject) => {
      const call = request(site.url + path, { headers: { cookie } }, (reply) => {
        let bytes = 0;
        const ended = new Promise<void>((end) => {
          reply.on('data', (part: Buffer) => (bytes += part.length));
          reply.once('end', end);
        });
        reply.once('error', reject);
        askUntil(ended).then((meanwhile) => {
          resolve({ ...meanwhile, bytes });
        }, reject);
      });
      call.once('error', reject);
      call.end();
    });
  }

  test('an import of thousands is tried and done, and others are answered meanwhile', async () => {
    const { organisation } = await site.database.row<{ organisation: string }>(
      "SELECT organisation_id AS organisation FROM organisations WHERE name = 'Harbour Mutual'",
    );
    const usersOf = (source: string) =>
      Array.from({ length: IMPORTED }, (_nobody, place) => ({
        externalId: `large-${String(place)}`,
        userName: `${source}_${String(place)}`,
        email: `${source}${String(place)}@directory.example`,
        firstName: 'Lara',
        lastName: 'Large',
        organisationPublicId: organisation,
        enabled: true,
        roles: ['Member'],
      }));
    for (const dryRun of [true, false])
      await leavesRoom(2 * HELD, async () => {
        imports += 1;
        const source = `large${String(imports)}`;
        const sync = admin.ok('Users.Sync', { body: { source, dryRun, disableMissing: false, users: usersOf(source) } });
        const meanwhile = await askUntil(sync);
        expect(await sync).toMatchObject({ created: IMPORTED, errors: [] });
        return meanwhile;
      });
  });

  test.each([
    ['the audit report as CSV', '/api/Users/AuditReport?format=csv', EVENTS * 40],
    ['the audit report as JSON', '/api/Users/AuditReport?format=jsonFile', EVENTS * 40],
    ['everybody', '/api/Users/All', CROWD * 100],
  ])('%s streams, and others are answered between its first byte and its last', async (_what, path, least) => {
    await leavesRoom(HELD, async () => {
      const meanwhile = await downloading(path);
      expect(meanwhile.bytes).toBeGreaterThan(least);
      return meanwhile;
    });
  });
});
