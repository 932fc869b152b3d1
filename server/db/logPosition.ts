/** Positions in PostgreSQL's write-ahead log: whether a replica has what the primary had at a moment. */
import type pg from 'pg';

/** `16/B374D848` as a number. */
export type LogPosition = bigint;

const PATTERN = /^([0-9A-F]{1,8})\/([0-9A-F]{1,8})$/;

/** The position in a text; undefined if it is none. */
export function parseLogPosition(text: string): LogPosition | undefined {
  const [, high, low] = PATTERN.exec(text) ?? [];
  return high === undefined || low === undefined ? undefined : (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`);
}

export const formatLogPosition = (position: LogPosition): string => `${hex(position >> 32n)}/${hex(position & 0xffffffffn)}`;

const hex = (part: bigint) => part.toString(16).toUpperCase();

/** SQL of the position that a following statement sees at least: replayed on a replica, written on the primary. */
export const POSITION_SQL =
  'SELECT (CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn() ELSE pg_current_wal_lsn() END)::text AS position';

/** @param queryable a connection, or a pool to ask any */
export async function readPosition(queryable: Pick<pg.ClientBase, 'query'>): Promise<LogPosition> {
  const { rows } = await queryable.query<{ position: string | null }>(POSITION_SQL);
  return positionOf(rows);
}

export function positionOf(rows: readonly unknown[]): LogPosition {
  const { position } = (rows[0] ?? {}) as { position?: string | null };
  const parsed = parseLogPosition(position ?? '');
  if (parsed === undefined) throw new Error('The database tells no position in its log');
  return parsed;
}
