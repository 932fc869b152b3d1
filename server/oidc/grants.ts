/** Grants of logins to applications: one for each session and application. */
import { isNotIdle } from '../session/sessions.end.ts';
import { randomToken } from '../session/tokens.ts';
import type { Queries } from '../db/database.ts';

export interface GrantRow {
  readonly grant_id: string;
  readonly sid: string;
  readonly isNew: boolean;
}

/** The grant of a session for an application; of concurrent calls one makes it. Undefined if the session has ended. */
export async function claimGrant(
  db: Queries,
  key: { sessionId: string; applicationId: string; userId: string },
  now: Date,
): Promise<GrantRow | undefined> {
  const made = await db
    .insertInto('oidc_grants')
    .columns(['grant_id', 'session_id', 'application_id', 'user_id', 'sid', 'payload', 'created_at'])
    .expression((insert) =>
      insert
        .selectFrom('sessions as s')
        .select((column) => [
          column.val(randomToken()).as('grant_id'),
          's.session_id',
          column.val(key.applicationId).as('application_id'),
          's.user_id',
          column.val(randomToken(16)).as('sid'),
          column.val('{}').as('payload'),
          column.val(now).as('created_at'),
        ])
        .where('s.session_id', '=', key.sessionId)
        .where('s.user_id', '=', key.userId),
    )
    .onConflict((conflict) => conflict.columns(['session_id', 'application_id']).doNothing())
    .returning(['grant_id', 'sid'])
    .executeTakeFirst();
  if (made) return { ...made, isNew: true };
  const existing = await db
    .selectFrom('oidc_grants')
    .select(['grant_id', 'sid'])
    .where('session_id', '=', key.sessionId)
    .where('application_id', '=', key.applicationId)
    .executeTakeFirst();
  return existing && { ...existing, isNew: false };
}

export async function findConsent(queries: Queries, userId: string, applicationId: string): Promise<string[]> {
  const row = await queries
    .selectFrom('oidc_consents')
    .select('scopes')
    .where('user_id', '=', userId)
    .where('application_id', '=', applicationId)
    .executeTakeFirst();
  return row?.scopes ?? [];
}

/** Adds to the former consent. */
export async function giveConsent(
  queries: Queries,
  { userId, applicationId, scopes }: { userId: string; applicationId: string; scopes: readonly string[] },
  now: Date,
): Promise<void> {
  const before = await findConsent(queries, userId, applicationId);
  const given = { scopes: [...new Set([...before, ...scopes])], given_at: now };
  await queries
    .insertInto('oidc_consents')
    .values({ user_id: userId, application_id: applicationId, ...given })
    .onConflict((conflict) => conflict.columns(['user_id', 'application_id']).doUpdateSet(given))
    .execute();
}

/** Ends grants whose session has expired; the others end in the transaction that ends the session. */
export async function endExpiredGrants(queries: Queries, now: Date): Promise<void> {
  const ended = queries
    .selectFrom('sessions')
    .select('session_id')
    .where((where) => where.or([where('expires_at', '<=', now), where.not(isNotIdle(now))]));
  await queries.deleteFrom('oidc_grants').where('session_id', 'in', ended).execute();
}
