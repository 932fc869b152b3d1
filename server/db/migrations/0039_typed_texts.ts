/**
 * Texts are searched as people type and paste them: all apostrophes are one, marks (the hamza, Hebrew and Arabic points) fold as
 * accents do, and invisible characters are nothing. A mailbox is stored in one of its spellings, the one with the domain in Unicode.
 */
import { CompiledQuery, sql, type Kysely } from 'kysely';
import { spellMailboxes } from '../spellMailboxes.ts';

const APOSTROPHES = '’‘‛´`′ʼʻʹˈ＇';
const INVISIBLE =
  '\u00AD\u034F\u061C\u180E\u200B\u200C\u200D\u200E\u200F\u202A\u202B\u202C\u202D\u202E\u2060\u2061\u2062\u2063\u2064' +
  '\u2066\u2067\u2068\u2069\uFE00\uFE01\uFE02\uFE03\uFE04\uFE05\uFE06\uFE07\uFE08\uFE09\uFE0A\uFE0B\uFE0C\uFE0D\uFE0E\uFE0F\uFEFF';
/** Marks that may be left out in writing. Vowel signs of Indic scripts and the kana's voicing spell other words: they stay. */
const MARKS =
  '\\u0300-\\u036F\\u0591-\\u05BD\\u05BF\\u05C1\\u05C2\\u05C4\\u05C5\\u05C7\\u0610-\\u061A\\u064B-\\u065F\\u0670\\u06D6-\\u06DC' +
  '\\u180B-\\u180D\\U000E0100-\\U000E01EF\\u06DF-\\u06E4\\u06E7\\u06E8\\u06EA-\\u06ED\\u1AB0-\\u1AFF\\u1DC0-\\u1DFF\\u20D0-\\u20FF\\uFE20-\\uFE2F';

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
  await spellMailboxes(
    async <Row>(text: string, values?: unknown[]) => (await db.executeQuery<Row>(CompiledQuery.raw(text, values))).rows,
  );
}

const searched = `fold(coalesce(user_name, '') || ' ' || first_name || ' ' || last_name || ' ' || email) || ' ' || user_id::text`;

/** Names that have become the same: the key is unique. The later one is told apart by its id. */
const distinct = (table: string, id: string, within: string) => `
  UPDATE ${table} t SET name = t.name || ' (' || left(t.${id}::text, 8) || ')'
    FROM (SELECT ${id}, row_number() OVER (PARTITION BY ${within} fold(name) ORDER BY created_at, ${id}) AS place FROM ${table}) d
   WHERE d.${id} = t.${id} AND d.place > 1`;

const statements = [
  // Over a million people this takes longer than any call may.
  `SET LOCAL statement_timeout = 0`,
  `CREATE OR REPLACE FUNCTION fold(value text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
     AS $$ SELECT lower(public.unaccent('public.unaccent'::regdictionary, normalize(regexp_replace(normalize(
       translate(value, ${quoted(APOSTROPHES + INVISIBLE)}, ${quoted("'".repeat(APOSTROPHES.length))}), NFD),
       '[${MARKS}]+', '', 'g'), NFKC))) $$`,
  // A generated column is computed anew when what it is made of is written. Plain ASCII folds as before.
  `UPDATE users SET first_name = first_name
    WHERE (user_name || first_name || last_name || email ~ '[^ -_a-~]' OR user_name IS NULL)
      AND (search_text IS DISTINCT FROM ${searched} OR name_key <> fold(last_name || ' ' || first_name))`,
  distinct('organisations', 'organisation_id', ''),
  `UPDATE organisations SET name = name WHERE name_key <> fold(name)`,
  distinct('api_keys', 'key_id', 'user_id,'),
  `UPDATE api_keys SET name = name WHERE name_key <> fold(name)`,
];
