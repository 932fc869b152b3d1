/** Subjects of guessing. Consecutive failures are counted on the subject's own row, so that they are shown and deleted with it. */
import { sql, type RawBuilder } from 'kysely';
import { nameKey } from '../db/names.ts';
import { sha256 } from '../session/tokens.ts';
import type { LockLimits } from './rule.ts';

export interface Subject {
  readonly table: 'users' | 'known_browsers' | 'unknown_sign_ins' | 'sessions';
  /** The columns of the counter and the lock. */
  readonly failures: string;
  readonly lockedUntil: string;
  /** A column that is cleared with the failures. */
  readonly lastFailedAt?: 'last_failed_at';
  readonly isRow: RawBuilder<boolean>;
  /** The limit of failures that locks. */
  readonly toLock: keyof LockLimits;
  /** Key of a subject without a row before its first failure. */
  readonly key?: Buffer;
}

const columns = {
  failures: 'failures',
  lockedUntil: 'locked_until',
  lastFailedAt: 'last_failed_at',
  toLock: 'LIMIT_FAILURES_TO_LOCK',
} as const;

export const passwordOf = (userId: string): Subject => ({
  ...columns,
  table: 'users',
  failures: 'failed_sign_ins',
  isRow: sql`user_id = ${userId}`,
});

/** Wrong codes lock the account as wrong passwords do. */
export const codeOf = (userId: string): Subject => ({
  table: 'users',
  failures: 'mfa_failures',
  lockedUntil: 'locked_until',
  isRow: sql`user_id = ${userId}`,
  toLock: 'LIMIT_MFA_FAILURES_TO_LOCK',
});

/** A name that no account has: it is locked like those of accounts, so that a lock does not reveal which exist. */
export const unknownNameOf = (name: string): Subject => {
  const key = sha256(nameKey(name));
  return { ...columns, table: 'unknown_sign_ins', isRow: sql`name_hash = ${key}`, key };
};

/** A browser that has logged in to the account before (OWASP's device cookie). */
export const browserOf = (userId: string, token: string): Subject => ({
  ...columns,
  table: 'known_browsers',
  isRow: sql`user_id = ${userId} AND browser_hash = ${sha256(token)}`,
});

/** Proofs of identity in a session. */
export const proofIn = (sessionId: string): Subject => ({
  table: 'sessions',
  failures: 'proof_failures',
  lockedUntil: 'proof_locked_until',
  isRow: sql`session_id = ${sessionId}`,
  toLock: 'LIMIT_FAILURES_TO_LOCK',
});
