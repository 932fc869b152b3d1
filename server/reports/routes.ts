/** Routes of saved reports, and of the exports that they and the audit report make. */
import type { Readable } from 'node:stream';
import { mayDownload, maySeeExport, maySeeReport } from '../../api/contract/reports.policy.ts';
import type { reportsCalls } from '../../api/contract/reports.ts';
import type { Export, ExportContent } from '../../api/contract/reports.shapes.ts';
import { appendAuditEvent } from '../audit/append.ts';
import type { Context } from '../context.ts';
import { transaction, type Db, type Transaction } from '../db/database.ts';
import type { CallOf, Handlers } from '../http/call.ts';
import { problem } from '../http/problem.ts';
import { asExportTarget, presentExport } from './presenter.ts';
import { detailsOf, insertExport, type NewExport, type sendFile } from './exports.ts';
import { findExport, findExports, type ExportCursor, type ExportRow } from './repository.ts';
import { load, reportsService } from './service.ts';
import { isoIn, spanOf } from './times.ts';

const DEFAULT_LIMIT = 25;

/** Dependencies passed in `app.ts`. */
interface ReportDependencies {
  readonly sendFile: ReturnType<typeof sendFile>;
  /** The mark of the newest signature; offered by the audit. */
  readonly sealHead: (db: Db) => Promise<string | null>;
}

export function reportsRoutes(context: Context, dependencies: ReportDependencies): Handlers<keyof typeof reportsCalls> {
  const { db } = context;
  const service = reportsService(context);
  return {
    'Reports.List': (call) => service.list(call),
    'Reports.Create': (call) => service.create(call),
    'Reports.Replace': (call) => service.replace(call),
    'Reports.Delete': async (call) => {
      await service.delete(call);
      return undefined;
    },
    'Reports.Run': async (call) => {
      const { person, params, now } = call;
      const sealHead = await dependencies.sealHead(db);
      return transaction(db, async (tx) => {
        const { report_id: reportId, name, content } = await load(tx, params.reportId, person, maySeeReport);
        const { filters, format, timeZone } = content;
        const { from, to } = spanOf(content.range, timeZone, now);
        const asked = { filters, format, timeZone, from: from?.toISOString() ?? null, to: to.toISOString() };
        return ask(tx, call, { content: asked, sealHead, report: { reportId, name } });
      });
    },
    'Reports.RunAgain': async (call) => {
      const sealHead = await dependencies.sealHead(db);
      return transaction(db, async (tx) => {
        const former = await findExport(tx, call.params.exportId);
        const refused = former ? maySeeExport(call.person, asExportTarget(former)) : 'NotFound';
        if (!former || refused) throw problem(refused ?? 'NotFound');
        const { content, report_id: reportId, name } = former;
        return ask(tx, call, { content, sealHead, report: { reportId, name } });
      });
    },
    'Reports.Exports': async ({ person, query }) => {
      const limit = query.limit ?? DEFAULT_LIMIT;
      const rows = await findExports(db, person, cursorOf(query.cursor), limit + 1);
      const shown = rows.slice(0, limit);
      const last = shown.at(-1);
      const nextCursor = rows.length > limit && last ? `${last.at.toISOString()}_${last.export_id}` : null;
      return { exports: shown.map((row) => presentExport(row, person)), nextCursor };
    },
    'Reports.Export': async (call) => presentExport(await loadOwn(db, call), call.person),
    'Reports.Download': (call) => download(context, dependencies, call),
  };
}

async function ask(
  tx: Transaction,
  { name: action, person, origin, now }: CallOf<'Reports.Run'> | CallOf<'Reports.RunAgain'>,
  one: Omit<NewExport, 'person' | 'origin' | 'now'>,
): Promise<Export> {
  const exportId = await insertExport(tx, { ...one, person, origin, now });
  const details = { exportId, ...(one.report?.name != null && { report: one.report.name }), ...detailsOf(one.content) };
  await appendAuditEvent(tx, origin, { action, target: 'audit', details });
  return presentExport((await findExport(tx, exportId)) as ExportRow, person);
}

/** @throws NotFound for another user's export, LinkGone once it has expired */
async function loadOwn(
  db: Db,
  { params, person, now }: Pick<CallOf<'Reports.Export'>, 'params' | 'person' | 'now'>,
): Promise<ExportRow> {
  const row = await findExport(db, params.exportId);
  const refused = row ? mayDownload(person, asExportTarget(row)) : 'NotFound';
  if (!row || refused) throw problem(refused ?? 'NotFound');
  if (row.expires_at <= now) throw problem('LinkGone');
  return row;
}

async function download(context: Context, dependencies: ReportDependencies, call: CallOf<'Reports.Download'>): Promise<Readable> {
  const row = await loadOwn(context.db, call);
  const { export_id: exportId, name, seal_head: sealHead, at } = row;
  const content: ExportContent = row.content;
  const { from, to, timeZone } = content;
  const ends = { ...(from !== null && { from: isoIn(timeZone, new Date(from)) }), to: isoIn(timeZone, new Date(to)) };
  const details = { exportId, ...(name !== null && { report: name }) };
  return dependencies.sendFile(call, { content, sealHead, at, exportId, name: name ?? 'audit', ends, details });
}

function cursorOf(cursor: string | undefined): ExportCursor | undefined {
  if (cursor === undefined) return undefined;
  const [at = '', exportId = ''] = cursor.split('_');
  if (
    !/^\d{4}-\d\d-\d\dT[\d:.]{12}Z$/.test(at) ||
    Number.isNaN(Date.parse(at)) ||
    !/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(exportId)
  )
    throw problem('Invalid', { fields: { cursor: { expected: 'value' } } });
  return { at: new Date(at), exportId };
}
