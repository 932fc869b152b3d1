/** The audit, its signatures and its roll-up. */
import type { Generated, JSONColumnType } from 'kysely';
import type { Unusual } from '../../../api/contract/overview.ts';
import type { Defaulted } from './columns.ts';

export interface AuditEventsTable {
  /** The order in which events were written. */
  seq: Generated<number>;
  event_id: string;
  at: Date;
  /** User name; null: an anonymous caller or the server. */
  actor: string | null;
  /** User name of the impersonated user. */
  on_behalf_of: string | null;
  /** Name of the call, or of what the server did by itself. */
  action: string;
  /** User name, or the name of what was changed. */
  target: string | null;
  target_user_id: string | null;
  organisation_id: string | null;
  /** Its name at that time. */
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
  /** Number of its events. */
  events: number;
  hash: Buffer;
  signed_at: Date;
  /** The audit key (data_keys) of the HMAC; null: an unkeyed SHA-256. */
  key_id: string | null;
  /** When its events were archived, or removed because they were too old. */
  removed_at: Defaulted<Date | null>;
  /** Of the archive that has its events; null: there is none. */
  archive_sha256: Defaulted<Buffer | null>;
  /** The audit key of `removal_proof`. */
  removal_key_id: Defaulted<string | null>;
  /** Proves that this program removed the events. */
  removal_proof: Defaulted<Buffer | null>;
}

/** Events in which an erased user was replaced by a pseudonym. */
export interface AuditErasuresTable {
  /** Of the event. */
  seq: number;
  /** Of the event as it was signed. */
  signed_digest: Buffer;
  /** The audit key of `proof`; null: it is unkeyed. */
  key_id: string | null;
  /** Proves that this program put the present event in the place of the signed one. */
  proof: Buffer;
  erased_at: Date;
}

/** Numbers of signed events by day (UTC). */
interface AuditDailyTable {
  /** `all`, or an organisation's id. */
  scope: string;
  /** `YYYY-MM-DD`, in UTC. */
  day: string;
  action: string;
  outcome: AuditEventsTable['outcome'];
  /** Number of events. */
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
