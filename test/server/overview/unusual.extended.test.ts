/**
 * One process at a time finds what is unusual, for all organisations and for each, as in the events themselves, and never for a
 * former time.
 */
import { resolve } from 'node:path';
import { sql } from 'kysely';
import type { Unusual } from '../../../api/contract/overview.ts';
import type { Person } from '../../../api/contract/person.ts';
import { openDatabase, transaction, type Db } from '../../../server/db/database.ts';
import { FINDINGS_LOCK, readFindings, renewFindings } from '../../../server/overview/findings.ts';
import { findUnusual } from '../../../server/overview/unusual.ts';
import { createDatabase, type TestDatabase } from '../../support/database.ts';
import { eventually } from '../../support/eventually.ts';
import { openTestPool } from '../../support/openTestPool.ts';
import { scaled } from '../../support/scale.ts';
import { startServerProcess } from '../../support/server.ts';
import { seededRandom, type Random } from '../../support/seededRandom.ts';

const ROUNDS = scaled(5, 60);
const DAY_MS = 86_400_000;
/** Each test has days of its own, after those of the tests before, as later events count too. */
const START = Date.UTC(2040, 0, 1);

let database: TestDatabase;
/** The databases of two processes. */
let first: Db;
let second: Db;
let organisations: { organisation_id: string; name: string }[];

beforeAll(async () => {
  database = await createDatabase();
  [first, second] = [open(), open()];
  organisations = await first.selectFrom('organisations').select(['organisation_id', 'name']).orderBy('name').limit(3).execute();
});
afterAll(async () => {
  await Promise.all([first.destroy(), second.destroy()]);
  await database.drop();
});

const open = () => openDatabase(openTestPool(database.url, 4));

interface Event {
  at: Date;
  actor: string | null;
  on_behalf_of: string | null;
  action: string;
  target: string | null;
  organisation_id: string | null;
  organisation: string | null;
  outcome: 'success' | 'failure' | 'refused';
  ip: string | null;
}

/** A random event, often exactly a day old, or a millisecond more or less. */
function randomEvent({ below, of }: Random, now: Date): Event {
  const people = ['Ann', 'ann', 'bob', 'Cleo', 'dora', 'EVE', null] as const;
  const organisation = of([...organisations, undefined]);
  return {
    at: new Date(now.getTime() - of([DAY_MS - 1, DAY_MS, DAY_MS + 1, below(2 * DAY_MS), below(DAY_MS), below(DAY_MS)])),
    actor: of(people),
    on_behalf_of: of([null, null, 'ann', 'Bob']),
    action: of(['Users.Enable', 'Users.Enable', 'Users.Enable', 'Users.ResetAuthentication', 'Login.Login']),
    target: of(people),
    organisation_id: organisation?.organisation_id ?? null,
    organisation: organisation?.name ?? null,
    outcome: of(['success', 'success', 'failure', 'failure', 'refused']),
    ip: of(['198.51.100.1', '198.51.100.2', '198.51.100.3', '198.51.100.4', null]),
  };
}

const write = (db: Db, events: readonly Event[]) =>
  db
    .insertInto('audit_events')
    .values(events.map((event) => ({ ...event, event_id: sql<string>`gen_random_uuid()`, details: '{}' })))
    .execute();

const lower = (text: string | null) => text?.toLowerCase() ?? null;
const byAddress = ({ ip }: Event) => [ip];
const byTarget = ({ target }: Event) => [lower(target)];
const byActor = ({ actor, on_behalf_of: onBehalfOf }: Event) => [...new Set([lower(actor), lower(onBehalfOf)])];
const isChange = (action: string) => (event: Event) => event.action === action && event.outcome === 'success';

/** The meaning of each kind: its events, subject, others, and threshold. */
const meanings: readonly [
  Unusual['kind'],
  (event: Event) => boolean,
  (event: Event) => (string | null)[],
  (event: Event) => (string | null)[],
  number,
][] = [
  ['failuresFromAddress', ({ outcome }) => outcome === 'failure', byAddress, byTarget, 20],
  ['failuresOnAccount', ({ outcome }) => outcome === 'failure', byTarget, byAddress, 10],
  ['refusals', ({ outcome }) => outcome === 'refused', byActor, byTarget, 10],
  ['resets', isChange('Users.ResetAuthentication'), byActor, byTarget, 5],
  ['accessChanges', isChange('Users.Enable'), byActor, byTarget, 25],
];

function findAmong(all: readonly Event[], organisationId: string | undefined, now: Date): Unusual[] {
  const since = new Date(now.getTime() - DAY_MS);
  const events = all.filter(
    (event) => event.at >= since && (organisationId === undefined || event.organisation_id === organisationId),
  );
  return meanings.flatMap(([kind, isMeant, subjectsOf, othersOf, threshold]) => {
    const meant = events.filter(isMeant);
    const subjects = new Set(meant.flatMap(subjectsOf).filter((subject) => subject !== null));
    return [...subjects]
      .map((subject) => {
        const own = meant.filter((event) => subjectsOf(event).includes(subject));
        const names = new Set(own.map(({ organisation }) => organisation));
        return {
          kind,
          subject,
          events: own.length,
          others: new Set(own.flatMap(othersOf).filter((other) => other !== null)).size,
          organisation: names.size === 1 ? (own[0] as Event).organisation : null,
          since: since.toISOString(),
        };
      })
      .filter(({ events: count }) => count >= threshold)
      .sort((a, b) => b.events - a.events || (a.subject < b.subject ? -1 : 1))
      .slice(0, 3);
  });
}

