/** Search text for LIKE: folded as the columns are, with pattern characters escaped. */
import { sql, type RawBuilder } from 'kysely';

/** Folds before escaping, because folding turns full-width forms into pattern characters. */
export const foldedPattern = (text: string): RawBuilder<string> =>
  sql<string>`regexp_replace(fold(${text}), '([\\\\%_])', '\\\\\\1', 'g')`;
