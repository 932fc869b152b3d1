/** Whether sessions exist, and whether they are idle. */
import { sql, type SqlBool } from 'kysely';
import type { Queries } from '../db/database.ts';

export async function sessionExists(queries: Queries, sessionId: string): Promise<boolean> {
  const row = await queries.selectFrom('sessions').select('session_id').where('session_id', '=', sessionId).executeTakeFirst();
  return row !== undefined;
}

/** SQL condition on rows of `sessions`: the idle timeout has not passed. */
export const isNotIdle = (now: Date) => sql<boolean>`last_seen_at + idle_ms * interval '1 millisecond' > ${now}`;

/** SQL condition on `sessions as s`: the session has not ended, and is no impersonation. */
export const isActiveSession = (now: Date) => sql<SqlBool>`s.kind = 'full' AND s.impersonator_id IS NULL
  AND s.expires_at > ${now} AND ${isNotIdle(now)}`;

/** SQL: whether `users as u` has such a session. */
export const isLoggedIn = (now: Date) =>
  sql<boolean>`EXISTS (SELECT 1 FROM sessions s WHERE s.user_id = u.user_id AND ${isActiveSession(now)})`;
