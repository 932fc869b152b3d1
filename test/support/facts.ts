/** Facts of the database for tests, by nouns: the only place that knows which column tells which fact. */
import type { TestServer } from './server.ts';

export type Site = Pick<TestServer, 'database'>;

/** Users by id, user name or address. */
export type Who = string | readonly string[];

/** Condition on users; $1 are those of {@link idsOf}. */
export const THEY = `(user_id::text = ANY ($1) OR user_name = ANY ($1) OR email = ANY ($1))`;
/** The same on a table that has `user_id` only. */
export const THEIRS = `user_id IN (SELECT user_id FROM users WHERE ${THEY})`;
export const idsOf = (who: Who): readonly string[] => (typeof who === 'string' ? [who] : who);

/** A fact equals the value, is one of an array, matches an expression, or contains an object. */
type Pattern<Facts> = { readonly [Name in keyof Facts]?: Facts[Name] | readonly Facts[Name][] | RegExp };

/** Finds rows by a pattern, in an order. @returns the facts that are named, or all */
type Find<Facts> = <Name extends keyof Facts = keyof Facts>(
  site: Site,
  pattern: Pattern<Facts>,
  ...names: readonly Name[]
) => Promise<Pick<Facts, Name>[]>;

/** @param columns SQL of each fact */
export const factsOf =
  <Facts extends object>(from: string, columns: { readonly [Name in keyof Facts]: string }, order: string): Find<Facts> =>
  ({ database }, pattern, ...names) => {
    const all = Object.keys(columns) as (keyof Facts)[];
    const asked = (names.length > 0 ? names : all).map((name) => `${columns[name]} AS "${String(name)}"`);
    const values: unknown[] = [];
    const conditions = (Object.keys(pattern) as (keyof Facts)[]).map((name) => condition(columns[name], pattern[name], values));
    return database.query(
      `SELECT ${asked.join()} FROM ${from} WHERE ${[`true`, ...conditions].join(` AND `)} ORDER BY ${order}`,
      values,
    );
  };

function condition(column: string, value: unknown, values: unknown[]): string {
  if (value === null) return `${column} IS NULL`;
  values.push(value instanceof RegExp ? value.source : value);
  const parameter = `$${String(values.length)}`;
  if (value instanceof RegExp) return `${column} ~ ${parameter}`;
  if (Array.isArray(value)) return `${column} = ANY (${parameter})`;
  return typeof value === 'object' && !(value instanceof Date) ? `${column} @> ${parameter}` : `${column} = ${parameter}`;
}

/** @throws Error unless there is exactly one */
export async function only<Row>(found: Promise<readonly Row[]>): Promise<Row> {
  const [row, ...more] = await found;
  if (row === undefined || more.length > 0) throw new Error(`${row === undefined ? 'No row' : 'More than one row'} was found`);
  return row;
}

/** @throws Error if there is none */
export async function last<Row>(found: Promise<readonly Row[]>): Promise<Row> {
  const row = (await found).at(-1);
  if (row === undefined) throw new Error('No row was found');
  return row;
}

/** Rows of a table: all, or those of users. */
export const countOf = async ({ database }: Site, table: string, who?: Who): Promise<number> =>
  (
    await database.row<{ count: number }>(
      `SELECT count(*)::int AS count FROM ${table}${who === undefined ? '' : ` WHERE ${THEIRS}`}`,
      who === undefined ? [] : [idsOf(who)],
    )
  ).count;

/** Removes all rows of a table. */
export const clear = ({ database }: Site, table: string) => database.query(`DELETE FROM ${table}`);
