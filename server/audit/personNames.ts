/** Finds the names that the events of a user have in the audit. */
import { sql } from 'kysely';
import { isAdmin, isSystemAdmin, type Person } from '../../api/contract/person.ts';
import { searchedName } from '../../api/contract/rules/searchWords.ts';
import { typedLine } from '../../api/contract/rules/typed.ts';
import type { Queries } from '../db/database.ts';
import { searchPattern } from '../db/fold.ts';
import { nameKey } from '../db/names.ts';

/** Names in lower case. */
export type PersonNames = readonly string[];

/**
 * The text as typed, and the key by which names and addresses are compared elsewhere: a target may also be another kind of text.
 */
export const typedNames = (text: string): PersonNames => [
  ...new Set([typedLine(text).toLowerCase(), nameKey(searchedName(text))]),
];

/**
 * The text itself, and, for readers who may list users, the user names and e-mail addresses of the users whom it names in full:
 * events of invited users have their address.
 */
export async function findPersonNames(queries: Queries, reader: Person, text: string | undefined): Promise<PersonNames> {
  if ((text ?? '').trim() === '') return [];
  const typed = typedNames(text ?? '');
  const name = typed.at(-1) ?? '';
  if (name === '' || !isAdmin(reader)) return typed;
  const { rows } = await sql<{ name: string }>`
    SELECT lower(unnest(ARRAY[u.user_name, u.email])) AS name FROM users u
     WHERE (u.user_name_key = lower(normalize(${name}, NFKC)) OR u.email_key = lower(normalize(${name}, NFKC))
            OR u.search_text LIKE '% ' || ${searchPattern(name)} || ' %' AND without_signs(u.shown_name_key) = search_key(${name}))
       AND ${isSystemAdmin(reader) ? sql`true` : sql`u.organisation_id = ${reader.organisationId}`}
     LIMIT ${MAX_NAMES}`.execute(queries);
  return [...new Set([...typed, ...rows.flatMap(({ name: each }) => (each as string | null) ?? [])])];
}

/** The maximum of users with the same name. */
const MAX_NAMES = 20;
