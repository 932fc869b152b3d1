/** Mails that are still to be sent. */
import { sql } from 'kysely';
import type { Overview } from '../../api/contract/overview.ts';
import { addMs, MINUTE } from '../clock.ts';
import type { Queries } from '../db/database.ts';

/** A mail is tried every few seconds at first: one that waits for this long has been refused several times. */
const LATE_AFTER_MS = 15 * MINUTE;

/** Finds mails that wait, without those given up, which are never due again. */
export async function findWaitingMail(queries: Queries, now: Date): Promise<NonNullable<Overview['mail']>> {
  const { waiting, oldest } = await queries
    .selectFrom('mails')
    .select([sql<number>`count(*)::int`.as('waiting'), sql<Date | null>`min(created_at)`.as('oldest')])
    .where('sent_at', 'is', null)
    .where('next_attempt_at', '<', sql<Date>`'infinity'`)
    .executeTakeFirstOrThrow();
  return {
    waiting,
    oldest: oldest?.toISOString() ?? null,
    isLate: oldest !== null && oldest < addMs(now, -LATE_AFTER_MS),
  };
}
