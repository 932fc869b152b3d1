/** `npm run cluster -- --exercise`: simulated users work while parts of the cluster are killed; prints figures and a verdict. */
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { figuresOf, losses, type Disturbance, type Kept } from './judge.ts';
import { startLoad, type Load } from './load.ts';
import { etcdLeader, primaryOf, untilWhole } from './nodes.ts';
import type { Plan } from './plan.ts';
import { postmasterOf, type Processes } from './processes.ts';

const EDITORS = 4;
const USERS = ['ordinary', 'support_user'];
const CALM_MS = 5000;
const MAX_OUTAGE_SECONDS = 30;
/** How long each kind of disturbance is watched. */
const WATCHED_MS = { node: 35_000, part: 8000 };

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
  const disturb = async (name: string, watchedMs: number, kill: () => Promise<() => Promise<void>>) => {
    log(`${name} ...`);
    const repair = await kill();
    const atMs = performance.now();
    await pause(watchedMs);
    disturbances.push({ name, atMs, untilMs: performance.now() });
    await repair();
    await untilWhole(plan);
    await pause(CALM_MS);
  };
  const restart = async (name: string) => {
    const service = plan.services.find((one) => one.name === name);
    if (service) await processes.start(service);
  };

  await disturb('kill -9 of the primary PostgreSQL', WATCHED_MS.node, async () => {
    killPostmaster((await requirePrimary(plan)).dataDir);
    return () => Promise.resolve();
  });
  await disturb('kill -9 of the primary with its Patroni', WATCHED_MS.node, async () => {
    const { name, dataDir } = await requirePrimary(plan);
    processes.kill(name);
    killPostmaster(dataDir);
    return () => restart(name);
  });
  await disturb('kill -9 of a Gatehouse process', WATCHED_MS.part, () => {
    processes.kill('gatehouse1');
    return Promise.resolve(() => restart('gatehouse1'));
  });
  await disturb('kill -9 of the leader of etcd', WATCHED_MS.part, async () => {
    const name = `etcd${String((await etcdLeader(plan)) ?? 1)}`;
    processes.kill(name);
    return () => restart(name);
  });
  await load.stop();
  return verdict(plan, load, { since, disturbances }, log);
}

async function verdict(
  plan: Plan,
  load: Load,
  { since, disturbances }: { since: Date; disturbances: readonly Disturbance[] },
  log: Options['log'],
): Promise<number> {
  const faults: string[] = [];
  for (const disturbance of disturbances) {
    const [changes, logins, reads] = (['change', 'login', 'read'] as const).map((kind) =>
      figuresOf(load.attempts, kind, disturbance),
    );
    if (!changes || !logins || !reads) continue;
    log(
      [
        disturbance.name,
        ...Object.entries({ changes, logins, reads }).map(
          ([kind, { attempts, failed, unexplained, outageSeconds, pauseSeconds }]) =>
            `  ${kind.padEnd(7)} ${String(attempts)}, failed ${String(failed)} (${String(unexplained)} not by 503 with Retry-After), last failure after ${String(outageSeconds)} s, longest pause ${String(pauseSeconds)} s`,
        ),
      ].join('\n'),
    );
    const unexplained = changes.unexplained + logins.unexplained + reads.unexplained;
    if (unexplained > 0) faults.push(`${disturbance.name}: ${String(unexplained)} refused without 503 and Retry-After`);
    const isNode = disturbance.name.includes('primary');
    if (isNode && changes.pauseSeconds > MAX_OUTAGE_SECONDS)
      faults.push(`${disturbance.name}: no change for ${String(changes.pauseSeconds)} s`);
    if (!isNode && reads.failed > 0) faults.push(`${disturbance.name}: ${String(reads.failed)} reads failed twice`);
    if (disturbance.name.includes('etcd') && changes.failed + logins.failed > 0)
      faults.push(`${disturbance.name}: ${String(changes.failed + logins.failed)} changes and logins failed`);
  }
  const { kept, logins } = await keptOf(plan, load, since);
  const acknowledged = load.editors.reduce((sum, one) => sum + one.acknowledged, 0);
  const loggedIn = load.attempts.filter(({ kind, status }) => kind === 'login' && status === 200).length;
  log(`${String(acknowledged)} changes and ${String(loggedIn)} logins were acknowledged`);
  faults.push(...losses(load.editors, kept));
  if (logins < loggedIn) faults.push(`${String(loggedIn)} logins acknowledged, ${String(logins)} in the audit`);
  const answers = await Promise.all(load.sessions.map((client) => client.call('Users.Self')));
  const ended = answers.filter(({ status }) => status !== 200).length;
  if (ended > 0) faults.push(`${String(ended)} of ${String(answers.length)} sessions are gone`);
  for (const fault of faults) log(`✗ ${fault}`);
  log(faults.length === 0 ? '✓ Nothing acknowledged was lost; every change has its event and its mail' : 'FAILED');
  return faults.length === 0 ? 0 : 1;
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

async function query<Row extends pg.QueryResultRow>(plan: Plan, sql: string, values: readonly unknown[]): Promise<Row[]> {
  const client = new pg.Client({ connectionString: plan.primaryUrl });
  await client.connect();
  try {
    return (await client.query<Row>(sql, [...values])).rows;
  } finally {
    await client.end();
  }
}

const membersOf = async (plan: Plan, count: number): Promise<string[]> => {
  const rows = await query<{ name: string }>(
    plan,
    `SELECT user_name AS name FROM users WHERE roles = '{Member}' AND enabled AND user_name IS NOT NULL AND user_name <> ALL ($2)
      ORDER BY user_name LIMIT $1`,
    [count, USERS],
  );
  return rows.map(({ name }) => name);
};

/** Reads what the database has: the roles must be those of the audit's last event too, because one transaction writes both. */
async function keptOf(plan: Plan, { editors }: Load, since: Date): Promise<{ kept: Kept[]; logins: number }> {
  const names = editors.map(({ userName }) => userName);
  const kept = await query<Kept>(
    plan,
    `SELECT u.user_name AS "userName", u.roles,
            (SELECT count(*)::int FROM audit_events e
              WHERE e.action = 'Roles.SetUser' AND e.outcome = 'success' AND e.target = u.user_name AND e.at >= $2) AS events,
            (SELECT count(*)::int FROM mails m WHERE m.template = 'rolesChanged' AND m.recipient = u.email AND m.created_at >= $2) AS mails
       FROM users u WHERE u.user_name = ANY ($1)`,
    [names, since],
  );
  const [logins] = await query<{ count: number }>(
    plan,
    "SELECT count(*)::int AS count FROM audit_events WHERE action = 'Login.Login' AND outcome = 'success' AND actor = ANY ($1) AND at >= $2",
    [USERS, since],
  );
  return { kept, logins: logins?.count ?? 0 };
}
