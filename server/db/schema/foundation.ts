/** Tables of the infrastructure: settings, encryption keys, processes, mails, idempotency and throttles. */
import type { ColumnType, JSONColumnType } from 'kysely';
import type { Defaulted } from './columns.ts';

interface IdempotencyKeysTable {
  owner: string;
  key: string;
  fingerprint: Buffer;
  reply: ColumnType<unknown, undefined, string>;
  created_at: Date;
}

interface ThrottlesTable {
  bucket: string;
  hits: number;
  resets_at: Date;
}

export interface MailsTable {
  mail_id: string;
  recipient: string;
  locale: string;
  template: string;
  data: JSONColumnType<Record<string, unknown>>;
  created_at: Date;
  attempts: Defaulted<number>;
  next_attempt_at: Date;
  sent_at: Date | null;
  last_error: string | null;
}

interface ProcessesTable {
  process_id: string;
  seen_at: Date;
}

export interface DataKeysTable {
  key_id: string;
  purpose: 'text' | 'audit';
  wrapped: string;
  created_at: Date;
  retired_at: Date | null;
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
