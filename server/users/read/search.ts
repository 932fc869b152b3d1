/** Text search in users: case and accents are folded on both sides by the database function `fold`. */
import { sql, type Expression, type SqlBool } from 'kysely';
import type { Person } from '../../../api/contract/person.ts';
import type { UserCondition } from '../../../api/contract/users.ts';
import type { Queries } from '../../db/database.ts';
import { foldedPattern } from '../../db/fold.ts';
import { inScopeOf } from '../../db/scope.ts';

/** More words than typed in practice only cost time. */
const MAX_WORDS = 8;

/** Every word must occur in the user name, names, e-mail or id. */
export const matchesRows = (search: string): Expression<SqlBool>[] => wordsOf(search).map(containsWord);

/**
 * The same on `cards as u`, the search index.
 * @param rare two-letter words to look up in the index, from {@link sampleIndex}
 */
export const matchesIndex = (search: string, rare: ReadonlySet<string> = NONE): Expression<SqlBool>[] =>
  wordsOf(search).flatMap((word) => [containsWord(word), ...(rare.has(word) ? [hasPair(word)] : [])]);
const NONE: ReadonlySet<string> = new Set();

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
const LETTER_PAIR = /^[a-z0-9]{2}$/i;
const hasPair = (word: string) =>
  sql<SqlBool>`array_to_tsvector(show_trgm(regexp_replace(u.search_text, '[^ -~]+', ' ', 'g'))) @@ ${`${word.toLowerCase()}:*`}::tsquery`;

/** Statistics of a search from a sample of the index. */
export interface Sampled {
  /** Share of all users that match; null for a small table, where counting is fast. */
  share: number | null;
  /** Two-letter words rare enough for the index. */
  rarePairs: ReadonlySet<string>;
}

const SAMPLED_PERCENT = 1;
/** Sampled rows. */
const SMALL_SAMPLE_ROWS = 100;
/** Above this share of users a two-letter word is faster found by scanning the search index than by `cards_pairs`. */
const RARE_SHARE = 0.3;

export async function sampleIndex(queries: Queries, search: string): Promise<Sampled> {
  const pairs = wordsOf(search).filter((word) => LETTER_PAIR.test(word));
  const shareOf = (conditions: readonly Expression<SqlBool>[]) => sql`avg((${sql.join(conditions, sql` AND `)})::int)::float8`;
  const { rows } = await sql<{ cards: number; share: number; ofPairs: (number | null)[] }>`
    SELECT count(*)::int AS cards, ${shareOf(matchesIndex(search))} AS share,
           ARRAY[${sql.join(pairs.map((pair) => shareOf([containsWord(pair)])))}]::float8[] AS "ofPairs"
      FROM cards u TABLESAMPLE SYSTEM (${SAMPLED_PERCENT})`.execute(queries);
  const { cards, share, ofPairs } = rows[0] as (typeof rows)[number];
  if (cards < SMALL_SAMPLE_ROWS) return { share: null, rarePairs: NONE };
  return { share, rarePairs: new Set(pairs.filter((_pair, index) => (ofPairs[index] ?? 1) < RARE_SHARE)) };
}

/** Every word must begin a word of the user: after a space, or after punctuation in an address. */
const startsWords = (search: string): Expression<SqlBool>[] =>
  wordsOf(search).map(
    (word) => sql<SqlBool>`u.search_text ~ ('\\m' || regexp_replace(fold(${word}), '([^[:alnum:]])', '\\\\\\1', 'g'))`,
  );

const wordsOf = (search: string): string[] => search.split(/\s+/u).filter(Boolean).slice(0, MAX_WORDS);

/** Maximum number of candidates ranked per kind of match: a one-letter search needs no best match of a million. */
const RANKED_CANDIDATES = 500;

/** Ids, best match first: exact user name, user name prefix, word prefix, other matches; each by similarity. */
export async function bestMatches(queries: Queries, actor: Person, search: string, limit: number): Promise<string[]> {
  const text = sql<string>`fold(${search})`;
  const isPrefix = sql<SqlBool>`u.user_name_key LIKE ${pattern(search, '', '%')}`;
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

type TextCondition = Extract<UserCondition, { op: 'contains' | 'equals' | 'startsWith' }>;

/** The search text contains the column's text, so its index finds the few candidates that the column is then compared for. */
export function textCondition({ field, op, value }: TextCondition): Expression<SqlBool> {
  const like = (column: string) =>
    sql<SqlBool>`${sql.ref(column)} LIKE ${pattern(value, op === 'contains' ? '%' : '', op === 'equals' ? '' : '%')}`;
  const inIndex = (alias: 'u' | 'w') =>
    sql<SqlBool>`${sql.ref(`${alias}.user_id`)} IN (SELECT c.user_id FROM cards c WHERE c.search_text LIKE ${pattern(value, '%', '%')})`;
  switch (field) {
    case 'userName':
      return sql<SqlBool>`${inIndex('u')} AND ${like('u.user_name_key')}`;
    case 'name':
      return sql<SqlBool>`${inIndex('u')} AND ${like('u.shown_name_key')}`;
    case 'email':
      return sql<SqlBool>`${inIndex('u')} AND ${like('u.email_key')}`;
    case 'owner':
      return sql<SqlBool>`u.owner_id = ANY (ARRAY(SELECT w.user_id FROM users w
        WHERE ${inIndex('w')} AND (${like('w.shown_name_key')} OR ${like('w.user_name_key')})))`;
  }
}
