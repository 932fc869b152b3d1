/** Kinds of columns. */
import type { ColumnType } from 'kysely';

/** A generated column. */
export type Computed<T> = ColumnType<T, never, never>;
export type Defaulted<T> = ColumnType<T, T | undefined, T>;
