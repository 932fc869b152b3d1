/** The accounts as signing in sees them, and the counters of failures: of names that somebody has, and alike of names nobody has. */
import { sql, type RawBuilder } from 'kysely';
import { addMs, DAY, MINUTE } from '../clock.ts';
import type { Config } from '../config.ts';
import type { Queries } from '../db/database.ts';
import { sha256 } from '../tokens.ts';

export type Account = NonNullable<Awaited<ReturnType<typeof findAccount>>>;

/** A name as it is compared: without regard to case and Unicode form. */
export const nameKey = (name: string): string => name.trim().normalize('NFKC').toLowerCase();

/** By user name or e-mail: user names hold no @, so one name never means two people. */
export async function findAccount(queries: Queries, name: string) {
  const column = name.includes('@') ? 'u.email_key' : 'u.user_name_key';
  return queries
    .selectFrom('users as u')
    .innerJoin('organisations as o', 'o.organisation_id', 'u.organisation_id')
    .select(['u.user_id', 'u.user_name', 'u.email', 'u.first_name', 'u.last_name', 'u.organisation_id', 'u.roles', 'u.enabled'])
    .select([
      'u.password_hash',
      'u.mfa_enrolled_at',
      'u.mfa_required_override',
      'u.last_login_at',
      'u.last_failed_at',
      'u.locale',
    ])
    .select(['o.approved', 'o.mfa_required'])
    .where(column, '=', nameKey(name))
    .executeTakeFirst();
}

export type Attempt = { kind: 'counted'; failuresBefore: number } | { kind: 'locked'; until: Date; since: Date };

type Limits = Pick<Config, 'LIMIT_FAILURES_TO_LOCK' | 'LIMIT_LOCK_MINUTES' | 'LIMIT_FAILURES_HARD_STOP'>;

/** "Until an administrator unlocks", as a time. */
const FOR_GOOD_MS = 36_500 * DAY;

/**
 * Counts an attempt before its password is looked at, so that parallel guesses can't pass; a right password takes it back.
 * The attempt that reaches the limit locks at once. A locked name counts nothing.
 */
export async function countAttempt(
  queries: Queries,
  account: Account | undefined,
  name: string,
  limits: Limits,
  now: Date,
): Promise<Attempt> {
  const failures = account
    ? await countKnown(queries, account.user_id, limits, now)
    : await countUnknown(queries, name, limits, now);
  if (failures !== undefined) return { kind: 'counted', failuresBefore: failures - 1 };
  const lock = await readLock(queries, account, name);
  return { kind: 'locked', until: lock?.until ?? now, since: lock?.since ?? now };
}

const lockAfter = (next: RawBuilder<number>, limits: Limits, now: Date) => sql<Date | null>`CASE
  WHEN ${next} >= ${limits.LIMIT_FAILURES_HARD_STOP} THEN ${addMs(now, FOR_GOOD_MS)}::timestamptz
  WHEN ${next} % ${limits.LIMIT_FAILURES_TO_LOCK} = 0 THEN ${addMs(now, limits.LIMIT_LOCK_MINUTES * MINUTE)}::timestamptz
END`;

async function countKnown(queries: Queries, userId: string, limits: Limits, now: Date): Promise<number | undefined> {
  const next = sql<number>`failed_sign_ins + 1`;
  const row = await queries
    .updateTable('users')
    .set({ failed_sign_ins: next, last_failed_at: now, locked_until: lockAfter(next, limits, now) })
    .where('user_id', '=', userId)
    .where(unlocked(now))
    .returning('failed_sign_ins as failures')
    .executeTakeFirst();
  return row?.failures;
}

async function countUnknown(queries: Queries, name: string, limits: Limits, now: Date): Promise<number | undefined> {
  const next = sql<number>`unknown_sign_ins.failures + 1`;
  const row = await queries
    .insertInto('unknown_sign_ins')
    .values({ name_hash: sha256(nameKey(name)), failures: 1, last_failed_at: now, locked_until: null })
    .onConflict((conflict) =>
      conflict
        .column('name_hash')
        .doUpdateSet({ failures: next, last_failed_at: now, locked_until: lockAfter(next, limits, now) })
        .where(sql<boolean>`unknown_sign_ins.locked_until IS NULL OR unknown_sign_ins.locked_until <= ${now}`),
    )
    .returning('failures')
    .executeTakeFirst();
  return row?.failures;
}

const unlocked = (now: Date) => sql<boolean>`(locked_until IS NULL OR locked_until <= ${now})`;

async function readLock(queries: Queries, account: Account | undefined, name: string) {
  return account
    ? queries
        .selectFrom('users')
        .select(['locked_until as until', 'last_failed_at as since'])
        .where('user_id', '=', account.user_id)
        .executeTakeFirst()
    : queries
        .selectFrom('unknown_sign_ins')
        .select(['locked_until as until', 'last_failed_at as since'])
        .where('name_hash', '=', sha256(nameKey(name)))
        .executeTakeFirst();
}

/** The password was right: the failures so far are told and forgotten. */
export async function forgetFailures(queries: Queries, userId: string): Promise<void> {
  await queries
    .updateTable('users')
    .set({ failed_sign_ins: 0, last_failed_at: null, locked_until: null })
    .where('user_id', '=', userId)
    .where('failed_sign_ins', '>', 0)
    .execute();
}
