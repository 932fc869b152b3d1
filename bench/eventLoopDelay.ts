/** Event-loop delay during large requests: latency of `Health/Live` during reports, full lists and imports. */
import { request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { median, ms, percentile } from './statistics.ts';
import { probeLiveFromThread } from './liveProbe.ts';
import { ROUNDS } from './rate.ts';
import type { BenchServer } from './benchServer.ts';
import { logIn, type LoggedInClient } from './client.ts';
import { atMost, type ResultRow } from './resultTable.ts';

/** Users in the directory, imported ones included. */
const TOTAL_USERS = 20_000;

export async function measureEventLoopDelay(site: BenchServer): Promise<ResultRow[]> {
  const admin = await logIn(site.url, 'sysadmin');
  const [before = { people: 0, organisation: '' }] = await site.query<{ people: number; organisation: string }>(
    `SELECT (SELECT count(*)::int FROM users) AS people, (SELECT organisation_id FROM organisations WHERE name = 'Harbour Mutual') AS organisation`,
  );
  const list = (round: number) => importedUsers(TOTAL_USERS - before.people, before.organisation, round);
  const sync = (round: number, dryRun: boolean) =>
    discardResponse(site, admin, 'PUT', '/api/Users/Sync', {
      source: 'bench',
      dryRun,
      disableMissing: false,
      users: list(round),
    });
  return [
    await during(site, 'nothing', () => pause(1000)),
    await during(site, 'an import of 15,000 people, tried', (round) => sync(round, true)),
    await during(site, 'the same import, done', (round) => sync(round, false)),
    await during(site, 'everybody as JSON, 20,000 people', () => discardResponse(site, admin, 'GET', '/api/Users/All')),
    await during(site, 'everybody as CSV', () => discardResponse(site, admin, 'GET', '/api/Users/Page?format=csv')),
    await during(site, 'the audit report as CSV', () => discardResponse(site, admin, 'GET', '/api/Users/AuditReport?format=csv')),
    await during(site, 'the audit report as XLSX', () =>
      discardResponse(site, admin, 'GET', '/api/Users/AuditReport?format=xlsx'),
    ),
  ];
}

/** The last name differs in each round, so that every import writes all users. */
const importedUsers = (count: number, organisationPublicId: string, round: number) =>
  Array.from({ length: count }, (_empty, index) => ({
    externalId: `bench-${String(index)}`,
    userName: `bench_${String(index)}`,
    email: `bench${String(index)}@bench.example`,
    firstName: 'Bench',
    lastName: `Round ${'abcdefghij'.charAt(round)}`,
    organisationPublicId,
    enabled: true,
    roles: ['Member'],
  }));

async function during(site: BenchServer, what: string, work: (round: number) => Promise<void>): Promise<ResultRow> {
  const rounds: number[][] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const end = await probeLiveFromThread(site.url);
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

/** Reads the response to its end without keeping it. */
function discardResponse(site: BenchServer, admin: LoggedInClient, method: string, path: string, body?: unknown): Promise<void> {
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
