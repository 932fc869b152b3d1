/** Credentials, sessions, links and known browsers. */
import type { ColumnType, JSONColumnType } from 'kysely';
import type { Computed, Defaulted } from './columns.ts';

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
  /** Whether a proof of identity since the login included the second factor. */
  second_factor_proven: Defaulted<boolean>;
  provider_factor_proven: Defaulted<boolean>;
  /** State of a logout that an application asked for, until the user confirms it. */
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

export interface GrantsTable {
  token_hash: Buffer;
  purpose: 'recovery' | 'registration';
  user_id: string;
  /** The link for which the grant was issued, if it uses up the link later. */
  link_hash: Buffer | null;
  created_at: Date;
  expires_at: Date;
}

interface RecoveryCodesTable {
  user_id: string;
  code_hash: Buffer;
  created_at: Date;
  expires_at: Date | null;
  used_at: Date | null;
}

interface RememberedBrowsersTable {
  token_hash: Buffer;
  user_id: string;
  created_at: Date;
  expires_at: Date;
}

interface KnownBrowsersTable {
  user_id: string;
  browser_hash: Buffer;
  first_seen_at: Date;
  failures: Defaulted<number>;
  last_failed_at: Defaulted<Date | null>;
  locked_until: Defaulted<Date | null>;
}

interface PasswordHistoryTable {
  user_id: string;
  password_hash: string;
  created_at: Date;
}

interface ApiKeysTable {
  key_id: string;
  user_id: string;
  name: string;
  name_key: Computed<string>;
  prefix: string;
  secret_hash: Buffer;
  claims: Defaulted<string[]>;
  /** Addresses and networks from which the key is accepted; empty: any. */
  source_addresses: Defaulted<string[]>;
  created_at: Date;
  last_used_at: Date | null;
  expires_at: Date | null;
}

export interface PasskeysTable {
  passkey_id: string;
  user_id: string;
  credential_id: string;
  user_handle: string | null;
  public_key: Buffer;
  sign_count: number;
  backup_eligible: boolean | null;
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

interface UnknownSignInsTable {
  name_hash: Buffer;
  failures: number;
  last_failed_at: Date;
  locked_until: Date | null;
  asked_until: Defaulted<Date | null>;
}

export interface SignInTables {
  sessions: SessionsTable;
  links: LinksTable;
  grants: GrantsTable;
  recovery_codes: RecoveryCodesTable;
  remembered_browsers: RememberedBrowsersTable;
  known_browsers: KnownBrowsersTable;
  password_history: PasswordHistoryTable;
  api_keys: ApiKeysTable;
  passkeys: PasskeysTable;
  passkey_challenges: PasskeyChallengesTable;
  unknown_sign_ins: UnknownSignInsTable;
}
