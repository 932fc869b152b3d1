/** Organisations, roles and users. */
import type { ColumnType, Insertable } from 'kysely';
import type { Computed, Defaulted } from './columns.ts';

export interface OrganisationsTable {
  organisation_id: string;
  name: string;
  name_key: Computed<string>;
  mfa_required: Defaulted<boolean>;
  approved: Defaulted<boolean>;
  house: Defaulted<boolean>;
  four_eyes: Defaulted<boolean>;
  sso_required: Defaulted<boolean>;
  sso_required_in: Defaulted<string | null>;
  created_at: Date;
}

export interface UsersTable {
  user_id: string;
  user_name: string | null;
  user_name_key: Computed<string>;
  email: string;
  email_key: Computed<string>;
  /** When the present address was proven. */
  email_proven_at: Defaulted<Date | null>;
  first_name: string;
  last_name: string;
  display_name: Computed<string>;
  name_key: Computed<string>;
  shown_name_key: Computed<string>;
  search_text: Computed<string>;
  title: string | null;
  organisation_id: string;
  roles: Defaulted<string[]>;
  enabled: Defaulted<boolean>;
  password_hash: string | null;
  /** What a check of a password costs that came from another system; null for our own. */
  /** Read where the hash was imported. */
  imported_scheme: Computed<string>;
  password_must_change: Defaulted<boolean>;
  failed_sign_ins: Defaulted<number>;
  last_failed_at: Date | null;
  locked_until: Date | null;
  mfa_secret: string | null;
  mfa_enrolled_at: Date | null;
  mfa_last_step: Defaulted<number>;
  mfa_failures: Defaulted<number>;
  mfa_required_override: boolean | null;
  mfa_reminded_at: Date | null;
  ui_font_size: Defaulted<'default' | 'compact'>;
  locale: string | null;
  audit_digest: Defaulted<boolean>;
  product_news: Defaulted<boolean>;
  /** Whether a login leads to the overview instead of the users list. */
  opens_overview: Defaulted<boolean>;
  owner_id: string | null;
  invited_by: string | null;
  invite_expires_at: Date | null;
  registered_at: Date | null;
  pending_email: string | null;
  pending_email_by: string | null;
  pending_email_at: Date | null;
  external_source: string | null;
  external_id: string | null;
  last_login_at: Date | null;
  created_at: Date;
  registered: Computed<boolean>;
  /** Whether the user has a second factor: an authenticator or a passkey. */
  mfa_enrolled: Computed<boolean>;
  /** Set by triggers of `passkeys`. */
  has_passkey: Computed<boolean>;
  seen_at: Computed<Date>;
  version: Defaulted<number>;
}

export type NewUser = Insertable<UsersTable>;

interface RolesTable {
  role_name: string;
  description: string;
  administrative: boolean;
}

interface LostRolesTable {
  user_id: string;
  role_name: string;
  lost_at: Date;
}

interface PersonalDataReadsTable {
  user_id: string;
  /** `YYYY-MM-DD`, in UTC. */
  day: ColumnType<Date | string, string, string>;
  rows: number;
}

interface SyncRunsTable {
  at: Date;
  source: string;
  by: string;
  created: number;
  updated: number;
  disabled: number;
  unchanged: number;
}

export interface UsersTables {
  organisations: OrganisationsTable;
  users: UsersTable;
  roles: RolesTable;
  lost_roles: LostRolesTable;
  personal_data_reads: PersonalDataReadsTable;
  sync_runs: SyncRunsTable;
}
