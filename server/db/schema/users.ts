/** Organisations, roles and users. */
import type { ColumnType, Insertable } from 'kysely';
import type { Computed, Defaulted } from './columns.ts';

export interface OrganisationsTable {
  organisation_id: string;
  name: string;
  /** The folded name, which is unique. */
  name_key: Computed<string>;
  mfa_required: Defaulted<boolean>;
  /** Whether the organisation is approved, as other applications ask. */
  approved: Defaulted<boolean>;
  /** The operator's own organisation. */
  house: Defaulted<boolean>;
  /** What its administrators do to many, or to each other, needs a second one. */
  four_eyes: Defaulted<boolean>;
  /** Its users log in with its identity provider only. */
  sso_required: Defaulted<boolean>;
  /** The session in which that was required, which goes on. */
  sso_required_in: Defaulted<string | null>;
  created_at: Date;
}

export interface UsersTable {
  user_id: string;
  /** Null until an invitation is accepted. */
  user_name: string | null;
  /** Sort key: the user name, or the email address of an invited user. */
  user_name_key: Computed<string>;
  email: string;
  email_key: Computed<string>;
  /** When the present address was proven. */
  email_proven_at: Defaulted<Date | null>;
  first_name: string;
  last_name: string;
  display_name: Computed<string>;
  /** Sort key: last and first name, folded. */
  name_key: Computed<string>;
  /** The full name, folded. */
  shown_name_key: Computed<string>;
  /** Words of all names and the email address. */
  search_text: Computed<string>;
  title: string | null;
  organisation_id: string;
  roles: Defaulted<string[]>;
  enabled: Defaulted<boolean>;
  /** argon2id; or `imported:<scheme>:<encrypted hash>` until the first login after an import. */
  password_hash: string | null;
  /** What a check of a password costs that came from another system; null: the password is ours, or there is none. */
  imported_scheme: Computed<string>;
  /** An administrator chose the password. */
  password_must_change: Defaulted<boolean>;
  /** In a row. */
  failed_sign_ins: Defaulted<number>;
  last_failed_at: Date | null;
  locked_until: Date | null;
  /** The authenticator's key, encrypted. */
  mfa_secret: string | null;
  mfa_enrolled_at: Date | null;
  /** The last time step (TOTP) whose code was used: that one and all before are refused. */
  mfa_last_step: Defaulted<number>;
  /** Wrong codes in a row, over all pending sessions. */
  mfa_failures: Defaulted<number>;
  /** An administrator's decision for this user; null: the organisation's rule. */
  mfa_required_override: boolean | null;
  mfa_reminded_at: Date | null;
  ui_font_size: Defaulted<'default' | 'compact'>;
  locale: string | null;
  /** Whether the user gets the weekly digest of the audit. */
  audit_digest: Defaulted<boolean>;
  product_news: Defaulted<boolean>;
  /** Whether a login leads to the overview instead of the users list. */
  opens_overview: Defaulted<boolean>;
  /** The administrator who answers for the account. */
  owner_id: string | null;
  /** User name of the administrator. */
  invited_by: string | null;
  invite_expires_at: Date | null;
  /** Null while invited. */
  registered_at: Date | null;
  /** A new address that its owner has not confirmed yet. */
  pending_email: string | null;
  pending_email_by: string | null;
  pending_email_at: Date | null;
  /** The directory or system that manages the user. */
  external_source: string | null;
  /** What that source calls the user. */
  external_id: string | null;
  last_login_at: Date | null;
  created_at: Date;
  registered: Computed<boolean>;
  /** Whether the user has a second factor: an authenticator or a passkey. */
  mfa_enrolled: Computed<boolean>;
  /** Set by triggers of `passkeys`. */
  has_passkey: Computed<boolean>;
  /** The last login, or else when the account was made. */
  seen_at: Computed<Date>;
  /** Counts the changes, for optimistic locking. */
  version: Defaulted<number>;
}

export type NewUser = Insertable<UsersTable>;

interface RolesTable {
  role_name: string;
  description: string;
  administrative: boolean;
}

/** Roles that a user once had. */
interface LostRolesTable {
  user_id: string;
  role_name: string;
  lost_at: Date;
}

/** Rows of personal data that a user was given in a day, for the limit. */
interface PersonalDataReadsTable {
  user_id: string;
  /** `YYYY-MM-DD`, in UTC. */
  day: ColumnType<Date | string, string, string>;
  rows: number;
}

/** Runs of `Users.Sync`, with the numbers of users. */
interface SyncRunsTable {
  at: Date;
  /** The system whose list was synced. */
  source: string;
  /** User name of the caller. */
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
