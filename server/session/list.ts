/** The active sessions of a user, as the user and their administrators see them. */
import { sql } from 'kysely';
import type { SessionView } from '../../api/contract/security.ts';
import type { Queries } from '../db/database.ts';
import { describeBrowser } from '../http/browser.ts';
import { isNotIdle } from './idle.ts';

/** The current one first; impersonations of the user by an administrator only if they are the current one. */
export async function listSessions(
  queries: Queries,
  { userId, current = null, now }: { readonly userId: string; readonly current?: string | null; readonly now: Date },
): Promise<SessionView[]> {
  const rows = await queries
    .selectFrom('sessions')
    .select(['session_id', 'ip', 'user_agent', 'created_at', 'last_seen_at'])
    .where('user_id', '=', userId)
    .where('kind', '=', 'full')
    .where((where) => where.or([where('impersonator_id', 'is', null), where('session_id', '=', current)]))
    .where('expires_at', '>', now)
    .where(isNotIdle(now))
    .orderBy(sql`session_id IS NOT DISTINCT FROM ${current}::uuid`, 'desc')
    .orderBy('last_seen_at', 'desc')
    .execute();
  return rows.map((row) => ({
    sessionId: row.session_id,
    browser: describeBrowser(row.user_agent),
    address: row.ip ?? '',
    since: row.created_at.toISOString(),
    lastSeenAt: row.last_seen_at.toISOString(),
    current: row.session_id === current,
  }));
}
