/** What the server decides: log-ins, reads, writes, the grid's pages, files, bulk changes, a flood, and its start. */
import { request } from 'node:http';
import { availableParallelism } from 'node:os';
import { DEMO_PASSWORD } from '../server/demo/accounts.ts';
import { passwordHasher } from '../server/password/passwordHasher.ts';
import { memoryOf } from './cpu.ts';
import { median, ms, percentile, seconds, whole } from './figures.ts';
import { flood } from './flood.ts';
import { rateOf, ROUNDS } from './rate.ts';
import { logIn, type Person, type Reply, type Site } from './site.ts';
import { atLeast, atMost, noted, type Row } from './table.ts';

const EVENTS = 1_000_000;
const FLOOD = 600;
const BULK = 1000;
/** As many as the page has under way. */
const BULK_AT_ONCE = 4;
const PAGES = 60;
const HASHES = 30;
const CORES = availableParallelism();

const perSecond = (value: number) => `${whole(value)}/s`;
const perCore = (what: string, rate: { perSecond: number; perCore: number }, least: number): Row => ({
  ...atLeast(`${what}, per core of server + database`, rate.perCore, least, perSecond),
  measured: `${whole(rate.perCore)}/s (${whole(rate.perSecond)}/s here)`,
});

function demand(reply: Reply): Reply {
  if (reply.status >= 300) throw new Error(`A call got ${String(reply.status)}: ${reply.text}`);
  return reply;
}

const namesOf = async (site: Site, count: number): Promise<string[]> =>
  (
    await site.query<{ name: string }>(`SELECT u.user_name AS name FROM users u JOIN organisations o USING (organisation_id)
       WHERE u.enabled AND u.registered AND u.locked_until IS NULL AND u.roles = '{Member}' AND u.mfa_enrolled_at IS NULL
         AND NOT coalesce(u.mfa_required_override, o.mfa_required) AND o.approved AND u.password_hash IS NOT NULL
       ORDER BY md5(u.user_id::text) LIMIT ${String(count)}`)
  ).map(({ name }) => name);

/** What a core of this machine can do at this moment, with as many under way as the server has: what log-ins are read by. */
async function hashesPerCore(): Promise<number> {
  const hasher = passwordHasher({ parallel: CORES, maxWaitMs: Infinity });
  const before = process.cpuUsage();
  await Promise.all(Array.from({ length: HASHES }, () => hasher.hash(DEMO_PASSWORD)));
  const { user, system } = process.cpuUsage(before);
  return (HASHES * 1e6) / (user + system);
}

export async function measureCalls(site: Site): Promise<Row[]> {
  const admin = await logIn(site.url, 'sysadmin');
  const names = await namesOf(site, FLOOD);
  const self = await rateOf(2000, 8, async () => demand(await admin.get('/api/Users/Self')));
  const logins = await rateOf(60, 3, (turn) => logIn(site.url, names[turn % names.length] as string));
  const writes = await rateOf(300, 8, async (turn) =>
    demand(
      await admin.send('PUT', `/api/Users/Enable/${names[turn % 200] as string}/${String(Math.floor(turn / 200) % 2 === 1)}`),
    ),
  );
  const hashes = await hashesPerCore();
  await site.query(`UPDATE users SET enabled = true WHERE user_name IN (${names.map((name) => `'${name}'`).join()})`);
  return [
    perCore('Users/Self by cookie', self, 1000),
    perCore('password log-ins, argon2id 19 MiB t 2 (page and log-in)', logins, 50),
    noted('the hash alone, per core', perSecond(hashes)),
    // The budget in numbers, 50, belongs to a machine whose hash alone makes about 100.
    atLeast('log-ins, as a share of what the hash alone allows', logins.perCore / hashes, 0.5, (share) => share.toFixed(2)),
    perCore('changes of users with their audit', writes, 200),
    ...(await measureBulk(site, admin)),
    ...(await measureFlood(site, names)),
  ];
}

/** Disabling people as the page does it: one call each, a few under way. */
async function measureBulk(site: Site, admin: Person): Promise<Row[]> {
  const names = await namesOf(site, BULK);
  const queue = [...names];
  const began = performance.now();
  await Promise.all(
    Array.from({ length: BULK_AT_ONCE }, async () => {
      for (let name = queue.pop(); name !== undefined; name = queue.pop())
        demand(await admin.send('PUT', `/api/Users/Enable/${name}/false`));
    }),
  );
  const took = performance.now() - began;
  await site.query('UPDATE users SET enabled = true');
  return [atMost(`disabling ${whole(names.length)} people, one call each, 4 under way`, took, 10_000, seconds)];
}

