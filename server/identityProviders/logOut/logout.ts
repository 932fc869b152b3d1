/** Ends the sessions of a user who has logged out at an identity provider, with the logins of applications. */
import { sql, type SqlBool } from 'kysely';
import { endSessionsWhere } from '../../accounts/sessions.ts';
import { appendAuditEvent, systemOrigin } from '../../audit/append.ts';
import { transaction, type Db, type Transaction } from '../../db/database.ts';
import { recordOutcome } from '../logIn/outcomes.ts';
import { Refused } from '../logIn/refused.ts';
import { holdConnection, type ConnectionRow } from '../settings/repository.ts';
import { useOnce } from '../logIn/consume.ts';

interface LoggedOut {
  /** ID of the message, which is valid once. */
  readonly id: string;
  /** None: all sessions of the subject. */
  readonly sids: readonly string[];
  readonly sub: string | null;
  readonly ip: string;
  readonly now: Date;
}

/** Carries out a provider's signed logout, whatever its protocol. @throws Refused */
export async function loggedOutThere(db: Db, connectionId: string, loggedOut: LoggedOut): Promise<void> {
  const { id, now } = loggedOut;
  const ended = await transaction(db, async (tx) => {
    const held = await holdConnection(tx, connectionId);
    if (!held?.enabled) throw new Refused('disabledConnection');
    await useOnce(tx, connectionId, id, now);
    return endSessions(tx, held, loggedOut);
  });
  for (const userId of ended) await recordOutcome(db, { connectionId, at: now, purpose: 'logout', outcome: 'loggedOut', userId });
}

/** Ends sessions by `sid`, else by subject; a session without a `sid` ends with its subject. @returns their users */
async function endSessions(
  tx: Transaction,
  { connection_id: connectionId, organisation_id: organisationId, name }: ConnectionRow,
  { sids, sub, ip, now }: LoggedOut,
): Promise<string[]> {
  const ended = await endSessionsWhere(
    tx,
    sql<SqlBool>`session_id IN (SELECT p.session_id FROM upstream_sessions p
     WHERE p.connection_id = ${connectionId} AND (${sub}::text IS NULL OR p.subject = ${sub})
       AND (cardinality(${sids}::text[]) = 0 OR p.sid = ANY (${sids}::text[]) OR (p.sid IS NULL AND p.subject = ${sub})))`,
  );
  const userIds = [...new Set(ended.map((row) => row.user_id))];
  for (const userId of userIds) {
    const { user_name: target } = await tx
      .selectFrom('users')
      .select('user_name')
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow();
    await appendAuditEvent(
      tx,
      { ...systemOrigin(now, organisationId), ip },
      { action: 'Connections.Logout', target, targetUserId: userId, details: { connection: name } },
    );
  }
  return userIds;
}
