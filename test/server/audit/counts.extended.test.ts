/**
 * Counts of events by time: at any moment they equal the numbers of the events themselves, whatever is written, signed or removed.
 */
import { sql } from 'kysely';
import {
  countAllEvents,
  countEventsByAction,
  countEventsByTime,
  type CountedEvents,
  type TimeCount,
} from '../../../server/audit/counts.ts';
import { dropOldEvents } from '../../../server/audit/retention.ts';
import { signAudit } from '../../../server/audit/sign.ts';
import { openDatabase, type Db, type Queries } from '../../../server/db/database.ts';
import { createDatabase, type TestDatabase } from '../../support/database.ts';
import { openTestPool } from '../../support/openTestPool.ts';
import { seededRandom, type Random } from '../../support/seededRandom.ts';

const QUARTER_MS = 15 * 60_000;
const START = Date.UTC(2026, 2, 27);
const DAYS = 6;
const ACTIONS = ['Users.Patch', 'Users.Enable', 'UsersX.Patch', 'Login.Login', 'Login.Log_n'];
const OUTCOMES = ['success', 'failure', 'refused'] as const;

let database: TestDatabase;
/** Pools of two processes. */
let pools: [Db, Db];
let organisations: string[];

beforeAll(async () => {
  database = await createDatabase();
  pools = [open(), open()];
  const rows = await pools[0].selectFrom('organisations').select('organisation_id').limit(2).execute();
  organisations = rows.map(({ organisation_id }) => organisation_id);
});
afterAll(async () => {
  await Promise.all(pools.map((db) => db.destroy()));
  await database.drop();
});

const keys = { key: undefined, findKey: () => Promise.resolve(undefined) };
const open = () => openDatabase(openTestPool(database.url, 6));

/** A random time, often exactly at the start of a quarter or a day, or a millisecond before. */
function randomTime({ below, of }: Random): Date {
  const quarter = below(DAYS * 96);
  const start = START + (of([true, false]) ? quarter : Math.floor(quarter / 96) * 96) * QUARTER_MS;
  return new Date(start + of([0, -1, below(QUARTER_MS)]));
}

const randomEvents = (random: Random, count: number) =>
  Array.from({ length: count }, () => ({
    event_id: sql<string>`gen_random_uuid()`,
    at: randomTime(random),
    action: random.of(ACTIONS),
    outcome: random.of(OUTCOMES),
    organisation_id: random.of([...organisations, null]),
    details: '{}',
  }));

function randomQuestion(random: Random) {
  const { below, of } = random;
  const which: CountedEvents = {
    organisationId: of([undefined, ...organisations]),
    actions: of([undefined, ['Users.'], ['Login.Log_n'], ['Login.', 'Users.Patch']]),
    outcome: of([undefined, ...OUTCOMES]),
  };
  const within = Array.from({ length: below(9) }, () => START + below(DAYS * 96) * QUARTER_MS);
  const edges = [...new Set([...within, Number(randomTime(random)), Number(randomTime(random))])].sort((a, b) => a - b);
  // Only the first and the last may be within a quarter.
  const whole = edges.filter((edge, index) => index === 0 || index === edges.length - 1 || edge % QUARTER_MS === 0);
  if (whole.length < 2) whole.push((whole[0] as number) + QUARTER_MS);
  return { which, edges: whole.map((edge) => new Date(edge)) };
}

