/** Readings of rows about people without bound. */
import type { Readable } from 'node:stream';
import { appendAuditEvent } from '../audit/append.ts';
import type { Db } from '../db/database.ts';
import type { CallOf } from './call.ts';

/**
 * Records, before the first byte is sent, that rows about people leave the system without bound. Ids alone are no such rows.
 * @param rows destroyed if that fails
 */
export async function recordReading(
  db: Db,
  {
    name,
    origin,
    params,
    query,
  }: Pick<CallOf<'Users.Page'>, 'origin' | 'query'> & { readonly name: string; readonly params: object },
  rows: Readable,
): Promise<void> {
  const { idsOnly, format = 'json', filter, search, where, columns } = query;
  if (idsOnly) return;
  try {
    await appendAuditEvent(db, origin, { action: name, details: { ...params, format, filter, search, where, columns } });
  } catch (error) {
    rows.destroy();
    throw error;
  }
}
