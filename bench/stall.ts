/** What large work does to everybody else: how `Health/Live` is answered during reports, lists of everybody and imports. */
import { request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { median, ms, percentile } from './figures.ts';
import { watchLive } from './liveWatch.ts';
import { ROUNDS } from './rate.ts';
import { logIn, type Person, type Site } from './site.ts';
import { atMost, type Row } from './table.ts';

/** How many people there are to list, with those of the import. */
const PEOPLE = 20_000;

export async function measureStalls(site: Site): Promise<Row[]> {
  const admin = await logIn(site.url, 'sysadmin');
  const [before = { people: 0, organisation: '' }] = await site.query<{ people: number; organisation: string }>(
    `SELECT (SELECT count(*)::int FROM users) AS people, (SELECT organisation_id FROM organisations WHERE name = 'Harbour Mutual') AS organisation`,
  );
  const list = (round: number) => newcomers(PEOPLE - before.people, before.organisation, round);
  const sync = (round: number, dryRun: boolean) =>
    take(site, admin, 'PUT', '/api/Users/Sync', { source: 'bench', dryRun, disableMissing: false, users: list(round) });
  return [
    await during(site, 'nothing', () => pause(1000)),
    await during(site, 'an import of 15,000 people, tried', (round) => sync(round, true)),
    await during(site, 'the same import, done', (round) => sync(round, false)),
    await during(site, 'everybody as JSON, 20,000 people', () => take(site, admin, 'GET', '/api/Users/All')),
    await during(site, 'everybody as CSV', () => take(site, admin, 'GET', '/api/Users/Page?format=csv')),
    await during(site, 'the audit report as CSV', () => take(site, admin, 'GET', '/api/Users/AuditReport?format=csv')),
  ];
}

/** Each round changes everybody's name, so that there is something to do. */
const newcomers = (count: number, organisationPublicId: string, round: number) =>
  Array.from({ length: count }, (_nobody, place) => ({
    externalId: `bench-${String(place)}`,
    userName: `bench_${String(place)}`,
    email: `bench${String(place)}@bench.example`,
    firstName: 'Bench',
    lastName: `Round ${'abcdefghij'.charAt(round)}`,
    organisationPublicId,
    enabled: true,
    roles: ['Member'],
  }));

async function during(site: Site, what: string, work: (round: number) => Promise<void>): Promise<Row> {
  const rounds: number[][] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const end = await watchLive(site.url);
    await work(round);
    const times = await end();
    if (round > 0) rounds.push(times);
  }
  const p99 = median(rounds.map((times) => percentile(times, 0.99)));
  const longest = median(rounds.map((times) => percentile(times, 1)));
  return {
    ...atMost(`Health/Live during ${what}, p99`, p99, 50, ms),
    measured: `${ms(p99)} (longest ${ms(longest)})`,
  };
}

/** Reads the answer to its end and keeps nothing of it. */
function take(site: Site, admin: Person, method: string, path: string, body?: unknown): Promise<void> {
  return new Promise((resolve, reject) => {
    const call = request(site.url + path, { method, headers: admin.headers }, (reply) => {
      reply
        .resume()
        .once('error', reject)
        .once('end', () => {
          if (reply.statusCode === 200) resolve();
          else reject(new Error(`${path} got ${String(reply.statusCode)}`));
        });
    });
    call.once('error', reject);
    call.end(body === undefined ? undefined : JSON.stringify(body));
  });
}
