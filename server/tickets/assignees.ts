/** Finds users to whom a ticket can be assigned. */
import { sql, type SqlBool } from 'kysely';
import { AUDIT_READER_ROLES, reachesAllOrganisations, type Person } from '../../api/contract/person.ts';
import type { TicketDetail } from '../../api/contract/tickets.ts';
import { mayBeAssigned } from '../../api/contract/tickets.policy.ts';
import type { Queries } from '../db/database.ts';

/** A longer list would be no help for choosing. */
const MAX_ASSIGNEES = 200;

/**
 * Finds users of the ticket's organisation, and, if the actor reaches all organisations, the others who do. So an organisation's
 * desk does not see the operator's users.
 */
export async function findAssignees(
  queries: Queries,
  actor: Person,
  organisationId: string | null,
): Promise<TicketDetail['assignable']> {
  const isAlsoElsewhere = reachesAllOrganisations(actor);
  const rows = await queries
    .selectFrom('users as u')
    .innerJoin('organisations as o', 'o.organisation_id', 'u.organisation_id')
    .select(['u.user_id', 'u.user_name', 'u.display_name', 'u.organisation_id', 'u.roles', 'u.enabled', 'o.house'])
    .where(sql<SqlBool>`u.roles && ${[...AUDIT_READER_ROLES]}::text[]`)
    .where('u.enabled', '=', true)
    .where('u.registered', '=', true)
    .where(
      sql<SqlBool>`u.organisation_id = ${organisationId}::uuid OR (${isAlsoElsewhere} AND (o.house OR 'SystemAdministration' = ANY (u.roles)))`,
    )
    .orderBy('u.name_key')
    .orderBy('u.user_id')
    .limit(MAX_ASSIGNEES)
    .execute();
  return rows
    .filter((row) => mayBeAssigned({ ...row, organisationId: row.organisation_id }, { organisationId }))
    .map((row) => ({
      userId: row.user_id,
      userName: row.user_name ?? '',
      displayName: row.display_name,
    }));
}
