/** Under which names the events of a person are in the audit. */
import { sql } from 'kysely';
import { isAdmin, isSystemAdmin, type Person } from '../../api/contract/person.ts';
import { searchedName } from '../../api/contract/rules/searchWords.ts';
import { typedLine } from '../../api/contract/rules/typed.ts';
import type { Queries } from '../db/database.ts';
import { nameKey } from '../db/names.ts';

/** In lower case. */
export type PersonNames = readonly string[];

/** As typed, and as names and addresses are compared elsewhere: a target may be a text of another kind too. */
export const typedNames = (text: string): PersonNames => [
  ...new Set([typedLine(text).toLowerCase(), nameKey(searchedName(text))]),
];

/**
 * The text itself, and, for those who may list users, the user names and e-mail addresses of whom it names in full: invited users act and
 * are acted on under their address.
 */
export async function findPersonNames(queries: Queries, reader: Person, text: string | undefined): Promise<PersonNames> {
  if ((text ?? '').trim() === '') return [];
  const typed = typedNames(text ?? '');
  const name = typed.at(-1) ?? '';
  if (name === '' || !isAdmin(reader)) return typed;
  const { rows } = await sql<{ name: string }>`
    SELECT lower(unnest(ARRAY[u.user_name, u.email])) AS name FROM users u
     WHERE (u.user_name_key = lower(normalize(${name}, NFKC)) OR u.email_key = lower(normalize(${name}, NFKC))
            OR u.search_text LIKE fold(${`% ${name.replaceAll(/[\\%_]/g, '\\$&')} %`}) AND lower(u.first_name || ' ' || u.last_name) = ${name})
       AND ${isSystemAdmin(reader) ? sql`true` : sql`u.organisation_id = ${reader.organisationId}`}
     LIMIT ${MAX_NAMES}`.execute(queries);
  return [...new Set([...typed, ...rows.flatMap(({ name: each }) => (each as string | null) ?? [])])];
}

/** Of persons with the same name. */
const MAX_NAMES = 20;
