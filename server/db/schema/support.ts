/** Support tickets and files. */
import type { JSONColumnType } from 'kysely';
import type { Computed, Defaulted } from './columns.ts';

export interface TicketsTable {
  ticket_id: string;
  ticket_number: string;
  /** Who was logged in, else whose address is in the form. */
  user_id: string | null;
  /** Of the user when the ticket was sent; null: of nobody known. */
  organisation_id: string | null;
  /** Who was logged in: the user, or who acted as them; null: nobody. */
  sent_by: string | null;
  fields: JSONColumnType<Record<string, string>>;
  assigned_to: string | null;
  version: Defaulted<number>;
  /** Of the mailed link that shows the state. */
  link_hash: Buffer;
  created_at: Date;
  /** The last time. */
  answered_at: Date | null;
  /** Null: open. */
  closed_at: Date | null;
  search_text: Computed<string>;
}

/** What was done with a ticket since it was sent. */
export interface TicketEntriesTable {
  entry_id: string;
  ticket_id: string;
  at: Date;
  kind: 'answer' | 'note' | 'assigned' | 'closed' | 'reopened';
  author_id: string | null;
  /** Of kind `assigned`; null also where nobody is. */
  assigned_to: string | null;
  /** Of answers and notes. */
  text: string | null;
}

export interface AttachmentsTable {
  attachment_id: string;
  ticket_id: string;
  file_name: string;
  mime_type: string;
  size: number;
  /** Null: an object of the store of files. */
  content: Buffer | null;
  object_id: string | null;
  /** Decrypts the object; encrypted by the keyring. */
  object_key: string | null;
}

/** Objects to be removed from the store of files, and uploads that end so unless their row is committed. */
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
