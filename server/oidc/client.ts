/** A registered application as the provider's client. */
import type { AdapterPayload } from 'oidc-provider';
import type { ApplicationRow } from '../applications/repository.ts';

/** A property of our own in the provider's client, for data that its metadata have no place for. */
export const APPLICATION = 'gatehouse_application';

/** The application as JSON, as the provider caches clients by their text. */
export type ClientApplication = Pick<
  ApplicationRow,
  'name' | 'display_name' | 'own' | 'organisation_ids' | 'roles' | 'impersonation'
>;

/**
 * Pairwise subjects are those of one application, whatever the hosts of its addresses. The provider wants the address of a document
 * for that, which it never reads (provider.ts).
 */
const subjectOf = (applicationId: string, pairwise: boolean) =>
  pairwise
    ? ({ subject_type: 'pairwise', sector_identifier_uri: `https://${applicationId}.invalid/` } as const)
    : ({ subject_type: 'public' } as const);

const SIGNED_BY = { id_token_signed_response_alg: 'RS256' } as const;
/** The provider wants a secret; ours are compared as hashes (provider.ts). */
const BY_SECRET = { token_endpoint_auth_method: 'client_secret_basic', client_secret: 'compared as a hash' } as const;

export const clientOf = (row: ApplicationRow): AdapterPayload => ({
  client_id: row.application_id,
  client_name: row.display_name,
  application_type: 'web',
  redirect_uris: row.redirect_uris,
  post_logout_redirect_uris: row.post_logout_redirect_uris,
  response_types: ['code'],
  grant_types: row.scopes.includes('offline_access') ? ['authorization_code', 'refresh_token'] : ['authorization_code'],
  scope: row.scopes.join(' '),
  ...subjectOf(row.application_id, row.pairwise),
  ...SIGNED_BY,
  ...(row.jwks ? { token_endpoint_auth_method: 'private_key_jwt', jwks: row.jwks as { keys: [] } } : BY_SECRET),
  ...(row.backchannel_logout_uri === null
    ? {}
    : { backchannel_logout_uri: row.backchannel_logout_uri, backchannel_logout_session_required: true }),
  [APPLICATION]: {
    name: row.name,
    display_name: row.display_name,
    own: row.own,
    organisation_ids: row.organisation_ids,
    roles: row.roles,
    impersonation: row.impersonation,
  } satisfies ClientApplication,
});

export const applicationOf = (client: unknown): ClientApplication =>
  (client as Record<typeof APPLICATION, ClientApplication>)[APPLICATION];

/** The minimal client of an application for its logout, also when it is disabled or deleted. */
export const formerClientOf = (applicationId: string, uri: string, pairwise: boolean): AdapterPayload => ({
  client_id: applicationId,
  redirect_uris: [],
  response_types: [],
  grant_types: [],
  ...subjectOf(applicationId, pairwise),
  ...SIGNED_BY,
  ...BY_SECRET,
  backchannel_logout_uri: uri,
  backchannel_logout_session_required: true,
});
