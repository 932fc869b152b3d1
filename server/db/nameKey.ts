/** How user names and e-mail addresses are compared, everywhere: without regard to case and Unicode form. */
import { sql, type RawBuilder } from 'kysely';

export const nameKey = (name: string): string => name.normalize('NFKC').toLowerCase();

/** By the functions that generate `user_name_key` and `email_key`. */
export const nameKeySql = (name: string): RawBuilder<string> => sql<string>`lower(normalize(${name}::text, NFKC))`;
