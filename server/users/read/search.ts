/** Text search in users: case and accents are folded on both sides by the database function `fold`. */
import { domainToUnicode } from 'node:url';
import { sql, type Expression, type SqlBool } from 'kysely';
import type { Person } from '../../../api/contract/person.ts';
import { searchWords } from '../../../api/contract/rules/searchWords.ts';
import type { UserCondition } from '../../../api/contract/users.conditions.ts';
import type { Queries } from '../../db/database.ts';
import { foldedPattern } from '../../db/fold.ts';
import { nameKey } from '../../db/nameKey.ts';
import { inScopeOf } from '../../db/scope.ts';

/** More words than typed in practice only cost time. */
const MAX_WORDS = 8;

/** Every word must occur in the user name, names, e-mail or id. */
export const matchesRows = (search: string): Expression<SqlBool>[] => wordsOf(search).map(containsWord);

/**
 * The same on `cards as u`, the search index.
 * @param rare two-letter words to look up in the index, from {@link rarePairs}
 */
export const matchesIndex = (search: string, rare: readonly string[] = []): Expression<SqlBool>[] => [
  ...wordsOf(search).map(containsWord),
  ...rare.map(hasPair),
];

/** The same on `users as u`, by the ids found in the search index. */
export const matchesByIndex = (search: string): Expression<SqlBool>[] =>
  wordsOf(search).length === 0
    ? []
    : [sql<SqlBool>`u.user_id IN (SELECT u.user_id FROM cards u WHERE ${sql.join(matchesIndex(search), sql` AND `)})`];

const containsWord = (word: string) => sql<SqlBool>`u.search_text LIKE ${pattern(word, '%', '%')}`;

/**
 * Two letters: too short for a trigram, but trigrams begin with them; see the index `cards_pairs`. A single letter may be the
 * last of a word, where no trigram begins.
 */
const LETTER_PAIR = /^[a-z0-9]{2}$/;
const hasPair = (word: string) =>
  sql<SqlBool>`array_to_tsvector(show_trgm(regexp_replace(u.search_text, '[^ -~]+', ' ', 'g'))) @@ ${`${word}:*`}::tsquery`;

/** Above this share of users a two-letter word is sooner found by reading the search index than by `cards_pairs`. */
const RARE_SHARE = 0.3;

/**
 * The two-letter words of a search that few users have, by the planner's statistics: of those that it takes to be common it would
 * read all rows and compute their trigrams, which takes seconds.
 */
export async function rarePairs(queries: Queries, search: string): Promise<string[]> {
  const pairs = wordsOf(search.toLowerCase()).filter((word) => LETTER_PAIR.test(word));
  if (pairs.length === 0) return [];
  const { rows } = await sql<{ pair: string }>`
    SELECT pair FROM unnest(${pairs}::text[]) AS pair
     WHERE ${sql.lit(RARE_SHARE)} > (
       SELECT coalesce(sum(share), 0)
         FROM pg_stats, unnest(most_common_elems::text::text[], most_common_elem_freqs) AS common (trigram, share)
        WHERE schemaname = current_schema AND tablename = 'cards_pairs' AND starts_with(trigram, pair))`.execute(queries);
  return rows.map(({ pair }) => pair);
}

/** Every word must begin a word of the user: after a space, or after punctuation in an address. */
const startsWords = (search: string): Expression<SqlBool>[] =>
  wordsOf(search).map(
    (word) => sql<SqlBool>`u.search_text ~ ('\\m' || regexp_replace(fold(${word}), '([^[:alnum:]])', '\\\\\\1', 'g'))`,
  );

const wordsOf = (search: string): string[] => searchWords(search).slice(0, MAX_WORDS).map(mailboxWord);

/** An address or a part of one. The domain is stored in Unicode; a label alone is decoded too. */
function mailboxWord(word: string): string {
  const domainAt = word.lastIndexOf('@') + 1;
  const domain = word.slice(domainAt);
  return /(?:^|[.])xn--/i.test(domain) ? word.slice(0, domainAt) + (domainToUnicode(domain) || domain) : word;
}

