/** A filter as SQL, over the attributes that a kind of resource allows and nothing else. */
import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely';
import { nameKey } from '../../db/names.ts';
import { invalid } from './errors.ts';
import type { Filter, Literal, Operator } from './filter.ts';

export type Condition = Expression<SqlBool>;
export type Term = Extract<Filter, { kind: 'term' }>;

/** Compares an attribute; undefined: not so. */
export type Attribute = (term: Term) => Condition | undefined;

export const fault = (detail: string) => invalid('invalidFilter', 'filter', detail);

/** @throws invalidFilter for an attribute that can't be filtered by */
export function filterSql(filter: Filter, attribute: Attribute): Condition {
  switch (filter.kind) {
    case 'and':
      return sql<SqlBool>`(${filterSql(filter.left, attribute)} AND ${filterSql(filter.right, attribute)})`;
    case 'or':
      return sql<SqlBool>`(${filterSql(filter.left, attribute)} OR ${filterSql(filter.right, attribute)})`;
    case 'not':
      return sql<SqlBool>`(${filterSql(filter.inner, attribute)}) IS NOT TRUE`;
    case 'term': {
      const condition = attribute(filter);
      if (!condition) throw fault(`Resources can’t be filtered by "${filter.path.slice(0, 100)}".`);
      return condition;
    }
  }
}

const textOf = (value: Literal): string => {
  if (value === null) throw fault('A text is needed.');
  return String(value);
};

/** Compares like user names and addresses, by the key in the given column. */
export const keyed = (column: RawBuilder<unknown>): Attribute => compareText(column, (text) => sql`${nameKey(text)}::text`);

/** Compares exactly as sent. */
export const exact = (column: RawBuilder<unknown>): Attribute => compareText(column, (text) => sql`${text}::text`);

/** @param keyOf SQL of a value in the form of the column */
export const compareText =
  (column: RawBuilder<unknown>, keyOf: (text: string) => RawBuilder<unknown>): Attribute =>
  ({ op, value }) => {
    if (op === 'pr') return sql<SqlBool>`${column} IS NOT NULL`;
    const text = keyOf(textOf(value));
    const position = sql`strpos(${column}, ${text})`;
    switch (op) {
      case 'eq':
        return sql<SqlBool>`${column} = ${text}`;
      case 'ne':
        return sql<SqlBool>`${column} IS DISTINCT FROM ${text}`;
      case 'co':
        return sql<SqlBool>`${position} > 0`;
      case 'sw':
        return sql<SqlBool>`starts_with(${column}, ${text})`;
      case 'ew':
        return sql<SqlBool>`right(${column}, length(${text})) = ${text}`;
      default:
        return sql<SqlBool>`${column} ${order(op)} ${text}`;
    }
  };

export const truth =
  (column: RawBuilder<unknown>): Attribute =>
  ({ op, value }) => {
    if (op === 'pr') return sql<SqlBool>`true`;
    const wanted = /^(true|false)$/i.exec(String(value))?.[1]?.toLowerCase() === 'true';
    if (!/^(true|false)$/i.test(String(value)) || (op !== 'eq' && op !== 'ne')) throw fault('True or false are compared by eq.');
    return op === 'eq' ? sql<SqlBool>`${column} = ${wanted}` : sql<SqlBool>`${column} <> ${wanted}`;
  };

export const moment =
  (column: RawBuilder<unknown>): Attribute =>
  ({ op, value }) => {
    if (op === 'pr') return sql<SqlBool>`true`;
    const at = new Date(textOf(value));
    if (Number.isNaN(at.getTime()) || at.getFullYear() < 1900 || at.getFullYear() > 9999) throw fault('A time is needed.');
    // Times are stored to the microsecond, and shown to the millisecond.
    const shown = sql`date_trunc('milliseconds', ${column})`;
    if (op === 'eq') return sql<SqlBool>`${shown} = ${at}`;
    if (op === 'ne') return sql<SqlBool>`${shown} <> ${at}`;
    return sql<SqlBool>`${shown} ${order(op)} ${at}`;
  };

/** Compares ids; a text that is no id matches nothing. */
export const identity =
  (column: RawBuilder<unknown>): Attribute =>
  ({ op, value }) => {
    if (op === 'pr') return sql<SqlBool>`true`;
    if (op === 'ne') return sql<SqlBool>`${column}::text <> ${textOf(value).toLowerCase()}`;
    if (op !== 'eq') throw fault('An id is compared by eq.');
    return isId(value) ? sql<SqlBool>`${column} = ${value}` : sql<SqlBool>`false`;
  };

export const isId = (value: unknown): value is string =>
  typeof value === 'string' && /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i.test(value);

function order(op: Operator): RawBuilder<unknown> {
  const signs: Partial<Record<Operator, string>> = { gt: '>', ge: '>=', lt: '<', le: '<=' };
  const sign = signs[op];
  if (!sign) throw fault(`"${op}" can’t be used with this attribute.`);
  return sql.raw(sign);
}
