/** Exports: asked for, listed, read to their end. Each step is in the audit, the checksum of the file too. */
import { randomUUID } from 'node:crypto';
import type { Person } from '../../api/contract/person.ts';
import { EXPORT_LINK_DAYS } from '../../api/contract/reports.ts';
import type { ExportContent } from '../../api/contract/reports.shapes.ts';
import { appendAuditEvent, type AuditEvent, type AuditOrigin } from '../audit/append.ts';
import { addMs, DAY } from '../clock.ts';
import type { Context } from '../context.ts';
import { transaction, type Queries, type Transaction } from '../db/database.ts';
import type { WantedFile } from '../export/wantedFile.ts';

export interface NewExport {
  readonly person: Person;
  readonly origin: AuditOrigin;
  readonly now: Date;
  readonly content: ExportContent;
  readonly sealHead: string | null;
  /** Absent: of the audit report itself. */
  readonly report?: { readonly reportId: string | null; readonly name: string | null };
  readonly cause?: 'person' | 'schedule';
}

/** @returns its id */
export async function insertExport(queries: Queries, { person, origin, now, ...one }: NewExport): Promise<string> {
  const exportId = randomUUID();
  await queries
    .insertInto('audit_exports')
    .values({
      export_id: exportId,
      report_id: one.report?.reportId ?? null,
      name: one.report?.name ?? null,
      cause: one.cause ?? 'person',
      requested_by: person.userId,
      actor: origin.actor ?? person.userName,
      on_behalf_of: origin.onBehalfOf,
      organisation_id: person.organisationId,
      at: now,
      content: JSON.stringify(one.content),
      seal_head: one.sealHead,
      expires_at: addMs(now, EXPORT_LINK_DAYS * DAY),
    })
    .execute();
  return exportId;
}

/** For the audit: what was asked for. */
export const detailsOf = ({ filters, from, to, format, timeZone }: ExportContent) => ({
  export: format.type,
  ...filters,
  ...(from !== null && { from }),
  to,
  timeZone,
});

export interface FileRecord {
  /** Commits `work` with its event; the file can't end before. */
  readonly begin: (work: (tx: Transaction) => Promise<string>, event: AuditEvent) => Promise<void>;
  /** Lists the checksum, before the last bytes are sent. */
  readonly end: WantedFile['onEnd'];
}

/** Records that a file is begun, and what it was in the end. A small one may be ready before the first is committed. */
export function fileRecord(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  origin: AuditOrigin,
  sealHead: string | null,
): FileRecord {
  const begun = Promise.withResolvers<string>();
  return {
    async begin(work, event) {
      const exportId = await transaction(db, async (tx) => {
        await appendAuditEvent(tx, origin, event);
        return work(tx);
      });
      begun.resolve(exportId);
    },
    async end(file) {
      const exportId = await begun.promise;
      const at = clock.now();
      await transaction(db, async (tx) => {
        await tx
          .updateTable('audit_exports')
          .set({ finished_at: at, events: file.events, bytes: file.bytes, sha256: file.sha256 })
          .where('export_id', '=', exportId)
          .execute();
        const details = { exportId, ...file, sealHead };
        await appendAuditEvent(tx, { ...origin, at }, { action: 'Reports.Finish', target: 'audit', details });
      });
    },
  };
}

/** Lists an export of the audit report itself. Offered to the audit; passed in `app.ts`. */
export const recordExport =
  (context: Pick<Context, 'db' | 'clock'>) =>
  (
    { person, origin, now }: Pick<NewExport, 'person' | 'origin' | 'now'>,
    content: WantedFile['content'],
    sealHead: string | null,
  ) => {
    const { begin, end } = fileRecord(context, origin, sealHead);
    // Run again, it ends where it did.
    const asked = { ...content, from: utc(content.from), to: utc(content.to) ?? addMs(now, 1).toISOString() };
    return {
      begin: (event: AuditEvent) => begin((tx) => insertExport(tx, { person, origin, now, content: asked, sealHead }), event),
      end,
    };
  };

const utc = (time: string | null): string | null => time && new Date(time).toISOString();
