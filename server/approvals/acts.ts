/** Types of an act that may need another administrator: as it is requested, and as the modules that carry it out provide it. */
import { sql, type SqlBool } from 'kysely';
import type { ApprovableAction, ApprovalDetail, repeatedActions } from '../../api/contract/approvals.shapes.ts';
import type { Effect } from '../../api/contract/call.ts';
import { concernedIn, type Concerned } from '../../api/contract/effects.ts';
import { isAdmin, isSystemAdmin, SYSTEM_ADMINISTRATION, type Person } from '../../api/contract/person.ts';
import type { ProblemCode } from '../../api/contract/problem.ts';
import { isForSystemAdministrators } from '../../api/contract/users.policy.ts';
import type { AuditOrigin } from '../audit/append.ts';
import type { Transaction } from '../db/database.ts';
import { asTarget } from '../db/target.ts';
import type { SessionState } from '../session/principal.ts';

/** A call that may need another administrator's approval. */
export interface AskingCall {
  readonly name: ApprovableAction;
  readonly person: Person;
  /** Null for an API key. */
  readonly session: SessionState | null;
  readonly query: { readonly reason?: string | undefined };
  readonly origin: AuditOrigin;
  readonly now: Date;
}

/** The target of an act: a user, an organisation, or a user to be created. */
export interface ApprovalTarget {
  readonly id: string;
  readonly userId: string | null;
  readonly name: string;
  readonly organisationId: string;
  /** The target's state, which must not have changed when the act is approved. */
  readonly state: string;
  readonly systemOnly: boolean;
  /** Number of users of an operation on many; `name` lists the first of them. */
  readonly people?: number;
}

/** What such a call would do. */
export interface Act {
  readonly target: ApprovalTarget;
  /** Effects that the act would have on this target. */
  readonly effects: readonly Effect[];
  /** Everything that the call sends. */
  readonly detail: ActDetail;
  /** The same details as they are now; absent for one user, whose row has them. */
  readonly before?: ApprovalDetail;
  /** Whether the users acted on include administrators. */
  readonly concerned?: Concerned;
  /** Users whose access the act ends, if other than the target. */
  readonly userIds?: readonly string[];
  /** A further organisation whose rule counts: the one to which a user is moved. */
  readonly otherOrganisationId?: string;
  /** Whether only system administrators may decide it, for any target. */
  readonly systemOnly?: boolean;
}

/** Details of an act's event about its approval and the operation on many users that it belongs to; empty if there is neither. */
export type Approval = Readonly<Partial<Record<'request' | 'approvedBy' | 'reason' | 'operation', string>>>;

/**
 * The password hash of an account to be created, ids of users, and the metadata of an identity provider are stored with the request
 * and never shown.
 */
export type ActDetail = ApprovalDetail & {
  readonly passwordHash?: string;
  readonly userIds?: readonly string[];
  readonly metadata?: string;
};

export const asApprovalTarget = (
  row: Parameters<typeof asTarget>[0] & { user_name: string | null; email: string },
): ApprovalTarget => ({
  id: row.user_id,
  userId: row.user_id,
  name: row.user_name ?? row.email,
  organisationId: row.organisation_id,
  state: JSON.stringify([row.organisation_id, [...row.roles].sort(), row.enabled, row.email]),
  systemOnly: isForSystemAdministrators(asTarget(row)),
});

/** The parts of an act on one user that follow from the user's row. */
export const userActed = (row: Parameters<typeof asApprovalTarget>[0]): Pick<Act, 'target' | 'concerned'> => ({
  target: asApprovalTarget(row),
  concerned: concernedIn(asTarget(row)),
});

/** SQL of the condition under which `users as u` may still decide `operations as a`. */
export const mayStillDecide = sql<SqlBool>`(u.roles @> ARRAY[${sql.lit(SYSTEM_ADMINISTRATION)}]
  OR NOT a.system_only AND u.organisation_id = a.organisation_id AND u.roles @> '{SubscriberAdministration}')`;

/** The same of an approver and an operation that were read. */
export const mayDecide = (
  approver: Person,
  operation: { readonly organisation_id: string; readonly system_only: boolean },
): boolean =>
  isSystemAdmin(approver) ||
  (!operation.system_only && isAdmin(approver) && approver.organisationId === operation.organisation_id);

export interface RequestedAct {
  /** ID of the user or the organisation. */
  readonly targetId: string;
  /** The target's present name. */
  readonly target: string;
  readonly detail: ActDetail;
}

/** The call as its requester would make it now. */
export interface ApprovedCall {
  readonly person: Person;
  /** Absent where another administrator has approved it. */
  readonly session?: SessionState | null;
  readonly origin: AuditOrigin;
  readonly now: Date;
  readonly approval: Approval;
}

export interface LockedTarget {
  readonly name: string;
  /** The target's state, equal to that at the request unless something that matters has changed. */
  readonly state: string;
  /** Whether this user, the requester or the approver, may do it. */
  readonly may: (person: Person) => ProblemCode | null;
}

interface LockableAct {
  /** Locks the target. @returns undefined if it no longer exists */
  readonly lock: (
    tx: Transaction,
    targetId: string,
    detail: ActDetail,
    now: Date,
    requestId: string,
  ) => Promise<LockedTarget | undefined>;
}

/** Carried out by the server with its approval. */
export interface CarriedOutAct extends LockableAct {
  readonly carryOut: (tx: Transaction, call: ApprovedCall, act: RequestedAct) => Promise<unknown>;
}

/** Repeated by its requester, as its reply is for them, or as it can't be done in the transaction of the approval. */
export type RepeatedAct = LockableAct;

/** Carried out by the runner, user by user. */
interface RunnerAct extends LockableAct {
  readonly isForRunner: true;
}

type ActOf<Action> = Action extends (typeof repeatedActions)[number]
  ? RepeatedAct
  : Action extends 'Operations.Start'
    ? RunnerAct
    : CarriedOutAct;

export type ApprovableActs<Action extends ApprovableAction = ApprovableAction> = Readonly<{ [Name in Action]: ActOf<Name> }>;
