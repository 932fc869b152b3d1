/** Applications and what the OpenID Connect provider issues. */
import type { Generated, JSONColumnType } from 'kysely';
import type { Defaulted } from './columns.ts';

export interface ApplicationsTable {
  application_id: string;
  kind: Defaulted<'openid' | 'guarded'>;
  name: string;
  display_name: string;
  start_url: string;
  redirect_uris: string[];
  post_logout_redirect_uris: string[];
  backchannel_logout_uri: string | null;
  secret_hash: Buffer | null;
  former_secret_hash: Buffer | null;
  former_secret_until: Date | null;
  jwks: JSONColumnType<Record<string, unknown>> | null;
  scopes: string[];
  pairwise: boolean;
  own: boolean;
  organisation_ids: string[] | null;
  roles: string[] | null;
  impersonation: boolean;
  enabled: boolean;
  created_at: Date;
  last_used_at: Date | null;
}

interface ApplicationDaysTable {
  application_id: string;
  /** `2026-11-23`, UTC; read it as text. */
  day: string;
  sign_ins: number;
}

interface ApplicationUsersTable {
  user_id: string;
  application_id: string;
  last_used_at: Date;
}

interface OidcConsentsTable {
  user_id: string;
  application_id: string;
  scopes: string[];
  given_at: Date;
}

interface OidcGrantsTable {
  grant_id: string;
  session_id: string;
  application_id: string;
  user_id: string;
  sid: string;
  payload: JSONColumnType<Record<string, unknown>>;
  created_at: Date;
}

interface OidcTokensTable {
  model: string;
  token_hash: Buffer;
  grant_id: string | null;
  payload: JSONColumnType<Record<string, unknown>>;
  created_at: Date;
  expires_at: Date;
  consumed_at: Date | null;
}

interface OidcKeysTable {
  kid: string;
  private_key: string;
  created_at: Date;
  signs_from: Date;
  retired_at: Date | null;
}

export interface OidcLogoutsTable {
  logout_id: Generated<number>;
  application_id: string;
  user_id: string;
  sid: string;
  created_at: Date;
  attempts: Defaulted<number>;
  next_attempt_at: Date;
  uri: string | null;
  pairwise: boolean | null;
}

export interface ApplicationsTables {
  applications: ApplicationsTable;
  application_days: ApplicationDaysTable;
  application_users: ApplicationUsersTable;
  oidc_consents: OidcConsentsTable;
  oidc_grants: OidcGrantsTable;
  oidc_tokens: OidcTokensTable;
  oidc_keys: OidcKeysTable;
  oidc_logouts: OidcLogoutsTable;
}
