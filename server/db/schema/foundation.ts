/** Tables of the infrastructure: settings, encryption keys, processes, mails, idempotency and throttles. */
import type { ColumnType, JSONColumnType } from 'kysely';
import type { Defaulted } from './columns.ts';

/** Calls with the header `Idempotency-Key`, and their replies. */
interface IdempotencyKeysTable {
  /** User ID of the caller, or `anonymous`. */
  owner: string;
  key: string;
  /** SHA-256 of the call. */
  fingerprint: Buffer;
  reply: ColumnType<unknown, undefined, string>;
  created_at: Date;
}

/** Counters of rate limits. */
interface ThrottlesTable {
  /** Name of the limit and what it is counted for, as `name:key`. */
  bucket: string;
  hits: number;
  resets_at: Date;
}

/** The queue of mails. */
export interface MailsTable {
  mail_id: string;
  recipient: string;
  locale: string;
  /** Name of the mail in `server/mail/templates.ts`. */
  template: string;
  /** Values of its texts. */
  data: JSONColumnType<Record<string, unknown>>;
  created_at: Date;
  attempts: Defaulted<number>;
  /** When it is tried again. */
  next_attempt_at: Date;
  sent_at: Date | null;
  last_error: string | null;
}

/** Running server processes. */
interface ProcessesTable {
  process_id: string;
  seen_at: Date;
}

/** Keys that encrypt secrets in the database. */
export interface DataKeysTable {
  key_id: string;
  purpose: 'text' | 'audit';
  /** The key, encrypted by `SECRET_KEY`. */
  wrapped: string;
  created_at: Date;
  /** Since then another key encrypts. */
  retired_at: Date | null;
  /** Since then everything is encrypted under this key. */
  settled_at: Date | null;
}

interface SettingsTable {
  key: string;
  value: string;
}

export interface FoundationTables {
  idempotency_keys: IdempotencyKeysTable;
  throttles: ThrottlesTable;
  mails: MailsTable;
  processes: ProcessesTable;
  data_keys: DataKeysTable;
  settings: SettingsTable;
}
