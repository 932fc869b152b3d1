/** One question at a time about a name that no account has, by all processes together. */
import { sql } from 'kysely';
import type { Queries } from '../db/database.ts';
import { nameKey } from '../db/names.ts';
import { sha256 } from '../session/tokens.ts';

const isName = (name: string) => sql`name_hash = ${sha256(nameKey(name))}`;

/** The name has a row since the attempt was counted. @returns false while another question about it waits */
export async function reserveName(queries: Queries, name: string, { now, until }: { now: Date; until: Date }): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`UPDATE unknown_sign_ins SET asked_until = ${until}
    WHERE ${isName(name)} AND (asked_until IS NULL OR asked_until <= ${now})`.execute(queries);
  return numAffectedRows > 0n;
}

export async function releaseName(queries: Queries, name: string): Promise<void> {
  await sql`UPDATE unknown_sign_ins SET asked_until = NULL WHERE ${isName(name)}`.execute(queries);
}

/** The name is an account's from now on, which counts its failures itself. */
export async function forgetName(queries: Queries, name: string): Promise<void> {
  await sql`DELETE FROM unknown_sign_ins WHERE ${isName(name)}`.execute(queries);
}
