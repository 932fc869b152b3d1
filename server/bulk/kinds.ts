/** The acts of an operation on each user; the modules whose single call does the same provide them. */
import { sql, type SqlBool } from 'kysely';
import type { OperationKind } from '../../api/contract/bulk.calls.ts';
import type { Person } from '../../api/contract/person.ts';
import type { ProblemCode } from '../../api/contract/problem.ts';
import type { Target } from '../../api/contract/users.policy.ts';
import type { Queries, Transaction } from '../db/database.ts';
import { lostRoles } from '../db/target.ts';
import type { Act, ApprovedCall } from '../approvals/acts.ts';

export function selectTargetUsers(queries: Queries, now: Date) {
  return queries
    .selectFrom('users as u')
    .innerJoin('organisations as o', 'o.organisation_id', 'u.organisation_id')
    .select(['u.user_id', 'u.user_name', 'u.email', 'u.organisation_id', 'u.roles', 'u.enabled', 'u.registered_at'])
    .select(['u.locked_until', 'u.failed_sign_ins', 'u.mfa_enrolled_at', 'u.locale', 'o.house', 'o.four_eyes'])
    .select(lostRoles(now));
}
export type TargetUser = Awaited<ReturnType<ReturnType<typeof selectTargetUsers>['execute']>>[number];

export const isAnyOf = (userIds: readonly string[]) => sql<SqlBool>`u.user_id = ANY (${userIds}::uuid[])`;

export const nameOf = ({ user_name: userName, email }: Pick<TargetUser, 'user_name' | 'email'>): string => userName ?? email;

export interface Kind {
  readonly may: (actor: Person, target: Target) => ProblemCode | null;
  /** Whether it is for invited users; otherwise it is for registered ones. */
  readonly isForInvited?: true;
  /** Whether there is anything to do. */
  readonly isDue: (user: TargetUser, now: Date) => boolean;
  readonly needsStepUp?: (user: TargetUser) => boolean;
  readonly actOn: (user: TargetUser) => Omit<Act, 'detail'>;
  /** Changes and records it as the single call does; the user is locked, and the policy has allowed it. */
  readonly carryOut: (tx: Transaction, call: ApprovedCall, user: TargetUser) => Promise<unknown>;
}

export type Kinds = Readonly<Record<OperationKind, Kind>>;

export const isFor = (kind: Kind, { registered_at: registeredAt }: TargetUser): boolean =>
  (registeredAt === null) === (kind.isForInvited === true);