async function measureFlood(site: Site, names: readonly string[]): Promise<Row[]> {
  const rounds: Record<'accepted' | 'refused' | 'last' | 'live', number>[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const { answers, live } = await flood(site.url, names, DEMO_PASSWORD);
    const refused = answers.get(503) ?? [];
    if (round > 0)
      rounds.push({
        accepted: percentile(
          [...answers].flatMap(([status, times]) => (status === 503 ? [] : times)),
          0.99,
        ),
        refused: median(refused),
        last: percentile(refused, 0.99),
        live: percentile(live, 0.99),
      });
  }
  const of = (key: 'accepted' | 'refused' | 'last' | 'live') => median(rounds.map((round) => round[key]));
  return [
    atMost(`${whole(FLOOD)} log-ins at once: accepted, p99`, of('accepted'), 2000, ms),
    atMost(`${whole(FLOOD)} log-ins at once: turned away, median`, of('refused'), 100, ms),
    noted(`${whole(FLOOD)} log-ins at once: turned away, p99`, ms(of('last'))),
    atMost(`${whole(FLOOD)} log-ins at once: Health/Live meanwhile, p99`, of('live'), 100, ms),
  ];
}

/** What people ask of the grid: every filter, search, sort and depth in turn. */
function* views(): Generator<string> {
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

export async function measureGrid(site: Site, users: number): Promise<Row> {
  const admin = await logIn(site.url, 'sysadmin');
  const times: number[] = [];
  let left = PAGES * 2;
  for (const view of views()) {
    const { took } = demand(await admin.get(view));
    // The first ones fill caches.
    if ((left -= 1) < PAGES) times.push(took);
    if (left === 0) break;
  }
  return {
    ...atMost(
      `a page of the grid at ${whole(users)} people, filter + search + sort + total, p95`,
      percentile(times, 0.95),
      150,
      ms,
    ),
    measured: `${ms(percentile(times, 0.95))} (median ${ms(median(times))})`,
  };
}

export async function measureExport(site: Site): Promise<Row[]> {
  const [{ events } = { events: 0 }] = await site.query<{ events: number }>('SELECT count(*)::int AS events FROM audit_events');
  await site.query(
    `INSERT INTO audit_events (event_id, at, actor, on_behalf_of, action, target, target_user_id, organisation_id, organisation, outcome, ip, user_agent, details)
     SELECT gen_random_uuid(), at, actor, on_behalf_of, action, target, target_user_id, organisation_id, organisation, outcome, ip, user_agent, details
       FROM audit_events, generate_series(1, ${String(Math.ceil(EVENTS / events))}) LIMIT ${String(Math.max(0, EVENTS - events))}`,
  );
  await site.query('VACUUM ANALYZE audit_events');
  await site.restart();
  const admin = await logIn(site.url, 'sysadmin');
  const rounds: Taken[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const taken = await take(site, admin);
    if (round > 0) rounds.push(taken);
  }
  const of = (key: keyof Taken) => median(rounds.map((round) => round[key]));
  return [
    atLeast(`audit report of ${whole(EVENTS)} events as CSV`, of('perSecond'), 100_000, (value) => `${whole(value)} rows/s`),
    atMost('its first byte', of('first'), 200, ms),
    atMost('its memory in the server, over what it had before', of('memory') / 1e6, 30, (value) => `${value.toFixed(1)} MB`),
  ];
}

interface Taken {
  readonly perSecond: number;
  readonly first: number;
  readonly memory: number;
}

function take(site: Site, admin: Person): Promise<Taken> {
  const before = memoryOf(site.pid);
  const began = performance.now();
  return new Promise((resolve, reject) => {
    const call = request(`${site.url}/api/Users/AuditReport?format=csv`, { headers: admin.headers }, (response) => {
      let rows = 0;
      let first = 0;
      let most = before;
      const watch = setInterval(() => (most = Math.max(most, memoryOf(site.pid))), 50);
      response.on('data', (part: Buffer) => {
        first ||= performance.now() - began;
        for (let at = part.indexOf(10); at !== -1; at = part.indexOf(10, at + 1)) rows += 1;
      });
      response.once('end', () => {
        clearInterval(watch);
        resolve({ perSecond: (rows * 1000) / (performance.now() - began), first, memory: most - before });
      });
      response.once('error', reject);
    });
    call.once('error', reject);
    call.end();
  });
}

export async function measureStarts(site: Site): Promise<Row> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) times.push(await site.restart());
  return atMost('a start on a database that is there', median(times), 5000, ms);
}
