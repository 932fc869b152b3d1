/**
 * The identity provider as a condition on a session, at each call: a provider that the organisation requires has opened it, and an
 * administrator has proven the link by which it was opened. So it does not matter who has moved or promoted the user since, and how.
 */
import { sql, type SqlBool } from 'kysely';
import { isAdministrative } from '../db/roles.ts';

/** While impersonating, the administrator and the administrator's own session count. */
const holder = sql`coalesce(i.user_id, u.user_id)`;
const ownSession = sql`coalesce(s.kept_session_id, s.session_id)`;
const house = sql`coalesce(io.house, o.house)`;
/** Without the roles that a group of the directory or of the provider grants, which rules over them anyway. */
const ownRoles = sql`ARRAY(SELECT unnest(coalesce(i.roles, u.roles)) EXCEPT SELECT unnest(m.roles) FROM mapped_users m WHERE m.user_id = ${holder})`;

/** SQL: whether any of the conditions below can hold; for other sessions they are not asked. */
export const concernsProvider = sql<boolean>`(o.sso_required OR coalesce(io.sso_required, false)
  OR EXISTS (SELECT FROM upstream_sessions p WHERE p.session_id = ${ownSession}))`;

const isRequired = sql`CASE WHEN i.user_id IS NULL THEN o.sso_required AND o.sso_required_in IS DISTINCT FROM ${ownSession}
  ELSE io.sso_required AND io.sso_required_in IS DISTINCT FROM ${ownSession} END
  AND NOT EXISTS (SELECT FROM break_glass_accounts b WHERE b.user_id = ${holder})`;

const isOfOwnProvider = sql`EXISTS (SELECT FROM upstream_sessions p JOIN connections c USING (connection_id)
  WHERE p.session_id = ${ownSession} AND c.enabled AND c.organisation_id = coalesce(i.organisation_id, u.organisation_id))`;

/** A link that is gone was removed by its owner, whose session goes on. */
const isOfUnprovenLink = sql`EXISTS (SELECT FROM upstream_sessions p JOIN identities l USING (connection_id)
  WHERE p.session_id = ${ownSession} AND l.user_id = ${holder} AND l.proven_at IS NULL AND ${isAdministrative(ownRoles, house)})`;

/**
 * SQL condition on `sessions as s` of `users as u` in `organisations as o`, with the impersonating administrator `i` in `io`: it may be
 * used no more. The second part is for administrators alone, and reads no table for others.
 */
export const isShutOut = sql<SqlBool>`(${isRequired} AND NOT ${isOfOwnProvider}
  OR ${isAdministrative(sql`coalesce(i.roles, u.roles)`, house)} AND ${isOfUnprovenLink})`;

/** SQL: a system administrator trusts the second factor of the provider that has opened the session for administrators, too. */
export const trustsProviderFactor = sql<SqlBool>`EXISTS (SELECT FROM upstream_sessions p JOIN connections c USING (connection_id)
  WHERE p.session_id = ${ownSession} AND c.administrator_mfa)`;

/** SQL: the user's password is closed, as the organisation requires its identity provider. */
export const needsProvider = sql<SqlBool>`(o.sso_required AND NOT EXISTS (SELECT FROM break_glass_accounts b WHERE b.user_id = u.user_id))`;

/** Methods of a login (`amr`) that are no second factor of this product. */
const notOwnFactors: readonly string[] = ['pwd', 'fed', 'mfa'];

/** Who has vouched for the second factor of a login. */
export function factorOf(methods: readonly string[]): 'own' | 'provider' | null {
  if (!methods.includes('mfa')) return null;
  return methods.some((method) => !notOwnFactors.includes(method)) ? 'own' : 'provider';
}

export const startPath = (connectionId: string): string => `/sso/start/${connectionId}`;

/** The identity provider with which a user logs in alone. */
export interface RequiredProvider {
  readonly connectionId: string;
  readonly name: string;
  readonly organisation: string;
}

/**
 * SQL of `RequiredProvider` for `users as u`: one that the user is linked with comes first. Null if a password or a passkey counts, or
 * will in the browser in which the provider waits for the owner's proof.
 */
export const requiredProvider = (now: Date) => sql<RequiredProvider | null>`(
  SELECT json_build_object('connectionId', c.connection_id, 'name', c.name, 'organisation', o.name)
    FROM organisations o JOIN connections c USING (organisation_id)
   WHERE o.organisation_id = u.organisation_id AND c.enabled AND ${needsProvider}
     AND NOT EXISTS (SELECT FROM sso_attempts a WHERE a.user_id = u.user_id AND a.purpose = 'prove' AND a.expires_at > ${now})
   ORDER BY EXISTS (SELECT FROM identities l WHERE l.connection_id = c.connection_id AND l.user_id = u.user_id) DESC, c.created_at
   LIMIT 1)`;
