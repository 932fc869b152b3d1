/** Waits until the audit is counted by day: events are rolled up when they are signed, by a job each minute. */
import { setTimeout as pause } from 'node:timers/promises';
import type { BenchServer } from './benchServer.ts';

/** Maximum of unsigned events, which the server counts by reading them. */
const MAX_UNSIGNED_EVENTS = 1000;
const ASK_EVERY_MS = 1000;

/** @returns the number of events */
export async function waitForRollUp(site: BenchServer): Promise<number> {
  for (;;) {
    const [row] = await site.query<{ events: number; left: number }>(
      `SELECT max(seq)::int AS events, (max(seq) - coalesce((SELECT max(through_seq) FROM audit_signatures), 0))::int AS left FROM audit_events`,
    );
    const { events, left } = row as { events: number; left: number };
    if (left < MAX_UNSIGNED_EVENTS) return events;
    await pause(ASK_EVERY_MS);
  }
}
