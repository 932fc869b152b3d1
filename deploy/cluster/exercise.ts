/** `npm run cluster -- --exercise`: simulated users work while parts of the cluster are killed; prints figures and a verdict. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Disturbance } from './judge.ts';
import { startLoad } from './load.ts';
import { etcdLeader, primaryOf, queryPrimary, untilWhole } from './nodes.ts';
import type { Plan } from './plan.ts';
import { postmasterOf, type Processes } from './processes.ts';
import { giveVerdict } from './verdict.ts';

const EDITORS = 4;
const USERS = ['ordinary', 'support_user'];
const CALM_MS = 5000;
/** How long the cluster is watched after each kill; another primary takes over within 30 seconds. */
const WATCHED_MS: Readonly<Record<Disturbance['killed'], number>> = { primary: 35_000, gatehouse: 8000, etcd: 8000 };

interface Options {
  password: string;
  log: (line: string) => void;
}

/** @returns the exit code: 0 if all promises are kept */
export async function exercise(plan: Plan, processes: Processes, { password, log }: Options): Promise<number> {
  const since = new Date();
  const targets = await membersOf(plan, EDITORS);
  const load = startLoad({ siteUrl: plan.siteUrl, password, targets, users: USERS });
  await pause(CALM_MS);
  const disturbances: Disturbance[] = [];
  /** @param kill returns how to repair what it has killed */
  const disturb = async (name: string, killed: Disturbance['killed'], kill: () => Promise<() => Promise<void>>) => {
    log(`${name} ...`);
    const repair = await kill();
    const atMs = performance.now();
    await pause(WATCHED_MS[killed]);
    disturbances.push({ name, killed, atMs, untilMs: performance.now() });
    await repair();
    await untilWhole(plan);
    await pause(CALM_MS);
  };
  const restart = async (name: string) => {
    const service = plan.services.find((one) => one.name === name);
    if (service) await processes.start(service);
  };

  await disturb('kill -9 of the primary PostgreSQL', 'primary', async () => {
    killPostmaster((await requirePrimary(plan)).dataDir);
    return () => Promise.resolve();
  });
  await disturb('kill -9 of the primary with its Patroni', 'primary', async () => {
    const { name, dataDir } = await requirePrimary(plan);
    processes.kill(name);
    killPostmaster(dataDir);
    return () => restart(name);
  });
  await disturb('kill -9 of a Gatehouse process', 'gatehouse', () => {
    processes.kill('gatehouse1');
    return Promise.resolve(() => restart('gatehouse1'));
  });
  await disturb('kill -9 of the leader of etcd', 'etcd', async () => {
    const name = `etcd${String((await etcdLeader(plan)) ?? 1)}`;
    processes.kill(name);
    return () => restart(name);
  });
  await load.stop();
  return giveVerdict(plan, load, { since, disturbances, loggedInUsers: USERS }, log);
}

async function requirePrimary(plan: Plan): Promise<Plan['nodes'][number]> {
  const primary = await primaryOf(plan);
  if (!primary) throw new Error('There is no primary');
  return primary;
}

function killPostmaster(dataDir: string): void {
  const pid = postmasterOf(dataDir);
  if (pid === undefined) throw new Error(`No PostgreSQL runs on ${dataDir}`);
  process.kill(pid, 'SIGKILL');
}

const membersOf = async (plan: Plan, count: number): Promise<string[]> => {
  const rows = await queryPrimary<{ name: string }>(
    plan,
    `SELECT user_name AS name FROM users WHERE roles = '{Member}' AND enabled AND user_name IS NOT NULL AND user_name <> ALL ($2)
      ORDER BY user_name LIMIT $1`,
    [count, USERS],
  );
  return rows.map(({ name }) => name);
};
