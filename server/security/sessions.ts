/** The user's own sessions: listing and ending them. Other users' are out of reach. */
import { sql, type SqlBool } from 'kysely';
import type { SessionView } from '../../api/contract/security.ts';
import { transaction, type Db } from '../db/database.ts';
import { appendAuditEvent } from '../audit/append.ts';
import { endSessionsOf, endSessionsWhere } from '../accounts/sessions.ts';
import { isNotIdle } from '../session/idle.ts';
import { describeBrowser } from '../http/browser.ts';
import { sessionOf, type CallOf } from '../http/call.ts';
import { problem } from '../http/problem.ts';

/** Active sessions, the current one first; without impersonations of the user by an administrator. */
export async function ownSessions(db: Db, call: CallOf<'Users.Sessions'>): Promise<SessionView[]> {
  const { sessionId: current } = sessionOf(call);
  const rows = await db
    .selectFrom('sessions')
    .select(['session_id', 'ip', 'user_agent', 'created_at', 'last_seen_at'])
    .where('user_id', '=', call.person.userId)
    .where('kind', '=', 'full')
    .where((where) => where.or([where('impersonator_id', 'is', null), where('session_id', '=', current)]))
    .where('expires_at', '>', call.now)
    .where(isNotIdle(call.now))
    .orderBy(sql`session_id = ${current}`, 'desc')
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

/**
 * @throws NotFound for a session that is not the caller's own
 * @returns whether it was the current one
 */
export async function endOwnSession(db: Db, call: CallOf<'Users.EndSession'>): Promise<boolean> {
  const { person, params, origin } = call;
  await transaction(db, async (tx) => {
    const isOwn = sql<SqlBool>`session_id = ${params.sessionId} AND user_id = ${person.userId} AND kind = 'full' AND impersonator_id IS NULL`;
    const [ended] = await endSessionsWhere(tx, isOwn);
    if (!ended) throw problem('NotFound');
    await appendAuditEvent(tx, origin, {
      action: call.name,
      target: person.userName,
      targetUserId: person.userId,
      details: { browser: describeBrowser(ended.user_agent) || undefined },
    });
  });
  return params.sessionId === sessionOf(call).sessionId;
}

export async function endOtherSessions(db: Db, call: CallOf<'Users.EndOtherSessions'>): Promise<void> {
  const { person, origin } = call;
  await transaction(db, async (tx) => {
    await endSessionsOf(tx, person.userId, sessionOf(call).sessionId);
    await appendAuditEvent(tx, origin, { action: call.name, target: person.userName, targetUserId: person.userId });
  });
}
