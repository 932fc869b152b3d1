/** Watches a replica: whether it answers, and how far it is behind the primary. */
import type pg from 'pg';
import { readPosition, type LogPosition } from './logPosition.ts';

interface ReplicaWatch {
  /** The position that a read on the replica sees at least; undefined while unknown. */
  readonly floor: LogPosition | undefined;
  readonly isUp: boolean;
  /** Age of the oldest change that the replica lacks, to the second. */
  readonly lagSeconds: number;
  /** Called when a read has found that the replica does not answer. */
  noteFailure(error: unknown): void;
  stop(): void;
}

interface Watched {
  primary: pg.Pool;
  replica: pg.Pool;
  maxLagMs: number;
  onChange: (isUp: boolean, reason: string) => void;
}

const INTERVAL_MS = 1000;

export function watchReplica({ primary, replica, maxLagMs, onChange }: Watched): ReplicaWatch {
  /** Positions of the primary, oldest first. The first sample that is kept is the floor. */
  let samples: { atMs: number; position: LogPosition }[] = [];
  let isUp: boolean | undefined;
  let lagMs = 0;
  let isChecking = false;

  const set = (up: boolean, reason: string) => {
    if (isUp !== up && !(isUp === undefined && up)) onChange(up, reason);
    isUp = up;
  };

  async function check(): Promise<void> {
    try {
      const position = await readPosition(primary);
      samples.push({ atMs: performance.now(), position });
      const oldest = samples.findLastIndex(({ atMs }) => performance.now() - atMs >= maxLagMs);
      samples = samples.slice(Math.max(0, oldest));
    } catch {
      // The primary's own watch reports the failure; the floor stays.
    }
    try {
      const position = await readPosition(replica);
      const missing = samples.find((sample) => sample.position > position);
      lagMs = missing ? performance.now() - missing.atMs : 0;
      set(true, '');
    } catch (error) {
      set(false, (error as Error).message);
    }
  }

  const next = () => {
    if (isChecking) return;
    isChecking = true;
    void check().finally(() => (isChecking = false));
  };
  next();
  const timer = setInterval(next, INTERVAL_MS);
  timer.unref();
  return {
    get floor() {
      return samples[0]?.position;
    },
    get isUp() {
      return isUp === true;
    },
    get lagSeconds() {
      return Math.floor(lagMs / 1000);
    },
    noteFailure(error) {
      set(false, (error as Error).message);
    },
    stop() {
      clearInterval(timer);
    },
  };
}
