/** Text as it is looked for: folded as the columns are, and no sign of it a pattern's. */
import { sql, type RawBuilder } from 'kysely';

/** For LIKE. Folding comes first, because it makes pattern signs of their full-width forms. */
export const foldedPattern = (text: string): RawBuilder<string> =>
  sql<string>`regexp_replace(fold(${text}), '([\\\\%_])', '\\\\\\1', 'g')`;
