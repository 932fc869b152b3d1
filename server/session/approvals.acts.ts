/** What an approval needs to know of each act; the modules that carry the acts out provide it. */
import type { ApprovableAction, ApprovalDetail } from '../../api/contract/approvals.ts';
import type { Person } from '../../api/contract/person.ts';
import type { ProblemCode } from '../../api/contract/problem.ts';
import type { AuditOrigin } from '../audit/audit.append.ts';
import type { Transaction } from '../db/database.ts';

export interface RequestedAct {
  /** Of the user or the organisation. */
  readonly targetId: string;
  /** The name it has now. */
  readonly target: string;
  readonly detail: ApprovalDetail;
}

/** The call as its requester would make it now. */
export interface ApprovedCall {
  readonly person: Person;
  readonly origin: AuditOrigin;
  readonly now: Date;
  /** For the event of the audit: who approved it, and why it was asked for. */
  readonly approval: Readonly<Record<string, unknown>>;
}

export interface LockedTarget {
  readonly name: string;
  /** As when it was asked for, unless something that matters has changed. */
  readonly state: string;
  /** Whether this person may do it, who asked for it or approves it. */
  readonly may: (person: Person) => ProblemCode | null;
}

export interface ApprovableAct {
  /** Locks the target. @returns undefined if it no longer exists */
  readonly lock: (
    tx: Transaction,
    targetId: string,
    detail: ApprovalDetail,
    now: Date,
    requestId: string,
  ) => Promise<LockedTarget | undefined>;
  /** Does it. Without it the requester repeats the call, as its reply is for them, or as it can't be done in this transaction. */
  readonly carryOut?: (tx: Transaction, call: ApprovedCall, act: RequestedAct) => Promise<unknown>;
}

export type ApprovableActs<Action extends ApprovableAction = ApprovableAction> = Readonly<Record<Action, ApprovableAct>>;
