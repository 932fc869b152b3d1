/** Directories (SCIM) as they have left their traces. */
import type { Site } from './facts.ts';

/** The directory of an organisation was last heard of so long ago, in PostgreSQL's words. */
export const directorySilentFor = ({ database }: Site, organisationId: string, time: string) =>
  database.query('UPDATE scim_requests SET at = now() - $2::interval WHERE organisation_id = $1', [organisationId, time]);

/** The directory has sent the user. */
export const addToDirectory = ({ database }: Site, userId: string, organisationId: string, userName: string) =>
  database.query(
    `INSERT INTO scim_users (user_id, organisation_id, user_name, active, created_at, changed_at)
     VALUES ($1, $2, $3, true, now(), now()) ON CONFLICT (user_id) DO NOTHING`,
    [userId, organisationId, userName],
  );

/** As if the directory had disabled the user. */
export const setInactive = ({ database }: Site, userId: string) =>
  database.query('UPDATE scim_users SET active = false WHERE user_id = $1', [userId]);

/** A group of the directory. @returns its id */
export const addGroup = async ({ database }: Site, organisationId: string, displayName: string): Promise<string> =>
  (
    await database.row<{ id: string }>(
      `INSERT INTO scim_groups (group_id, organisation_id, display_name, created_at, changed_at)
       VALUES (gen_random_uuid(), $1, $2, now(), now()) RETURNING group_id AS id`,
      [organisationId, displayName],
    )
  ).id;

/** Its members have these roles from now on, past approval. */
export const grantByGroup = ({ database }: Site, groupId: string, ...roles: readonly string[]) =>
  database.query('INSERT INTO scim_group_roles (group_id, role_name) SELECT $1, unnest($2::text[])', [groupId, roles]);
