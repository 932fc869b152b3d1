/** Sessions of an organisation's users that its identity provider has not opened, and their API keys. */
import { sql, type SqlBool } from 'kysely';
import { endSessionsWhere } from '../../accounts/sessions.ts';
import type { Queries, Transaction } from '../../db/database.ts';

/** SQL of the sessions, including impersonations started in them; accounts for emergencies keep theirs. */
const ownSessions = (organisationId: string) => sql`
  SELECT s.session_id FROM sessions s JOIN users u ON u.user_id = coalesce(s.impersonator_id, s.user_id)
   WHERE u.organisation_id = ${organisationId}
     AND NOT EXISTS (SELECT FROM break_glass_accounts b WHERE b.user_id = u.user_id)
     AND NOT EXISTS (SELECT FROM upstream_sessions p JOIN connections c USING (connection_id)
                      WHERE p.session_id IN (s.session_id, s.kept_session_id) AND c.enabled)`;

export async function countOwn(queries: Queries, organisationId: string): Promise<{ sessions: number; keys: number }> {
  const { rows } = await sql<{ sessions: number; keys: number }>`
    SELECT (SELECT count(*)::int FROM (${ownSessions(organisationId)}) s) AS sessions,
           (SELECT count(*)::int FROM api_keys k JOIN users u USING (user_id) WHERE u.organisation_id = ${organisationId}) AS keys`.execute(
    queries,
  );
  return rows[0] ?? { sessions: 0, keys: 0 };
}

/** @param except the caller's session, which gets the result. @returns how many have ended */
export async function endOwnSessions(tx: Transaction, organisationId: string, except: string | undefined): Promise<number> {
  const which = sql<SqlBool>`session_id IN (${ownSessions(organisationId)}) AND session_id IS DISTINCT FROM ${except ?? null}::uuid`;
  return (await endSessionsWhere(tx, which)).length;
}
