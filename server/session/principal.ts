/** Who makes a call: nobody, a signed-in person, somebody half signed in, or an API key. */
import type { Person } from '../../api/contract/person.ts';

export interface SessionFacts {
  readonly sessionId: string;
  readonly tokenHash: Buffer;
  readonly remember: boolean;
  readonly createdAt: Date;
  readonly lastSeenAt: Date;
  readonly authenticatedAt: Date;
  /** When it ends at the latest. */
  readonly expiresAt: Date;
  /** How long it lasts without use. */
  readonly idleMs: number;
  /** When it ends if nothing happens. */
  readonly idleUntil: Date;
  readonly returnUrl: string | null;
  readonly mfaFailures: number;
  readonly mfaCandidate: string | null;
  readonly impersonation: Impersonation | null;
}

export interface Impersonation {
  /** The administrator who acts. */
  readonly by: Person;
  readonly since: Date;
  readonly expiresAt: Date;
  readonly reason: string | null;
}

export type Principal =
  | { readonly kind: 'anonymous' }
  | { readonly kind: 'pending'; readonly person: Person; readonly session: SessionFacts }
  | { readonly kind: 'session'; readonly person: Person; readonly session: SessionFacts }
  | { readonly kind: 'key'; readonly person: Person; readonly keyId: string; readonly claims: readonly string[] };
