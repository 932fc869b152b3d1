/** States of an import: each move is one conditional change. */
import { sql, type Insertable } from 'kysely';
import type { ImportState } from '../../api/contract/imports.shapes.ts';
import { waitForLock } from '../db/advisoryLock.ts';
import type { Queries, Transaction } from '../db/database.ts';
import type { ImportsTable } from '../db/schema/imports.ts';
import { problem } from '../http/problem.ts';

interface Move {
  readonly from: readonly ImportState[];
  readonly to: 'running' | 'paused';
  readonly now: Date;
  /** Whose rights it needs from now on; absent: as before. */
  readonly requestedBy?: string;
}

/** @returns false if the import is in another state by now */
export async function moveImport(queries: Queries, importId: string, { from, to, now, requestedBy }: Move): Promise<boolean> {
  const { numUpdatedRows } = await queries
    .updateTable('imports')
    .set({
      state: to,
      ...(to === 'running' && from.includes('ready') && { started_at: now }),
      ...(requestedBy !== undefined && { requested_by: requestedBy }),
    })
    .where('import_id', '=', importId)
    .where('state', 'in', from)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Notes a further administrator who answers for the accounts: one who has chosen the file may know its passwords, even if another starts it. */
export async function addAuthor(tx: Transaction, importId: string, userId: string): Promise<void> {
  await tx
    .updateTable('imports')
    .set({ author_ids: sql<string[]>`array_append(array_remove(author_ids, ${userId}::uuid), ${userId}::uuid)` })
    .where('import_id', '=', importId)
    .execute();
}

/** People without an account yet get none; what the file has of them is deleted. @returns false if there is nothing to cancel */
export async function cancelImport(tx: Transaction, importId: string, now: Date): Promise<boolean> {
  const row = await tx
    .selectFrom('imports')
    .select('state')
    .where('import_id', '=', importId)
    .where('state', 'in', ['ready', 'running', 'paused'])
    .forUpdate()
    .executeTakeFirst();
  if (!row) return false;
  await tx.updateTable('imports').set({ state: 'cancelled', finished_at: now }).where('import_id', '=', importId).execute();
  if (row.state === 'ready') await tx.deleteFrom('import_rows').where('import_id', '=', importId).execute();
  else
    await tx
      .updateTable('import_rows')
      .set({ secrets: null })
      .where('import_id', '=', importId)
      .where('outcome', 'is', null)
      .execute();
  return true;
}

/** Locks an import that was not started. @returns its source; undefined if it is in another state by now */
export async function lockReady(tx: Transaction, importId: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom('imports')
    .select('source')
    .where('import_id', '=', importId)
    .where('state', '=', 'ready')
    .forUpdate()
    .executeTakeFirst();
  return row?.source;
}

/** One import begins after the other, so that several at once are counted too. */
const ROOM_LOCK = 7_406_038;

/** @param most absent for the operator, whose imports are not counted. @throws TooManyImports */
export async function insertImport(tx: Transaction, values: Insertable<ImportsTable>, most: number | undefined): Promise<void> {
  if (most !== undefined) {
    await waitForLock(tx, ROOM_LOCK);
    await requireRoom(tx, most);
  }
  await tx.insertInto('imports').values(values).execute();
}

/** Files wait with all that they have: many of them could fill the disk. @throws TooManyImports */
export async function requireRoom(queries: Queries, most: number): Promise<void> {
  const waiting = await queries
    .selectFrom('imports')
    .select('import_id')
    .where('state', 'in', ['reading', 'ready', 'running', 'paused'])
    .limit(most)
    .execute();
  if (waiting.length >= most) throw problem('TooManyImports');
}

/** Removes an import that has changed no account. */
export async function removeImport(queries: Queries, importId: string): Promise<void> {
  await queries.deleteFrom('imports').where('import_id', '=', importId).where('state', '=', 'ready').execute();
}
