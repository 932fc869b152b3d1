/** Which sessions an identity provider has opened, and which of an organisation's users it has not. */
import { sql, type SqlBool } from 'kysely';
import { endSessionsWhere } from '../../accounts/sessions.ts';
import type { Queries, Transaction } from '../../db/database.ts';
import type { Verified } from '../openid/claims.ts';

/** SQL of the sessions, including impersonations started in them; accounts for emergencies keep theirs. */
const ownSessions = (organisationId: string) => sql`
  SELECT s.session_id FROM sessions s JOIN users u ON u.user_id = coalesce(s.impersonator_id, s.user_id)
   WHERE u.organisation_id = ${organisationId}
     AND NOT EXISTS (SELECT FROM break_glass_accounts b WHERE b.user_id = u.user_id)
     AND NOT EXISTS (SELECT FROM upstream_sessions p JOIN connections c USING (connection_id)
                      WHERE p.session_id IN (s.session_id, s.kept_session_id) AND c.enabled AND c.organisation_id = u.organisation_id)`;

export async function countOwn(queries: Queries, organisationId: string): Promise<{ sessions: number; keys: number }> {
  const { rows } = await sql<{ sessions: number; keys: number }>`
    SELECT (SELECT count(*)::int FROM (${ownSessions(organisationId)}) s) AS sessions,
           (SELECT count(*)::int FROM api_keys k JOIN users u USING (user_id) WHERE u.organisation_id = ${organisationId}) AS keys`.execute(
    queries,
  );
  return rows[0] ?? { sessions: 0, keys: 0 };
}

/** @param except the caller's session, which gets the result. @returns how many have ended */
export async function endOwnSessions(tx: Transaction, organisationId: string, except: string | null): Promise<number> {
  const which = sql<SqlBool>`session_id IN (${ownSessions(organisationId)}) AND session_id IS DISTINCT FROM ${except}::uuid`;
  return (await endSessionsWhere(tx, which)).length;
}

/** Records that the provider has logged in the user of a session, which ends with the logout there. */
export async function recordUpstream(
  tx: Transaction,
  sessionId: string,
  connectionId: string,
  { loggedOutAs: subject, sid }: Pick<Verified, 'loggedOutAs' | 'sid'>,
): Promise<void> {
  const upstream = { connection_id: connectionId, subject, sid };
  await tx
    .insertInto('upstream_sessions')
    .values({ session_id: sessionId, ...upstream })
    .onConflict((conflict) => conflict.column('session_id').doUpdateSet(upstream))
    .execute();
}

interface Opened {
  readonly connectionId: string;
  readonly userId: string;
  /** A session that goes on. */
  readonly except?: string | undefined;
}

/** Ends the sessions of a user that a provider has opened. @returns how many */
export async function endSessionsBy(tx: Transaction, { connectionId, userId, except }: Opened): Promise<number> {
  const which = sql<SqlBool>`user_id = ${userId} AND session_id IS DISTINCT FROM ${except ?? null}::uuid
    AND session_id IN (SELECT session_id FROM upstream_sessions WHERE connection_id = ${connectionId})`;
  return (await endSessionsWhere(tx, which)).length;
}
