/** The actions on a user as data: which are offered, and why one is unavailable. */
import { mfaCalls } from '@api/contract/mfa.calls.ts';
import { inviteCalls } from '@api/contract/invite.calls.ts';
import { isSystemAdmin, type Person } from '@api/contract/person.ts';
import type { ProblemCode } from '@api/contract/problem.ts';
import { rolesCalls } from '@api/contract/roles.calls.ts';
import { whyBarredWhileImpersonating } from '@api/contract/session.policy.ts';
import { usersCalls } from '@api/contract/users.calls.ts';
import {
  mayEnable,
  mayEndSessions,
  mayErase,
  mayEdit,
  mayImpersonate,
  mayInvite,
  mayIssueRecoveryCode,
  mayResetAuthentication,
  mayTakeOwnership,
  mayUnlock,
  type Target,
} from '@api/contract/users.policy.ts';
import { personOf, targetOf } from '@api/contract/users.policyInput.ts';
import type { Self, UserSummary } from '@api/contract/users.shapes.ts';
import { paths } from '@src/paths.ts';
import { isLocked } from '../list/userStatus.ts';

/** Actions in the order of the menu. */
export const menuOrder = [
  'edit',
  'enable',
  'disable',
  'unlock',
  'endSessions',
  'resetMfa',
  'resetPassword',
  'impersonate',
  'takeOwnership',
  'resendInvite',
  'deleteInvite',
  'erase',
  'copyId',
] as const;

export type MenuAction = (typeof menuOrder)[number];

/** The recovery code has its own button outside the menu. */
export type ActionKey = MenuAction | 'recoveryCode';

/** These actions take something away: their buttons are red. */
export const dangerous: ReadonlySet<ActionKey> = new Set(['disable', 'deleteInvite', 'erase']);

/** Reasons come from the policy, from the caller's impersonation, or from an action that has no effect or does not apply. */
export type Reason =
  | 'OwnAccount'
  | 'Forbidden'
  | 'NotFound'
  | 'ManagedByDirectory'
  | 'acting'
  | 'reading'
  | 'actingAlready'
  | 'readingAlready'
  | 'notLocked'
  | 'noMfa'
  | 'enabled'
  | 'disabled'
  | 'registered'
  | 'unregistered'
  | 'loggedOut'
  | 'notApproved'
  | 'systemAdministrator'
  | 'owned';

export interface UserAction {
  readonly key: ActionKey;
  /** Null: the action is available. */
  readonly reason: Reason | null;
}

const knownReason = (verdict: ProblemCode) =>
  verdict === 'OwnAccount' || verdict === 'NotFound' || verdict === 'ManagedByDirectory' ? verdict : undefined;

/** A policy verdict as a reason; verdicts without own text become `Forbidden`. */
export const reasonOf = (verdict: ProblemCode | null): Reason | null => verdict && (knownReason(verdict) ?? 'Forbidden');

const unless = (condition: boolean, reason: Reason): Reason | null => (condition ? null : reason);

/** Like `mayImpersonate`, with a more specific reason. */
function whyNotImpersonate(actor: Person, target: Target): Reason | null {
  const reason = reasonOf(mayImpersonate(actor, target));
  if (reason !== 'Forbidden') return reason;
  if (!target.enabled) return 'disabled';
  if (target.approved === false) return 'notApproved';
  return isSystemAdmin(target) && isSystemAdmin(actor) ? 'systemAdministrator' : reason;
}

/** The page an action navigates to, or null. */
export const screenOf = (key: ActionKey, { userName }: Pick<UserSummary, 'userName'>): string | null =>
  key === 'edit' ? paths.usersEdit.to({ userName }) : null;

const calls = { ...usersCalls, ...mfaCalls, ...rolesCalls, ...inviteCalls };

/** Why a call is refused because the caller impersonates a user; null if it is not. */
export function whyBarred({ impersonatedBy }: Pick<Self, 'impersonatedBy'>, name: keyof typeof calls): BarredReason | null {
  if (impersonatedBy === null || whyBarredWhileImpersonating(calls[name], impersonatedBy.access) === null) return null;
  return impersonatedBy.access === 'read' ? 'reading' : 'acting';
}

