/** Operations, their targets and approvals. */
import type { ColumnType, JSONColumnType } from 'kysely';
import type { ApprovalDetail } from '../../../api/contract/approvals.shapes.ts';
import type { Effect } from '../../../api/contract/call.ts';
import type { OperationState, TargetOutcome } from '../../../api/contract/bulk.ts';
import type { ProblemCode } from '../../../api/contract/problem.ts';
import type { Defaulted } from './columns.ts';

/** Actions that wait for a second administrator, and operations on many users. */
interface OperationsTable {
  operation_id: Defaulted<string>;
  /** Name of the call. */
  action: string;
  /** The user or the organisation; for many users, a digest of the kind and their ids. */
  target_id: string;
  organisation_id: string;
  /** The name of the target, as shown. */
  target: string;
  /** Arguments of the call. */
  detail: JSONColumnType<ApprovalDetail & { readonly passwordHash?: string; readonly userIds?: readonly string[] }>;
  /** What the arguments would change, as it was when it was requested. */
  before: ColumnType<ApprovalDetail, string | undefined, string>;
  effects: Defaulted<Effect[]>;
  /** What matters of the target, as it was when it was requested: if that has changed since, nothing is done. */
  target_state: string;
  reason: string;
  /** Whether only system administrators may decide. */
  system_only: boolean;
  requested_by: string;
  requested_at: Date;
  /** The session with whose rights it runs; null once another administrator has approved it. */
  session_id: Defaulted<string | null>;
  expires_at: Date;
  /** When approvers were mailed. */
  notified_at: Defaulted<Date | null>;
  /** `approved`: the requester repeats the call, as its reply is for them. */
  state: Defaulted<OperationState | 'approved'>;
  /** Why the server paused or cancelled it. */
  problem: Defaulted<ProblemCode | null>;
  decided_by: string | null;
  decided_at: Date | null;
  finished_at: Defaulted<Date | null>;
  /** The operation that this one undoes. */
  undoes: Defaulted<string | null>;
}

/** Users of an operation on many. */
interface OperationTargetsTable {
  operation_id: string;
  user_id: string;
  /** From 1, in the order in which they are shown and changed. */
  place: number;
  /** What matters of the user, as it was when it was requested. */
  target_state: string;
  /** Null: not done yet. */
  outcome: Defaulted<TargetOutcome | null>;
  /** Why it failed. */
  problem: Defaulted<ProblemCode | null>;
}

/** Sponsors made, invited or promoted a user: the two do not approve for each other. */
interface SponsorshipsTable {
  user_id: string;
  sponsor_id: string;
  sponsored_at: Date;
}

/** Users that an administrator has disabled or reset alone, for the limit of it. */
interface FourEyesActsTable {
  actor_id: string;
  user_id: string;
  acted_at: Date;
}

export interface OperationsTables {
  operations: OperationsTable;
  operation_targets: OperationTargetsTable;
  sponsorships: SponsorshipsTable;
  four_eyes_acts: FourEyesActsTable;
}
