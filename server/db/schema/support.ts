/** Support tickets and files. */
import type { JSONColumnType } from 'kysely';
import type { Computed, Defaulted } from './columns.ts';

export interface TicketsTable {
  ticket_id: string;
  ticket_number: string;
  /** The user who was logged in, else the one whose address is in the form. */
  user_id: string | null;
  /** The user's organisation when the ticket was sent; null if no user was known. */
  organisation_id: string | null;
  /** The user who was logged in, or the administrator who impersonated them; null: nobody. */
  sent_by: string | null;
  fields: JSONColumnType<Record<string, string>>;
  assigned_to: string | null;
  version: Defaulted<number>;
  /** Hash of the mailed link that shows the state. */
  link_hash: Buffer;
  created_at: Date;
  /** When it was last answered; null: it waits for an answer, as after it was opened again. */
  answered_at: Date | null;
  /** Null: open. */
  closed_at: Date | null;
  search_text: Computed<string>;
}

/** Acts on a ticket since it was sent. */
export interface TicketEntriesTable {
  entry_id: string;
  ticket_id: string;
  at: Date;
  kind: 'answer' | 'note' | 'assigned' | 'closed' | 'reopened';
  author_id: string | null;
  /** The assignee of an entry of kind `assigned`; null also for no assignee. */
  assigned_to: string | null;
  /** Text of an answer or a note. */
  text: string | null;
}

export interface AttachmentsTable {
  attachment_id: string;
  ticket_id: string;
  file_name: string;
  mime_type: string;
  size: number;
  /** Null: the content is an object in the file store. */
  content: Buffer | null;
  object_id: string | null;
  /** Decrypts the object; encrypted by the keyring. */
  object_key: string | null;
}

/** Objects to be removed from the file store, and uploads that are removed unless their row is committed. */
interface FileRemovalsTable {
  object_id: string;
  due_at: Date;
  is_uploading: boolean;
}

export interface SupportTables {
  tickets: TicketsTable;
  ticket_entries: TicketEntriesTable;
  attachments: AttachmentsTable;
  file_removals: FileRemovalsTable;
}
