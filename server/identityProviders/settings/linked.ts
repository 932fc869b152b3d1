/** Whoever looks after a connection controls the accounts that are linked with it. */
import { sql } from 'kysely';
import { concernedIn, type Concerned } from '../../../api/contract/effects.ts';
import { isSystemAdmin, reachesAllOrganisations, type Person } from '../../../api/contract/person.ts';
import type { Transaction } from '../../db/database.ts';
import { lostRoles } from '../../db/target.ts';
import { problem } from '../../http/problem.ts';

export interface LinkedUsers {
  readonly concerned: Concerned;
  /** Whether one of them has rights beyond the organisation. */
  readonly reachBeyond: boolean;
  /** Those who have logged in with it. */
  readonly userIds: readonly string[];
}

/** Roles lost within a day count. Only users with roles beyond membership are judged one by one. */
export async function findLinked(tx: Transaction, connectionId: string, now: Date): Promise<LinkedUsers> {
  const rows = await tx
    .selectFrom('identities as i')
    .innerJoin('users as u', 'u.user_id', 'i.user_id')
    .innerJoin('organisations as o', 'o.organisation_id', 'u.organisation_id')
    .select(['u.user_id', 'u.organisation_id', 'u.roles', 'u.enabled', 'u.registered', 'o.house', lostRoles(now)])
    .select(sql<boolean>`i.last_login_at IS NOT NULL`.as('is_used'))
    .where('i.connection_id', '=', connectionId)
    .execute();
  const judged = rows.map(({ user_id: userId, organisation_id: organisationId, lost_roles: lost, ...row }) =>
    concernedIn({ userId, organisationId, lostRoles: lost, ...row }),
  );
  return {
    concerned: {
      administrator: judged.some(({ administrator }) => administrator),
      systemAdministrator: judged.some(({ systemAdministrator }) => systemAdministrator),
    },
    reachBeyond: rows.some(({ roles, lost_roles: lost, house }) =>
      reachesAllOrganisations({ roles: [...roles, ...lost], house }),
    ),
    userIds: rows.filter((row) => row.is_used && row.enabled).map((row) => row.user_id),
  };
}

/** A connection with which somebody is linked who has rights beyond the organisation is left to system administrators. @throws Forbidden */
export function requireEqual(person: Person, linked: LinkedUsers): void {
  if (!isEqual(person, linked)) throw problem('Forbidden');
}

export const isEqual = (person: Person, { reachBeyond }: LinkedUsers): boolean => !reachBeyond || isSystemAdmin(person);