const administratorOf = (organisationId: string | undefined) =>
  ({
    organisationId: organisationId ?? organisations[0]?.organisation_id,
    roles: [organisationId === undefined ? 'SystemAdministration' : 'SubscriberAdministration'],
  }) as unknown as Person;
const everyone = () => [undefined, ...organisations.map(({ organisation_id }) => organisation_id)];

test('after random histories, several processes at once find what the events say, for each administrator', async () => {
  let findings = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const random = seededRandom(20_261_125 + round);
    const now = new Date(START + round * 7 * DAY_MS);
    const events = Array.from({ length: 200 + random.below(900) }, () => randomEvent(random, now));
    const half = Math.floor(events.length / 2);
    // A run in between may see any part of the events.
    await Promise.all([
      write(first, events.slice(0, half)),
      renewFindings(second, new Date(now.getTime() - DAY_MS)),
      write(second, events.slice(half)),
    ]);
    const renewed = await Promise.all([first, second, first, second].map((db) => renewFindings(db, now)));
    expect(renewed.filter(Boolean)).toHaveLength(1);
    for (const organisationId of everyone()) {
      const expected = findAmong(events, organisationId, now);
      expect([round, await readFindings(first, administratorOf(organisationId), now)]).toEqual([round, expected]);
      findings += expected.length;
    }
  }
  expect(findings).toBeGreaterThan(ROUNDS * 10);
});

const guesses = (count: number, now: Date): Event[] =>
  Array.from({ length: count }, (_, index) => ({
    at: new Date(now.getTime() - index * 1000),
    actor: null,
    on_behalf_of: null,
    action: 'Login.Login',
    target: `name${String(index)}`,
    organisation_id: null,
    organisation: null,
    outcome: 'failure',
    ip: '198.51.100.9',
  }));
const subjects = async (now: Date) => (await readFindings(first, administratorOf(undefined), now)).map(({ subject }) => subject);

test('it is gone with the first run after a day', async () => {
  const now = new Date(START + 1000 * DAY_MS);
  await write(first, guesses(20, now));
  await renewFindings(first, now);
  expect(await subjects(now)).toEqual(['198.51.100.9']);
  const later = new Date(now.getTime() + DAY_MS - 18_999);
  expect(await renewFindings(first, later)).toBe(true);
  expect(await first.selectFrom('unusual_findings').selectAll().execute()).toEqual([
    { scope: 'all', found_at: later, findings: [] },
  ]);
});

test('the last run counts for two minutes; without a run the request itself finds what is unusual, and never uses former findings', async () => {
  const now = new Date(START + 1100 * DAY_MS);
  await write(first, guesses(20, now));
  const keep = async (foundAt: number) => {
    await first.deleteFrom('unusual_findings').execute();
    const findings = JSON.stringify([{ ...findAmong(guesses(20, now), undefined, now)[0], subject: 'kept' }]);
    await first
      .insertInto('unusual_findings')
      .values({ scope: 'all', found_at: new Date(now.getTime() + foundAt), findings })
      .execute();
    return subjects(now);
  };
  expect(await keep(0)).toEqual(['kept']);
  expect(await keep(-119_000)).toEqual(['kept']);
  for (const foundAt of [-120_000, -DAY_MS, 120_000]) expect(await keep(foundAt)).toEqual(['198.51.100.9']);
  await first.deleteFrom('unusual_findings').execute();
  expect(await subjects(now)).toEqual(['198.51.100.9']);
});

test('a process does not wait for another one that is finding it', async () => {
  const now = new Date(START + 1200 * DAY_MS);
  await transaction(first, async (tx) => {
    await sql`SELECT pg_advisory_xact_lock(${FINDINGS_LOCK})`.execute(tx);
    expect(await renewFindings(second, now)).toBe(false);
  });
  expect(await renewFindings(second, now)).toBe(true);
});

test('it is found anew after 20 seconds with new events, which may be written a little late, and after 100 seconds without', async () => {
  const start = START + 1250 * DAY_MS;
  const at = (seconds: number) => new Date(start + seconds * 1000);
  expect(await renewFindings(first, at(0))).toBe(true);
  await write(first, guesses(1, at(15)));
  const renewed: number[] = [];
  for (const seconds of [19, 20, 40, 60, 139, 140]) if (await renewFindings(second, at(seconds))) renewed.push(seconds);
  expect(renewed).toEqual([20, 40, 140]);
});

test('of more events than are read, the newest count, and the reply says since when', async () => {
  const now = new Date(START + 1300 * DAY_MS);
  await write(first, guesses(60, now));
  const [found, ...more] = (await findUnusual(first, now, 50)).get('all') ?? [];
  expect(more).toEqual([]);
  // There might be more events of the oldest millisecond.
  expect(found).toMatchObject({ subject: '198.51.100.9', events: 49, others: 49 });
  const { rows } =
    await sql`SELECT FROM audit_events WHERE ip = '198.51.100.9' AND at >= ${found?.since} AND at <= ${now}`.execute(first);
  expect(rows).toHaveLength(49);
});

test('a server finds it at its start and then regularly, without a request', async () => {
  const server = await startServerProcess({ database, preload: [resolve(import.meta.dirname, '../../support/quickJobs.mjs')] });
  try {
    for (const when of ['at the start', 'again']) {
      await eventually(`a run ${when}`, async () => {
        const [row] = await database.query<{ found_at: Date }>('SELECT found_at FROM unusual_findings');
        return row !== undefined && row.found_at < new Date(Date.now() + 60_000);
      });
      await first.deleteFrom('unusual_findings').execute();
    }
  } finally {
    await server.stop();
  }
});
