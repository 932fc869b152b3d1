/** Takes an import back: the accounts that were not used since. */
import { sql } from 'kysely';
import { removeImported } from '../accounts/imported.ts';
import { addMs, DAY } from '../clock.ts';
import type { Queries, Transaction } from '../db/database.ts';
import type { LockedImport } from './lockedImport.ts';

/** How long an import can be undone; its rows are deleted then. */
export const UNDO_DAYS = 30;

const BATCH_ROWS = 200;

/** @returns false if the import is not done, or was done too long ago */
export async function beginUndo(
  queries: Queries,
  importId: string,
  { now, requestedBy }: { readonly now: Date; readonly requestedBy: string | null },
): Promise<boolean> {
  const { numUpdatedRows } = await queries
    .updateTable('imports')
    .set({ state: 'undoing', requested_by: requestedBy })
    .where('import_id', '=', importId)
    .where('state', 'in', ['done', 'cancelled'])
    .where('finished_at', '>', addMs(now, -UNDO_DAYS * DAY))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** @returns false if no account is left */
export async function takeBackBatch(tx: Transaction, { importId }: Pick<LockedImport, 'importId'>): Promise<boolean> {
  const rows = await tx
    .selectFrom('import_rows')
    .select(['place', 'user_id'])
    .where('import_id', '=', importId)
    .where('outcome', '=', 'created')
    .orderBy('place')
    .limit(BATCH_ROWS)
    .execute();
  if (rows.length === 0) return false;
  const removed = await removeImported(
    tx,
    rows.flatMap(({ user_id: userId }) => userId ?? []),
  );
  const outcomes = rows.map(({ place, user_id: userId }) => ({ place, outcome: removed.has(userId ?? '') ? 'undone' : 'kept' }));
  await sql`UPDATE import_rows r SET outcome = o.outcome FROM jsonb_to_recordset(${JSON.stringify(outcomes)}::jsonb) AS o (place int, outcome text)
    WHERE r.import_id = ${importId} AND r.place = o.place`.execute(tx);
  return true;
}

/** Deletes rows of imports that can't be undone any more, and files whose reading was broken off or that were never carried out. */
export async function deleteOldImports(queries: Queries, now: Date): Promise<void> {
  await sql`DELETE FROM import_rows r USING imports i WHERE i.import_id = r.import_id
    AND i.state IN ('done', 'undone', 'cancelled') AND i.finished_at < ${addMs(now, -UNDO_DAYS * DAY)}`.execute(queries);
  await sql`DELETE FROM imports WHERE state = 'reading' AND requested_at < ${addMs(now, -DAY)}
    OR state = 'ready' AND requested_at < ${addMs(now, -7 * DAY)}`.execute(queries);
}
