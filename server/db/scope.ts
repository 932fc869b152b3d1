/** An administrator's scope as a condition on `users as u`. */
import { sql, type Expression, type SqlBool } from 'kysely';
import { isSystemAdmin, type Person } from '../../api/contract/person.ts';

/** Users outside the scope are found neither in lists nor by name. */
export const inScopeOf = (actor: Person): Expression<SqlBool> =>
  isSystemAdmin(actor) ? sql<SqlBool>`true` : sql<SqlBool>`u.organisation_id = ${actor.organisationId}`;
