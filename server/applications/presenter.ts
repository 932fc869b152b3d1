/** Maps applications to the contract. */
import type { Application, ApplicationSettings } from '../../api/contract/applications.ts';
import type { ApplicationRow } from './repository.ts';

export const presentApplication = (row: ApplicationRow, signInsPerDay: Application['signInsPerDay'], now: Date): Application => ({
  kind: row.kind,
  applicationId: row.application_id,
  applicationName: row.name,
  displayName: row.display_name,
  startUrl: row.start_url,
  redirectUris: row.redirect_uris,
  postLogoutRedirectUris: row.post_logout_redirect_uris,
  backchannelLogoutUri: row.backchannel_logout_uri,
  publicKeys: row.jwks && (row.jwks as { keys: ApplicationSettings['publicKeys'] }).keys,
  scopes: row.scopes as ApplicationSettings['scopes'],
  pairwise: row.pairwise,
  own: row.own,
  organisationPublicIds: row.organisation_ids,
  roles: row.roles,
  impersonation: row.impersonation,
  enabled: row.enabled,
  formerSecretUntil: row.former_secret_until && row.former_secret_until > now ? row.former_secret_until.toISOString() : null,
  createdAt: row.created_at.toISOString(),
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
  signInsPerDay,
});
