/** Domains and organisations' identity providers. */
import type { ColumnType, Generated } from 'kysely';
import type { ConnectionVendor, MfaTrust } from '../../../api/contract/identityProviders.states.ts';
import type { ConnectionProblem } from '../../../api/contract/identityProviders.problems.ts';
import type { DomainFound } from '../../../api/contract/domains.ts';
import type { Computed, Defaulted } from './columns.ts';

/** Domains of email addresses. Several organisations may claim one; one at most holds it. */
export interface DomainsTable {
  domain_id: string;
  organisation_id: string;
  /** In Unicode and lower case. */
  name: string;
  /** Expected in DNS. */
  token: string;
  created_by: string | null;
  created_at: Date;
  /** The last check in DNS. */
  checked_at: Date | null;
  /** What the last check found, at which names. */
  found: ColumnType<DomainFound | null, string | null | undefined, string>;
  /** Without `verified_at`, another organisation holds the domain, which moves later. */
  proven_at: Date | null;
  /** Since then the organisation holds the domain. */
  verified_at: Date | null;
  /** The proof was not in DNS since then; an error of DNS is no absence. */
  absent_since: Date | null;
  /** The proof was absent for too long: no account is linked by the domain. */
  frozen_at: Date | null;
  /** Another organisation has proven the domain too: no account is linked by it. */
  contested_at: Date | null;
}

/** An organisation's identity provider. */
export interface ConnectionsTable {
  connection_id: string;
  organisation_id: string;
  kind: 'openid' | 'saml';
  vendor: ConnectionVendor;
  name: string;
  name_key: Computed<string>;
  enabled: Defaulted<boolean>;
  /** Of SAML, the entity id. */
  issuer: string | null;
  client_id: string | null;
  /** Encrypted. */
  client_secret: string | null;
  /** Of SAML; null: the metadata was pasted. */
  metadata_url: Defaulted<string | null>;
  /** Of pasted metadata, which an approval is for. */
  metadata_hash: Defaulted<string | null>;
  /** When the metadata was last read. */
  metadata_at: Defaulted<Date | null>;
  /** Of the last time that the metadata was fetched. */
  metadata_problem: Defaulted<ConnectionProblem | null>;
  sso_url: Defaulted<string | null>;
  slo_url: Defaulted<string | null>;
  /** Whether the provider takes a logout reply by the binding HTTP-POST alone. */
  slo_by_form: Defaulted<boolean>;
  mfa_trust: Defaulted<MfaTrust>;
  /** Values of `amr` and `acr`, or of SAML's context classes, that assert a second factor. */
  mfa_values: Defaulted<string[]>;
  /** Whether the provider's second factor counts for administrators, too. */
  administrator_mfa: Defaulted<boolean>;
  /** Whether the provider's subjects are the external ids of the organisation's directory. */
  matches_directory: Defaulted<boolean>;
  /** Whether a first login makes the account. */
  creates_users: Defaulted<boolean>;
  /** The claim or attribute with the groups of a user; null: none is read. */
  groups_claim: Defaulted<string | null>;
  created_by: string | null;
  created_at: Date;
  enabled_by: Defaulted<string | null>;
  /** Counts the changes, for optimistic locking. */
  version: Defaulted<number>;
}

/** Which subject of a provider is which user. */
interface IdentitiesTable {
  identity_id: string;
  connection_id: string;
  issuer: string;
  subject: string;
  user_id: string;
  /** What the provider calls the account, for its owner. */
  account: string | null;
  created_at: Date;
  /** When the owner of the account proved it here; null: the directory or a first login made the link, which serves no administrator. */
  proven_at: Defaulted<Date | null>;
  /** Where the owner proved it. */
  proven_in: Defaulted<'session' | 'login' | null>;
  last_login_at: Date | null;
}

/** Certificates that a SAML provider signs with. */
interface ConnectionCertificatesTable {
  connection_id: string;
  /** SHA-256, in hexadecimal digits. */
  fingerprint: string;
  pem: string;
  not_before: Date;
  not_after: Date;
  /** How many days before its end the last mail announced it; null: none was sent. */
  announced_days: Generated<number | null>;
}

/** The installation's own key pairs towards SAML providers. */
interface SamlKeysTable {
  key_id: string;
  state: 'current' | 'next' | 'former';
  /** PKCS #8, encrypted. */
  private_key: string;
  /** In PEM. */
  certificate: string;
  /** SHA-256, in hexadecimal digits. */
  fingerprint: string;
  not_before: Date;
  not_after: Date;
  replaced_at: Defaulted<Date | null>;
  /** How many days before its replacement the last mail announced it; null: none was sent. */
  announced_days: Generated<number | null>;
}

/** Accounts for emergencies: they log in with a password where the identity provider is required. */
interface BreakGlassAccountsTable {
  user_id: string;
  organisation_id: string;
  added_by: string | null;
  added_at: Date;
}

export interface FederationTables {
  domains: DomainsTable;
  connections: ConnectionsTable;
  identities: IdentitiesTable;
  connection_certificates: ConnectionCertificatesTable;
  saml_keys: SamlKeysTable;
  break_glass_accounts: BreakGlassAccountsTable;
}
