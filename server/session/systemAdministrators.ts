/** There is always somebody left who can put everything right. */
import { sql } from 'kysely';
import { SYSTEM_ADMINISTRATION } from '../../api/contract/person.ts';
import { problem } from '../http/problem.ts';
import type { Transaction } from '../db/database.ts';

/** Any number, the same in every process; nothing else locks it. */
const LAST_ONE = 7_301_944;

/**
 * To be asked last, by every transaction that took the role from somebody, disabled them or kept their organisation out. Two
 * that do so at once are put in line here, and the second sees what the first has done.
 * @throws LastSystemAdministrator when nobody who could log in has the role any more
 */
export async function demandSystemAdministrator(tx: Transaction): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${sql.lit(LAST_ONE)})`.execute(tx);
  const left = await tx
    .selectFrom('users as u')
    .innerJoin('organisations as o', 'o.organisation_id', 'u.organisation_id')
    .select('u.user_id')
    .where(sql<boolean>`u.roles @> ARRAY[${sql.lit(SYSTEM_ADMINISTRATION)}]`)
    .where('u.enabled', '=', true)
    .where('u.registered', '=', true)
    .where('o.approved', '=', true)
    .limit(1)
    .executeTakeFirst();
  if (!left) throw problem('LastSystemAdministrator');
}
