/** Finds the organisation that a call of its administrators concerns. */
import { inScope, type Person } from '../../api/contract/person.ts';
import type { Queries, Transaction } from '../db/database.ts';
import { problem } from './problem.ts';

const select = (queries: Queries, organisationId: string) =>
  queries
    .selectFrom('organisations')
    .select(['organisation_id', 'name', 'house', 'approved'])
    .where('organisation_id', '=', organisationId);

export type AdministeredOrganisation = NonNullable<Awaited<ReturnType<ReturnType<typeof select>['executeTakeFirst']>>>;

/** @throws NotFound for an unknown organisation, and for one that the caller does not administer */
export async function requireOrganisation(
  queries: Queries,
  person: Person,
  organisationId: string,
): Promise<AdministeredOrganisation> {
  const found = inScope(person, organisationId) ? await select(queries, organisationId).executeTakeFirst() : undefined;
  if (!found) throw problem('NotFound');
  return found;
}

/** Locks the organisation too, so that no other call changes what belongs to it meanwhile. */
export async function lockOrganisation(
  tx: Transaction,
  person: Person,
  organisationId: string,
): Promise<AdministeredOrganisation> {
  const found = inScope(person, organisationId) ? await select(tx, organisationId).forUpdate().executeTakeFirst() : undefined;
  if (!found) throw problem('NotFound');
  return found;
}

/** Locks any organisation, for an act that another administrator has approved. */
export const lockAnyOrganisation = (tx: Transaction, organisationId: string): Promise<AdministeredOrganisation | undefined> =>
  select(tx, organisationId).forUpdate().executeTakeFirst();
