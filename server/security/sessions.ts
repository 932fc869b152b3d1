/** The user's own sessions: listing and ending them. Other users' are out of reach. */
import { sql, type SqlBool } from 'kysely';
import type { SessionView } from '../../api/contract/security.ts';
import { transaction, type Db } from '../db/database.ts';
import { appendAuditEvent } from '../audit/append.ts';
import { endSessionsOf, endSessionsWhere } from '../accounts/sessions.ts';
import { listSessions } from '../session/list.ts';
import { describeBrowser } from '../http/browser.ts';
import { sessionOf, type CallOf } from '../http/call.ts';
import { problem } from '../http/problem.ts';

export const ownSessions = (db: Db, call: CallOf<'Users.Sessions'>): Promise<SessionView[]> =>
  listSessions(db, { userId: call.person.userId, current: sessionOf(call).sessionId, now: call.now });

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
