/** Types of columns that are not written, or need not be. */
import type { ColumnType } from 'kysely';

/** A column that the database computes. */
export type Computed<T> = ColumnType<T, never, never>;
/** A column with a default in the database. */
export type Defaulted<T> = ColumnType<T, T | undefined, T>;