export type BarredReason = Extract<Reason, 'acting' | 'reading'>;

const whyImpersonating = ({ impersonatedBy }: Pick<Self, 'impersonatedBy'>): Reason | null =>
  impersonatedBy && (impersonatedBy.access === 'read' ? 'readingAlready' : 'actingAlready');

/** The reason against the action; null if it is allowed. */
function reasonAgainst(key: ActionKey, self: Self, user: UserSummary, now: number): Reason | null {
  const actor = personOf(self);
  const target = targetOf(user);
  const mfa = unless(user.mfaEnabled, 'noMfa');
  const all: Readonly<Record<ActionKey, () => Reason | null>> = {
    edit: () => reasonOf(mayEdit(actor, target)),
    enable: () => reasonOf(mayEnable(actor, target)) ?? whyBarred(self, 'Users.Enable'),
    disable: () => reasonOf(mayEnable(actor, target)) ?? whyBarred(self, 'Users.Enable'),
    unlock: () =>
      reasonOf(mayUnlock(actor, target)) ?? whyBarred(self, 'Users.Unlock') ?? unless(isLocked(user, now), 'notLocked'),
    endSessions: () => reasonOf(mayEndSessions(actor, target)) ?? whyBarred(self, 'Users.EndSessions'),
    resetMfa: () => reasonOf(mayResetAuthentication(actor, target)) ?? whyBarred(self, 'Users.ResetAuthentication') ?? mfa,
    resetPassword: () => reasonOf(mayResetAuthentication(actor, target)) ?? whyBarred(self, 'Users.ResetAuthentication'),
    impersonate: () => whyImpersonating(self) ?? whyNotImpersonate(actor, target),
    takeOwnership: () =>
      reasonOf(mayTakeOwnership(actor, target)) ??
      whyBarred(self, 'Users.TakeOwnership') ??
      unless(user.owner?.userName !== actor.userName, 'owned'),
    resendInvite: () => reasonOf(mayInvite(actor, target)) ?? whyBarred(self, 'Invite.Resend'),
    deleteInvite: () => reasonOf(mayInvite(actor, target)) ?? whyBarred(self, 'Invite.Delete'),
    recoveryCode: () => reasonOf(mayIssueRecoveryCode(actor, target)) ?? whyBarred(self, 'Mfa.RecoveryFor') ?? mfa,
    erase: () => reasonOf(mayErase(actor, target)) ?? whyBarred(self, 'Users.Erase'),
    copyId: () => null,
  };
  return all[key]();
}

/** Why the action does not apply to the user's state, for any caller; null if it does. */
function whyInapplicable(key: ActionKey, self: Self, user: UserSummary): Reason | null {
  const { registered } = targetOf(user);
  switch (key) {
    case 'resendInvite':
    case 'deleteInvite':
      return unless(!registered, 'registered');
    case 'endSessions':
      return unless(user.loggedIn, 'loggedOut');
    case 'erase':
      // An invited user has an invitation to delete; an enabled user has to be disabled first.
      if (!isSystemAdmin(personOf(self))) return 'Forbidden';
      return unless(registered, 'unregistered') ?? unless(!user.enabled, 'enabled');
    case 'edit':
    case 'takeOwnership':
    case 'copyId':
      return null;
    default:
      if (!registered) return 'unregistered';
      if (key === 'enable') return unless(!user.enabled, 'enabled');
      return key === 'disable' ? unless(user.enabled, 'disabled') : null;
  }
}

/** Returns one action on this user, also where the menu leaves it out. */
export const actionOn = (key: ActionKey, self: Self, user: UserSummary, now: number): UserAction => ({
  key,
  reason: whyInapplicable(key, self, user) ?? reasonAgainst(key, self, user, now),
});

/** The actions on this user in menu order. Leaves out those that never apply to the user or are disabled by configuration. */
export const actionsFor = (self: Self, user: UserSummary, now: number, impersonation = true): readonly UserAction[] =>
  ([...menuOrder, 'recoveryCode'] as const)
    .filter((key) => whyInapplicable(key, self, user) === null && (impersonation || key !== 'impersonate'))
    .map((key) => ({ key, reason: reasonAgainst(key, self, user, now) }));
