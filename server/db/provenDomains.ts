/** Whether an organisation may link accounts by addresses of a domain now. */
import { sql } from 'kysely';
import type { Queries } from './database.ts';

/**
 * Whether the domain is proven, its proof is still there, and no other organisation has proven it too. @param emailKey a value of
 * `users.email_key`
 */
export async function mayLinkBy(queries: Queries, organisationId: string, emailKey: string): Promise<boolean> {
  const row = await provenDomain(queries, emailKey).where('organisation_id', '=', organisationId).executeTakeFirst();
  return row !== undefined;
}

/** Whether the domain of an address is another organisation's by the same rule. */
export async function isProvenElsewhere(queries: Queries, organisationId: string, emailKey: string): Promise<boolean> {
  const row = await provenDomain(queries, emailKey).where('organisation_id', '!=', organisationId).executeTakeFirst();
  return row !== undefined;
}

/** The organisation whose accounts may be linked by an address. */
export async function findOrganisationOf(queries: Queries, emailKey: string): Promise<string | undefined> {
  const row = await provenDomain(queries, emailKey).select('organisation_id').executeTakeFirst();
  return row?.organisation_id;
}

const provenDomain = (queries: Queries, emailKey: string) =>
  queries
    .selectFrom('domains')
    .select('domain_id')
    .where('name', '=', sql<string>`split_part(${emailKey}, '@', 2)`)
    .where('verified_at', 'is not', null)
    .where('frozen_at', 'is', null)
    .where('contested_at', 'is', null);
