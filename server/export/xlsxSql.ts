/** Rows of a worksheet built in the database, as in `csvSql.ts`. Text is typed as such, so that no cell is run as a formula. */
import { sql, type Expression, type RawBuilder } from 'kysely';
import { columnName, ROW_NUMBER_MARK } from './xlsxParts.ts';

/** Excel accepts 32,767 UTF-16 units; a character has at most two of them. */
const MAX_CELL_CHARACTERS = 16_000;

/** SQL of a date's serial number; of a timestamp without time zone it is that of the clock. */
const serial = (time: Expression<unknown>) => sql`(extract(epoch FROM ${time}) / 86400 + 25569)::numeric(16, 9)`;

/** The style of dates in `xlsx.ts`. */
const DATE_STYLE = 1;

/** A cell of the given column. */
type Cell = (column: RawBuilder<string>) => RawBuilder<string>;

export const xlsxDate =
  (time: Expression<unknown>): Cell =>
  (column) =>
    sql`coalesce('<c r="' || ${column} || '" s="${sql.raw(String(DATE_STYLE))}"><v>' || ${serial(time)} || '</v></c>', '')`;

/**
 * Characters that XML does not have are replaced; what Excel would read as an escaped character is escaped itself (ECMA-376,
 * `ST_Xstring`).
 */
const escaped = (text: RawBuilder<string>): RawBuilder<string> => sql`
  CASE WHEN ${text} ~ '[\\u0001-\\u0008\\u000b-\\u001f\\ufffe\\uffff&<>]|_x' THEN
    replace(regexp_replace(replace(replace(replace(
      regexp_replace(${text}, '_(?=x[0-9A-Fa-f]{4}_)', '_x005F_', 'g'), '&', '&amp;'), '<', '&lt;'), '>', '&gt;'),
      '[\\u0001-\\u0008\\u000b\\u000c\\u000e-\\u001f\\ufffe\\uffff]', ${'\uFFFD'}, 'g'), E'\\r', '_x000D_')
  ELSE ${text} END`;

export const xlsxText =
  (text: Expression<unknown>): Cell =>
  (column) =>
    sql`coalesce('<c r="' || ${column} || '" t="inlineStr"><is><t xml:space="preserve">'
      || ${escaped(sql`left(${text}, ${sql.lit(MAX_CELL_CHARACTERS)})`)} || '</t></is></c>', '')`;

/**
 * Cells of a row, with a mark in place of its number, which is known only when it is written. @param firstIndex index of the first
 * cell's column
 */
export const xlsxCells = (cells: readonly Cell[], firstIndex: number): RawBuilder<string> => {
  const written = cells.map((cell, index) => cell(sql.lit(`${columnName(firstIndex + index)}${ROW_NUMBER_MARK}`)));
  return sql`${sql.join(written, sql` || `)}`;
};
