/** Maps tickets to the contract. */
import type { ReplyOf } from '../../api/contract/index.ts';
import type { TicketDetail, TicketEntry, TicketSummary } from '../../api/contract/tickets.ts';
import type { Urgency } from '../../api/contract/tickets.list.ts';
import type { DetailRow, EntryRow, findAttachments, SummaryRow } from './rows.ts';

const iso = (at: Date | null): string | null => at?.toISOString() ?? null;

export const presentSummary = (row: SummaryRow): TicketSummary => ({
  ticketNumber: row.ticket_number,
  state: row.closed_at ? 'closed' : 'open',
  urgency: row.urgency as Urgency,
  keptOut: row.kept_out,
  from: {
    email: row.email,
    typedUserName: row.typed_user_name,
    user: row.user_id === null ? null : { userId: row.user_id, userName: row.user_name, displayName: row.display_name ?? '' },
    verified: row.sent_by === null ? 'nobody' : row.sent_by === row.ticket_user_id ? 'user' : 'administrator',
  },
  organisation:
    row.organisation_id === null ? null : { publicId: row.organisation_id, organisationName: row.organisation_name ?? '' },
  excerpt: row.excerpt,
  files: row.files,
  assignedTo: row.assigned_id === null || row.assigned === null ? null : { userId: row.assigned_id, ...row.assigned },
  createdAt: row.created_at.toISOString(),
  answeredAt: iso(row.answered_at),
  closedAt: iso(row.closed_at),
  version: row.version,
});

interface DetailParts {
  readonly row: DetailRow;
  readonly attachments: Awaited<ReturnType<typeof findAttachments>>;
  readonly entries: readonly EntryRow[];
  readonly failedLogin: TicketDetail['failedLogin'];
  readonly assignable: TicketDetail['assignable'];
}

export function presentDetail({ row, attachments, entries, failedLogin, assignable }: DetailParts): ReplyOf<'Tickets.Ticket'> {
  const {
    Email: _email,
    Username: _typed,
    Urgency: _urgency,
    IssueDescription,
    CaseIdOrPortfolioName,
    ...technical
  } = row.fields;
  return {
    ...presentSummary(row),
    text: IssueDescription ?? '',
    caseIdOrPortfolioName: CaseIdOrPortfolioName ?? null,
    technical,
    attachments: attachments.map((file) => ({
      attachmentId: file.attachment_id,
      fileName: file.file_name,
      mimeType: file.mime_type,
      size: file.size,
    })),
    failedLogin,
    entries: entries.map(presentEntry),
    assignable,
  };
}

const presentEntry = (row: EntryRow): TicketEntry => ({
  entryId: row.entry_id,
  at: row.at.toISOString(),
  kind: row.kind,
  author: row.author,
  assignedTo: row.assigned,
  text: row.text,
});
