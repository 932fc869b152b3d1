/** Logins and logouts through identity providers. */
import type { ColumnType } from 'kysely';
import type { AttemptOutcome, AttemptPurpose, ConnectionDecision } from '../../../api/contract/identityProviders.states.ts';
import type { ConnectionProblem } from '../../../api/contract/identityProviders.problems.ts';
import type { ConnectionAttempt } from '../../../api/contract/identityProviders.shapes.ts';
import type { Computed, Defaulted } from './columns.ts';

/** Logins on their way through an identity provider. */
export interface SsoAttemptsTable {
  /** Of the parameter `state`, which is stored nowhere. */
  state_hash: Buffer;
  connection_id: string;
  browser_hash: Buffer;
  /** `prove`: the provider has said who it is, and the owner of the account has to prove that the two are linked. */
  purpose: AttemptPurpose | 'prove';
  user_id: string | null;
  session_id: string | null;
  /** Of purpose `prove`: what the provider has said. */
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
  /** Of SAML: what the provider has signed, until the browser comes for it. */
  answer: ColumnType<{ claims: Record<string, unknown>; id?: string } | { refused: true } | null, undefined, string>;
  /** Where the login leads. */
  return_url: string | null;
  created_at: Date;
  expires_at: Date;
}

/** The last 100 outcomes of each connection. */
interface SsoOutcomesTable {
  outcome_id: Computed<number>;
  connection_id: string;
  at: Date;
  purpose: AttemptPurpose | 'logout';
  outcome: AttemptOutcome;
  problem: ConnectionProblem | null;
  user_id: string | null;
  /** The administrator of a dry run. */
  begun_by: Defaulted<string | null>;
  /** Of a dry run, the claims; else a code of the protocol. */
  detail: ColumnType<
    { claims: Record<string, string>; decision?: ConnectionDecision; groups?: ConnectionAttempt['groups'] },
    string | undefined,
    never
  >;
}

/** Sessions that end when the identity provider says so. */
interface UpstreamSessionsTable {
  session_id: string;
  connection_id: string;
  subject: string;
  /** What the provider calls the session. */
  sid: string | null;
}

/** Messages of identity providers that are good once, and have been used. */
interface SsoSeenTable {
  connection_id: string;
  /** Of the id of the logout token or assertion. */
  message_hash: Buffer;
  expires_at: Date;
}

export interface FederatedLoginsTables {
  sso_attempts: SsoAttemptsTable;
  sso_outcomes: SsoOutcomesTable;
  upstream_sessions: UpstreamSessionsTable;
  sso_seen: SsoSeenTable;
}
