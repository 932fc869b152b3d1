/** Server benchmarks: reads, writes, grid pages, CSV export, bulk changes, many simultaneous logins, start-up. */
import { request } from 'node:http';
import { DEMO_PASSWORD } from '../server/demo/accounts.ts';
import { residentBytes } from './cpu.ts';
import { median, ms, percentile, seconds, integer } from './statistics.ts';
import { loginFlood } from './loginFlood.ts';
import { type Rate, rateOf, relative, ROUNDS } from './rate.ts';
import type { BenchServer } from './benchServer.ts';
import { logIn, type LoggedInClient, type Reply } from './client.ts';
import { atLeast, atMost, unbudgeted, type ResultRow } from './resultTable.ts';
import { waitForRollUp } from './rollUp.ts';

const AUDIT_EVENTS = 1_000_000;
const FLOOD_LOGINS = 600;
const BULK_USERS = 1000;
/** The page sends this many at a time. */
const BULK_CONCURRENCY = 4;
const PAGE_COUNT = 60;

export const perSecond = (value: number) => `${integer(value)}/s`;
const perCore = (what: string, rate: Rate, least: number): ResultRow => ({
  ...atLeast(`${what}, per core of server + database`, rate.perCoreSecond, least, perSecond),
  measured: `${integer(rate.perCoreSecond)}/s (${integer(rate.perSecond)}/s here)`,
});

export function requireSuccess(reply: Reply): Reply {
  if (reply.status >= 400) throw new Error(`A call got ${String(reply.status)}: ${reply.text}`);
  return reply;
}

export const pickUserNames = async (site: BenchServer, count: number): Promise<string[]> =>
  (
    await site.query<{ name: string }>(`SELECT u.user_name AS name FROM users u JOIN organisations o USING (organisation_id)
       WHERE u.enabled AND u.registered AND u.locked_until IS NULL AND u.roles = '{Member}' AND u.mfa_enrolled_at IS NULL
         AND NOT coalesce(u.mfa_required_override, o.mfa_required) AND o.approved AND u.password_hash IS NOT NULL
       ORDER BY md5(u.user_id::text) LIMIT ${String(count)}`)
  ).map(({ name }) => name);

export async function measureCalls(site: BenchServer): Promise<ResultRow[]> {
  const admin = await logIn(site.url, 'sysadmin');
  const names = await pickUserNames(site, FLOOD_LOGINS);
  const self = await rateOf(2000, 8, async () => requireSuccess(await admin.get('/api/Users/Self')));
  const bare = await bareRate(site);
  const writes = await rateOf(300, 8, async (turn) =>
    requireSuccess(
      await admin.send('PUT', `/api/Users/Enable/${names[turn % 200] as string}/${String(Math.floor(turn / 200) % 2 === 1)}`),
    ),
  );
  await site.query(`UPDATE users SET enabled = true WHERE user_name IN (${names.map((name) => `'${name}'`).join()})`);
  return [
    unbudgeted('a bare Fastify route with one select, per core', perSecond(bare.perCoreSecond)),
    relative('Users/Self by cookie, to the bare route', self, bare.perCoreSecond, 0.5),
    perCore('changes of users with their audit', writes, 200),
    ...(await measureBulk(site, admin)),
    ...(await measureFlood(site, names)),
  ];
}

/** Measures the reference with which each rate of calls is compared. */
export async function bareRate(site: BenchServer): Promise<Rate> {
  const [user] = await site.query<{ id: string }>(`SELECT user_id AS id FROM users WHERE user_name = 'sysadmin'`);
  const server = await site.startBareServer();
  try {
    return await rateOf(2000, 8, async () => requireSuccess(await server.get(user?.id ?? '')));
  } finally {
    await server.stop();
  }
}

/** Disables users as the page does: one call each, {@link BULK_CONCURRENCY} at a time. */
async function measureBulk(site: BenchServer, admin: LoggedInClient): Promise<ResultRow[]> {
  const names = await pickUserNames(site, BULK_USERS);
  const queue = [...names];
  const began = performance.now();
  await Promise.all(
    Array.from({ length: BULK_CONCURRENCY }, async () => {
      for (let name = queue.pop(); name !== undefined; name = queue.pop())
        requireSuccess(await admin.send('PUT', `/api/Users/Enable/${name}/false`));
    }),
  );
  const took = performance.now() - began;
  await site.query('UPDATE users SET enabled = true');
  return [atMost(`disabling ${integer(names.length)} people, one call each, 4 under way`, took, 10_000, seconds)];
}

/** Percentiles are of all rounds together: a round may have fewer than 100 answers of `Health/Live`, and its p99 is its slowest then. */
async function measureFlood(site: BenchServer, names: readonly string[]): Promise<ResultRow[]> {
  const accepted: number[] = [];
  const refused: number[] = [];
  const live: number[] = [];
  // The first round warms up.
  await loginFlood(site.url, names, DEMO_PASSWORD);
  for (let round = 0; round < ROUNDS; round += 1) {
    const { answerMs, liveMs } = await loginFlood(site.url, names, DEMO_PASSWORD);
    for (const [status, times] of answerMs) (status === 503 ? refused : accepted).push(...times);
    live.push(...liveMs);
  }
  const what = `${integer(FLOOD_LOGINS)} logins at once:`;
  return [
    atMost(`${what} accepted, p99`, percentile(accepted, 0.99), 2000, ms),
    atMost(`${what} turned away, median`, median(refused), 100, ms),
    unbudgeted(`${what} turned away, p99`, ms(percentile(refused, 0.99))),
    atMost(`${what} Health/Live meanwhile, p99`, percentile(live, 0.99), 100, ms),
  ];
}

