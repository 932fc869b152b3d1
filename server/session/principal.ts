/** The caller: anonymous, with a pending session (MFA outstanding), with a session, or with an API key. */
import type { Person } from '../../api/contract/person.ts';
import type { ImpersonationAccess } from '../../api/contract/session.policy.ts';
import type { Profile } from './profile.ts';

export interface SessionState {
  readonly sessionId: string;
  readonly tokenHash: Buffer;
  readonly remember: boolean;
  readonly createdAt: Date;
  readonly lastSeenAt: Date;
  readonly authenticatedAt: Date;
  /** Absolute end. */
  readonly expiresAt: Date;
  /** Idle timeout. */
  readonly idleMs: number;
  /** End without further use. */
  readonly idleUntil: Date;
  readonly returnUrl: string | null;
  /** How the user proved who they are, as values of `amr` (RFC 8176). */
  readonly methods: readonly string[];
  readonly mfaFailures: number;
  readonly mfaCandidate: string | null;
  /** The user has an authenticator or a passkey: a password alone is no proof of identity. */
  readonly hasSecondFactor: boolean;
  /** Whether the second factor was proven at the login or since. */
  readonly isSecondFactorProven: boolean;
  /** The organisation requires its identity provider of this user: a password proves nothing. */
  readonly needsProvider: boolean;
  /** The password was chosen by an administrator. */
  readonly passwordMustChange: boolean;
  readonly impersonation: Impersonation | null;
}

interface Impersonation {
  /** The impersonating administrator. */
  readonly by: Person;
  readonly since: Date;
  readonly expiresAt: Date;
  readonly reason: string | null;
  readonly access: ImpersonationAccess;
}

export type Principal =
  | { readonly kind: 'anonymous' }
  | { readonly kind: 'pending'; readonly person: Person; readonly profile: Profile; readonly session: SessionState }
  | { readonly kind: 'session'; readonly person: Person; readonly profile: Profile; readonly session: SessionState }
  | {
      readonly kind: 'key';
      readonly person: Person;
      readonly profile: Profile;
      readonly keyId: string;
      readonly prefix: string;
      readonly claims: readonly string[];
    };
