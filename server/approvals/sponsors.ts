/**
 * Sponsors: the administrators who made, invited, promoted, enabled or moved an account, or got a way into it. An approver whom the
 * requester has created for the purpose is no second person, so two users with a common sponsor within 30 days do not approve for
 * each other.
 */
import { sql } from 'kysely';
import type { Person } from '../../api/contract/person.ts';
import { addMs, DAY } from '../clock.ts';
import type { Queries, Transaction } from '../db/database.ts';
import type { SessionState } from '../session/principal.ts';

/** A sponsored user approves nothing of the sponsor's for this time. */
const SPONSORED_MS = 30 * DAY;

interface Actor {
  readonly person: Pick<Person, 'userId'>;
  readonly session: Pick<SessionState, 'impersonation'> | null;
}

/** The administrator behind an impersonation is the one who acts. */
export const actorOf = ({ person, session }: Actor): string => session?.impersonation?.by.userId ?? person.userId;

interface Sponsorship {
  readonly userId: string;
  readonly sponsorId: string;
}

/** Records sponsors; idempotent, and the newest time counts. Ids that are not a user's are left out. */
export async function recordSponsors(tx: Transaction, sponsorships: readonly Sponsorship[], now: Date): Promise<void> {
  if (sponsorships.length === 0) return;
  const userIds = sponsorships.map(({ userId }) => userId);
  const sponsorIds = sponsorships.map(({ sponsorId }) => sponsorId);
  await sql`INSERT INTO sponsorships (user_id, sponsor_id, sponsored_at)
    SELECT user_id, sponsor_id, ${now}::timestamptz
      FROM unnest(${userIds}::uuid[], ${sponsorIds}::uuid[]) AS pair (user_id, sponsor_id) JOIN users u USING (user_id)
     WHERE user_id <> sponsor_id
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
