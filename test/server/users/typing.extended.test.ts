/** Typing quickly in a long list, where every keystroke aborts the former search: other users get replies all the time. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from '../../support/client.ts';
import { createDatabase } from '../../support/database.ts';
import { CLUSTER_URL } from '../../support/databaseUrl.ts';
import { logInAs } from '../../support/logInAs.ts';
import { addManyUsers } from '../../support/manyUsers.ts';
import { pgbouncerVersion, startPgBouncer } from '../../support/pgbouncer.ts';
import { scaled } from '../../support/scale.ts';
import { startServerProcess } from '../../support/server.ts';
import { asInProduction } from '../../support/serverEnvironment.ts';

const isInstalled = pgbouncerVersion() !== undefined;
if (!isInstalled) process.stderr.write('SKIPPED: pgbouncer is not installed (apt-get install pgbouncer)\n');

const TYPED = 'carla zwirek 7';
const TYPING_MS = scaled(10_000, 20_000);
const KEYSTROKE_MS = 40;
const MIN_ANSWERS = 100;
const MIN_GIVEN_UP = 20;
const OTHERS = 6;
/** Fewer connections behind the pooler than before it. */
const POOL_SIZE = 6;
const POOLER_SIZE = 3;

const ways = ['straight to the database', ...(isInstalled ? ['through PgBouncer in transaction mode'] : [])];

test.each(ways)('%s, nobody else gets an error while somebody types', async (way) => {
  const database = await createDatabase();
  await addManyUsers({ database });
  const pooler = way.includes('PgBouncer') ? await startPgBouncer(process.env[CLUSTER_URL] ?? '', POOLER_SIZE) : undefined;
  const reached = { ...database, url: pooler?.through(database.url) ?? database.url };
  const server = await startServerProcess({ database: reached, env: { DATABASE_POOL: String(POOL_SIZE), ...asInProduction } });
  try {
    const [typist, reader] = [await logInAs(server, 'sysadmin'), await logInAs(server, 'subadmin')];
    const end = performance.now() + TYPING_MS;
    const statuses: number[] = [];
    // On a busy machine it takes longer until there are enough results to judge.
    const isOver = (givenUp: number) => performance.now() >= end && statuses.length > MIN_ANSWERS && givenUp > MIN_GIVEN_UP;
    let hasTyped = false;
    const read = async () => {
      while (!hasTyped) {
        statuses.push((await reader.call('Users.Page', { limit: 20 })).status);
        statuses.push((await reader.call('Users.Self')).status);
      }
    };
    const typing = type(typist, isOver).finally(() => {
      hasTyped = true;
    });
    const [searches] = await Promise.all([typing, ...Array.from({ length: OTHERS }, read)]);
    expect(statuses.filter((status) => status !== 200)).toEqual([]);
    expect(searches.statuses.filter((status) => status >= 500)).toEqual([]);
  } finally {
    await server.stop();
    await pooler?.stop();
    await database.drop();
  }
});

/** Types like the list: a page and the counts for each keystroke, which aborts those of the keystroke before. */
async function type(typist: Client, isOver: (givenUp: number) => boolean) {
  const statuses: number[] = [];
  let givenUp = 0;
  const sent: Promise<unknown>[] = [];
  for (let stroke = 0; !isOver(givenUp); stroke += 1) {
    const search = encodeURIComponent(TYPED.slice(0, 1 + (stroke % TYPED.length)));
    const { signal, abort } = abortable();
    for (const path of [`/api/Users/Page?limit=100&search=${search}`, `/api/Users/Counts?search=${search}`])
      sent.push(
        typist.raw(path, { signal }).then(
          ({ status }) => statuses.push(status),
          () => (givenUp += 1),
        ),
      );
    await pause(KEYSTROKE_MS);
    abort();
  }
  await Promise.all(sent);
  return { statuses, givenUp };
}

function abortable() {
  const controller = new AbortController();
  return {
    signal: controller.signal,
    abort: () => {
      controller.abort();
    },
  };
}
