/** Operations, their targets and approvals. */
import type { ColumnType, JSONColumnType } from 'kysely';
import type { ApprovalDetail } from '../../../api/contract/approvals.shapes.ts';
import type { Effect } from '../../../api/contract/call.ts';
import type { OperationState, TargetOutcome } from '../../../api/contract/bulk.ts';
import type { ProblemCode } from '../../../api/contract/problem.ts';
import type { Defaulted } from './columns.ts';

interface OperationsTable {
  operation_id: Defaulted<string>;
  action: string;
  target_id: string;
  organisation_id: string;
  target: string;
  detail: JSONColumnType<ApprovalDetail & { readonly passwordHash?: string; readonly userIds?: readonly string[] }>;
  before: ColumnType<ApprovalDetail, string | undefined, string>;
  effects: Defaulted<Effect[]>;
  target_state: string;
  reason: string;
  system_only: boolean;
  requested_by: string;
  requested_at: Date;
  session_id: Defaulted<string | null>;
  expires_at: Date;
  notified_at: Defaulted<Date | null>;
  state: Defaulted<OperationState | 'approved'>;
  problem: Defaulted<ProblemCode | null>;
  decided_by: string | null;
  decided_at: Date | null;
  finished_at: Defaulted<Date | null>;
  undoes: Defaulted<string | null>;
}

interface OperationTargetsTable {
  operation_id: string;
  user_id: string;
  place: number;
  target_state: string;
  outcome: Defaulted<TargetOutcome | null>;
  problem: Defaulted<ProblemCode | null>;
}

interface SponsorshipsTable {
  user_id: string;
  sponsor_id: string;
  sponsored_at: Date;
}

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
