/** Whether sessions exist, and whether they are idle. */
import { sql } from 'kysely';
import type { Queries } from '../db/database.ts';

export async function sessionExists(queries: Queries, sessionId: string): Promise<boolean> {
  const row = await queries.selectFrom('sessions').select('session_id').where('session_id', '=', sessionId).executeTakeFirst();
  return row !== undefined;
}

/** SQL condition on rows of `sessions`: the idle timeout has not passed. */
export const isNotIdle = (now: Date) => sql<boolean>`last_seen_at + idle_ms * interval '1 millisecond' > ${now}`;
