/** Text search in users: case, accents, and apostrophes, hyphens and dots are folded on both sides by the database's `search_key`. */
import { domainToUnicode } from 'node:url';
import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely';
import type { Person } from '../../../api/contract/person.ts';
import { searchedName, searchWords, withoutSigns } from '../../../api/contract/rules/searchWords.ts';
import type { UserCondition } from '../../../api/contract/users.conditions.ts';
import type { Queries } from '../../db/database.ts';
import { foldedPattern, searchPattern } from '../../db/fold.ts';
import { nameKey } from '../../db/names.ts';
import { inScopeOf } from '../../db/target.ts';

/** More words than typed in practice only cost time. */
const MAX_WORDS = 8;
/** A shorter text has no trigram, unless it begins a word. */
const TRIGRAM_LETTERS = 3;
/** The beginning of a user id, of eight digits or more, with its hyphens or without. */
const USER_ID = /^[\da-f]{8}(?:-[\da-f]{0,4}){0,3}(?:-[\da-f]{0,12})?$|^[\da-f]{8,32}$/i;
const ID_DIGITS = 32;

/** Whether anything is searched for. */
export const isSearch = (search: string): boolean => searchWords(search).length > 0;

/** Every word must occur in the user name, names or e-mail; one or two letters must begin a word there. A user id is found too, by its beginning. */
export const matchesSearch = (search: string): Expression<SqlBool>[] => wordsOf(search).map(matchesWord);

function matchesWord(word: string): Expression<SqlBool> {
  if (!/[\p{L}\p{N}]/u.test(word)) return sql<SqlBool>`false`;
  // A name may consist of such letters and digits too.
  return USER_ID.test(word) ? sql<SqlBool>`(${beginsId(word)} OR ${occurs(word)})` : occurs(word);
}

function beginsId(word: string): Expression<SqlBool> {
  const digits = word.replaceAll('-', '').slice(0, ID_DIGITS);
  return sql<SqlBool>`u.user_id BETWEEN ${digits.padEnd(ID_DIGITS, '0')}::uuid AND ${digits.padEnd(ID_DIGITS, 'f')}::uuid`;
}

function occurs(word: string): Expression<SqlBool> {
  const letters = withoutSigns(word.normalize('NFKD').replaceAll(/\p{M}/gu, ''));
  return Array.from(letters).length < TRIGRAM_LETTERS
    ? beginsWord(word)
    : sql<SqlBool>`u.search_text LIKE ${pattern(word, '%', '%')}`;
}

const beginsWord = (word: string) => sql<SqlBool>`u.search_text LIKE ${pattern(word, '% ', '%')}`;

const wordsOf = (search: string): string[] => searchWords(search).slice(0, MAX_WORDS).map(mailboxWord);

/**
 * Normalises a search word that may be an address or a part of one. The domain is stored in Unicode; a label alone is decoded too.
 */
function mailboxWord(word: string): string {
  const domainAt = word.lastIndexOf('@') + 1;
  const domain = word.slice(domainAt);
  return /(?:^|[.])xn--/i.test(domain) ? word.slice(0, domainAt) + (domainToUnicode(domain) || domain) : word;
}

const beginnings = ['user_name_key', 'email_key', 'shown_name_key'] as const;

/** How well a user matches: 0 whole, 1 from the beginning of user name, e-mail or name, 2 by beginnings of words, 3 within words. */
export function matchRank(search: string): RawBuilder<number> {
  const words = wordsOf(search);
  const text = words.join(' ');
  const keys = beginnings.map((key) => sql`without_signs(${sql.ref(`u.${key}`)})`);
  const begins = keys.map((key) => sql`${key} LIKE ${pattern(text, '', '%')}`);
  return sql<number>`(CASE WHEN search_key(${text}) IN (${sql.join(keys)}) THEN 0 WHEN ${sql.join(begins, sql` OR `)} THEN 1
    WHEN ${and(words.map(beginsWord))} THEN 2 ELSE 3 END)`;
}

/** Maximum number of candidates ranked per kind of match: a one-letter search needs no best match of a million. */
const RANKED_CANDIDATES = 500;

/** Finds ids, best match first, each rank by similarity. */
export async function bestMatches(queries: Queries, actor: Person, search: string, limit: number): Promise<string[]> {
  const words = wordsOf(search);
  if (words.length === 0) return [];
  const text = sql<string>`search_key(${words.join(' ')})`;
  const isPrefix = sql<SqlBool>`u.user_name_key LIKE ${foldedPattern(words.join(' '))} || '%'`;
  const matches = matchesSearch(search);
  const beginsWords = words.map(beginsWord);
  const candidates = (conditions: readonly Expression<SqlBool>[]) =>
    sql`(SELECT u.user_id FROM users u WHERE ${and([inScopeOf(actor), ...conditions])} LIMIT ${sql.lit(RANKED_CANDIDATES)})`;
  const { rows } = await sql<{ user_id: string }>`
    SELECT u.user_id FROM users u
      JOIN (${candidates([isPrefix])} UNION ${candidates([...matches, ...beginsWords])} UNION ${candidates(matches)}) f USING (user_id)
     ORDER BY ${matchRank(search)}, similarity(u.search_text, ${text}) DESC, u.user_name_key
     LIMIT ${limit}`.execute(queries);
  return rows.map((row) => row.user_id);
}

const and = (conditions: readonly Expression<SqlBool>[]) => sql<SqlBool>`${sql.join(conditions, sql` AND `)}`;

const pattern = (text: string, before: string, after: string) => sql<string>`${before} || ${searchPattern(text)} || ${after}`;

type TextCondition = Extract<UserCondition, { op: 'contains' | 'equals' | 'startsWith' }>;

const columnsOf: Readonly<Record<TextCondition['field'], readonly string[]>> = {
  userName: ['user_name_key'],
  name: ['shown_name_key'],
  email: ['email_key'],
  owner: ['shown_name_key', 'user_name_key'],
};

/** Two user names or addresses may differ in nothing but accents. */
const keepsAccents = (column: string): boolean => column === 'user_name_key' || column === 'email_key';
const keyPattern = (value: string): string => nameKey(mailboxWord(value)).replaceAll(/[\\%_]/g, '\\$&');

/** The search text contains the column's text, so its index finds the few candidates that the column is then compared for. */
export function textCondition({ field, op, value: typed }: TextCondition): Expression<SqlBool> {
  const value = searchedName(typed);
  const alias = field === 'owner' ? 'w' : 'u';
  const column = (name: string): RawBuilder<string> => sql.ref(`${alias}.${name}`);
  const [before, after] = [op === 'contains' ? '%' : '', op === 'equals' ? '' : '%'];
  const compared = columnsOf[field].map((name) =>
    keepsAccents(name)
      ? sql`${column(name)} LIKE ${`${before}${keyPattern(value)}${after}`}`
      : sql`without_signs(${column(name)}) LIKE ${pattern(value, before, after)}`,
  );
  const found = sql<SqlBool>`${column('search_text')} LIKE ${pattern(mailboxWord(value), '%', '%')} AND (${sql.join(compared, sql` OR `)})`;
  return alias === 'u' ? found : sql<SqlBool>`u.owner_id = ANY (ARRAY(SELECT w.user_id FROM users w WHERE ${found}))`;
}
