/**
 * Prepared statements for queries of constant text that run on nearly every call, where compiling and planning cost more than
 * executing. Named only on connections of our own: a pooler in transaction mode runs the next call on another backend, which
 * doesn't know the name.
 */
import pg from 'pg';
import type { Compilable, CompiledQuery, Kysely } from 'kysely';
import type { Database } from './schema.ts';

/** Queries inside or outside of a transaction. */
type Queries = Kysely<Database>;

/** Statement name by SQL. */
const names = new Map<string, string>();

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
    const name = this.direct && typeof text === 'string' ? names.get(text) : undefined;
    return (super.query as (...args: unknown[]) => unknown)(name === undefined ? text : { name, text }, values, ...rest);
  }) as Query;
}
