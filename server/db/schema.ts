/** The tables for Kysely, with the database's own names. Columns are documented in the schema. */
import type { ApprovalDetail } from '../../api/contract/approvals.ts';
import type { OperationState, TargetOutcome } from '../../api/contract/operations.ts';
import type { ProblemCode } from '../../api/contract/problem.ts';
import type { Effect } from '../../api/contract/call.ts';
import type { ColumnType, Generated, Insertable, JSONColumnType } from 'kysely';
import type { ExportContent, ReportContent, ReportSchedule } from '../../api/contract/reports.shapes.ts';
import type {
  AttemptOutcome,
  AttemptPurpose,
  ConnectionDecision,
  ConnectionProblem,
  ConnectionVendor,
  MfaTrust,
} from '../../api/contract/connections.calls.ts';
import type { ConnectionAttempt } from '../../api/contract/connections.ts';
import type { DomainFound } from '../../api/contract/domains.ts';
import type { ProvisioningOutcome, ProvisioningProblem } from '../../api/contract/provisioning.calls.ts';
import type { Unusual } from '../../api/contract/overview.ts';
import type { ViewContent } from '../../api/contract/views.ts';

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
  four_eyes: Defaulted<boolean>;
  sso_required: Defaulted<boolean>;
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
  /** A log-in leads to the overview instead of the users list. */
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
  /** Has a second factor: an authenticator or a passkey. */
  mfa_enrolled: Computed<boolean>;
  /** Set by triggers of `passkeys`. */
  has_passkey: Computed<boolean>;
  seen_at: Computed<Date>;
  version: Defaulted<number>;
}
export type NewUser = Insertable<UsersTable>;

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
  mfa_candidate_at: Defaulted<Date | null>;
  impersonator_id: string | null;
  kept_session_id: string | null;
  impersonation_reason: string | null;
  impersonation_since: Date | null;
  impersonation_access: Defaulted<'read' | 'act'>;
  /** The passkey that opened it. */
  passkey_id: Defaulted<string | null>;
  former_token_hash: Defaulted<Buffer | null>;
  former_until: Defaulted<Date | null>;
  former_authenticated_at: Defaulted<Date | null>;
  methods: Defaulted<string[]>;
  /** Since the login, by a proof of identity. */
  second_factor_proven: Defaulted<boolean>;
  /** Of a log-out that an application asked for, until the user confirms it. */
  logout_state: ColumnType<Record<string, unknown> | null, string | null | undefined, string | null>;
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

export interface OperationsTable {
  operation_id: Defaulted<string>;
  action: string;
  target_id: string;
  organisation_id: string;
  target: string;
  detail: JSONColumnType<ApprovalDetail & { readonly passwordHash?: string; readonly userIds?: readonly string[] }>;
  effects: Defaulted<Effect[]>;
  target_state: string;
  reason: string;
  system_only: boolean;
  requested_by: string;
  requested_at: Date;
  session_id: Defaulted<string | null>;
  expires_at: Date;
  notified_at: Defaulted<Date | null>;
  state: Defaulted<OperationState | 'approved'>;
  problem: Defaulted<ProblemCode | null>;
  decided_by: string | null;
  decided_at: Date | null;
  finished_at: Defaulted<Date | null>;
  undoes: Defaulted<string | null>;
}

export interface OperationTargetsTable {
  operation_id: string;
  user_id: string;
  place: number;
  target_state: string;
  outcome: Defaulted<TargetOutcome | null>;
  problem: Defaulted<ProblemCode | null>;
}

export interface SponsorshipsTable {
  user_id: string;
  sponsor_id: string;
  sponsored_at: Date;
}

export interface FourEyesActsTable {
  actor_id: string;
  user_id: string;
  acted_at: Date;
}

export interface IdempotencyKeysTable {
  owner: string;
  key: string;
  fingerprint: Buffer;
  reply: ColumnType<unknown, undefined, string>;
  created_at: Date;
}

export interface LostRolesTable {
  user_id: string;
  role_name: string;
  lost_at: Date;
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
  /** Addresses and networks that it is accepted from; empty: any. */
  source_addresses: Defaulted<string[]>;
  created_at: Date;
  last_used_at: Date | null;
  expires_at: Date | null;
}

export interface PersonalDataReadsTable {
  user_id: string;
  /** `YYYY-MM-DD`, in UTC. */
  day: ColumnType<Date | string, string, string>;
  rows: number;
}

