/** What waits for a job is heard of as it is committed, without asking the database again and again. */
import { listenForDue } from '../../../server/db/notifications.ts';
import { createDatabase, type TestDatabase } from '../../support/database.ts';
import { eventually } from '../../support/eventually.ts';
import { queueMail } from '../../support/queuedMails.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createDatabase();
});
afterAll(() => database.drop());

const queueOne = () => queueMail({ database }, 'a@x.example', 'mfaTurnedOn');

const listeners = async () =>
  (
    await database.query<{ pid: number }>(
      `SELECT pid FROM pg_stat_activity WHERE application_name = 'gatehouse jobs' AND query = 'LISTEN due' AND state = 'idle' AND datname = current_database()`,
    )
  ).map(({ pid }) => pid);

test('A queued mail wakes the jobs of each process, also after its connection was lost', async () => {
  const heard: string[][] = [[], []];
  let connects = 0;
  const stops = heard.map((tables) =>
    listenForDue(
      { url: database.url, connectTimeoutMs: 5000 },
      (table) => tables.push(table),
      () => (connects += 1),
    ),
  );
  try {
    const first = await eventually('two listeners', async () => ((await listeners()).length === 2 ? listeners() : undefined));
    await queueOne();
    await eventually('both processes', () => heard.every((tables) => tables.includes('mails')));

    await database.query('SELECT pg_terminate_backend(pid) FROM unnest($1::int[]) AS lost (pid)', [first]);
    await eventually('two new listeners', async () => {
      const now = await listeners();
      return now.length === 2 && now.every((pid) => !first.includes(pid));
    });
    for (const tables of heard) tables.length = 0;
    await queueOne();
    await eventually('both processes again', () => heard.every((tables) => tables.includes('mails')));
  } finally {
    await Promise.all(stops.map((stop) => stop()));
  }
  expect(await listeners()).toEqual([]);
});
