/** The ends of sessions. Grants of applications and sessions at providers end with the session in which they were made. */
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { isNotIdle } from '../session/idle.ts';
import type { Queries, Transaction } from '../db/database.ts';
import { describeBrowser } from '../http/browser.ts';
import type { Author } from './author.ts';
import { mailOwner, type Owner } from './mails.ts';

export interface Lifetime {
  readonly absoluteMs: number;
  readonly idleMs: number;
}

/** Lifetimes of full sessions. */
export type Lifetimes = Readonly<Record<'remembered' | 'impersonating' | 'others', Lifetime>>;

/** Ends a session; while impersonating also the administrator's own session, which could not be resumed any more. */
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

/** An administrator ends all sessions of a user, who gets a mail if there were any. @returns how many */
export async function endSessionsFor(tx: Transaction, author: Author, owner: Owner): Promise<number> {
  const ended = await endSessionsOf(tx, owner.user_id);
  if (ended > 0) await mailOwner(tx, owner, 'sessionsEnded', { administrator: author.name }, author.now);
  return ended;
}

/** An administrator ends one session of a user, who gets a mail. @returns the browser that lost it; undefined if the user has no such session */
export async function endSessionFor(
  tx: Transaction,
  author: Author,
  owner: Owner,
  sessionId: string,
): Promise<string | undefined> {
  const isTheirs = sql<SqlBool>`session_id = ${sessionId} AND user_id = ${owner.user_id} AND kind = 'full' AND impersonator_id IS NULL`;
  const [ended] = await endSessionsWhere(tx, isTheirs);
  if (!ended) return undefined;
  await mailOwner(tx, owner, 'sessionsEnded', { administrator: author.name }, author.now);
  return describeBrowser(ended.user_agent);
}

/** Deletes expired sessions, except impersonations from which the administrator's session can still be resumed. */
export async function deleteEndedSessions(queries: Queries, now: Date): Promise<void> {
  await queries
    .deleteFrom('sessions')
    .where('expires_at', '<', now)
    .where((where) => where.or([where('kept_session_id', 'is', null), where.not(isNotIdle(now))]))
    .execute();
}

/** @param which condition on `sessions` */
export const endSessionsWhere = (queries: Queries, which: RawBuilder<SqlBool>) =>
  queries.deleteFrom('sessions').where(which).returning(['user_id', 'user_agent']).execute();

/** Ends the sessions that a passkey opened, and the impersonations started in them. */
export async function endSessionsOpenedBy(tx: Transaction, passkeyId: string, except: string): Promise<void> {
  const opened = tx
    .selectFrom('sessions')
    .select('session_id')
    .where('passkey_id', '=', passkeyId)
    .where('session_id', '!=', except);
  await tx.deleteFrom('sessions').where('kept_session_id', 'in', opened).execute();
  await tx.deleteFrom('sessions').where('passkey_id', '=', passkeyId).where('session_id', '!=', except).execute();
}

/** Shortens the sessions under way to the lifetimes that those get which begin now; none becomes longer. */
export async function shortenSessions(tx: Transaction, lifetimes: Lifetimes): Promise<void> {
  const ms = (of: keyof Lifetime) => sql`(CASE WHEN impersonator_id IS NOT NULL THEN ${lifetimes.impersonating[of]}::bigint
    WHEN remember THEN ${lifetimes.remembered[of]}::bigint ELSE ${lifetimes.others[of]}::bigint END)`;
  const latest = sql`created_at + ${ms('absoluteMs')} * interval '1 millisecond'`;
  await sql`UPDATE sessions SET idle_ms = least(idle_ms, ${ms('idleMs')}), expires_at = least(expires_at, ${latest})
     WHERE kind = 'full' AND (idle_ms > ${ms('idleMs')} OR expires_at > ${latest})`.execute(tx);
}
