/** What an operation does to each of its users, by the operation's kind; `server/actions/many.ts` makes it of the actions. */
import type { ActionArgs } from '../../api/contract/actions.entry.ts';
import { operationKinds, type OperationKind } from '../../api/contract/actions.ts';
import type { Person } from '../../api/contract/person.ts';
import type { ProblemCode } from '../../api/contract/problem.ts';
import type { Target } from '../../api/contract/users.policy.ts';
import { sql, type SqlBool } from 'kysely';
import type { Queries, Transaction } from '../db/database.ts';
import { lostRoles } from '../db/target.ts';
import { personReference } from '../db/personReference.ts';
import { isLoggedIn } from '../session/idle.ts';
import type { Act, ActDetail, ApprovedCall } from '../approvals/acts.ts';

export function selectTargetUsers(queries: Queries, now: Date) {
  return queries
    .selectFrom('users as u')
    .innerJoin('organisations as o', 'o.organisation_id', 'u.organisation_id')
    .leftJoin('users as w', 'w.user_id', 'u.owner_id')
    .select(['u.user_id', 'u.user_name', 'u.email', 'u.organisation_id', 'u.roles', 'u.enabled', 'u.registered_at'])
    .select(['u.locked_until', 'u.failed_sign_ins', 'u.mfa_enrolled_at', 'u.mfa_required_override', 'u.has_passkey', 'u.locale'])
    .select(['u.owner_id', personReference('w').as('owner'), 'u.version'])
    .select(['o.name as organisation_name', 'o.house', 'o.mfa_required', 'o.four_eyes'])
    .select([lostRoles(now), isLoggedIn(now).as('logged_in')]);
}
export type TargetUser = Awaited<ReturnType<ReturnType<typeof selectTargetUsers>['execute']>>[number];

export const isAnyOf = (userIds: readonly string[]) => sql<SqlBool>`u.user_id = ANY (${userIds}::uuid[])`;

export const nameOf = ({ user_name: userName, email }: Pick<TargetUser, 'user_name' | 'email'>): string => userName ?? email;

export interface BulkAction {
  readonly may: (actor: Person, target: Target) => ProblemCode | null;
  /** Whether it is for registered users, or for invited ones, and the user is one. */
  readonly isFor: (user: TargetUser) => boolean;
  /** Whether there is anything to do. */
  readonly isDue: (user: TargetUser, now: Date) => boolean;
  readonly needsStepUp: (user: TargetUser) => boolean;
  readonly actOn: (user: TargetUser) => Omit<Act, 'detail'>;
  /** What an approver sees besides the arguments. */
  readonly shown?: Pick<ActDetail, 'organisation'>;
  /** Whether a further organisation that it concerns requires two pairs of eyes. */
  readonly otherFourEyes?: boolean;
  /** Changes and records it as the single call does; the user is locked, and the policy has allowed it. */
  readonly carryOut: (tx: Transaction, call: ApprovedCall, user: TargetUser) => Promise<unknown>;
}

/** Reads what the arguments name. @throws Invalid for an unknown role or organisation */
export type PrepareBulkAction = (queries: Queries, args: ActionArgs) => Promise<BulkAction>;
export type BulkActions = Readonly<Record<OperationKind, PrepareBulkAction>>;

/** What the operation with this detail does to each of its users. */
export async function prepareBulkAction(queries: Queries, bulkActions: BulkActions, detail: ActDetail): Promise<BulkAction> {
  const kind = operationKinds.find((known) => known === detail.kind);
  if (kind === undefined) throw new Error('An operation on many users has no kind');
  return bulkActions[kind](queries, detail);
}
