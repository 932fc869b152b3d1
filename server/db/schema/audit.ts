/** The audit, its signatures and its roll-up. */
import type { Generated, JSONColumnType } from 'kysely';
import type { Unusual } from '../../../api/contract/overview.ts';
import type { Defaulted } from './columns.ts';

export interface AuditEventsTable {
  seq: Generated<number>;
  event_id: string;
  at: Date;
  actor: string | null;
  on_behalf_of: string | null;
  action: string;
  target: string | null;
  target_user_id: string | null;
  organisation_id: string | null;
  organisation: string | null;
  outcome: 'success' | 'failure' | 'refused';
  ip: string | null;
  user_agent: string | null;
  details: JSONColumnType<Record<string, unknown>>;
}

export interface AuditSignaturesTable {
  /** 1, 2, 3, …: the order of the chain. */
  number: number;
  /** Month of its events, `YYYY-MM`. */
  month: string;
  /** Its events are those of the month up to this sequence number that no earlier signature covers. */
  through_seq: number;
  events: number;
  hash: Buffer;
  signed_at: Date;
  /** The audit key (data_keys) of the HMAC; null: an unkeyed SHA-256. */
  key_id: string | null;
  /** When its events were archived, or removed because they were too old. */
  removed_at: Defaulted<Date | null>;
  archive_sha256: Defaulted<Buffer | null>;
  removal_key_id: Defaulted<string | null>;
  removal_proof: Defaulted<Buffer | null>;
}

export interface AuditErasuresTable {
  seq: number;
  signed_digest: Buffer;
  key_id: string | null;
  proof: Buffer;
  erased_at: Date;
}

/** Numbers of signed events by day (UTC). */
interface AuditDailyTable {
  /** `all`, or an organisation's id. */
  scope: string;
  day: string;
  action: string;
  outcome: AuditEventsTable['outcome'];
  events: number;
  /** Numbers in each of the 96 quarters of an hour. */
  quarters: number[];
}

/** Findings of a job's last run; `scope` as in `audit_daily`. */
interface UnusualFindingsTable {
  scope: string;
  found_at: Date;
  findings: JSONColumnType<Unusual[]>;
}

export interface AuditTables {
  audit_events: AuditEventsTable;
  audit_signatures: AuditSignaturesTable;
  audit_erasures: AuditErasuresTable;
  audit_daily: AuditDailyTable;
  unusual_findings: UnusualFindingsTable;
}
