/** Command and server are killed (SIGKILL) in the middle of an import, again and again: nobody is there twice, and nobody is lost. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { admin } from '../../support/admin.ts';
import { createDatabase, type TestDatabase } from '../../support/database.ts';
import { eventually } from '../../support/eventually.ts';
import { countOf } from '../../support/facts.ts';
import { scaled } from '../../support/scale.ts';
import { ownRoot } from '../../support/serverEnvironment.ts';
import { readForeignFile } from '../../support/foreignImports.ts';
import { logInAs } from '../../support/logInAs.ts';
import { addOrganisation, organisationIdOf } from '../../support/organisations.ts';
import { startServer, startServerProcess, type ServerProcess } from '../../support/server.ts';

const PEOPLE = scaled(2000, 20_000);
const KILLS = scaled(3, 10);
const BCRYPT = '$2y$06$fTeuMbDoDbQi2RCzIR2TKuNDwInqNdDUXjYxFbo9RUJ95vjXt/Cfe';

let database: TestDatabase;
let folder: string;
beforeEach(async () => {
  database = await createDatabase();
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-killed-'));
  await addOrganisation({ database }, 'Nordlicht');
  const people = Array.from({ length: PEOPLE }, (_, at) => `p${String(at)}@killed.example,person_${String(at)},${BCRYPT}`);
  await writeFile(join(folder, 'people.csv'), `email,login,password\n${people.join('\n')}\n`);
});
afterEach(async () => {
  await database.drop();
  await rm(folder, { recursive: true });
});

const args = () => ['import', 'table', join(folder, 'people.csv'), '--organisation', 'Nordlicht'];
const countMade = () => countOf({ database }, 'imported_users');
const countStored = () => countOf({ database }, 'import_rows');

function start(): ChildProcess {
  const env = { PATH: process.env.PATH ?? '', NODE_ENV: 'test', DATABASE_URL: database.url };
  return spawn(process.execPath, ['server/admin/main.ts', ...args()], { cwd: ownRoot, env, stdio: 'ignore' });
}

async function kill(child: ChildProcess): Promise<void> {
  const closed = once(child, 'close');
  child.kill('SIGKILL');
  await closed;
}

/** Each of the file is there once, with the credentials that it had, and each account of the file by this import. */
async function requireWhole(): Promise<void> {
  expect(
    await database.row(
      `SELECT count(*)::int AS people, count(DISTINCT user_name)::int AS names, count(password_hash)::int AS passwords,
              count(i.user_id)::int AS imported
         FROM users u LEFT JOIN imported_users i USING (user_id) WHERE email LIKE '%@killed.example'`,
    ),
  ).toEqual({ people: PEOPLE, names: PEOPLE, passwords: PEOPLE, imported: PEOPLE });
}

test('the command goes on where it was killed, also while it was reading', async () => {
  for (let count = 0; count < KILLS; count += 1) {
    const [made, stored] = [await countMade(), await countStored()];
    const child = start();
    // The first time it is killed while it reads, then while it makes accounts.
    await eventually('a part of the work', async () =>
      count === 0 ? (await countStored()) > stored : (await countMade()) > made,
    );
    await kill(child);
  }
  expect(await countMade()).toBeGreaterThan(0);
  expect(await admin(args(), { DATABASE_URL: database.url })).toMatchObject({ code: 0, err: '' });
  await requireWhole();
  const again = await admin(args(), { DATABASE_URL: database.url });
  expect(again.out).toContain(`${String(PEOPLE)} came before, and are unchanged.`);
});

test('a server goes on with what a killed command has begun, beside another command with the same file', async () => {
  const child = start();
  await eventually('the first accounts', async () => (await countMade()) > 0);
  await kill(child);
  const server = await startServer({ database });
  try {
    expect(await admin(args(), { DATABASE_URL: database.url })).toMatchObject({ code: 0 });
    await eventually(
      'the end of both',
      async () => (await database.query(`SELECT FROM imports WHERE state = 'running'`)).length === 0,
    );
    await requireWhole();
    expect(await database.query(`SELECT FROM import_rows WHERE outcome IS NULL OR outcome = 'refused'`)).toEqual([]);
  } finally {
    await server.stop();
  }
});

describe('An import by the screen’s road', () => {
  const start = (): Promise<ServerProcess> => startServerProcess({ database });
  const isDone = async () =>
    (await database.query(`SELECT FROM imports WHERE state <> 'done'`)).length === 0 && (await countMade()) === PEOPLE;

  async function startImport(server: ServerProcess, count = 1): Promise<void> {
    const sysadmin = await logInAs(server, 'sysadmin');
    const content = await readFile(join(folder, 'people.csv'));
    const organisationId = await organisationIdOf({ database }, 'Nordlicht');
    const imports = await Promise.all(Array.from({ length: count }, () => readForeignFile(sysadmin, content)));
    for (const { importId, choices } of imports)
      await sysadmin.ok('Imports.Choose', { importId, body: { ...choices, organisationId } });
    await Promise.all(imports.map(({ importId }) => sysadmin.ok('Imports.Start', { importId })));
  }

  /** @returns once some more people are there than before */
  const someMore = async () => {
    const before = await countMade();
    await eventually('a part of the work', async () => (await countMade()) > before);
  };

  test('goes on after each restart of a server that is killed', async () => {
    let server = await start();
    await startImport(server);
    for (let count = 0; count < KILLS; count += 1) {
      await someMore();
      await server.kill();
      server = await start();
    }
    await eventually('the end', isDone);
    await requireWhole();
    await server.stop();
  });

  test('goes on in a second process, also of two imports with the same people side by side', async () => {
    const [first, second] = await Promise.all([start(), start()]);
    await startImport(first, 2);
    await someMore();
    await first.kill();
    await eventually('the end of both', isDone);
    await requireWhole();
    const outcomes = await database.query(`SELECT outcome, count(*)::int AS count FROM import_rows GROUP BY 1 ORDER BY 1`);
    expect(outcomes).toEqual([
      { outcome: 'created', count: PEOPLE },
      { outcome: 'unchanged', count: PEOPLE },
    ]);
    await second.stop();
  });
});
