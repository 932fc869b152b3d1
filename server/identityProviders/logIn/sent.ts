/** Users whom the organisation's directory has sent, and whom a provider therefore knows without a proof of their own. */
import { sql, type SqlBool } from 'kysely';

/** SQL condition on `users as u`: the connection that is bound to the directory is on, and finds them by their external id. */
export const isKnownByDirectory = sql<SqlBool>`(u.external_id IS NOT NULL
  AND EXISTS (SELECT FROM scim_users s WHERE s.user_id = u.user_id AND s.deleted_at IS NULL AND NOT s.made_at_login)
  AND EXISTS (SELECT FROM connections c WHERE c.organisation_id = u.organisation_id AND c.enabled AND c.matches_directory))`;
