/**
 * Prepared statements, where planning costs more than executing: reads that run on nearly every call, by a name of their own, and
 * whatever changes or locks rows, by its text. Reads of lists are planned each time, because their best plan depends on the values.
 * Named only on connections of our own: a pooler in transaction mode runs the next call on another backend, which doesn't know the
 * name.
 */
import pg from 'pg';
import type { Compilable, CompiledQuery, Kysely } from 'kysely';
import type { Database } from './schema.ts';

/** Queries inside or outside of a transaction. */
type Queries = Kysely<Database>;

/** Statement name by SQL. */
const names = new Map<string, string>();

/** Each connection keeps the plan of every name; a longer text inserts many rows, and another number of them the next time. */
const MAX_NAMES = 300;
const MAX_TEXT_LENGTH = 2000;

const CHANGES_ROWS = /^(?:insert|update|delete)\s|\sfor update$/i;
/** One statement of several changes, such as what ends with an act: one text for each act. */
const CHANGES_SEVERAL = /^with "\w+" as \((?:update|delete)\s/i;
/**
 * A prepared statement fails once a newer version has added a column to its result, and without its values PostgreSQL doesn't find
 * the index of a conflict whose condition has parameters.
 */
const CANNOT_BE_PREPARED = /\sreturning \*|\son conflict\s/i;

function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined) return known;
  const changes = (text.length <= MAX_TEXT_LENGTH && CHANGES_ROWS.test(text)) || CHANGES_SEVERAL.test(text);
  const isChange = changes && !CANNOT_BE_PREPARED.test(text);
  if (!isChange || names.size >= MAX_NAMES) return undefined;
  const name = `change${String(names.size)}`;
  names.set(text, name);
  return name;
}

/** Prepares a statement that is built anew for each call, always with this text. */
export function prepareText(name: string, text: string): void {
  names.set(text, name);
}

/** Takes the place of a parameter while the query is compiled. */
class Placeholder {
  readonly key: string;

  constructor(key: string) {
    this.key = key;
  }
}

/** @param build is called once, with placeholders: it passes them on as values and doesn't look at them */
export function prepare<Parameters extends Record<string, unknown>, Row>(
  name: string,
  build: (queries: Queries, parameters: Parameters) => Compilable<Row>,
): (queries: Queries, parameters: Parameters) => Promise<Row[]> {
  const placeholders = new Proxy({}, { get: (_, key) => new Placeholder(String(key)) }) as Parameters;
  let compiled: CompiledQuery<Row> | undefined;
  return async (queries, parameters) => {
    if (!compiled) {
      compiled = build(queries, placeholders).compile();
      names.set(compiled.sql, name);
    }
    const values = compiled.parameters.map((value) => (value instanceof Placeholder ? parameters[value.key] : value));
    return (await queries.executeQuery<Row>({ ...compiled, parameters: values })).rows;
  };
}

type Query = pg.Client['query'];

export class PreparingClient extends pg.Client {
  /** Whether the backend is this connection's alone. */
  direct = false;

  override query = ((text: unknown, values: unknown, ...rest: unknown[]) => {
    const name = this.direct && typeof text === 'string' ? nameOf(text) : undefined;
    return (super.query as (...args: unknown[]) => unknown)(name === undefined ? text : { name, text }, values, ...rest);
  }) as Query;
}
