/** The rule that one administrator remains, and the mail that all system administrators get when a user becomes one. */
import { sql } from 'kysely';
import { ADMINISTRATOR_ROLES, SYSTEM_ADMINISTRATION } from '../../api/contract/person.ts';
import { problem } from '../http/problem.ts';
import { waitForLock } from '../db/advisoryLock.ts';
import type { Transaction } from '../db/database.ts';
import { queueMail } from '../mail/queue.ts';

/** Advisory lock, the same in all processes; an arbitrary number, used here only. */
const SYSTEM_ADMINISTRATOR_LOCK = 7_301_944;

/**
 * Call it last in every transaction that removes the role, disables a user or revokes an organisation's approval. The lock
 * serialises concurrent transactions, so that the second sees the first's change.
 * @throws LastSystemAdministrator if no user with the role could log in any more
 */
export async function requireSystemAdministrator(tx: Transaction): Promise<void> {
  await waitForLock(tx, SYSTEM_ADMINISTRATOR_LOCK);
  const remaining = await tx
    .selectFrom('users as u')
    .innerJoin('organisations as o', 'o.organisation_id', 'u.organisation_id')
    .select('u.user_id')
    .where(sql<boolean>`u.roles @> ARRAY[${sql.lit(SYSTEM_ADMINISTRATION)}]`)
    .where('u.enabled', '=', true)
    .where('u.registered', '=', true)
    .where('o.approved', '=', true)
    .limit(1)
    .executeTakeFirst();
  if (!remaining) throw problem('LastSystemAdministrator');
}

/** Advisory lock, the same in all processes, with the organisation as its second key. */
const ADMINISTRATOR_LOCK = 7_301_945;

/**
 * Call it after a change by which these organisations may have lost an administrator. The lock serialises concurrent transactions, so that
 * the second sees the first's change.
 * @throws LastAdministrator if one of them has no administrator any more who could log in
 */
export async function requireAdministrator(tx: Transaction, organisationIds: readonly string[]): Promise<void> {
  for (const organisationId of [...new Set(organisationIds)].sort()) {
    await sql`SELECT pg_advisory_xact_lock(${ADMINISTRATOR_LOCK}::int, hashtext(${organisationId}))`.execute(tx);
    const remaining = await tx
      .selectFrom('users')
      .select('user_id')
      .where('organisation_id', '=', organisationId)
      .where(sql<boolean>`roles && ${[...ADMINISTRATOR_ROLES]}::text[]`)
      .where('enabled', '=', true)
      .where('registered', '=', true)
      .limit(1)
      .executeTakeFirst();
    if (!remaining) throw problem('LastAdministrator');
  }
}

/** System administrators who can log in. */
const systemAdministrators = (tx: Transaction) =>
  tx
    .selectFrom('users')
    .select(['user_id', 'user_name', 'email', 'locale'])
    .where(sql<boolean>`roles @> ARRAY[${sql.lit(SYSTEM_ADMINISTRATION)}]`)
    .where('enabled', '=', true)
    .where('registered', '=', true)
    .execute();

/** Mails all system administrators, the new one too. Call it after the change. */
export async function announceSystemAdministrator(
  tx: Transaction,
  made: { account: string; administrator: string },
  now: Date,
): Promise<void> {
  for (const person of await systemAdministrators(tx)) {
    const userName = person.user_name ?? person.email;
    await queueMail(tx, person, 'systemAdministratorMade', { userName, at: now.toISOString(), ...made }, now);
  }
}
