/** Whether this process can serve: it is not being stopped, and a small write reaches the disk of the database (and its standby). */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Clock } from '../clock.ts';
import type { Db } from '../db/database.ts';
import type { FileStore } from '../files/store.ts';
import { problem } from '../http/problem.ts';

export interface Readiness {
  /** @returns what can't be reached, if everything else can be served without it. @throws Closing, StoreUnavailable */
  check(): Promise<readonly 'files'[]>;
  /** Makes the process report that it is not ready, so that balancers send no more requests. */
  leave(): void;
  readonly isLeaving: boolean;
}

/** A write that takes longer counts as stuck. */
const MAX_WRITE_MS = 2500;
/** A caller that asks more often gets the last answer. */
const FRESH_MS = 500;

export function readiness(db: Db, clock: Clock, files: FileStore | undefined): Readiness {
  const processId = randomUUID();
  let isLeaving = false;
  let latest: { at: number; written: Promise<void> } | undefined;

  /** Each process has its own row: one that hangs before its commit must not make the others wait. */
  async function write(): Promise<void> {
    const seenAt = clock.now();
    await db
      .insertInto('processes')
      .values({ process_id: processId, seen_at: seenAt })
      .onConflict((conflict) => conflict.column('process_id').doUpdateSet({ seen_at: seenAt }))
      .execute();
  }

  async function boundedWrite(): Promise<void> {
    const done = new AbortController();
    const tooLate = pause(MAX_WRITE_MS, undefined, { signal: done.signal }).then(() => {
      throw problem('StoreUnavailable', { retryAfterSeconds: 2, cause: new Error('A write takes too long') });
    });
    tooLate.catch(() => undefined);
    try {
      await Promise.race([write(), tooLate]);
    } finally {
      done.abort();
    }
  }

  return {
    async check() {
      if (isLeaving) throw problem('Closing', { retryAfterSeconds: 2 });
      if (!latest || performance.now() - latest.at > FRESH_MS) {
        const probe = { at: Number.POSITIVE_INFINITY, written: boundedWrite() };
        latest = probe;
        // The result is fresh from its end on, and a failure is not kept.
        probe.written.then(
          () => (probe.at = performance.now()),
          () => (probe.at = Number.NEGATIVE_INFINITY),
        );
      }
      await latest.written;
      return files?.isUp === false ? ['files'] : [];
    },
    leave() {
      isLeaving = true;
    },
    get isLeaving() {
      return isLeaving;
    },
  };
}
