/** Tells whether an organisation is approved: the caller's own, a user's, or any in scope. */
import { maySeeOrganisation } from '../../../api/contract/organisations.policy.ts';
import type { Person } from '../../../api/contract/person.ts';
import type { Queries } from '../../db/database.ts';
import { inScopeOf } from '../../db/target.ts';
import { hasUserName } from './rows.ts';

/** @returns undefined if the organisation is gone */
export const isOwnOrganisationApproved = (queries: Queries, actor: Person): Promise<boolean | undefined> =>
  isApproved(queries, actor.organisationId);

/** @returns undefined for an organisation unknown or out of scope */
export async function isOrganisationApproved(
  queries: Queries,
  actor: Person,
  organisationId: string,
): Promise<boolean | undefined> {
  if (!maySeeOrganisation(actor, organisationId)) return undefined;
  return isApproved(queries, organisationId);
}

/** @returns undefined for a user unknown or out of scope */
export async function isUserApproved(queries: Queries, actor: Person, userName: string): Promise<boolean | undefined> {
  const row = await queries
    .selectFrom('users as u')
    .innerJoin('organisations as o', 'o.organisation_id', 'u.organisation_id')
    .select('o.approved')
    .where(hasUserName(userName))
    .where(inScopeOf(actor))
    .executeTakeFirst();
  return row?.approved;
}

async function isApproved(queries: Queries, organisationId: string): Promise<boolean | undefined> {
  const row = await queries
    .selectFrom('organisations')
    .select('approved')
    .where('organisation_id', '=', organisationId)
    .executeTakeFirst();
  return row?.approved;
}
