/** SQL of MFA: its state, and state changes that must happen once. */
import { sql } from 'kysely';
import type { Queries, Transaction } from '../db/database.ts';
import { lostRoles } from '../db/target.ts';
import { isBreakGlass } from '../session/mfaRule.ts';

export function selectState(queries: Queries, now: Date) {
  return queries
    .selectFrom('users as u')
    .innerJoin('organisations as o', 'o.organisation_id', 'u.organisation_id')
    .select([
      'u.user_id',
      'u.user_name',
      'u.display_name',
      'u.email',
      'u.locale',
      'u.organisation_id',
      'u.roles',
      'u.enabled',
      'u.registered_at',
    ])
    .select(['u.mfa_enrolled_at', 'u.has_passkey', 'u.mfa_required_override', 'o.mfa_required', 'o.house'])
    .select([lostRoles(now), isBreakGlass])
    .select(
      sql<number>`(SELECT count(*)::int FROM recovery_codes c
        WHERE c.user_id = u.user_id AND c.used_at IS NULL AND (c.expires_at IS NULL OR c.expires_at > ${now}))`.as('codes_left'),
    )
    .select(
      sql<number>`(SELECT count(*)::int FROM remembered_browsers b WHERE b.user_id = u.user_id AND b.expires_at > ${now})`.as(
        'browsers',
      ),
    );
}
export type MfaState = Awaited<ReturnType<ReturnType<typeof selectState>['execute']>>[number];

export const findState = (queries: Queries, userId: string, now: Date): Promise<MfaState | undefined> =>
  selectState(queries, now).where('u.user_id', '=', userId).executeTakeFirst();

/** Locks the row, so that decisions still hold at the update. */
export const lockState = (tx: Transaction, userId: string, now: Date): Promise<MfaState | undefined> =>
  selectState(tx, now).where('u.user_id', '=', userId).forUpdate('u').executeTakeFirst();

/** The key being enrolled is stored in the session it was shown in. */
export async function storeCandidate(queries: Queries, sessionId: string, secret: string, now: Date): Promise<void> {
  await queries
    .updateTable('sessions')
    .set({ mfa_candidate: secret, mfa_candidate_at: now })
    .where('session_id', '=', sessionId)
    .execute();
}

/** The key that was shown in this session since a time, and has not been enrolled yet. */
export async function findCandidate(queries: Queries, sessionId: string, since: Date): Promise<string | null> {
  const row = await queries
    .selectFrom('sessions')
    .select('mfa_candidate')
    .where('session_id', '=', sessionId)
    .where('mfa_candidate_at', '>', since)
    .executeTakeFirst();
  return row?.mfa_candidate ?? null;
}
