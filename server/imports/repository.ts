/** SQL of imports, as the screen shows them. */
import { sql } from 'kysely';
import type { Import } from '../../api/contract/imports.shapes.ts';
import { addMs, DAY } from '../clock.ts';
import type { Queries } from '../db/database.ts';
import { UNDO_DAYS } from './undo.ts';

const LISTED_IMPORTS = 50;

/** Rows that have an outcome; an undo gives each another one. */
const done = sql<number>`(SELECT count(*) FILTER (WHERE CASE WHEN i.state IN ('undoing', 'undone') THEN r.outcome <> 'created'
  ELSE r.outcome IS NOT NULL END)::int FROM import_rows r WHERE r.import_id = i.import_id)`;
const total = sql<number>`(SELECT count(*)::int FROM import_rows r WHERE r.import_id = i.import_id)`;

const selectImports = (queries: Queries) =>
  queries
    .selectFrom('imports as i')
    .leftJoin('users as u', 'u.user_id', 'i.requested_by')
    .select(['i.import_id', 'i.source', 'i.file_name', 'i.sheet', 'i.state', 'i.choices', 'i.requested_at', 'i.finished_at'])
    .select(['u.user_name', done.as('done'), total.as('total')]);
type Row = Awaited<ReturnType<ReturnType<typeof selectImports>['execute']>>[number];

export async function findImports(queries: Queries, now: Date): Promise<Import[]> {
  const rows = await selectImports(queries)
    .where((where) =>
      where.or([
        where('i.requested_at', '>', addMs(now, -UNDO_DAYS * DAY)),
        where('i.state', 'in', ['reading', 'ready', 'running', 'paused', 'undoing']),
      ]),
    )
    .orderBy('i.requested_at', 'desc')
    .orderBy('i.import_id')
    .limit(LISTED_IMPORTS)
    .execute();
  return rows.map((row) => present(row, now));
}

export async function findImport(queries: Queries, importId: string, now: Date): Promise<Import | undefined> {
  const row = await selectImports(queries).where('i.import_id', '=', importId).executeTakeFirst();
  return row && present(row, now);
}

function present(row: Row, now: Date): Import {
  const until = row.finished_at && addMs(row.finished_at, UNDO_DAYS * DAY);
  const isUndoable = until !== null && until > now && (row.state === 'done' || row.state === 'cancelled') && row.total > 0;
  return {
    importId: row.import_id,
    source: row.source,
    fileName: row.file_name,
    sheet: row.sheet,
    state: row.state,
    requestedBy: row.user_name,
    requestedAt: row.requested_at.toISOString(),
    finishedAt: row.finished_at?.toISOString() ?? null,
    undoableUntil: isUndoable ? until.toISOString() : null,
    choices: row.choices as Import['choices'],
    progress: { total: row.total, done: row.done },
  };
}
