/** The summary at the top of a directory's screen. */
import { sql } from 'kysely';
import type { ProvisioningStatus } from '../../api/contract/directories.shapes.ts';
import type { Context } from '../context.ts';
import type { CallOf } from '../http/call.ts';
import { requireOrganisation } from '../http/administeredOrganisation.ts';
import { findStates } from './state.ts';

/** The path at which SCIM is mounted. */
export const SCIM_PATH = '/scim/v2';

export async function readStatus(
  { db, publicUrl }: Pick<Context, 'db' | 'publicUrl'>,
  { person, params, now }: CallOf<'Provisioning.Status'>,
): Promise<ProvisioningStatus> {
  const { organisation_id: organisationId } = await requireOrganisation(db, person, params.organisationPublicId);
  const [found] = await findStates(db, [organisationId], now);
  const { rows } = await sql<Pick<ProvisioningStatus, 'keys' | 'managed' | 'left' | 'groups' | 'mappedGroups'>>`
    SELECT (SELECT count(*)::int FROM scim_keys WHERE organisation_id = ${organisationId} AND expires_at > ${now}) AS keys,
           (SELECT count(*)::int FROM scim_users WHERE organisation_id = ${organisationId}) AS managed,
           (SELECT count(*)::int FROM scim_users WHERE organisation_id = ${organisationId} AND (NOT active OR deleted_at IS NOT NULL)) AS "left",
           (SELECT count(*)::int FROM scim_groups WHERE organisation_id = ${organisationId} AND connection_id IS NULL) AS groups,
           (SELECT count(DISTINCT group_id)::int FROM scim_groups JOIN scim_group_roles USING (group_id)
             WHERE organisation_id = ${organisationId} AND connection_id IS NULL) AS "mappedGroups"`.execute(db);
  const counts = rows[0];
  if (!counts) throw new Error('A query of counts has one row');
  return {
    address: new URL(SCIM_PATH, publicUrl()).href,
    state: found?.state ?? 'notConnected',
    since: found?.since?.toISOString() ?? null,
    lastRequestAt: found?.last_request_at?.toISOString() ?? null,
    refusedRequests: found?.refused ?? 0,
    ...counts,
  };
}
