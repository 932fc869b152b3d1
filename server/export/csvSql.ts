/** CSV records built in the database, by the rules of `csvLine`: a million rows cost the server process nothing. */
import { sql, type Expression, type RawBuilder } from 'kysely';
import { FORMULA_AFTER_SEPARATOR, FORMULA_STARTS, type CsvDelimiter } from '../../api/contract/csv.ts';

type Text = Expression<string | null>;

const formulaStarts = sql.raw(`'{${Array.from(FORMULA_STARTS, (character) => character.codePointAt(0)).join()}}'::int[]`);
const afterSeparator = sql.lit(FORMULA_AFTER_SEPARATOR);
/** One pattern for all formulas, because nearly no text has one. */
const anyFormula = sql.lit(`^[${FORMULA_STARTS.replace('-', '')}-]|${FORMULA_AFTER_SEPARATOR}`);

/** Quoted text, with an apostrophe before a formula; null is an empty cell. */
export const csvText = (text: Text): RawBuilder<string> => sql`coalesce('"' || replace(CASE WHEN ${text} ~ ${anyFormula}
  THEN CASE WHEN ascii(${text}) = ANY (${formulaStarts}) THEN '''' ELSE '' END || regexp_replace(${text}, ${afterSeparator}, '\\1''', 'g')
  ELSE ${text} END, '"', '""') || '"', '')`;

/** ISO 8601 in UTC, which spreadsheets in any locale and programs can read. */
export const csvTime = (time: Expression<Date | null>): RawBuilder<string> =>
  sql`coalesce(to_char(${time} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), '')`;

/** An unquoted cell, for values without separator, quote or formula, such as an id. */
export const csvPlain = (value: Expression<unknown>): RawBuilder<string> => sql`coalesce(${value}::text, '')`;

export const csvCells = (cells: readonly RawBuilder<string>[], delimiter: CsvDelimiter = ','): RawBuilder<string> =>
  sql`${sql.join(cells, sql` || ${sql.lit(delimiter)} || `)}`;

export const csvRecord = (cells: readonly RawBuilder<string>[], delimiter: CsvDelimiter = ','): RawBuilder<string> =>
  sql`${csvCells(cells, delimiter)} || E'\\r\\n'`;
