/** Rules on which users an operation on many leaves out, and why. */
import type { ActionArgs, IdleReason } from '@api/contract/actions.entry.ts';
import { actionOf, type OperationKind, whyIdle } from '@api/contract/actions.ts';
import type { Person } from '@api/contract/person.ts';
import { subjectOf, targetOf } from '@api/contract/users.policyInput.ts';
import type { UserSummary } from '@api/contract/users.shapes.ts';

/** Why a user is left out: refused by the policy, nothing to do, no longer exists, or one too many. */
export type ExclusionReason = 'OwnAccount' | 'Forbidden' | 'NotFound' | IdleReason | 'gone' | 'tooMany';

/** What is done to each user. */
export interface BulkAction extends ActionArgs {
  readonly kind: OperationKind;
}

/** @returns whether what the action needs has been chosen */
export function isChosen({ kind, ...args }: BulkAction): boolean {
  const argument = actionOf(kind).many?.argument;
  return argument === undefined || Boolean(args[argument]);
}

/** @param now milliseconds @returns the reason why a user is left out; null if the operation applies */
export function exclusionReason(
  { kind, ...args }: BulkAction,
  actor: Person,
  user: UserSummary,
  now: number,
): ExclusionReason | null {
  const refusal = actionOf(kind).may(actor, targetOf(user), args);
  if (refusal === null) return whyIdle(kind, subjectOf(user, now), args, actor);
  return refusal === 'OwnAccount' || refusal === 'NotFound' ? refusal : 'Forbidden';
}
