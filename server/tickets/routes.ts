/** Routes of the support desk. */
import { Readable } from 'node:stream';
import type { ticketsCalls } from '../../api/contract/tickets.ts';
import { appendAuditEvent } from '../audit/append.ts';
import type { Context } from '../context.ts';
import { attachmentNamed } from '../export/fileStream.ts';
import { readContent } from '../files/content.ts';
import { FileMissing, FilesUnavailable } from '../files/store.ts';
import type { CallOf, Handlers } from '../http/call.ts';
import { problem } from '../http/problem.ts';
import { findTickets } from './list.ts';
import { presentSummary } from './presenter.ts';
import { findDetail } from './rows.ts';
import { ticketsService } from './service.ts';

const FILES_RETRY_SECONDS = 30;

export function ticketsRoutes(context: Context): Handlers<keyof typeof ticketsCalls> {
  const { db, reads } = context;
  const service = ticketsService(context);
  return {
    'Tickets.List': async ({ person, query, readAfter }) => {
      const { rows, ...counted } = await reads.read(readAfter, (queries) => findTickets(queries, person, query));
      return { rows: rows.map(presentSummary), ...counted };
    },
    'Tickets.Ticket': (call) => service.ticket(call),
    'Tickets.Attachment': (call) => download(call),
    'Tickets.Answer': (call) => service.answer(call),
    'Tickets.Note': (call) => service.note(call),
    'Tickets.Assign': (call) => service.assign(call),
    'Tickets.Close': (call) => service.close(call),
    'Tickets.Reopen': (call) => service.reopen(call),
  };

  /**
   * The browser must save the file, not show it: a stranger may have sent it, and as a page it would run with the desk's rights.
   */
  async function download(call: CallOf<'Tickets.Attachment'>): Promise<Readable> {
    const { person, params, origin, name, reply } = call;
    const ticket = await findDetail(db, person, params.ticketNumber);
    const file =
      ticket &&
      (await db
        .selectFrom('attachments')
        .selectAll()
        .where('attachment_id', '=', params.attachmentId)
        .where('ticket_id', '=', ticket.ticket_id)
        .executeTakeFirst());
    if (!file) throw problem('NotFound');
    await context.personalData.take(call, 1);
    const content = await readContent(context, file).catch((cause: unknown) => {
      if (cause instanceof FileMissing) throw problem('NotFound', { cause });
      throw cause instanceof FilesUnavailable ? problem('Busy', { retryAfterSeconds: FILES_RETRY_SECONDS, cause }) : cause;
    });
    await appendAuditEvent(db, origin, {
      action: name,
      target: ticket.ticket_number,
      targetUserId: ticket.ticket_user_id,
      organisationId: ticket.organisation_id,
      details: { size: file.size },
    });
    void reply
      .type(file.mime_type)
      .header('content-disposition', attachmentNamed(file.file_name))
      .header('content-security-policy', "sandbox; default-src 'none'; frame-ancestors 'none'");
    return Readable.from(content);
  }
}
