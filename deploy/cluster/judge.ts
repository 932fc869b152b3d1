/** Judges an exercise: figures of each disturbance, and whether the promises are kept. Pure. */

export interface Attempt {
  readonly kind: 'change' | 'login' | 'read';
  readonly startedAtMs: number;
  readonly endedAtMs: number;
  /** 0: the connection broke. */
  readonly status: number;
  readonly retryAfter: boolean;
}

export interface Editor {
  readonly userName: string;
  acknowledged: number;
  /** Number of calls refused or cut off, which may have been done or not. */
  unknown: number;
  roles: readonly string[];
}

/** An editor's work as the database has it afterwards. */
export interface StoredWork {
  readonly userName: string;
  readonly events: number;
  readonly mails: number;
  readonly roles: readonly string[];
}

export interface Disturbance {
  readonly name: string;
  readonly killed: 'primary' | 'gatehouse' | 'etcd';
  readonly atMs: number;
  readonly untilMs: number;
}

interface Figures {
  readonly attempts: number;
  readonly failed: number;
  /** Number of calls refused otherwise than by 503 with Retry-After: by another status, or by a broken connection. */
  readonly unexplained: number;
  /** Time from the disturbance to the end of the last failure. */
  readonly outageSeconds: number;
  /** Longest time without a success. */
  readonly pauseSeconds: number;
}

export type FiguresByKind = Readonly<Record<Attempt['kind'], Figures>>;

const seconds = (ms: number) => Math.round(ms / 100) / 10;

export function figuresOf(
  attempts: readonly Attempt[],
  kind: Attempt['kind'],
  { atMs, untilMs }: Pick<Disturbance, 'atMs' | 'untilMs'>,
): Figures {
  const during = attempts.filter((one) => one.kind === kind && one.endedAtMs >= atMs && one.startedAtMs <= untilMs);
  const failures = during.filter(({ status }) => status !== 200);
  const successes = during.filter(({ status }) => status === 200).map(({ endedAtMs }) => Math.min(endedAtMs, untilMs));
  const ends = [atMs, ...successes.sort((left, right) => left - right), untilMs];
  const gaps = ends.slice(1).map((end, index) => end - (ends[index] as number));
  return {
    attempts: during.length,
    failed: failures.length,
    unexplained: failures.filter(({ status, retryAfter }) => status !== 503 || !retryAfter).length,
    outageSeconds: seconds(Math.max(0, ...failures.map(({ endedAtMs }) => endedAtMs - atMs))),
    pauseSeconds: seconds(Math.max(...gaps)),
  };
}

const MAX_OUTAGE_SECONDS = 30;

/** The promises that were broken during a disturbance, one sentence each. */
export function brokenPromises({ name, killed }: Disturbance, { change, login, read }: FiguresByKind): string[] {
  const faults: string[] = [];
  const unexplained = change.unexplained + login.unexplained + read.unexplained;
  if (unexplained > 0) faults.push(`${name}: ${String(unexplained)} refused without 503 and Retry-After`);
  if (killed === 'primary') {
    if (change.pauseSeconds > MAX_OUTAGE_SECONDS) faults.push(`${name}: no change for ${String(change.pauseSeconds)} s`);
  } else if (read.failed > 0) faults.push(`${name}: ${String(read.failed)} reads failed twice`);
  if (killed === 'etcd' && change.failed + login.failed > 0)
    faults.push(`${name}: ${String(change.failed + login.failed)} changes and logins failed`);
  return faults;
}

/** The losses, one sentence each: an acknowledged change lost, or a change without its event and mail. */
export function losses(editors: readonly Editor[], stored: readonly StoredWork[]): string[] {
  return editors.flatMap(({ userName, acknowledged, unknown, roles }) => {
    const found = stored.find((one) => one.userName === userName);
    if (!found) return [`${userName} is gone`];
    const faults: string[] = [];
    if (found.events < acknowledged)
      faults.push(`${userName}: ${String(acknowledged)} changes acknowledged, ${String(found.events)} in the audit`);
    if (found.events > acknowledged + unknown) faults.push(`${userName}: more events than attempts`);
    if (found.mails !== found.events) faults.push(`${userName}: ${String(found.events)} events, ${String(found.mails)} mails`);
    if (unknown === 0 && String([...found.roles].sort()) !== String([...roles].sort()))
      faults.push(`${userName} has ${String(found.roles)}, acknowledged was ${String(roles)}`);
    return faults;
  });
}
