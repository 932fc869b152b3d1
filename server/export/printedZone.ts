/** The time zone of printed times, in which the database and this process both compute. */
import { sql } from 'kysely';
import type { Queries } from '../db/database.ts';
import { problem } from '../http/problem.ts';
import { isTimeZone } from '../timeZone.ts';

/** An offset such as `+01:00` means the opposite to PostgreSQL. */
const NAME = /^[A-Za-z][\w+/-]*$/;
const INVALID_PARAMETER = '22023';

/** @throws Invalid unless it is an IANA name that both know */
export async function requireZone(queries: Queries, timeZone: string): Promise<void> {
  const isKnown = NAME.test(timeZone) && isTimeZone(timeZone) && (await isKnownToDatabase(queries, timeZone));
  if (!isKnown) throw problem('Invalid', { fields: { timeZone: { expected: 'timeZone' } } });
}

async function isKnownToDatabase(queries: Queries, timeZone: string): Promise<boolean> {
  try {
    await sql`SELECT now() AT TIME ZONE ${timeZone}::text`.execute(queries);
    return true;
  } catch (error) {
    if ((error as { code?: string }).code === INVALID_PARAMETER) return false;
    throw error;
  }
}
