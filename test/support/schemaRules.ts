/**
 * A migration may only expand while programs of the version before are running on the same database. The schemas before and after
 * it are compared, so that it does not matter how the migration is written.
 */
import { sql } from 'kysely';
import type { Queries } from '../../server/db/database.ts';

interface Column {
  readonly type: string;
  readonly notNull: boolean;
  /** Whether a column has a value by default, identity or generation. */
  readonly hasValue: boolean;
  readonly generated: boolean;
}

export interface Schema {
  /** `table.column` */
  readonly columns: ReadonlyMap<string, Column>;
  readonly tables: ReadonlySet<string>;
  /** Checks, foreign keys, unique and exclusion constraints and unique indexes, by their definition, with their table. */
  readonly constraints: ReadonlyMap<string, string>;
  /** Functions with argument and result types. */
  readonly functions: ReadonlySet<string>;
}

/** Types to which a type may be widened: no former value is refused or changed. */
const WIDENED: Readonly<Record<string, readonly string[]>> = {
  smallint: ['integer', 'bigint', 'numeric'],
  integer: ['bigint', 'numeric'],
  bigint: ['numeric'],
  'character varying': ['text'],
};
const baseOf = (type: string) => type.replace(/\(.*\)$/, '');
const isWidened = (from: string, to: string) => from === to || (WIDENED[baseOf(from)] ?? []).includes(to);

export async function readSchema(db: Queries): Promise<Schema> {
  const columns = await sql<Column & { table: string; column: string }>`
    SELECT c.relname AS "table", a.attname AS "column", format_type(a.atttypid, a.atttypmod) AS type, a.attnotnull AS "notNull",
           (a.atthasdef OR a.attidentity <> '') AS "hasValue", a.attgenerated <> '' AS generated
      FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'v') AND a.attnum > 0 AND NOT a.attisdropped
       AND c.relname NOT LIKE 'kysely%'`.execute(db);
  const constraints = await sql<{ table: string; definition: string }>`
    SELECT conrelid::regclass::text AS "table", pg_get_constraintdef(oid) AS definition
      FROM pg_constraint WHERE connamespace = 'public'::regnamespace AND conrelid <> 0 AND contype IN ('c', 'f', 'u', 'x', 'p')
    UNION ALL
    SELECT indrelid::regclass::text, replace(pg_get_indexdef(indexrelid), indexrelid::regclass::text, '')
      FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
     WHERE relnamespace = 'public'::regnamespace AND indisunique
       AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid)`.execute(db);
  const functions = await sql<{ signature: string }>`
    SELECT p.oid::regprocedure::text || ' ' || pg_get_function_result(p.oid) AS signature
      FROM pg_proc p WHERE pronamespace = 'public'::regnamespace
       AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')`.execute(db);
  return {
    columns: new Map(columns.rows.map(({ table, column, ...rest }) => [`${table}.${column}`, rest])),
    tables: new Set(columns.rows.map(({ table }) => table)),
    constraints: new Map(constraints.rows.map(({ table, definition }) => [`${table}: ${definition}`, table])),
    functions: new Set(functions.rows.map(({ signature }) => signature)),
  };
}

/** Breaking changes for a program that knows `before`, one sentence each. */
export function breaksFor(before: Schema, after: Schema): string[] {
  const tableOf = (name: string) => name.split('.')[0] ?? '';
  const changed = [...before.columns].flatMap(([name, was]) => {
    const is = after.columns.get(name);
    if (!is) return [`${name} is gone`];
    return [
      ...(isWidened(was.type, is.type) ? [] : [`${name} was ${was.type}, is ${is.type}`]),
      ...(is.notNull && !was.notNull ? [`${name} must not be null any more`] : []),
      ...(is.notNull && was.hasValue && !is.hasValue ? [`${name} has lost its default`] : []),
      ...(is.generated && !was.generated ? [`${name} can't be written any more`] : []),
    ];
  });
  const unwritten = [...after.columns].flatMap(([name, is]) =>
    !before.columns.has(name) && before.tables.has(tableOf(name)) && is.notNull && !is.hasValue
      ? [`${name} must be written, and the program before does not know it`]
      : [],
  );
  const constrained = [...after.constraints].flatMap(([definition, table]) => {
    if (before.constraints.has(definition) || !before.tables.has(table)) return [];
    // The constraint is on new columns only, which the former program leaves empty.
    const isOfNewColumns = [...after.columns.keys()].some(
      (name) => !before.columns.has(name) && tableOf(name) === table && mentions(definition, name.slice(table.length + 1)),
    );
    return isOfNewColumns ? [] : [`a new constraint: ${definition}`];
  });
  const called = [...before.functions].flatMap((signature) =>
    after.functions.has(signature) ? [] : [`the function ${signature} is gone`],
  );
  return [...changed, ...unwritten, ...constrained, ...called].sort();
}

const mentions = (definition: string, column: string) => new RegExp(`\\b${column}\\b`).test(definition);
