/** Exports: they are requested, listed, and read to their end. Each step is in the audit, and so is the file's checksum. */
import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { QueryOf } from '../../api/contract/index.ts';
import type { Person } from '../../api/contract/person.ts';
import { EXPORT_LINK_DAYS } from '../../api/contract/reports.ts';
import type { ExportContent } from '../../api/contract/reports.shapes.ts';
import { appendAuditEvent, type AuditEvent, type AuditOrigin } from '../audit/append.ts';
import { addMs, DAY } from '../clock.ts';
import type { Context } from '../context.ts';
import { transaction, type Queries } from '../db/database.ts';
import { fileName } from '../export/fileName.ts';
import { attachFile } from '../export/fileStream.ts';
import { fileTypes, type WantedFile } from '../export/wantedFile.ts';
import type { CallOf } from '../http/call.ts';

export interface NewExport {
  readonly person: Person;
  readonly origin: AuditOrigin;
  readonly now: Date;
  readonly content: ExportContent;
  readonly sealHead: string | null;
  /** Absent: an export of the audit report itself. */
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

/** Details for the audit: what was requested. */
export const detailsOf = ({ filters, from, to, format, timeZone }: ExportContent) => ({
  export: format.type,
  ...filters,
  ...(from !== null && { from }),
  to,
  timeZone,
});

interface FileDependencies {
  readonly openFile: (wanted: WantedFile) => Promise<Readable>;
  readonly countEvents: (queries: Queries, person: Person, query: QueryOf<'Users.AuditReport'>) => Promise<number>;
}

type FileCall = CallOf<'Users.AuditReport'> | CallOf<'Reports.Download'>;

interface SentFile extends Pick<WantedFile, 'content' | 'sealHead' | 'at'> {
  /** ID in the list of exports; undefined: an export of the audit report itself, which is added to the list. */
  readonly exportId: string | undefined;
  /** First part of the file's name, before the days that it covers. */
  readonly name: string;
  readonly ends: Parameters<typeof fileName>[1];
  /** Details for the audit. */
  readonly details: AuditEvent['details'];
}

/**
 * Streams a file, whose events count as personal data given to its reader. Its beginning and its end with the checksum are
 * recorded; a small file may be ready before the beginning is committed, and ends after it nevertheless.
 */
export const sendFile =
  (context: Pick<Context, 'db' | 'clock' | 'reads' | 'personalData'>, { openFile, countEvents }: FileDependencies) =>
  async (call: FileCall, { exportId, name, ends, details, ...wanted }: SentFile): Promise<Readable> => {
    const { name: action, person, origin, now, readAfter, locale } = call;
    const { filters, from, to, format } = wanted.content;
    const query = { ...filters, ...(from !== null && { from }), ...(to !== null && { to }) };
    await context.personalData.take(call, await context.reads.read(readAfter, (queries) => countEvents(queries, person, query)));
    const listing = Promise.withResolvers<string>();
    const onEnd = async (facts: Parameters<WantedFile['onEnd']>[0]) => {
      await finishExport(context, { origin, exportId: await listing.promise, facts, sealHead: wanted.sealHead });
    };
    const file = await openFile({ ...wanted, person, locale, userName: origin.actor, readAfter, onEnd });
    try {
      const listed = await transaction(context.db, async (tx) => {
        await appendAuditEvent(tx, origin, { action, target: 'audit', details });
        // An export that is run again ends at the same time as before.
        const content = { ...wanted.content, from: utc(from), to: utc(to) ?? addMs(now, 1).toISOString() };
        return exportId ?? insertExport(tx, { person, origin, now, content, sealHead: wanted.sealHead });
      });
      listing.resolve(listed);
      const { extension, type } = fileTypes[format.type];
      attachFile(call.reply, `${fileName(name, ends, now)}.${extension}`, type);
    } catch (error) {
      file.destroy();
      throw error;
    }
    return file;
  };

const utc = (time: string | null): string | null => time && new Date(time).toISOString();

interface Finished {
  readonly origin: AuditOrigin;
  readonly exportId: string;
  readonly facts: Parameters<WantedFile['onEnd']>[0];
  readonly sealHead: string | null;
}

/** Lists the checksum, before the last bytes are sent. */
async function finishExport(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  { origin, exportId, facts, sealHead }: Finished,
): Promise<void> {
  const at = clock.now();
  await transaction(db, async (tx) => {
    const { events, bytes, sha256 } = facts;
    await tx
      .updateTable('audit_exports')
      .set({ finished_at: at, events, bytes, sha256 })
      .where('export_id', '=', exportId)
      .execute();
    const details = { exportId, ...facts, sealHead };
    await appendAuditEvent(tx, { ...origin, at }, { action: 'Reports.Finish', target: 'audit', details });
  });
}