export interface ViewsTable {
  view_id: string;
  owner_id: string | null;
  organisation_id: string;
  name: string;
  name_key: Computed<string>;
  content: JSONColumnType<ViewContent>;
  visibility: 'private' | 'organisation';
  created_at: Date;
  changed_at: Date;
}

export interface DefaultViewsTable {
  organisation_id: string;
  view_id: string;
}

export interface ReportsTable {
  report_id: string;
  owner_id: string | null;
  organisation_id: string;
  name: string;
  name_key: Computed<string>;
  content: JSONColumnType<ReportContent>;
  visibility: 'private' | 'organisation';
  schedule: JSONColumnType<ReportSchedule> | null;
  next_at: Date | null;
  stopped_at: Date | null;
  created_at: Date;
  changed_at: Date;
}

export interface AuditExportsTable {
  export_id: string;
  report_id: string | null;
  name: string | null;
  cause: 'person' | 'schedule';
  requested_by: string | null;
  actor: string;
  on_behalf_of: string | null;
  organisation_id: string;
  at: Date;
  content: JSONColumnType<ExportContent>;
  seal_head: string | null;
  expires_at: Date;
  finished_at: Date | null;
  events: number | null;
  bytes: number | null;
  sha256: string | null;
}

export interface AuditDigestsTable {
  user_id: string;
  week: string;
}

export interface PasskeysTable {
  passkey_id: string;
  user_id: string;
  credential_id: string;
  public_key: Buffer;
  sign_count: number;
  backup_eligible: boolean;
  backed_up: boolean;
  transports: string[];
  name: string;
  device: string;
  created_at: Date;
  last_used_at: Date | null;
}

