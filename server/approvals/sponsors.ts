/**
 * Sponsors: the administrators who made, invited, promoted, enabled or moved an account, or got a way into it. An approver whom the
 * requester has created for the purpose is no second person, so two users with a common sponsor within 30 days do not approve for
 * each other.
 */
import { sql } from 'kysely';
import { addMs, DAY } from '../clock.ts';
import type { Queries, Transaction } from '../db/database.ts';
import type { AskingCall } from './acts.ts';

/** A sponsored user approves nothing of the sponsor's for this time. */
const SPONSORED_MS = 30 * DAY;

/** The administrator behind an impersonation is the one who acts. */
export const actorOf = ({ person, session }: Pick<AskingCall, 'person' | 'session'>): string =>
  session?.impersonation?.by.userId ?? person.userId;

/** Records a sponsor; idempotent, and the newest time counts. Ids that are not a user's are left out. */
export async function recordSponsor(tx: Transaction, userIds: readonly string[], sponsorId: string, now: Date): Promise<void> {
  await sql`INSERT INTO sponsorships (user_id, sponsor_id, sponsored_at)
    SELECT user_id, ${sponsorId}::uuid, ${now}::timestamptz FROM users
     WHERE user_id = ANY (${userIds}::uuid[]) AND user_id <> ${sponsorId}::uuid
    ON CONFLICT (user_id, sponsor_id) DO UPDATE SET sponsored_at = greatest(sponsorships.sponsored_at, excluded.sponsored_at)`.execute(
    tx,
  );
}

/** @returns those of the candidates who neither sponsored the requester, nor were sponsored by them, nor share a sponsor with them */
export async function independentOf(
  queries: Queries,
  requesterId: string,
  candidateIds: readonly string[],
  now: Date,
): Promise<Set<string>> {
  const { rows } = await sql<{ userId: string }>`
    WITH RECURSIVE family (user_id, member_id) AS (
        SELECT user_id, user_id FROM unnest(${[requesterId, ...candidateIds]}::uuid[]) AS one (user_id)
      UNION
        SELECT f.user_id, s.sponsor_id FROM family f JOIN sponsorships s ON s.user_id = f.member_id
         WHERE s.sponsored_at > ${addMs(now, -SPONSORED_MS)})
    SELECT candidate AS "userId" FROM unnest(${candidateIds}::uuid[]) AS candidate
     WHERE NOT EXISTS (
       SELECT FROM family c JOIN family r USING (member_id) WHERE c.user_id = candidate AND r.user_id = ${requesterId})`.execute(
    queries,
  );
  return new Set(rows.map(({ userId }) => userId));
}

export async function deleteOldSponsorships(queries: Queries, now: Date): Promise<void> {
  await queries.deleteFrom('sponsorships').where('sponsored_at', '<', addMs(now, -SPONSORED_MS)).execute();
}
