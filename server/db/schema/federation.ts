/** Domains and organisations' identity providers. */
import type { ColumnType, Generated } from 'kysely';
import type {
  AttemptOutcome,
  AttemptPurpose,
  ConnectionDecision,
  ConnectionVendor,
  MfaTrust,
} from '../../../api/contract/identityProviders.states.ts';
import type { ConnectionProblem } from '../../../api/contract/identityProviders.problems.ts';
import type { ConnectionAttempt } from '../../../api/contract/identityProviders.shapes.ts';
import type { DomainFound } from '../../../api/contract/domains.ts';
import type { Computed, Defaulted } from './columns.ts';

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
  slo_by_form: Defaulted<boolean>;
  mfa_trust: Defaulted<MfaTrust>;
  mfa_values: Defaulted<string[]>;
  administrator_mfa: Defaulted<boolean>;
  matches_directory: Defaulted<boolean>;
  creates_users: Defaulted<boolean>;
  groups_claim: Defaulted<string | null>;
  created_by: string | null;
  created_at: Date;
  enabled_by: Defaulted<string | null>;
  version: Defaulted<number>;
}

interface IdentitiesTable {
  identity_id: string;
  connection_id: string;
  issuer: string;
  subject: string;
  user_id: string;
  account: string | null;
  created_at: Date;
  proven_at: Defaulted<Date | null>;
  proven_in: Defaulted<'session' | 'login' | null>;
  last_login_at: Date | null;
}

interface ConnectionCertificatesTable {
  connection_id: string;
  fingerprint: string;
  pem: string;
  not_before: Date;
  not_after: Date;
  announced_days: Generated<number | null>;
}

interface SamlKeysTable {
  key_id: string;
  state: 'current' | 'next' | 'former';
  private_key: string;
  certificate: string;
  fingerprint: string;
  not_before: Date;
  not_after: Date;
  replaced_at: Defaulted<Date | null>;
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
      loggedOutAs: string;
      sid: string | null;
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

interface SsoOutcomesTable {
  outcome_id: Computed<number>;
  connection_id: string;
  at: Date;
  purpose: AttemptPurpose | 'logout';
  outcome: AttemptOutcome;
  problem: ConnectionProblem | null;
  user_id: string | null;
  begun_by: Defaulted<string | null>;
  detail: ColumnType<
    { claims: Record<string, string>; decision?: ConnectionDecision; groups?: ConnectionAttempt['groups'] },
    string | undefined,
    never
  >;
}

interface UpstreamSessionsTable {
  session_id: string;
  connection_id: string;
  subject: string;
  sid: string | null;
}

interface BreakGlassAccountsTable {
  user_id: string;
  organisation_id: string;
  added_by: string | null;
  added_at: Date;
}

interface SsoSeenTable {
  connection_id: string;
  message_hash: Buffer;
  expires_at: Date;
}

export interface FederationTables {
  domains: DomainsTable;
  connections: ConnectionsTable;
  identities: IdentitiesTable;
  connection_certificates: ConnectionCertificatesTable;
  saml_keys: SamlKeysTable;
  sso_attempts: SsoAttemptsTable;
  sso_outcomes: SsoOutcomesTable;
  upstream_sessions: UpstreamSessionsTable;
  break_glass_accounts: BreakGlassAccountsTable;
  sso_seen: SsoSeenTable;
}