export interface PasskeyChallengesTable {
  challenge_hash: Buffer;
  browser_hash: Buffer;
  purpose: 'register' | 'login' | 'stepUp';
  user_id: string | null;
  expires_at: Date;
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

export interface AuditSignaturesTable {
  /** 1, 2, 3, …: the order of the chain. */
  number: number;
  /** Of its events, `YYYY-MM`. */
  month: string;
  /** Its events: those of the month up to this sequence number that no signature before it has. */
  through_seq: number;
  events: number;
  hash: Buffer;
  signed_at: Date;
  /** The audit key (data_keys) of the HMAC; null: an unkeyed SHA-256. */
  key_id: string | null;
  /** When its events were archived, or removed because they were too old. */
  removed_at: Defaulted<Date | null>;
  archive_sha256: Defaulted<Buffer | null>;
  removal_key_id: Defaulted<string | null>;
  removal_proof: Defaulted<Buffer | null>;
}

export interface AuditErasuresTable {
  seq: number;
  signed_digest: Buffer;
  key_id: string | null;
  proof: Buffer;
  erased_at: Date;
}

/** Numbers of signed events by day (UTC). */
export interface AuditDailyTable {
  /** `all`, or an organisation's id. */
  scope: string;
  day: string;
  action: string;
  outcome: AuditEventsTable['outcome'];
  events: number;
  /** The same of each of the 96 quarters of an hour. */
  quarters: number[];
}

/** Of the last run of a job; `scope` as of `audit_daily`. */
export interface UnusualFindingsTable {
  scope: string;
  found_at: Date;
  findings: JSONColumnType<Unusual[]>;
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

export interface ProcessesTable {
  process_id: string;
  seen_at: Date;
}

export interface TicketsTable {
  ticket_id: string;
  ticket_number: string;
  /** Who was logged in, else whose address is in the form. */
  user_id: string | null;
  /** Of the user when the ticket was sent; null: of nobody known. */
  organisation_id: string | null;
  /** Who was logged in: the user, or who acted as them; null: nobody. */
  sent_by: string | null;
  fields: JSONColumnType<Record<string, string>>;
  assigned_to: string | null;
  version: Defaulted<number>;
  /** Of the mailed link that shows the state. */
  link_hash: Buffer;
  created_at: Date;
  /** The last time. */
  answered_at: Date | null;
  /** Null: open. */
  closed_at: Date | null;
  search_text: Computed<string>;
}

/** What was done with a ticket since it was sent. */
export interface TicketEntriesTable {
  entry_id: string;
  ticket_id: string;
  at: Date;
  kind: 'answer' | 'note' | 'assigned' | 'closed' | 'reopened';
  author_id: string | null;
  /** Of kind `assigned`; null also where nobody is. */
  assigned_to: string | null;
  /** Of answers and notes. */
  text: string | null;
}

export interface AttachmentsTable {
  attachment_id: string;
  ticket_id: string;
  file_name: string;
  mime_type: string;
  size: number;
  /** Null: an object of the store of files. */
  content: Buffer | null;
  object_id: string | null;
  /** Decrypts the object; encrypted by the keyring. */
  object_key: string | null;
}

/** Objects to be removed from the store of files, and uploads that end so unless their row is committed. */
export interface FileRemovalsTable {
  object_id: string;
  due_at: Date;
  is_uploading: boolean;
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

export interface ApplicationDaysTable {
  application_id: string;
  /** `2026-11-23`, UTC; read it as text. */
  day: string;
  sign_ins: number;
}

export interface ApplicationUsersTable {
  user_id: string;
  application_id: string;
  last_used_at: Date;
}

export interface OidcConsentsTable {
  user_id: string;
  application_id: string;
  scopes: string[];
  given_at: Date;
}

export interface OidcGrantsTable {
  grant_id: string;
  session_id: string;
  application_id: string;
  user_id: string;
  sid: string;
  payload: JSONColumnType<Record<string, unknown>>;
  created_at: Date;
}

export interface OidcTokensTable {
  model: string;
  token_hash: Buffer;
  grant_id: string | null;
  payload: JSONColumnType<Record<string, unknown>>;
  created_at: Date;
  expires_at: Date;
  consumed_at: Date | null;
}

export interface OidcKeysTable {
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

export interface ScimKeysTable {
  key_id: string;
  organisation_id: string;
  name: string;
  name_key: Computed<string>;
  prefix: string;
  secret_hash: Buffer;
  created_by: string | null;
  created_at: Date;
  expires_at: Date;
  last_used_at: Date | null;
  announced_days: number | null;
}

export interface ScimUsersTable {
  user_id: string;
  organisation_id: string;
  user_name: string;
  user_name_key: Computed<string>;
  active: boolean;
  attributes: ColumnType<Record<string, unknown>, string | undefined, string>;
  version: Defaulted<number>;
  created_at: Date;
  changed_at: Date;
  deleted_at: Date | null;
}

export interface MappedUsersTable {
  user_id: string;
  roles: string[];
  former_roles: string[];
}

export interface ScimGroupsTable {
  group_id: string;
  organisation_id: string;
  connection_id: Defaulted<string | null>;
  display_name: string;
  display_name_key: Computed<string>;
  external_id: string | null;
  version: Defaulted<number>;
  created_at: Date;
  changed_at: Date;
}

export interface ScimMembersTable {
  group_id: string;
  user_id: string;
}

export interface ScimGroupRolesTable {
  group_id: string;
  role_name: string;
}

export interface ScimRequestsTable {
  request_id: Computed<number>;
  organisation_id: string;
  at: Date;
  key_name: string;
  method: string;
  path: string;
  status: number;
  outcome: ProvisioningOutcome;
  people: Defaulted<number>;
  user_id: string | null;
  group_id: string | null;
  problem: ProvisioningProblem | null;
}

export interface DomainsTable {
  domain_id: string;
  organisation_id: string;
  name: string;
  token: string;
  created_by: string | null;
  created_at: Date;
  checked_at: Date | null;
  found: ColumnType<DomainFound | null, string | null | undefined, string>;
  proven_at: Date | null;
  verified_at: Date | null;
  absent_since: Date | null;
  frozen_at: Date | null;
  contested_at: Date | null;
}

export interface ConnectionsTable {
  connection_id: string;
  organisation_id: string;
  kind: 'openid' | 'saml';
  vendor: ConnectionVendor;
  name: string;
  name_key: Computed<string>;
  enabled: Defaulted<boolean>;
  issuer: string | null;
  client_id: string | null;
  client_secret: string | null;
  metadata_url: Defaulted<string | null>;
  metadata_hash: Defaulted<string | null>;
  metadata_at: Defaulted<Date | null>;
  metadata_problem: Defaulted<ConnectionProblem | null>;
  sso_url: Defaulted<string | null>;
  slo_url: Defaulted<string | null>;
  mfa_trust: Defaulted<MfaTrust>;
  mfa_values: Defaulted<string[]>;
  creates_users: Defaulted<boolean>;
  groups_claim: Defaulted<string | null>;
  created_by: string | null;
  created_at: Date;
  version: Defaulted<number>;
}

export interface IdentitiesTable {
  identity_id: string;
  connection_id: string;
  issuer: string;
  subject: string;
  user_id: string;
  account: string | null;
  created_at: Date;
  last_login_at: Date | null;
}

export interface ConnectionCertificatesTable {
  connection_id: string;
  fingerprint: string;
  pem: string;
  not_before: Date;
  not_after: Date;
  announced_days: Generated<number | null>;
}
export interface SsoAttemptsTable {
  state_hash: Buffer;
  connection_id: string;
  browser_hash: Buffer;
  purpose: AttemptPurpose | 'prove';
  user_id: string | null;
  session_id: string | null;
  verified: ColumnType<
    {
      issuer: string;
      subject: string;
      account: string | null;
      email: string | { missing: 'email' | 'emailNotVerified' };
      groups: { state: 'read' | 'absent' | 'overage'; names: string[] };
    } | null,
    string | null | undefined,
    never
  >;
  answer: ColumnType<{ claims: Record<string, unknown>; id?: string } | { refused: true } | null, undefined, string>;
  return_url: string | null;
  created_at: Date;
  expires_at: Date;
}

export interface SsoOutcomesTable {
  outcome_id: Computed<number>;
  connection_id: string;
  at: Date;
  purpose: AttemptPurpose | 'logout';
  outcome: AttemptOutcome;
  problem: ConnectionProblem | null;
  user_id: string | null;
  detail: ColumnType<
    { claims: Record<string, string>; decision?: ConnectionDecision; groups?: ConnectionAttempt['groups'] },
    string | undefined,
    never
  >;
}

export interface UpstreamSessionsTable {
  session_id: string;
  connection_id: string;
  subject: string;
  sid: string | null;
}

export interface BreakGlassAccountsTable {
  user_id: string;
  organisation_id: string;
  added_by: string | null;
  added_at: Date;
}

export interface SsoSeenTable {
  connection_id: string;
  message_hash: Buffer;
  expires_at: Date;
}

export interface SettingsTable {
  key: string;
  value: string;
}

export interface Database {
  organisations: OrganisationsTable;
  users: UsersTable;
  roles: RolesTable;
  sessions: SessionsTable;
  links: LinksTable;
  grants: GrantsTable;
  operations: OperationsTable;
  operation_targets: OperationTargetsTable;
  four_eyes_acts: FourEyesActsTable;
  sponsorships: SponsorshipsTable;
  idempotency_keys: IdempotencyKeysTable;
  lost_roles: LostRolesTable;
  recovery_codes: RecoveryCodesTable;
  remembered_browsers: RememberedBrowsersTable;
  known_browsers: KnownBrowsersTable;
  password_history: PasswordHistoryTable;
  api_keys: ApiKeysTable;
  personal_data_reads: PersonalDataReadsTable;
  views: ViewsTable;
  default_views: DefaultViewsTable;
  reports: ReportsTable;
  audit_exports: AuditExportsTable;
  audit_digests: AuditDigestsTable;
  passkeys: PasskeysTable;
  passkey_challenges: PasskeyChallengesTable;
  unknown_sign_ins: UnknownSignInsTable;
  throttles: ThrottlesTable;
  audit_events: AuditEventsTable;
  audit_signatures: AuditSignaturesTable;
  audit_erasures: AuditErasuresTable;
  audit_daily: AuditDailyTable;
  unusual_findings: UnusualFindingsTable;
  mails: MailsTable;
  processes: ProcessesTable;
  tickets: TicketsTable;
  ticket_entries: TicketEntriesTable;
  attachments: AttachmentsTable;
  file_removals: FileRemovalsTable;
  sync_runs: SyncRunsTable;
  data_keys: DataKeysTable;
  applications: ApplicationsTable;
  application_days: ApplicationDaysTable;
  application_users: ApplicationUsersTable;
  oidc_consents: OidcConsentsTable;
  oidc_grants: OidcGrantsTable;
  oidc_tokens: OidcTokensTable;
  oidc_keys: OidcKeysTable;
  oidc_logouts: OidcLogoutsTable;
  scim_keys: ScimKeysTable;
  scim_users: ScimUsersTable;
  scim_groups: ScimGroupsTable;
  scim_members: ScimMembersTable;
  scim_group_roles: ScimGroupRolesTable;
  mapped_users: MappedUsersTable;
  scim_requests: ScimRequestsTable;
  domains: DomainsTable;
  connections: ConnectionsTable;
  identities: IdentitiesTable;
  connection_certificates: ConnectionCertificatesTable;
  sso_attempts: SsoAttemptsTable;
  sso_outcomes: SsoOutcomesTable;
  upstream_sessions: UpstreamSessionsTable;
  sso_seen: SsoSeenTable;
  break_glass_accounts: BreakGlassAccountsTable;
  settings: SettingsTable;
}
