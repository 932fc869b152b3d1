/** Patterns for LIKE: folded as the columns are, with pattern characters escaped. */
import { sql, type RawBuilder } from 'kysely';

/** Folds before escaping, because folding turns full-width forms into pattern characters. */
export const foldedPattern = (text: string): RawBuilder<string> => escaped(sql<string>`fold(${text})`);

/** For a column of search text, without the signs that people leave out. */
export const searchPattern = (text: string): RawBuilder<string> => escaped(sql<string>`search_key(${text})`);

const escaped = (text: RawBuilder<string>): RawBuilder<string> =>
  sql<string>`regexp_replace(${text}, '([\\\\%_])', '\\\\\\1', 'g')`;
