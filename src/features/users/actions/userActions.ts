/** The actions on a user as data: which are offered, and why one is unavailable. */
import { mfaCalls } from '@api/contract/mfa.calls.ts';
import { isSystemAdmin, type Person } from '@api/contract/person.ts';
import type { ProblemCode } from '@api/contract/problem.ts';
import { rolesCalls } from '@api/contract/roles.calls.ts';
import { barredWhileImpersonating } from '@api/contract/session.policy.ts';
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

/** In the order of the menu. */
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

/** The recovery code has its own button outside the menu. */
export type ActionKey = (typeof menuOrder)[number] | 'recoveryCode';

/** From the policy, from the caller's impersonation, or because the action has no effect. */
export type Reason =
  | 'OwnAccount'
  | 'Forbidden'
  | 'NotFound'
  | 'acting'
  | 'actingAlready'
  | 'notLocked'
  | 'noMfa'
  | 'disabled'
  | 'notApproved'
  | 'systemAdministrator'
  | 'owned';

export interface UserAction {
  readonly key: ActionKey;
  /** Null: available. */
  readonly reason: Reason | null;
}

/** A policy verdict as a reason; verdicts without own text become `Forbidden`. */
export const reasonOf = (verdict: ProblemCode | null): Reason | null =>
  verdict === null || verdict === 'OwnAccount' || verdict === 'NotFound' ? verdict : 'Forbidden';

const unless = (condition: boolean, reason: Reason): Reason | null => (condition ? null : reason);

/** As `mayImpersonate`, with a more specific reason. */
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

const calls = { ...usersCalls, ...mfaCalls, ...rolesCalls };

/** True for calls that are blocked while impersonating. */
export const isBarred = (
  self: Self,
  name: 'Users.ResetAuthentication' | 'Users.EndSessions' | 'Users.Erase' | 'Mfa.RecoveryFor' | 'Roles.SetUser',
): boolean => self.impersonatedBy !== null && barredWhileImpersonating(calls[name]);

/** The actions on this user in menu order. Leaves out those that never apply to the user or are disabled by configuration. */
export function actionsFor(self: Self, user: UserSummary, now: number, impersonation = true): readonly UserAction[] {
  const actor = personOf(self);
  const target = targetOf(user);
  const isImpersonating = self.impersonatedBy !== null;
  const unlessBarred = (name: Parameters<typeof isBarred>[1]) => unless(!isBarred(self, name), 'acting');
  const mfa = unless(user.mfaEnabled, 'noMfa');
  const all: Readonly<Record<ActionKey, () => Reason | null>> = {
    edit: () => reasonOf(mayEdit(actor, target)),
    enable: () => reasonOf(mayEnable(actor, target)),
    disable: () => reasonOf(mayEnable(actor, target)),
    unlock: () => reasonOf(mayUnlock(actor, target)) ?? unless(isLocked(user, now), 'notLocked'),
    endSessions: () => reasonOf(mayEndSessions(actor, target)) ?? unlessBarred('Users.EndSessions'),
    resetMfa: () => reasonOf(mayResetAuthentication(actor, target)) ?? unlessBarred('Users.ResetAuthentication') ?? mfa,
    resetPassword: () => reasonOf(mayResetAuthentication(actor, target)) ?? unlessBarred('Users.ResetAuthentication'),
    impersonate: () => unless(!isImpersonating, 'actingAlready') ?? whyNotImpersonate(actor, target),
    takeOwnership: () => reasonOf(mayTakeOwnership(actor, target)) ?? unless(user.owner?.userName !== actor.userName, 'owned'),
    resendInvite: () => reasonOf(mayInvite(actor, target)),
    deleteInvite: () => reasonOf(mayInvite(actor, target)),
    recoveryCode: () => reasonOf(mayIssueRecoveryCode(actor, target)) ?? unlessBarred('Mfa.RecoveryFor') ?? mfa,
    erase: () => reasonOf(mayErase(actor, target)) ?? unlessBarred('Users.Erase'),
    copyId: () => null,
  };
  const inapplicable = new Set<ActionKey>(
    target.registered
      ? [user.enabled ? 'enable' : 'disable', 'resendInvite', 'deleteInvite']
      : ['enable', 'disable', 'unlock', 'resetMfa', 'resetPassword', 'impersonate', 'recoveryCode'],
  );
  if (!user.loggedIn) inapplicable.add('endSessions');
  // Of an invited user there is the invitation to delete; an enabled one has first to be disabled.
  if (!isSystemAdmin(actor) || user.enabled || !target.registered) inapplicable.add('erase');
  if (!impersonation) inapplicable.add('impersonate');
  return ([...menuOrder, 'recoveryCode'] as const)
    .filter((key) => !inapplicable.has(key))
    .map((key) => ({ key, reason: all[key]() }));
}
