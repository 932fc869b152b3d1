/** The scope of an administrator as SQL: what a query on `users as u` may find at all. */
import { sql, type Expression, type SqlBool } from 'kysely';
import { isSystemAdmin, type Person } from '../../api/contract/person.ts';

/** Nobody sees people outside their scope: not in lists, not by name. */
export const inScopeOf = (actor: Person): Expression<SqlBool> =>
  isSystemAdmin(actor) ? sql<SqlBool>`true` : sql<SqlBool>`u.organisation_id = ${actor.organisationId}`;