/** Whether anything is searched for. */
export const isSearch = (search: string): boolean => searchWords(search).length > 0;

/** Maximum number of candidates ranked per kind of match: a one-letter search needs no best match of a million. */
const RANKED_CANDIDATES = 500;

/** Ids, best match first: exact user name, user name prefix, word prefix, other matches; each by similarity. */
export async function bestMatches(queries: Queries, actor: Person, search: string, limit: number): Promise<string[]> {
  const words = wordsOf(search);
  if (words.length === 0) return [];
  const text = sql<string>`fold(${words.join(' ')})`;
  const isPrefix = sql<SqlBool>`u.user_name_key LIKE ${pattern(words.join(' '), '', '%')}`;
  const candidates = (table: 'users' | 'cards', conditions: readonly Expression<SqlBool>[]) =>
    sql`(SELECT u.user_id FROM ${sql.table(table)} u
      WHERE ${sql.join([inScopeOf(actor), ...conditions], sql` AND `)} LIMIT ${sql.lit(RANKED_CANDIDATES)})`;
  const { rows } = await sql<{ user_id: string }>`
    SELECT u.user_id FROM users u
      JOIN (${candidates('users', [isPrefix])} UNION ${candidates('cards', startsWords(search))} UNION ${candidates('cards', matchesIndex(search))}) f
        USING (user_id)
     ORDER BY CASE WHEN u.user_name_key = ${text} THEN 0 WHEN ${isPrefix} THEN 1
                   WHEN ${sql.join(startsWords(search), sql` AND `)} THEN 2 ELSE 3 END,
              similarity(u.search_text, ${text}) DESC, u.user_name_key
     LIMIT ${limit}`.execute(queries);
  return rows.map((row) => row.user_id);
}

const pattern = (text: string, before: '' | '%', after: '' | '%') => sql<string>`${before} || ${foldedPattern(text)} || ${after}`;

export type TextCondition = Extract<UserCondition, { op: 'contains' | 'equals' | 'startsWith' }>;

const columnsOf: Readonly<Record<TextCondition['field'], readonly string[]>> = {
  userName: ['user_name_key'],
  name: ['shown_name_key'],
  email: ['email_key'],
  owner: ['shown_name_key', 'user_name_key'],
};

/** These keep their accents, as two addresses may differ in nothing else. */
const isKey = (column: string): boolean => column === 'user_name_key' || column === 'email_key';
const keyPattern = (value: string): string => nameKey(mailboxWord(value)).replaceAll(/[\\%_]/g, '\\$&');

/** Compares the column alone; owners are few, and found first. */
export function rowTextCondition(condition: TextCondition, alias = 'u'): Expression<SqlBool> {
  const { field, op, value } = condition;
  if (field === 'owner' && alias === 'u') return textCondition(condition);
  const [before, after] = [op === 'contains' ? '%' : '', op === 'equals' ? '' : '%'] as const;
  const like = (column: string) =>
    sql`${sql.ref(`${alias}.${column}`)} LIKE ${isKey(column) ? `${before}${keyPattern(value)}${after}` : pattern(value, before, after)}`;
  return sql<SqlBool>`(${sql.join(columnsOf[field].map(like), sql` OR `)})`;
}

/** The search text contains the column's text, so its index finds the few candidates that the column is then compared for. */
export function textCondition(condition: TextCondition): Expression<SqlBool> {
  const alias = condition.field === 'owner' ? 'w' : 'u';
  const found = sql<SqlBool>`${sql.ref(`${alias}.user_id`)} IN (SELECT c.user_id FROM cards c
    WHERE c.search_text LIKE ${pattern(mailboxWord(condition.value), '%', '%')}) AND ${rowTextCondition(condition, alias)}`;
  return alias === 'u' ? found : sql<SqlBool>`u.owner_id = ANY (ARRAY(SELECT w.user_id FROM users w WHERE ${found}))`;
}
