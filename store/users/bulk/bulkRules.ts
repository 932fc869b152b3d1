/** Bulk actions: which users are left out and why, and how to tell that an action has already happened. */
import type { Person } from '@api/contract/person.ts';
import type { ProblemCode } from '@api/contract/problem.ts';
import { mayEnable, mayInvite, mayResetAuthentication, mayUnlock, type Target } from '@api/contract/users.policy.ts';
import { targetOf } from '@api/contract/users.policyInput.ts';
import type { UserSummary } from '@api/contract/users.shapes.ts';

export const bulkActions = ['enable', 'disable', 'unlock', 'resetMfa', 'resendInvite'] as const;
export type BulkAction = (typeof bulkActions)[number];

/** Why a user is left out: refused by the policy, nothing to do, or no longer exists. */
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
  | 'gone';

interface ActionRules {
  readonly may: (actor: Person, target: Target) => ProblemCode | null;
  /** Why there is nothing to do; null if there is. */
  readonly nothingToDo: (user: UserSummary) => ExclusionReason | null;
  /** Whether the action has happened, compared with the state before: after a lost response nothing is done twice. */
  readonly isDone: (before: UserSummary, now: UserSummary) => boolean;
}

const ifRegistered =
  (skipReason: ActionRules['nothingToDo']): ActionRules['nothingToDo'] =>
  (user) =>
    user.inviteState === null ? skipReason(user) : 'notRegistered';

const rules: Readonly<Record<BulkAction, ActionRules>> = {
  enable: {
    may: mayEnable,
    nothingToDo: ifRegistered(({ enabled }) => (enabled ? 'isEnabled' : null)),
    isDone: (_before, { enabled }) => enabled,
  },
  disable: {
    may: mayEnable,
    nothingToDo: ifRegistered(({ enabled }) => (enabled ? null : 'isDisabled')),
    isDone: (_before, { enabled }) => !enabled,
  },
  unlock: {
    may: mayUnlock,
    nothingToDo: ifRegistered(({ lockedUntil }) => (lockedUntil === null ? 'notLocked' : null)),
    isDone: (_before, { lockedUntil }) => lockedUntil === null,
  },
  resetMfa: {
    may: mayResetAuthentication,
    nothingToDo: ifRegistered(({ mfaEnabled }) => (mfaEnabled ? null : 'mfaOff')),
    isDone: (_before, { mfaEnabled }) => !mfaEnabled,
  },
  resendInvite: {
    may: mayInvite,
    nothingToDo: ({ inviteState }) => (inviteState === null ? 'isRegistered' : null),
    isDone: (before, { inviteExpiresAt }) => inviteExpiresAt !== before.inviteExpiresAt,
  },
};

export const opposite = (action: BulkAction): BulkAction | null =>
  action === 'enable' ? 'disable' : action === 'disable' ? 'enable' : null;

/** Null: the action applies to this user. */
export function exclusionReason(action: BulkAction, actor: Person, user: UserSummary): ExclusionReason | null {
  const { may, nothingToDo: skipReason } = rules[action];
  const refusal = may(actor, targetOf(user));
  if (refusal === null) return skipReason(user);
  return refusal === 'OwnAccount' || refusal === 'NotFound' ? refusal : 'Forbidden';
}

export const isDone = (action: BulkAction, before: UserSummary, now: UserSummary): boolean => rules[action].isDone(before, now);