/** Counts the events themselves, one by one. */
async function readCounts(queries: Queries, { organisationId, actions, outcome }: CountedEvents, edges: readonly Date[]) {
  const events = await queries.selectFrom('audit_events').select(['at', 'action', 'outcome', 'organisation_id']).execute();
  const counts = new Map<string, number>();
  for (const event of events) {
    const isMeant =
      (organisationId === undefined || event.organisation_id === organisationId) &&
      (outcome === undefined || event.outcome === outcome) &&
      (actions?.some((action) => event.action === action || (action.endsWith('.') && event.action.startsWith(action))) ?? true);
    const from = edges.findLast((edge) => edge <= event.at);
    if (!isMeant || !from || event.at >= (edges.at(-1) as Date)) continue;
    const key = [from.toISOString(), event.action, event.outcome].join(' ');
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

function barsByOutcome(counts: readonly TimeCount[]): Map<string, number> {
  const bars = new Map<string, number>();
  for (const { from, outcome, events } of counts) {
    const bar = `${from.toISOString()} ${outcome}`;
    bars.set(bar, (bars.get(bar) ?? 0) + events);
  }
  return bars;
}

/** Compares in one snapshot, as others write, sign and remove meanwhile. */
const judge = (db: Db, random: Random) =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      const { which, edges } = randomQuestion(random);
      const read = await readCounts(tx, which, edges);
      const counted = await countEventsByTime(tx, { ...which, edges, withActions: true });
      expect(
        new Map(
          counted.map(({ from, action = '', outcome, events }) => [[from.toISOString(), action, outcome].join(' '), events]),
        ),
      ).toEqual(read);
      expect(barsByOutcome(await countEventsByTime(tx, { ...which, edges }))).toEqual(barsByOutcome(counted));
      const total = [...read.values()].reduce((sum, events) => sum + events, 0);
      expect(await countAllEvents(tx, which, { from: edges[0], to: edges.at(-1) })).toBe(total);
    });

test.each([1, 2, 3])('The counts are exact for a random history that two processes write at the same time (%i)', async (seed) => {
  const random = seededRandom(seed);
  const write = (db: Db) =>
    db.transaction().execute(async (tx) => {
      // Numbers are given before the commit: others commit later numbers earlier.
      for (const count of [1, 1 + random.below(40)])
        await tx.insertInto('audit_events').values(randomEvents(random, count)).execute();
    });
  const drop = (db: Db) => dropOldEvents(db, new Date(random.of([0, 1_000]) + 500), new Date(2_000), keys);
  const steps = [
    write,
    write,
    write,
    (db: Db) => signAudit(db, new Date(random.of([0, 1_000, 2_000]))),
    (db: Db) => signAudit(db, new Date(random.of([0, 1_000, 2_000]))),
    drop,
  ];
  for (let round = 0; round < 25; round += 1)
    await Promise.all([
      ...pools.flatMap((db) => [random.of(steps)(db), random.of(steps)(db)]),
      judge(random.of(pools), random),
      judge(random.of(pools), random),
    ]);
  await Promise.all(pools.map((db) => signAudit(db, new Date(2_000))));
  const { unsigned } = await database.row<{ unsigned: number }>(
    'SELECT count(*)::int AS unsigned FROM audit_events WHERE seq > (SELECT max(through_seq) FROM audit_signatures)',
  );
  expect(unsigned).toBe(0);
  for (let question = 0; question < 20; question += 1) await judge(pools[0], random);
});

test('Dropped events leave no counts, and later events are counted', async () => {
  const [db] = pools;
  await signAudit(db, new Date(0));
  await dropOldEvents(db, new Date(3_000), new Date(3_000), keys);
  const left = await countAllEvents(db, { organisationId: undefined }, {});
  const { days, rows } = await database.row<{ days: number; rows: number }>(
    `SELECT (SELECT count(*)::int FROM audit_daily) AS days, count(*)::int AS rows FROM audit_events`,
  );
  expect([days, left]).toEqual([0, rows]);
  await signAudit(db, new Date(3_000));
  expect(await countEventsByAction(db, { organisationId: undefined, actions: ['Operator.'] }, {}, 1)).toEqual([
    { action: 'Operator.DropOldEvents', events: rows },
  ]);
});

test('Unsigned events are counted one by one, however many they are', async () => {
  const [db] = pools;
  await database.query(
    `INSERT INTO audit_events (event_id, at, action, outcome, organisation_id)
     SELECT gen_random_uuid(), '2026-05-01T10:07Z', CASE WHEN n > 55000 THEN 'Story.Late' ELSE 'Story.Early' END, 'success', $1
       FROM generate_series(1, 55010) n`,
    [organisations[0]],
  );
  const late = () => countAllEvents(db, { organisationId: organisations[0], actions: ['Story.Late'] }, {});
  expect(await late()).toBe(10);
  await signAudit(db, new Date());
  expect(await late()).toBe(10);
  expect(await countEventsByAction(db, { organisationId: undefined, actions: ['Story.'] }, {}, 9)).toEqual([
    { action: 'Story.Early', events: 55_000 },
    { action: 'Story.Late', events: 10 },
  ]);
});
