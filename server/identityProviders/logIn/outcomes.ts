/**
 * The last 100 logins of each connection, for its administrators. Each kind keeps its newest: refusals of people whom nobody knows here,
 * which anyone can cause, do not push out the others.
 */
import { sql } from 'kysely';
import type { AttemptOutcome, AttemptPurpose, ConnectionDecision } from '../../../api/contract/identityProviders.calls.ts';
import type { ConnectionProblem } from '../../../api/contract/identityProviders.problems.ts';
import type { ConnectionAttempt } from '../../../api/contract/identityProviders.shapes.ts';
import type { Queries } from '../../db/database.ts';
import { personReference } from '../../db/personReference.ts';

const KEPT = 100;
const KEPT_OF_EACH_KIND = 20;

/** SQL of the kind of an entry. */
const kind = sql`CASE WHEN purpose IN ('test', 'logout') THEN purpose WHEN outcome <> 'refused' THEN 'done'
  WHEN user_id IS NULL THEN 'unknown' ELSE 'refused' END`;

export interface AttemptRecord {
  readonly connectionId: string;
  readonly at: Date;
  readonly purpose: AttemptPurpose | 'logout';
  readonly outcome: AttemptOutcome;
  readonly problem?: ConnectionProblem | undefined;
  readonly userId?: string | null | undefined;
  /** Who has begun a dry run. */
  readonly begunBy?: string | null | undefined;
  readonly detail?: Readonly<Record<string, string>> | undefined;
  readonly decision?: ConnectionDecision;
  readonly groups?: ConnectionAttempt['groups'];
}

/**
 * Uses one statement, which waits for no other: of two at once, each skips the rows that the other is deleting. Users of other
 * organisations are not named: these administrators must not learn who has an account elsewhere.
 */
export async function recordOutcome(queries: Queries, record: AttemptRecord): Promise<void> {
  const { connectionId, userId = null, decision, groups } = record;
  const detail = { claims: record.detail ?? {}, ...(decision && { decision }), ...(groups && { groups }) };
  await sql`
    WITH ranked AS (
      SELECT outcome_id, row_number() OVER (PARTITION BY ${kind} ORDER BY outcome_id DESC) > ${KEPT_OF_EACH_KIND} AS is_beyond
        FROM sso_outcomes WHERE connection_id = ${connectionId}),
    beyond AS (SELECT outcome_id FROM ranked ORDER BY is_beyond, outcome_id DESC OFFSET ${KEPT - 1}),
    old AS (SELECT outcome_id FROM sso_outcomes WHERE outcome_id IN (SELECT outcome_id FROM beyond) FOR UPDATE SKIP LOCKED),
    dropped AS (DELETE FROM sso_outcomes WHERE outcome_id IN (SELECT outcome_id FROM old))
    INSERT INTO sso_outcomes (connection_id, at, purpose, outcome, problem, user_id, begun_by, detail)
    SELECT c.connection_id, ${record.at}::timestamptz, ${record.purpose}::text, ${record.outcome}::text, ${record.problem ?? null}::text,
           (SELECT user_id FROM users u WHERE u.user_id = ${userId}::uuid AND u.organisation_id = c.organisation_id),
           ${record.begunBy ?? null}::uuid, ${JSON.stringify(detail)}::jsonb
      FROM connections c WHERE c.connection_id = ${connectionId}`.execute(queries);
}

/** Null without a user. A password of an organisation that requires its provider opens accounts for emergencies only. */
const opensByPassword = sql<boolean | null>`CASE WHEN u.user_id IS NOT NULL THEN u.password_hash IS NOT NULL AND NOT (
  (SELECT r.sso_required FROM organisations r WHERE r.organisation_id = u.organisation_id)
  AND NOT EXISTS (SELECT FROM break_glass_accounts g WHERE g.user_id = u.user_id)) END`.as('password');

export async function findOutcomes(queries: Queries, connectionId: string): Promise<ConnectionAttempt[]> {
  const rows = await queries
    .selectFrom('sso_outcomes as o')
    .leftJoin('users as u', 'u.user_id', 'o.user_id')
    .leftJoin('users as b', 'b.user_id', 'o.begun_by')
    .select([personReference('u').as('user'), personReference('b').as('begun_by'), opensByPassword])
    .select(['o.at', 'o.purpose', 'o.outcome', 'o.problem', 'o.detail'])
    .where('o.connection_id', '=', connectionId)
    .orderBy('o.outcome_id', 'desc')
    .limit(KEPT)
    .execute();
  return rows.map((row) => ({
    at: row.at.toISOString(),
    purpose: row.purpose,
    outcome: row.outcome,
    problem: row.problem,
    user: row.user,
    password: row.password,
    begunBy: row.begun_by,
    detail: row.detail.claims,
    decision: row.detail.decision ?? null,
    groups: row.detail.groups ?? null,
  }));
}
