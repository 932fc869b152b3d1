/**
 * `npm run cluster`: three PostgreSQL nodes under Patroni and etcd, HAProxy, PgBouncer, two Gatehouse processes and nginx, on
 * loopback, in a temporary folder, with invented users. Ctrl-C ends all of it. `-- --exercise` breaks it and prints a verdict.
 */
import { randomBytes } from 'node:crypto';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { accountFor, type Account } from '../../server/embedded/account.ts';
import { openDatabase, openPool } from '../../server/db/database.ts';
import { migrate } from '../../server/db/migrate.ts';
import { seedDemo } from '../../server/demo/seed.ts';
import { exercise } from './exercise.ts';
import { untilWhole } from './nodes.ts';
import { planCluster, type Plan } from './plan.ts';
import { openProcesses, takenPorts, type Processes } from './processes.ts';
import { findPrograms, thisMachine } from './programs.ts';
import { render } from './template.ts';

const USERS = 300;
const PASSWORD = 'Demo-pass-1';

const { values: options } = parseArgs({
  options: {
    exercise: { type: 'boolean', default: false },
    port: { type: 'string', default: '8080' },
    'base-port': { type: 'string', default: '18000' },
    /** Keeps the folder, with the logs. */
    keep: { type: 'boolean', default: false },
  },
});

// Exits explicitly, as an interrupted exercise would go on.
process.exit(await main());

async function main(): Promise<number> {
  const found = findPrograms(thisMachine);
  if ('missing' in found) {
    console.error(`Not installed: ${found.missing.join(', ')}. On Debian:\n  ${found.install}`);
    console.error('With Docker instead: docker compose -f deploy/cluster/compose.yaml up');
    return 1;
  }
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-cluster-'));
  const random = () => randomBytes(24).toString('hex');
  const plan = planCluster({
    folder,
    checkout: resolve(import.meta.dirname, '../..'),
    found,
    sitePort: Number(options.port),
    basePort: Number(options['base-port']),
    passwords: { postgres: random(), replication: random(), gatehouse: random(), secretKey: random() },
    // The demo's administrators have a password only, and an exercise logs in often from one address.
    env: { ADMIN_MFA: 'off', CHANGE_FIRST_PASSWORD: 'off', LIMIT_LOGINS_PER_ADDRESS: '1000000' },
  });
  const taken = await takenPorts(plan.ports);
  if (taken.length > 0) {
    rmSync(folder, { recursive: true, force: true });
    console.error(`In use: port ${taken.join(', ')}. Choose others: npm run cluster -- --port 8090 --base-port 19000`);
    return 1;
  }
  const account = accountFor(join(folder, 'none'));
  const processes = openProcesses(plan, folder, account);
  const interrupted = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => {
      interrupted.abort();
    });
  try {
    writeFiles(plan, folder, account);
    return await Promise.race([run(plan, processes, interrupted.signal), once(interrupted.signal, 'abort').then(() => 0)]);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return 1;
  } finally {
    console.log('Stopping ...');
    await processes.stop();
    if (options.keep) console.log(`Kept: ${folder}`);
    else rmSync(folder, { recursive: true, force: true });
  }
}

async function run(plan: Plan, processes: Processes, interrupted: AbortSignal): Promise<number> {
  for (const services of Map.groupBy(plan.services, ({ name }) => name.replace(/\d$/, '')).values()) {
    interrupted.throwIfAborted();
    console.log(`Starting ${services.map(({ name }) => name).join(', ')}`);
    if (services[0]?.name === 'gatehouse1') await prepare(plan);
    await Promise.all(services.map((service) => processes.start(service)));
  }
  console.log(`listening on ${plan.siteUrl}: log in as sysadmin, password ${PASSWORD}`);
  if (options.exercise) return exercise(plan, processes, { password: PASSWORD, log: console.log });
  console.log('Ctrl-C ends all of it.');
  await once(interrupted, 'abort');
  return 0;
}

/** Adds schema and users, once the primary has its standbys. */
async function prepare(plan: Plan): Promise<void> {
  await untilWhole(plan);
  const db = openDatabase(openPool({ url: plan.primaryUrl, poolSize: 4, connectTimeoutMs: 5000, statementTimeoutMs: 0 }));
  await migrate(db);
  await seedDemo(db, { users: USERS, now: new Date() });
  await db.destroy();
}

/** Writes files that only the account of the services can read. */
function writeFiles(plan: Plan, folder: string, account: Account | undefined): void {
  chmodSync(folder, 0o755);
  const give = (path: string) => {
    if (account) chownSync(path, account.uid, account.gid);
  };
  for (const path of plan.folders) {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    give(path);
  }
  for (const { template, file, values } of plan.configurations) {
    const text = render(readFileSync(join(import.meta.dirname, template), 'utf8'), values);
    writeFileSync(file, text, { mode: template.endsWith('.sh') ? 0o700 : 0o600 });
    give(file);
  }
}
