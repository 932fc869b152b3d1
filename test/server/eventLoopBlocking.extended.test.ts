/** Long operations do not block the event loop: small requests are answered during reports, full lists and imports. */
import { get, type IncomingMessage } from 'node:http';
import { logInAs } from '../support/logInAs.ts';
import type { Client } from '../support/client.ts';
import { scaled } from '../support/scale.ts';
import { startServerProcess, type ServerProcess } from '../support/server.ts';

const EVENTS = scaled(40_000, 200_000);
const USERS = scaled(10_000, 20_000);
const IMPORTED_USERS = scaled(2000, 5000);
/** A server that did such work in one task would answer the last requests only. */
const MAX_ANSWERS_IF_BLOCKED = 2;
/** Measured as processor time of the server, independent of load; such work in one task takes a second or more. */
const MAX_TASK_MS = 50;

interface ProbeResult {
  readonly answers: number;
  readonly longestTaskMs: number;
}

describe('During a long operation', () => {
  let site: ServerProcess;
  let admin: Client;
  let cookie: string;

  beforeAll(async () => {
    site = await startServerProcess({ preload: ['./test/support/eventLoopProbe.mjs'] });
    admin = await logInAs(site, 'sysadmin');
    cookie = await admin.jar.getCookieString(site.url);
    await site.database.query(
      `INSERT INTO audit_events (event_id, at, actor, action, outcome, details)
       SELECT gen_random_uuid(), now(), 'nobody', 'Story.Large', 'success', '{}' FROM generate_series(1, ${String(EVENTS)})`,
    );
    await site.database.query(
      `INSERT INTO users (user_id, email, first_name, last_name, organisation_id, roles, invite_expires_at, created_at)
       SELECT gen_random_uuid(), 'crowd' || n || '@crowd.example', 'Carla', 'Crowd', organisation_id, '{Member}', now() + interval '1 day', now()
         FROM organisations, generate_series(1, ${String(USERS)}) AS s(n) WHERE name = 'Harbour Mutual'`,
    );
  });
  afterAll(() => site.stop());

  const longestTaskMs = async () => ((await site.queryPreload()) as { longestMs: number }).longestMs;

  async function checkLive(): Promise<void> {
    const { status } = await fetch(`${site.url}/api/Health/Live`);
    expect(status).toBe(200);
  }

  /** Requests the liveness check repeatedly, until `done` settles. */
  async function probeUntil(done: Promise<unknown>): Promise<ProbeResult> {
    await longestTaskMs();
    const finished = new AbortController();
    const end = () => {
      finished.abort();
    };
    done.then(end, end);
    let answers = 0;
    while (!finished.signal.aborted) {
      await checkLive();
      answers += 1;
    }
    return { answers, longestTaskMs: await longestTaskMs() };
  }

  /** Holds a download at its first byte until other requests are answered, then reads on. */
  async function download(path: string): Promise<{ readonly bytes: number; readonly longestTaskMs: number }> {
    await longestTaskMs();
    const reply = await new Promise<IncomingMessage>((resolve, reject) => {
      get(site.url + path, { headers: { cookie } }, resolve).once('error', reject);
    });
    let bytes = 0;
    for await (const part of reply) {
      if (bytes === 0) for (let answers = 0; answers <= MAX_ANSWERS_IF_BLOCKED; answers += 1) await checkLive();
      bytes += (part as Buffer).length;
    }
    return { bytes, longestTaskMs: await longestTaskMs() };
  }

  test.each([
    ['a dry run', true],
    ['an import', false],
  ])('other requests are answered during %s of thousands of users', async (_what, dryRun) => {
    const { organisation } = await site.database.row<{ organisation: string }>(
      "SELECT organisation_id AS organisation FROM organisations WHERE name = 'Harbour Mutual'",
    );
    const users = Array.from({ length: IMPORTED_USERS }, (_user, index) => ({
      externalId: `large-${String(index)}`,
      userName: `large_${String(index)}`,
      email: `large${String(index)}@directory.example`,
      firstName: 'Lara',
      lastName: 'Large',
      organisationPublicId: organisation,
      enabled: true,
      roles: ['Member'],
    }));
    const sync = admin.ok('Users.Sync', { body: { source: 'large', dryRun, disableMissing: false, users } });
    const probe = await probeUntil(sync);
    expect(probe.answers).toBeGreaterThan(MAX_ANSWERS_IF_BLOCKED);
    expect(probe.longestTaskMs).toBeLessThan(MAX_TASK_MS);
    expect(await sync).toMatchObject({ created: IMPORTED_USERS, errors: [] });
  });

  test.each([
    ['the audit report as CSV', '/api/Users/AuditReport?format=csv', EVENTS * 40],
    ['the audit report as JSON', '/api/Users/AuditReport?format=jsonFile', EVENTS * 40],
    ['the list of all users', '/api/Users/All', USERS * 100],
  ])('%s streams, and other requests are answered between its first byte and its last', async (_what, path, least) => {
    const { bytes, longestTaskMs: longestMs } = await download(path);
    expect(bytes).toBeGreaterThan(least);
    expect(longestMs).toBeLessThan(MAX_TASK_MS);
  });
});
