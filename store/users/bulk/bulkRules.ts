/** Rules on which users an operation on many leaves out, and why. */
import type { OperationKind } from '@api/contract/bulk.calls.ts';
import type { Person } from '@api/contract/person.ts';
import type { ProblemCode } from '@api/contract/problem.ts';
import { mayEnable, mayInvite, mayResetAuthentication, mayUnlock, type Target } from '@api/contract/users.policy.ts';
import { targetOf } from '@api/contract/users.policyInput.ts';
import type { UserSummary } from '@api/contract/users.shapes.ts';

/** Why a user is left out: refused by the policy, nothing to do, no longer exists, or one too many. */
export type ExclusionReason =
  | 'OwnAccount'
  | 'Forbidden'
  | 'NotFound'
  | 'isEnabled'
  | 'isDisabled'
  | 'notLocked'
  | 'mfaOff'
  | 'isRegistered'
  | 'notRegistered'
  | 'gone'
  | 'tooMany';

interface Rules {
  readonly may: (actor: Person, target: Target) => ProblemCode | null;
  /** Why there is nothing to do; null if there is. */
  readonly nothingToDo: (user: UserSummary) => ExclusionReason | null;
}

const ifRegistered =
  (skipReason: Rules['nothingToDo']): Rules['nothingToDo'] =>
  (user) =>
    user.inviteState === null ? skipReason(user) : 'notRegistered';

const rules: Readonly<Record<OperationKind, Rules>> = {
  enable: {
    may: mayEnable,
    nothingToDo: ifRegistered(({ enabled }) => (enabled ? 'isEnabled' : null)),
  },
  disable: {
    may: mayEnable,
    nothingToDo: ifRegistered(({ enabled }) => (enabled ? null : 'isDisabled')),
  },
  unlock: {
    may: mayUnlock,
    nothingToDo: ifRegistered(({ lockedUntil }) => (lockedUntil === null ? 'notLocked' : null)),
  },
  resetMfa: {
    may: mayResetAuthentication,
    nothingToDo: ifRegistered(({ mfaEnabled }) => (mfaEnabled ? null : 'mfaOff')),
  },
  resendInvite: {
    may: mayInvite,
    nothingToDo: ({ inviteState }) => (inviteState === null ? 'isRegistered' : null),
  },
};

/** The reason why a user is left out; null if the operation applies. */
export function exclusionReason(kind: OperationKind, actor: Person, user: UserSummary): ExclusionReason | null {
  const { may, nothingToDo: skipReason } = rules[kind];
  const refusal = may(actor, targetOf(user));
  if (refusal === null) return skipReason(user);
  return refusal === 'OwnAccount' || refusal === 'NotFound' ? refusal : 'Forbidden';
}
