/** The tables for Kysely, with the database's own names. Columns are documented in the migrations. */
import type { ColumnType, Generated, Insertable, JSONColumnType } from 'kysely';

/** A generated column. */
type Computed<T> = ColumnType<T, never, never>;
type Defaulted<T> = ColumnType<T, T | undefined, T>;

export interface OrganisationsTable {
  organisation_id: string;
  name: string;
  name_key: Computed<string>;
  mfa_required: Defaulted<boolean>;
  approved: Defaulted<boolean>;
  house: Defaulted<boolean>;
  created_at: Date;
}

export interface UsersTable {
  user_id: string;
  user_name: string | null;
  user_name_key: Computed<string>;
  email: string;
  email_key: Computed<string>;
  first_name: string;
  last_name: string;
  name_key: Computed<string>;
  shown_name_key: Computed<string>;
  search_text: Computed<string>;
  title: string | null;
  organisation_id: string;
  roles: Defaulted<string[]>;
  enabled: Defaulted<boolean>;
  password_hash: string | null;
  password_must_change: Defaulted<boolean>;
  failed_sign_ins: Defaulted<number>;
  last_failed_at: Date | null;
  locked_until: Date | null;
  mfa_secret: string | null;
  mfa_enrolled_at: Date | null;
  mfa_last_step: Defaulted<number>;
  mfa_failures: Defaulted<number>;
  mfa_required_override: boolean | null;
  ui_font_size: Defaulted<'default' | 'compact'>;
  locale: string | null;
  audit_digest: Defaulted<boolean>;
  product_news: Defaulted<boolean>;
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
  mfa_enrolled: Computed<boolean>;
  seen_at: Computed<Date>;
  version: Defaulted<number>;
}
export type NewUser = Insertable<UsersTable>;

/** The search index of users; maintained by triggers. */
export interface SearchIndexTable {
  user_id: string;
  search_text: string;
}

export interface RoleCountsTable {
  organisation_id: string;
  /** Empty: all users. */
  role_name: string;
  people: number;
}

export interface RolesTable {
  role_name: string;
  description: string;
  administrative: boolean;
}

export interface SessionsTable {
  session_id: string;
  token_hash: Buffer;
  user_id: string;
  kind: 'full' | 'pending';
  remember: Defaulted<boolean>;
  ip: string | null;
  user_agent: string | null;
  created_at: Date;
  last_seen_at: Date;
  authenticated_at: Date;
  expires_at: Date;
  idle_ms: number;
  return_url: string | null;
  mfa_failures: Defaulted<number>;
  proof_failures: Defaulted<number>;
  proof_locked_until: Defaulted<Date | null>;
  mfa_candidate: string | null;
  impersonator_id: string | null;
  kept_session_id: string | null;
  impersonation_reason: string | null;
  impersonation_since: Date | null;
  former_token_hash: Defaulted<Buffer | null>;
  former_until: Defaulted<Date | null>;
  former_authenticated_at: Defaulted<Date | null>;
}

export type LinkPurpose = 'recovery' | 'invite' | 'setup' | 'confirmEmail' | 'cancelEmail';
export interface LinksTable {
  token_hash: Buffer;
  purpose: LinkPurpose;
  user_id: string | null;
  data: JSONColumnType<Record<string, unknown>> | null;
  created_at: Date;
  expires_at: Date;
  used_at: Date | null;
}

export interface ApprovalsTable {
  action: string;
  target_user_id: string;
  requested_by: string;
  detail: string;
  requested_at: Date;
}

export interface GrantsTable {
  token_hash: Buffer;
  purpose: 'recovery' | 'registration';
  user_id: string;
  /** The link it was issued for, if that is used up later. */
  link_hash: Buffer | null;
  created_at: Date;
  expires_at: Date;
}

export interface RecoveryCodesTable {
  user_id: string;
  code_hash: Buffer;
  created_at: Date;
  expires_at: Date | null;
  used_at: Date | null;
}

export interface RememberedBrowsersTable {
  token_hash: Buffer;
  user_id: string;
  created_at: Date;
  expires_at: Date;
}

export interface KnownBrowsersTable {
  user_id: string;
  browser_hash: Buffer;
  first_seen_at: Date;
  failures: Defaulted<number>;
  last_failed_at: Defaulted<Date | null>;
  locked_until: Defaulted<Date | null>;
}

export interface PasswordHistoryTable {
  user_id: string;
  password_hash: string;
  created_at: Date;
}

export interface ApiKeysTable {
  key_id: string;
  user_id: string;
  name: string;
  name_key: Computed<string>;
  prefix: string;
  secret_hash: Buffer;
  claims: Defaulted<string[]>;
  created_at: Date;
  last_used_at: Date | null;
  expires_at: Date | null;
}

export interface UnknownSignInsTable {
  name_hash: Buffer;
  failures: number;
  last_failed_at: Date;
  locked_until: Date | null;
}

export interface ThrottlesTable {
  bucket: string;
  hits: number;
  resets_at: Date;
}

export interface AuditEventsTable {
  seq: Generated<number>;
  event_id: string;
  at: Date;
  actor: string | null;
  on_behalf_of: string | null;
  action: string;
  target: string | null;
  target_user_id: string | null;
  organisation_id: string | null;
  organisation: string | null;
  outcome: 'success' | 'failure' | 'refused';
  ip: string | null;
  user_agent: string | null;
  details: JSONColumnType<Record<string, unknown>>;
}

export interface AuditSealsTable {
  last_seq: number;
  events: number;
  hash: Buffer;
  sealed_at: Date;
  /** The audit key (data_keys) of the HMAC; null: an unkeyed SHA-256. */
  key_id: string | null;
}

export interface MailsTable {
  mail_id: string;
  recipient: string;
  locale: string;
  template: string;
  data: JSONColumnType<Record<string, unknown>>;
  created_at: Date;
  attempts: Defaulted<number>;
  next_attempt_at: Date;
  sent_at: Date | null;
  last_error: string | null;
}

export interface TicketsTable {
  ticket_id: string;
  ticket_number: string;
  user_id: string | null;
  fields: JSONColumnType<Record<string, string>>;
  created_at: Date;
}

export interface AttachmentsTable {
  attachment_id: string;
  ticket_id: string;
  file_name: string;
  mime_type: string;
  size: number;
  content: Buffer;
}

export interface SyncRunsTable {
  at: Date;
  source: string;
  by: string;
  created: number;
  updated: number;
  disabled: number;
  unchanged: number;
}

export interface DataKeysTable {
  key_id: string;
  purpose: 'text' | 'audit';
  wrapped: string;
  created_at: Date;
  retired_at: Date | null;
  settled_at: Date | null;
}

export interface SettingsTable {
  key: string;
  value: string;
}

export interface Database {
  organisations: OrganisationsTable;
  users: UsersTable;
  headcounts: RoleCountsTable;
  cards: SearchIndexTable;
  roles: RolesTable;
  sessions: SessionsTable;
  links: LinksTable;
  grants: GrantsTable;
  approvals: ApprovalsTable;
  recovery_codes: RecoveryCodesTable;
  remembered_browsers: RememberedBrowsersTable;
  known_browsers: KnownBrowsersTable;
  password_history: PasswordHistoryTable;
  api_keys: ApiKeysTable;
  unknown_sign_ins: UnknownSignInsTable;
  throttles: ThrottlesTable;
  audit_events: AuditEventsTable;
  audit_seals: AuditSealsTable;
  mails: MailsTable;
  tickets: TicketsTable;
  attachments: AttachmentsTable;
  sync_runs: SyncRunsTable;
  data_keys: DataKeysTable;
  settings: SettingsTable;
}
