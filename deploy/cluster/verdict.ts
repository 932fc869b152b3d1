/** The verdict of an exercise: the figures of each disturbance, and whether anything acknowledged was lost. */
import { brokenPromises, figuresOf, losses, type Disturbance, type FiguresByKind, type StoredWork } from './judge.ts';
import type { Load } from './load.ts';
import { queryPrimary } from './nodes.ts';
import type { Plan } from './plan.ts';

interface Exercise {
  readonly since: Date;
  readonly disturbances: readonly Disturbance[];
  /** Names of the users who logged in again and again. */
  readonly loggedInUsers: readonly string[];
}

type Log = (line: string) => void;

/** @returns the exit code: 0 if all promises are kept */
export async function giveVerdict(plan: Plan, load: Load, exercise: Exercise, log: Log): Promise<number> {
  const faults = [
    ...exercise.disturbances.flatMap((disturbance) => judgeDisturbance(load, disturbance, log)),
    ...(await judgeAcknowledged(plan, load, exercise, log)),
    ...(await judgeSessions(load)),
  ];
  for (const fault of faults) log(`✗ ${fault}`);
  log(faults.length === 0 ? '✓ Nothing acknowledged was lost; every change has its event and its mail' : 'FAILED');
  return faults.length === 0 ? 0 : 1;
}

function judgeDisturbance({ attempts }: Load, disturbance: Disturbance, log: Log): string[] {
  const figures: FiguresByKind = {
    change: figuresOf(attempts, 'change', disturbance),
    login: figuresOf(attempts, 'login', disturbance),
    read: figuresOf(attempts, 'read', disturbance),
  };
  const lines = (['change', 'login', 'read'] as const).map((kind) => {
    const { attempts: tried, failed, unexplained, outageSeconds, pauseSeconds } = figures[kind];
    return `  ${`${kind}s`.padEnd(7)} ${String(tried)}, failed ${String(failed)} (${String(unexplained)} not by 503 with Retry-After), last failure after ${String(outageSeconds)} s, longest pause ${String(pauseSeconds)} s`;
  });
  log([disturbance.name, ...lines].join('\n'));
  return brokenPromises(disturbance, figures);
}

/** Compares what was acknowledged to the load with what the database has. */
async function judgeAcknowledged(plan: Plan, { editors, attempts }: Load, exercise: Exercise, log: Log): Promise<string[]> {
  const stored = await storedWorkOf(plan, { editors }, exercise.since);
  const recordedLogins = await countRecordedLogins(plan, exercise);
  const changes = editors.reduce((sum, { acknowledged }) => sum + acknowledged, 0);
  const logins = attempts.filter(({ kind, status }) => kind === 'login' && status === 200).length;
  log(`${String(changes)} changes and ${String(logins)} logins were acknowledged`);
  const faults = losses(editors, stored);
  if (recordedLogins < logins) faults.push(`${String(logins)} logins acknowledged, ${String(recordedLogins)} in the audit`);
  return faults;
}

async function judgeSessions({ sessions }: Load): Promise<string[]> {
  const replies = await Promise.all(sessions.map((client) => client.call('Users.Self')));
  const ended = replies.filter(({ status }) => status !== 200).length;
  return ended > 0 ? [`${String(ended)} of ${String(replies.length)} sessions are gone`] : [];
}

/** The roles must be those of the audit's last event too, because one transaction writes both. */
const storedWorkOf = (plan: Plan, { editors }: Pick<Load, 'editors'>, since: Date): Promise<StoredWork[]> =>
  queryPrimary<StoredWork>(
    plan,
    `SELECT u.user_name AS "userName", u.roles,
            (SELECT count(*)::int FROM audit_events e
              WHERE e.action = 'Roles.SetUser' AND e.outcome = 'success' AND e.target = u.user_name AND e.at >= $2) AS events,
            (SELECT count(*)::int FROM mails m WHERE m.template = 'rolesChanged' AND m.recipient = u.email AND m.created_at >= $2) AS mails
       FROM users u WHERE u.user_name = ANY ($1)`,
    [editors.map(({ userName }) => userName), since],
  );

async function countRecordedLogins(plan: Plan, { since, loggedInUsers }: Exercise): Promise<number> {
  const [logins] = await queryPrimary<{ count: number }>(
    plan,
    "SELECT count(*)::int AS count FROM audit_events WHERE action = 'Login.Login' AND outcome = 'success' AND actor = ANY ($1) AND at >= $2",
    [loggedInUsers, since],
  );
  return logins?.count ?? 0;
}
