/** Looking for text in people: accents and case folded on both sides by the database's own function. */
import { sql, type Expression, type SqlBool } from 'kysely';
import type { Person } from '../../../api/contract/person.ts';
import type { UserCondition } from '../../../api/contract/users.ts';
import type { Queries } from '../../db/database.ts';
import { foldedPattern } from '../../db/fold.ts';
import { inScopeOf } from '../../db/scope.ts';

/** More words than anybody types only cost time. */
const MAX_WORDS = 8;

/** Every word must occur somewhere in user name, names, e-mail or id. */
export const matchesRows = (search: string): Expression<SqlBool>[] => words(search).map(occurs);

/**
 * The same of `cards as u`, whose indexes know where.
 * @param rare the pairs of letters that are looked up, by {@link sampleIndex}
 */
export const matchesIndex = (search: string, rare: ReadonlySet<string> = NONE): Expression<SqlBool>[] =>
  words(search).flatMap((word) => [occurs(word), ...(rare.has(word) ? [hasPair(word)] : [])]);
const NONE: ReadonlySet<string> = new Set();

/** The same of people whom the cards have found. */
export const matchesByIndex = (search: string): Expression<SqlBool>[] =>
  words(search).length === 0
    ? []
    : [sql<SqlBool>`u.user_id IN (SELECT u.user_id FROM cards u WHERE ${sql.join(matchesIndex(search), sql` AND `)})`];

const occurs = (word: string) => sql<SqlBool>`u.search_text LIKE ${pattern(word, '%', '%')}`;

/** Too few for trigrams, and begin some: see the index `cards_pairs`. One letter may be the last of a word, and begins none. */
const PAIR = /^[a-z0-9]{2}$/i;
const hasPair = (word: string) =>
  sql<SqlBool>`array_to_tsvector(show_trgm(regexp_replace(u.search_text, '[^ -~]+', ' ', 'g'))) @@ ${`${word.toLowerCase()}:*`}::tsquery`;

/** What a look at some of the cards tells of a search. */
export interface Sampled {
  /** The part of everybody whom it finds; null of a short list, where that is soon counted. */
  share: number | null;
  /** Its words whose index is worth asking. */
  rarePairs: ReadonlySet<string>;
}

const SAMPLED_PERCENT = 1;
/** In the sample. */
const SMALL_SAMPLE_ROWS = 100;
/** A pair that more than this part of everybody have is sooner looked for on each card than in the index. */
const RARE_SHARE = 0.3;

export async function sampleIndex(queries: Queries, search: string): Promise<Sampled> {
  const pairs = words(search).filter((word) => PAIR.test(word));
  const shareOf = (conditions: readonly Expression<SqlBool>[]) => sql`avg((${sql.join(conditions, sql` AND `)})::int)::float8`;
  const { rows } = await sql<{ cards: number; share: number; ofPairs: (number | null)[] }>`
    SELECT count(*)::int AS cards, ${shareOf(matchesIndex(search))} AS share,
           ARRAY[${sql.join(pairs.map((pair) => shareOf([occurs(pair)])))}]::float8[] AS "ofPairs"
      FROM cards u TABLESAMPLE SYSTEM (${SAMPLED_PERCENT})`.execute(queries);
  const { cards, share, ofPairs } = rows[0] as (typeof rows)[number];
  if (cards < SMALL_SAMPLE_ROWS) return { share: null, rarePairs: NONE };
  return { share, rarePairs: new Set(pairs.filter((_pair, place) => (ofPairs[place] ?? 1) < RARE_SHARE)) };
}

/** Every word must begin one of theirs: after a space, or after the signs within an address. */
const beginsWords = (search: string): Expression<SqlBool>[] =>
  words(search).map(
    (word) => sql<SqlBool>`u.search_text ~ ('\\m' || regexp_replace(fold(${word}), '([^[:alnum:]])', '\\\\\\1', 'g'))`,
  );

const words = (search: string): string[] => search.split(/\s+/u).filter(Boolean).slice(0, MAX_WORDS);

/** Of more that match a way, these many are ranked: who types a single letter is not looking for the best of a million. */
const RANKED_CANDIDATES = 500;

/**
 * Ids, best match first: the user name itself, user names that begin so, people one of whose words begins so, then any
 * others, each by likeness.
 */
export async function bestMatches(queries: Queries, actor: Person, search: string, limit: number): Promise<string[]> {
  const text = sql<string>`fold(${search})`;
  const begins = sql<SqlBool>`u.user_name_key LIKE ${pattern(search, '', '%')}`;
  const found = (table: 'users' | 'cards', conditions: readonly Expression<SqlBool>[]) =>
    sql`(SELECT u.user_id FROM ${sql.table(table)} u
      WHERE ${sql.join([inScopeOf(actor), ...conditions], sql` AND `)} LIMIT ${sql.lit(RANKED_CANDIDATES)})`;
  const { rows } = await sql<{ user_id: string }>`
    SELECT u.user_id FROM users u
      JOIN (${found('users', [begins])} UNION ${found('cards', beginsWords(search))} UNION ${found('cards', matchesIndex(search))}) f
        USING (user_id)
     ORDER BY CASE WHEN u.user_name_key = ${text} THEN 0 WHEN ${begins} THEN 1
                   WHEN ${sql.join(beginsWords(search), sql` AND `)} THEN 2 ELSE 3 END,
              similarity(u.search_text, ${text}) DESC, u.user_name_key
     LIMIT ${limit}`.execute(queries);
  return rows.map((row) => row.user_id);
}

const pattern = (text: string, before: '' | '%', after: '' | '%') => sql<string>`${before} || ${foldedPattern(text)} || ${after}`;

type TextCondition = Extract<UserCondition, { op: 'contains' | 'equals' | 'startsWith' }>;

/** Whatever a column holds, the card holds too: its index finds the few rows that the column itself is asked about. */
export function textCondition({ field, op, value }: TextCondition): Expression<SqlBool> {
  const like = (column: string) =>
    sql<SqlBool>`${sql.ref(column)} LIKE ${pattern(value, op === 'contains' ? '%' : '', op === 'equals' ? '' : '%')}`;
  const holds = (alias: 'u' | 'w') =>
    sql<SqlBool>`${sql.ref(`${alias}.user_id`)} IN (SELECT c.user_id FROM cards c WHERE c.search_text LIKE ${pattern(value, '%', '%')})`;
  switch (field) {
    case 'userName':
      return sql<SqlBool>`${holds('u')} AND ${like('u.user_name_key')}`;
    case 'name':
      return sql<SqlBool>`${holds('u')} AND ${like('u.shown_name_key')}`;
    case 'email':
      return sql<SqlBool>`${holds('u')} AND ${like('u.email_key')}`;
    case 'owner':
      return sql<SqlBool>`u.owner_id = ANY (ARRAY(SELECT w.user_id FROM users w
        WHERE ${holds('w')} AND (${like('w.shown_name_key')} OR ${like('w.user_name_key')})))`;
  }
}
