/** SELECTs of users: one query for any number of rows, with everything that a summary or a detail shows. */
import { sql, type Expression, type SqlBool } from 'kysely';
import type { Queries } from '../../db/database.ts';
import { nameKey } from '../../db/names.ts';
import { personReference } from '../../db/personReference.ts';
import { lostRoles } from '../../db/target.ts';
import { isActiveSession, isLoggedIn } from '../../session/idle.ts';

/** SQL of the manager's name: a directory has the name of its protocol, as its source contains the organisation's id. */
export const managedBy = sql<string | null>`CASE WHEN u.external_source LIKE 'scim:%' THEN 'SCIM' ELSE u.external_source END`;

/** Registered and invited users, joined with their organisation and owner. */
export function selectUsers(queries: Queries) {
  return queries
    .selectFrom('users as u')
    .innerJoin('organisations as o', 'o.organisation_id', 'u.organisation_id')
    .leftJoin('users as w', 'w.user_id', 'u.owner_id');
}

export function selectSummaries(queries: Queries, now: Date) {
  return selectUsers(queries)
    .select(['u.user_id', 'u.user_name', 'u.email', 'u.first_name', 'u.last_name', 'u.title', 'u.organisation_id', 'u.enabled'])
    .select([
      'u.locked_until',
      'u.registered_at',
      'u.invite_expires_at',
      'u.mfa_enrolled_at',
      'u.has_passkey',
      'u.mfa_required_override',
      'u.roles',
    ])
    .select(['u.last_login_at', 'u.created_at', 'o.name as organisation_name', 'o.approved', 'o.mfa_required', 'o.house'])
    .select([personReference('w').as('owner'), managedBy.as('managed_by')])
    .select(isLoggedIn(now).as('logged_in'));
}
export type SummaryRow = Awaited<ReturnType<ReturnType<typeof selectSummaries>['execute']>>[number];

export function selectDetails(queries: Queries, now: Date) {
  return selectSummaries(queries, now)
    .select([
      'u.display_name',
      'u.audit_digest',
      'u.product_news',
      'u.ui_font_size',
      'u.failed_sign_ins',
      'u.invited_by',
      'u.pending_email',
      'u.version',
      'u.locale',
      'u.owner_id',
    ])
    .select(lostRoles(now))
    .select(
      sql<number>`(SELECT count(*)::int FROM recovery_codes c
        WHERE c.user_id = u.user_id AND c.used_at IS NULL AND (c.expires_at IS NULL OR c.expires_at > ${now}))`.as(
        'recovery_codes_left',
      ),
    );
}
export type DetailRow = Awaited<ReturnType<ReturnType<typeof selectDetails>['execute']>>[number];

export const activeUserIds = (now: Date) => sql<string>`SELECT s.user_id FROM sessions s WHERE ${isActiveSession(now)}`;

/** Condition on the user name; for an invited user on the invited address, which is stored in its place. */
export const hasUserName = (userName: string): Expression<SqlBool> => sql<SqlBool>`u.user_name_key = ${nameKey(userName)}`;
