/** Rows of applications. */
import { sql, type Insertable, type Selectable, type Updateable } from 'kysely';
import type { ApplicationAccess } from '../../api/contract/applications.policy.ts';
import type { ApplicationSettings } from '../../api/contract/applications.ts';
import type { Queries, Transaction } from '../db/database.ts';
import type { ApplicationsTable } from '../db/schema/applications.ts';

export type ApplicationRow = Selectable<ApplicationsTable>;

/** The users whom an application admits, as the policy reads it. */
export const accessOf = (row: Pick<ApplicationRow, 'organisation_ids' | 'roles' | 'impersonation'>): ApplicationAccess => ({
  organisationPublicIds: row.organisation_ids,
  roles: row.roles,
  impersonation: row.impersonation,
});

export const findApplications = (queries: Queries): Promise<ApplicationRow[]> =>
  queries.selectFrom('applications').selectAll().orderBy('display_name').orderBy('application_id').execute();

export const findApplication = (queries: Queries, applicationId: string): Promise<ApplicationRow | undefined> =>
  queries.selectFrom('applications').selectAll().where('application_id', '=', applicationId).executeTakeFirst();

export const lockApplication = (tx: Transaction, applicationId: string): Promise<ApplicationRow | undefined> =>
  tx.selectFrom('applications').selectAll().where('application_id', '=', applicationId).forUpdate().executeTakeFirst();

export async function insertApplication(tx: Transaction, row: Insertable<ApplicationsTable>): Promise<void> {
  await tx.insertInto('applications').values(row).execute();
}

export async function changeApplication(tx: Transaction, applicationId: string, set: Updateable<ApplicationsTable>) {
  await tx.updateTable('applications').set(set).where('application_id', '=', applicationId).execute();
}

/** Whether a text has the form of an application's id; the database rejects others. */
export const isApplicationId = (text: string): boolean => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);

/** The columns of the settings, without the credentials. */
export const columnsOf = (settings: ApplicationSettings) => ({
  kind: settings.kind ?? ('openid' as const),
  name: settings.applicationName,
  display_name: settings.displayName,
  start_url: settings.startUrl,
  redirect_uris: settings.redirectUris,
  post_logout_redirect_uris: settings.postLogoutRedirectUris,
  backchannel_logout_uri: settings.backchannelLogoutUri,
  scopes: [...new Set(['openid', ...settings.scopes])],
  pairwise: settings.pairwise,
  own: settings.own,
  organisation_ids: settings.organisationPublicIds,
  roles: settings.roles,
  impersonation: settings.impersonation,
});

/** Deletes the application with all that was issued to it. */
export async function deleteApplication(tx: Transaction, applicationId: string): Promise<void> {
  await tx.deleteFrom('applications').where('application_id', '=', applicationId).execute();
}

/** Ends what was issued to an application, and queues its back-channel logout. */
export async function endGrantsOf(tx: Transaction, applicationId: string): Promise<void> {
  await tx.deleteFrom('oidc_grants').where('application_id', '=', applicationId).execute();
}

/** Ends the grants of users who may not enter any more. */
export async function endGrantsOfExcluded(
  tx: Transaction,
  { organisation_ids: ids, roles }: ReturnType<typeof columnsOf>,
  applicationId: string,
): Promise<void> {
  await sql`
    DELETE FROM oidc_grants g USING users u
     WHERE g.application_id = ${applicationId} AND u.user_id = g.user_id
       AND NOT ((${ids}::uuid[] IS NULL OR u.organisation_id = ANY (${ids}::uuid[]))
            AND (${roles}::text[] IS NULL OR u.roles && ${roles}::text[]))`.execute(tx);
}

/** Takes back a user's consent and ends what was issued on it. @returns whether there was any */
export async function withdrawConsent(
  tx: Transaction,
  { userId, applicationId }: { readonly userId: string; readonly applicationId: string },
): Promise<boolean> {
  const ofUserAtApplication = { user_id: userId, application_id: applicationId };
  const { numDeletedRows } = await tx
    .deleteFrom('oidc_consents')
    .where((where) => where.and(ofUserAtApplication))
    .executeTakeFirst();
  await tx
    .deleteFrom('oidc_grants')
    .where((where) => where.and(ofUserAtApplication))
    .execute();
  return numDeletedRows > 0n;
}