/** Cycles through filters, searches, sort orders and offsets of the grid. */
function* pageUrls(): Generator<string> {
  const sorts = ['-lastLoginAt,userName', 'userName', 'email', '-createdAt', 'organisation', 'name'];
  const filters = ['all', 'active', 'admin', 'disabled', 'locked', 'mfaMissing', 'dormant'];
  const searches = ['', 'nguyen', 'ma', 'harbour', 'example.com', 'zz-nobody'];
  for (let turn = 0; ; turn += 1) {
    const query = new URLSearchParams({
      filter: filters[turn % filters.length] as string,
      sort: sorts[turn % sorts.length] as string,
      offset: String([0, 100, 1000][turn % 3]),
      limit: '100',
    });
    const search = searches[Math.floor(turn / 2) % searches.length] as string;
    if (search !== '') query.set('search', search);
    yield `/api/Users/Page?${query.toString()}`;
  }
}

export async function measureGrid(site: BenchServer, users: number): Promise<ResultRow> {
  const admin = await logIn(site.url, 'sysadmin');
  const times: number[] = [];
  let left = PAGE_COUNT * 2;
  for (const url of pageUrls()) {
    const { tookMs: took } = requireSuccess(await admin.get(url));
    // The first half fills caches.
    if ((left -= 1) < PAGE_COUNT) times.push(took);
    if (left === 0) break;
  }
  return {
    ...atMost(
      `a page of the grid at ${integer(users)} people, filter + search + sort + total, p95`,
      percentile(times, 0.95),
      150,
      ms,
    ),
    measured: `${ms(percentile(times, 0.95))} (median ${ms(median(times))})`,
  };
}

export async function measureExport(site: BenchServer): Promise<ResultRow[]> {
  const [{ events } = { events: 0 }] = await site.query<{ events: number }>('SELECT count(*)::int AS events FROM audit_events');
  await site.query(
    `INSERT INTO audit_events (event_id, at, actor, on_behalf_of, action, target, target_user_id, organisation_id, organisation, outcome, ip, user_agent, details)
     SELECT gen_random_uuid(), at, actor, on_behalf_of, action, target, target_user_id, organisation_id, organisation, outcome, ip, user_agent, details
       FROM audit_events, generate_series(1, ${String(Math.ceil(AUDIT_EVENTS / events))}) LIMIT ${String(Math.max(0, AUDIT_EVENTS - events))}`,
  );
  await site.query('VACUUM ANALYZE audit_events');
  await site.restart();
  await waitForRollUp(site);
  const admin = await logIn(site.url, 'sysadmin');
  const csv = await exportRounds(site, admin, 'csv');
  const xlsx = await exportRounds(site, admin, 'xlsx');
  return [
    atLeast(`audit report of ${integer(AUDIT_EVENTS)} events as CSV`, csv('rowsPerSecond'), 100_000, rowsPerSecond),
    atMost('its first byte', csv('firstByteMs'), 200, ms),
    atMost('its memory in the server, over what it had before', csv('memoryBytes') / 1e6, 30, megabytes),
    { ...atLeast('the same as XLSX', xlsx('rowsPerSecond'), 0, rowsPerSecond), budget: '' },
    atMost('its memory in the server, over what it had before', xlsx('memoryBytes') / 1e6, 30, megabytes),
  ];
}

const rowsPerSecond = (value: number): string => `${integer(value)} rows/s`;
const megabytes = (value: number): string => `${value.toFixed(1)} MB`;

/** @returns the median of a figure */
async function exportRounds(site: BenchServer, admin: LoggedInClient, format: 'csv' | 'xlsx') {
  const rounds: ExportRun[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const taken = await runExport(site, admin, format);
    if (round > 0) rounds.push(taken);
  }
  return (key: keyof ExportRun): number => median(rounds.map((taken) => taken[key]));
}

interface ExportRun {
  readonly rowsPerSecond: number;
  readonly firstByteMs: number;
  readonly memoryBytes: number;
}

function runExport(site: BenchServer, admin: LoggedInClient, format: 'csv' | 'xlsx'): Promise<ExportRun> {
  const before = residentBytes(site.pid);
  const began = performance.now();
  return new Promise((resolve, reject) => {
    const call = request(`${site.url}/api/Users/AuditReport?format=${format}`, { headers: admin.headers }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`The export answered ${String(response.statusCode)}`));
      // A compressed file has no lines to count.
      let rows = format === 'xlsx' ? AUDIT_EVENTS : 0;
      let first = 0;
      let most = before;
      const watch = setInterval(() => (most = Math.max(most, residentBytes(site.pid))), 50);
      response.on('data', (part: Buffer) => {
        first ||= performance.now() - began;
        if (format === 'xlsx') return;
        for (let at = part.indexOf(10); at !== -1; at = part.indexOf(10, at + 1)) rows += 1;
      });
      response.once('end', () => {
        clearInterval(watch);
        resolve({ rowsPerSecond: (rows * 1000) / (performance.now() - began), firstByteMs: first, memoryBytes: most - before });
      });
      response.once('error', reject);
    });
    call.once('error', reject);
    call.end();
  });
}

export async function measureStarts(site: BenchServer): Promise<ResultRow> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) times.push(await site.restart());
  return atMost('a start on a database that is there', median(times), 5000, ms);
}
