/** Credentials, sessions, links and known browsers. */
import type { ColumnType, JSONColumnType } from 'kysely';
import type { Computed, Defaulted } from './columns.ts';

export interface SessionsTable {
  session_id: string;
  /** SHA-256 of the cookie's token. */
  token_hash: Buffer;
  user_id: string;
  /** `pending`: the password was right, and the second factor is still asked for. */
  kind: 'full' | 'pending';
  /** Whether the user asked to stay logged in. */
  remember: Defaulted<boolean>;
  ip: string | null;
  user_agent: string | null;
  created_at: Date;
  last_seen_at: Date;
  /** The last proof of identity, for step-up. */
  authenticated_at: Date;
  /** The absolute end, however busy the session is. */
  expires_at: Date;
  /** The session ends this long after `last_seen_at`. */
  idle_ms: number;
  /** Where a pending login leads. */
  return_url: string | null;
  /** Wrong codes of a pending login. */
  mfa_failures: Defaulted<number>;
  /** Wrong proofs of identity in a row, for step-up. */
  proof_failures: Defaulted<number>;
  proof_locked_until: Defaulted<Date | null>;
  /** An authenticator's key that is being enrolled, encrypted; in force after a right code. */
  mfa_candidate: string | null;
  mfa_candidate_at: Defaulted<Date | null>;
  /** The administrator who acts as the user. */
  impersonator_id: string | null;
  /** The administrator's own session, suspended meanwhile: when it ends, this one ends. */
  kept_session_id: string | null;
  impersonation_reason: string | null;
  impersonation_since: Date | null;
  impersonation_access: Defaulted<'read' | 'act'>;
  /** The passkey that opened it. */
  passkey_id: Defaulted<string | null>;
  /** The token before the last renewal, which calls on their way still bring; accepted until `former_until`. */
  former_token_hash: Defaulted<Buffer | null>;
  former_until: Defaulted<Date | null>;
  /** The last proof of identity that the former token stands for. */
  former_authenticated_at: Defaulted<Date | null>;
  /** How the user logged in, as values of `amr` (RFC 8176); empty while impersonating. */
  methods: Defaulted<string[]>;
  /** Whether a proof of identity since the login included the second factor. */
  second_factor_proven: Defaulted<boolean>;
  /** The same by the word of an identity provider. */
  provider_factor_proven: Defaulted<boolean>;
  /** State of a logout that an application asked for, until the user confirms it. */
  logout_state: ColumnType<Record<string, unknown> | null, string | null | undefined, string | null>;
}

export type LinkPurpose = 'recovery' | 'invite' | 'setup' | 'confirmEmail' | 'cancelEmail';

/** Links sent by mail. */
export interface LinksTable {
  token_hash: Buffer;
  purpose: LinkPurpose;
  user_id: string | null;
  /** What the link carries out, by its purpose. */
  data: JSONColumnType<Record<string, unknown>> | null;
  created_at: Date;
  expires_at: Date;
  used_at: Date | null;
}

/** Permissions that a link has earned for one step. */
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
  /** Only of a code that an administrator issued for one login. */
  expires_at: Date | null;
  used_at: Date | null;
}

/** Browsers that are asked for no second factor. */
interface RememberedBrowsersTable {
  /** SHA-256 of the cookie's token. */
  token_hash: Buffer;
  user_id: string;
  created_at: Date;
  expires_at: Date;
}

/** Browsers that a user has logged in with; their failures are counted apart, so that strangers cannot lock them out. */
interface KnownBrowsersTable {
  user_id: string;
  /** SHA-256 of the browser's cookie. */
  browser_hash: Buffer;
  first_seen_at: Date;
  /** Failed logins in a row. */
  failures: Defaulted<number>;
  last_failed_at: Defaulted<Date | null>;
  locked_until: Defaulted<Date | null>;
}

/** Former passwords, which may not be chosen again. */
interface PasswordHistoryTable {
  user_id: string;
  password_hash: string;
  created_at: Date;
}

interface ApiKeysTable {
  key_id: string;
  user_id: string;
  name: string;
  /** The folded name, unique for the user. */
  name_key: Computed<string>;
  /** The beginning of the key, by which it is found and shown. */
  prefix: string;
  secret_hash: Buffer;
  /** Names of the calls that the key may make. */
  claims: Defaulted<string[]>;
  /** Addresses and networks from which the key is accepted; empty: any. */
  source_addresses: Defaulted<string[]>;
  created_at: Date;
  last_used_at: Date | null;
  /** Null: it does not end. */
  expires_at: Date | null;
}

/** User names without an account: they are locked as those that have one. */
interface UnknownSignInsTable {
  name_hash: Buffer;
  /** Failed logins in a row. */
  failures: number;
  last_failed_at: Date;
  locked_until: Date | null;
  /** Until then the former system is not asked about the name again. */
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
  unknown_sign_ins: UnknownSignInsTable;
}
