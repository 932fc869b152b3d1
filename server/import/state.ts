/** States of an import: each move is one conditional change. */
import type { Queries } from '../db/database.ts';

type State = 'ready' | 'running' | 'paused' | 'cancelled';

/** @returns false if the import is in another state by now */
export async function moveImport(
  queries: Queries,
  importId: string,
  { from, to, now }: { readonly from: readonly State[]; readonly to: State; readonly now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await queries
    .updateTable('imports')
    .set({
      state: to,
      ...(to === 'running' && from.includes('ready') && { started_at: now }),
      ...(to === 'cancelled' && { finished_at: now }),
    })
    .where('import_id', '=', importId)
    .where('state', 'in', from)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Removes an import that has changed no account. */
export async function removeImport(queries: Queries, importId: string): Promise<void> {
  await queries.deleteFrom('imports').where('import_id', '=', importId).where('state', '=', 'ready').execute();
}
