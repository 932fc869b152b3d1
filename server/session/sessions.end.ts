/** Ends sessions, and tells whether they are idle. */
import { sql } from 'kysely';
import type { Queries } from '../db/database.ts';

export async function sessionExists(queries: Queries, sessionId: string): Promise<boolean> {
  const row = await queries.selectFrom('sessions').select('session_id').where('session_id', '=', sessionId).executeTakeFirst();
  return row !== undefined;
}

/** Ends a session; while impersonating also the administrator's own, which could not be resumed any more. */
export async function endSession(queries: Queries, sessionId: string): Promise<void> {
  const suspendedId = queries.selectFrom('sessions').select('kept_session_id').where('session_id', '=', sessionId);
  await queries
    .deleteFrom('sessions')
    .where((where) => where.or([where('session_id', '=', sessionId), where('session_id', '=', suspendedId)]))
    .execute();
}

/** Ends all sessions of a user, and those in which the user impersonates another. @returns how many */
export async function endSessionsOf(queries: Queries, userId: string, except?: string): Promise<number> {
  const { numDeletedRows } = await queries
    .deleteFrom('sessions')
    .where((where) => where.or([where('user_id', '=', userId), where('impersonator_id', '=', userId)]))
    .$if(except !== undefined, (query) => query.where('session_id', '!=', except as string))
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** Deletes expired sessions, except impersonations from which the administrator's session can still be resumed. */
export async function deleteEndedSessions(queries: Queries, now: Date): Promise<void> {
  await queries
    .deleteFrom('sessions')
    .where('expires_at', '<', now)
    .where((where) => where.or([where('kept_session_id', 'is', null), where.not(isNotIdle(now))]))
    .execute();
}

/** SQL condition on rows of `sessions`: the idle timeout has not passed. */
export const isNotIdle = (now: Date) => sql<boolean>`last_seen_at + idle_ms * interval '1 millisecond' > ${now}`;
