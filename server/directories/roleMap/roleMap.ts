/**
 * Roles that groups grant. The map does not revoke a role that an administrator has granted, and no map grants rights beyond the
 * organisation.
 */
import { sql, type RawBuilder } from 'kysely';
import { appendAuditEvents, type AuditOrigin } from '../../audit/append.ts';
import type { Queries, Transaction } from '../../db/database.ts';
import type { Author } from '../../accounts/author.ts';
import type { AccountChange } from '../../accounts/change.ts';
import { setRolesOfMany } from '../../accounts/roles.ts';

/** A user's roles before and after the map is applied. */
interface MappedUser {
  readonly user_id: string;
  readonly user_name: string;
  readonly display_name: string;
  readonly house: boolean;
  readonly organisation_id: string;
  readonly email: string;
  readonly locale: string | null;
  readonly enabled: boolean;
  readonly registered: boolean;
  /** The administrators by whom its groups grant roles. */
  readonly mapped_by: string[] | null;
  readonly from: string[];
  readonly to: string[];
}

/** A map that is not in force yet: what a group would grant, or which groups of a connection the users would be in. */
type Supposed =
  | { readonly groupId: string; readonly roles: readonly string[] }
  | { readonly connectionId: string; readonly groupIds: readonly string[] };

const grants = (supposed?: Supposed): RawBuilder<unknown> =>
  supposed && 'roles' in supposed
    ? sql`(SELECT group_id, role_name, mapped_by FROM scim_group_roles WHERE group_id <> ${supposed.groupId}
           UNION ALL SELECT ${supposed.groupId}::uuid, unnest(${supposed.roles}::text[]), NULL)`
    : sql`scim_group_roles`;

const memberships = (userIds: readonly string[], supposed?: Supposed): RawBuilder<unknown> =>
  supposed && 'groupIds' in supposed
    ? sql`(SELECT group_id, user_id FROM scim_members JOIN scim_groups USING (group_id) WHERE connection_id IS DISTINCT FROM ${supposed.connectionId}::uuid
           UNION SELECT g, u FROM unnest(${supposed.groupIds}::uuid[]) g, unnest(${userIds}::uuid[]) u)`
    : sql`scim_members`;

/** SQL of the roles of these users before and after, with rights that end at the organisation. */
const mapped = (userIds: readonly string[], supposed?: Supposed) => sql`
  SELECT u.user_id, u.user_name, u.display_name, u.organisation_id, o.house, u.email, u.locale, u.enabled, u.registered,
         u.roles AS "from", w.mapped_by,
         ARRAY(SELECT role FROM (
           SELECT unnest(u.roles) EXCEPT SELECT unnest(h.roles) UNION SELECT unnest(w.roles)) AS sets (role) ORDER BY role) AS "to",
         ARRAY(SELECT unnest(w.roles) EXCEPT (SELECT unnest(u.roles) EXCEPT SELECT unnest(h.roles))) AS by_map
    FROM users u JOIN organisations o USING (organisation_id) LEFT JOIN mapped_users h USING (user_id)
    CROSS JOIN LATERAL (
      SELECT coalesce(array_agg(DISTINCT g.role_name), '{}') AS roles,
             array_remove(array_agg(DISTINCT by_id), NULL) AS mapped_by
        FROM ${memberships(userIds, supposed)} m JOIN ${grants(supposed)} g USING (group_id) JOIN scim_groups s USING (group_id)
        LEFT JOIN connections c ON c.connection_id = s.connection_id
        CROSS JOIN LATERAL unnest(ARRAY[g.mapped_by, c.created_by, c.enabled_by] || CASE WHEN s.connection_id IS NULL
          THEN ARRAY(SELECT k.created_by FROM scim_keys k WHERE k.organisation_id = s.organisation_id) END) AS by_id
       WHERE m.user_id = u.user_id AND g.role_name <> 'SystemAdministration' AND NOT (o.house AND g.role_name = 'Support')) w
   WHERE u.user_id = ANY (${userIds}::uuid[])`;

/** @returns users who would gain or lose a role */
export async function previewMap(queries: Queries, userIds: readonly string[], supposed: Supposed): Promise<MappedUser[]> {
  const { rows } = await sql<MappedUser>`SELECT * FROM (${mapped(userIds, supposed)}) m
    WHERE NOT (m."from" @> m."to" AND m."from" <@ m."to") ORDER BY m.user_name`.execute(queries);
  return rows;
}

export interface MapChange {
  readonly origin: AuditOrigin;
  readonly action: string;
  readonly author: Author;
}

/** Makes the roles of these users what their groups grant, with one event for each user who gains or loses one. @throws LastAdministrator */
export async function applyMap(tx: Transaction, userIds: readonly string[], change: MapChange): Promise<MappedUser[]> {
  if (userIds.length === 0) return [];
  await lockUsers(tx, userIds);
  const { rows } = await sql<MappedUser>`
    WITH m AS MATERIALIZED (${mapped(userIds)}),
      noted AS (INSERT INTO mapped_users AS h (user_id, roles, former_roles)
        SELECT user_id, by_map, '{}' FROM m WHERE by_map <> '{}' OR EXISTS (SELECT FROM mapped_users k WHERE k.user_id = m.user_id)
        ON CONFLICT (user_id) DO UPDATE SET roles = excluded.roles, former_roles = ARRAY(
          SELECT unnest(h.former_roles || h.roles) EXCEPT SELECT unnest(m."to") FROM m WHERE m.user_id = h.user_id)
        WHERE NOT (h.roles @> excluded.roles AND h.roles <@ excluded.roles))
    SELECT m.* FROM m WHERE NOT (m."from" @> m."to" AND m."from" <@ m."to") ORDER BY m.user_id`.execute(tx);
  await setRolesOfMany(tx, change.author, rows.map(asChange), { mailsRoles: 'administrative' });
  await record(tx, rows, change);
  return rows;
}

const asChange = (user: MappedUser): AccountChange => {
  const {
    user_id: userId,
    user_name: userName,
    locale,
    email,
    enabled,
    registered,
    house,
    organisation_id: organisationId,
  } = user;
  const state = { email, enabled, registered, house, organisationId };
  return {
    ...{ userId, userName, locale },
    before: { ...state, roles: user.from },
    after: { ...state, roles: user.to },
    sponsorIds: user.mapped_by ?? [],
  };
};

/** Locks users in one order, so that two changes of many do not wait for each other. */
export async function lockUsers(tx: Transaction, userIds: readonly string[]): Promise<void> {
  await sql`SELECT FROM users WHERE user_id = ANY (${userIds}::uuid[]) ORDER BY user_id FOR UPDATE`.execute(tx);
}

async function record(tx: Transaction, changed: readonly MappedUser[], { origin, action }: MapChange): Promise<void> {
  if (changed.length === 0) return;
  const before = JSON.stringify(changed.map((user) => ({ user_id: user.user_id, given: gained(user), taken: lost(user) })));
  await appendAuditEvents(
    tx,
    origin,
    action,
    sql`SELECT u.user_name AS target, u.user_id AS target_user_id, u.organisation_id,
               jsonb_build_object('given', c.given, 'taken', c.taken) AS details
          FROM jsonb_to_recordset(${before}::jsonb) AS c (user_id uuid, given jsonb, taken jsonb) JOIN users u USING (user_id)`,
  );
}

export const gained = ({ from, to }: Pick<MappedUser, 'from' | 'to'>): string[] => to.filter((role) => !from.includes(role));
export const lost = ({ from, to }: Pick<MappedUser, 'from' | 'to'>): string[] => from.filter((role) => !to.includes(role));
