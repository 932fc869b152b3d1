/** Applications and what the OpenID Connect provider issues. */
import type { Generated, JSONColumnType } from 'kysely';
import type { Defaulted } from './columns.ts';

export interface ApplicationsTable {
  application_id: string;
  /** `guarded`: a proxy asks `Login.Check`, so it has no credentials. */
  kind: Defaulted<'openid' | 'guarded'>;
  name: string;
  display_name: string;
  /** The application's home. */
  start_url: string;
  redirect_uris: string[];
  post_logout_redirect_uris: string[];
  backchannel_logout_uri: string | null;
  secret_hash: Buffer | null;
  /** The secret before the last one, accepted until `former_secret_until`. */
  former_secret_hash: Buffer | null;
  former_secret_until: Date | null;
  /** Public keys of an application that authenticates with `private_key_jwt`. */
  jwks: JSONColumnType<Record<string, unknown>> | null;
  scopes: string[];
  /** Whether it knows users by identifiers of its own. */
  pairwise: boolean;
  /** The operator's: asks for no consent. */
  own: boolean;
  /** Organisations whose users may log in; null: all. */
  organisation_ids: string[] | null;
  /** Roles with which a user may log in; null: all. */
  roles: string[] | null;
  /** Whether an impersonating administrator may enter. */
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

/** What was issued to an application in a session; it ends with the session. */
interface OidcGrantsTable {
  grant_id: string;
  session_id: string;
  application_id: string;
  user_id: string;
  /** What the application calls the session. */
  sid: string;
  payload: JSONColumnType<Record<string, unknown>>;
  created_at: Date;
}

/** Codes, access and refresh tokens, and what else the provider stores. */
interface OidcTokensTable {
  /** The provider's kind of the entry, as `AccessToken`. */
  model: string;
  token_hash: Buffer;
  /** Null: of an interaction, a pushed request or a used proof. */
  grant_id: string | null;
  payload: JSONColumnType<Record<string, unknown>>;
  created_at: Date;
  expires_at: Date;
  /** When it was used, if it is for one use. */
  consumed_at: Date | null;
}

/** Signing keys. */
interface OidcKeysTable {
  kid: string;
  /** Encrypted. */
  private_key: string;
  created_at: Date;
  /** Until then the key is only published, so that every application knows it. */
  signs_from: Date;
  /** Since then another key signs. */
  retired_at: Date | null;
}

/** Back-channel logouts to be delivered. */
export interface OidcLogoutsTable {
  logout_id: Generated<number>;
  application_id: string;
  user_id: string;
  /** What the application calls the session. */
  sid: string;
  created_at: Date;
  attempts: Defaulted<number>;
  next_attempt_at: Date;
  /** The application's address for logouts, as it was when the session ended. */
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
