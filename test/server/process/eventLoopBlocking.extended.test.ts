/** Long operations do not block the event loop: small requests are answered during reports, full lists and imports. */
import { get, type IncomingMessage } from 'node:http';
import { readForeignFile } from '../../support/foreignImports.ts';
import { logInAs } from '../../support/logInAs.ts';
import type { Client } from '../../support/client.ts';
import { organisationIdOf } from '../../support/organisations.ts';
import { scaled } from '../../support/scale.ts';
import { startServerProcess, type ServerProcess } from '../../support/server.ts';
import { tableWorkbook } from '../../support/workbook.ts';

const EVENTS = scaled(40_000, 200_000);
const USERS = scaled(10_000, 20_000);
const IMPORTED_USERS = scaled(2000, 5000);
const WORKBOOK_PEOPLE = scaled(5000, 50_000);
/** A server that did such work in one task would answer the last requests only. */
const MAX_ANSWERS_IF_BLOCKED = 2;
/** Share of the operation's processor time in its longest task; work that is done in one task is nearly all of it. */
const MAX_SHARE_OF_LONGEST_TASK = 0.5;

interface Turns {
  readonly longestMs: number;
  readonly totalMs: number;
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

  const turns = async () => (await site.queryPreload()) as Turns;

  async function checkLive(): Promise<void> {
    const { status } = await fetch(`${site.url}/api/Health/Live`);
    expect(status).toBe(200);
  }

  /** Requests the liveness check again and again until the operation has ended; most of its work is in no single task. */
  async function answeredDuring<T>(title: string, operation: () => Promise<T>): Promise<T> {
    await turns();
    const finished = new AbortController();
    const ended = operation().finally(() => {
      finished.abort();
    });
    let answers = -1;
    do {
      await checkLive();
      answers += 1;
    } while (!finished.signal.aborted);
    const result = await ended;
    const { longestMs, totalMs } = await turns();
    process.stdout.write(
      `${title}: ${String(answers)} other requests answered before its end; longest task ${longestMs.toFixed(0)} of ${totalMs.toFixed(0)} ms\n`,
    );
    expect(answers).toBeGreaterThan(MAX_ANSWERS_IF_BLOCKED);
    expect(longestMs / totalMs).toBeLessThan(MAX_SHARE_OF_LONGEST_TASK);
    return result;
  }

  /** @returns number of bytes */
  async function download(path: string): Promise<number> {
    const reply = await new Promise<IncomingMessage>((resolve, reject) => {
      get(site.url + path, { headers: { cookie } }, resolve).once('error', reject);
    });
    let bytes = 0;
    for await (const part of reply) bytes += (part as Buffer).length;
    return bytes;
  }

  test.each([
    ['a dry run', true],
    ['an import', false],
  ])('other requests are answered during %s of thousands of users', async (what, dryRun) => {
    const organisation = await organisationIdOf(site, 'Harbour Mutual');
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
    const body = { source: 'large', dryRun, disableMissing: false, users };
    const done = await answeredDuring(what, () => admin.ok('Users.Sync', { body }));
    expect(done).toMatchObject({ created: IMPORTED_USERS, errors: [] });
  });

  test('other requests are answered while a workbook of thousands of people is read', async () => {
    const rows = Array.from({ length: WORKBOOK_PEOPLE }, (_, at) => [`sheet${String(at)}@sheet.example`, `sheet_${String(at)}`]);
    const file = await tableWorkbook([['email', 'login'], ...rows]);
    const read = await answeredDuring('a workbook', () => readForeignFile(admin, file));
    expect(read).toMatchObject({ source: 'table', sheet: 'People', progress: { total: WORKBOOK_PEOPLE } });
  });

  test.each([
    ['the audit report as CSV', '/api/Users/AuditReport?format=csv', EVENTS * 40],
    ['the audit report as JSON', '/api/Users/AuditReport?format=jsonFile', EVENTS * 40],
    ['the list of all users', '/api/Users/All', USERS * 100],
  ])('other requests are answered before %s has ended', async (what, path, least) => {
    expect(await answeredDuring(what, () => download(path))).toBeGreaterThan(least);
  });
});
