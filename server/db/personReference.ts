/** The user of an alias as other rows name them: who made, changed or owns something. */
import { sql } from 'kysely';
import type { UserReference } from '../../api/contract/shape.ts';

/** @param user alias of `users`; null where its join has found none */
export const personReference = (user: string) => {
  const column = (name: string) => sql.ref(`${user}.${name}`);
  return sql<UserReference | null>`CASE WHEN ${column('user_id')} IS NOT NULL THEN jsonb_build_object(
    'userName', coalesce(${column('user_name')}, ${column('email')}), 'displayName', ${column('display_name')}) END`;
};
