/** What can be done to a person, by whom, and why not: the menu as data. */
import { mfaCalls } from '@api/contract/mfa.calls.ts';
import { isSystemAdmin, type Person } from '@api/contract/person.ts';
import type { ProblemCode } from '@api/contract/problem.ts';
import { rolesCalls } from '@api/contract/roles.calls.ts';
import { barredWhileImpersonating } from '@api/contract/session.policy.ts';
import { usersCalls } from '@api/contract/users.calls.ts';
import {
  mayEnable,
  mayEdit,
  mayImpersonate,
  mayInvite,
  mayIssueRecoveryCode,
  mayResetAuthentication,
  mayTakeOwnership,
  mayUnlock,
  type Target,
} from '@api/contract/users.policy.ts';
import type { Self, UserSummary } from '@api/contract/users.shapes.ts';
import { paths } from '@src/paths.ts';

/** In the order of the menu. */
export const menuOrder = [
  'edit',
  'enable',
  'disable',
  'unlock',
  'resetMfa',
  'resetPassword',
  'impersonate',
  'takeOwnership',
  'resendInvite',
  'deleteInvite',
  'copyId',
] as const;

/** The recovery code is offered beside the person, not in the menu. */
export type ActionKey = (typeof menuOrder)[number] | 'recoveryCode';

/** Why not: what the policy says, what one is doing oneself, or that there is nothing to be done. */
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
  /** Null: it can be done. */
  readonly reason: Reason | null;
}

export const personOf = (self: Self): Person => ({
  userId: self.userId,
  userName: self.userName,
  displayName: `${self.firstName} ${self.lastName}`.trim(),
  email: self.email,
  organisationId: self.organisation.publicId,
  house: self.clearLife,
  roles: self.roles,
});

export const targetOf = (user: UserSummary): Target => ({
  userId: user.userId,
  organisationId: user.organisation.publicId,
  house: user.clearLife,
  roles: user.roles,
  enabled: user.enabled,
  registered: user.inviteState === null,
  approved: user.approved,
});

/** A verdict of the policy as a reason; whatever has no words of its own is simply not allowed. */
export const because = (verdict: ProblemCode | null): Reason | null =>
  verdict === null || verdict === 'OwnAccount' || verdict === 'NotFound' ? verdict : 'Forbidden';

const isLocked = ({ lockedUntil }: UserSummary, now: number): boolean => lockedUntil !== null && Date.parse(lockedUntil) > now;

const only = (condition: boolean, reason: Reason): Reason | null => (condition ? null : reason);

/** The same verdict, told by what stands in the way. */
function whyNotImpersonate(actor: Person, target: Target): Reason | null {
  const reason = because(mayImpersonate(actor, target));
  if (reason !== 'Forbidden') return reason;
  if (!target.enabled) return 'disabled';
  if (target.approved === false) return 'notApproved';
  return isSystemAdmin(target) && isSystemAdmin(actor) ? 'systemAdministrator' : reason;
}

/** The screen that an action goes to; null for one that happens here. */
export const screenOf = (key: ActionKey, { userName }: Pick<UserSummary, 'userName'>): string | null =>
  key === 'edit' ? paths.usersEdit.to({ userName }) : null;

const calls = { ...usersCalls, ...mfaCalls, ...rolesCalls };

/** Whoever acts as somebody else may not make this call, whatever the other might. */
export const isBarred = (self: Self, name: 'Users.ResetAuthentication' | 'Mfa.RecoveryFor' | 'Roles.SetUser'): boolean =>
  self.impersonatedBy !== null && barredWhileImpersonating(calls[name]);

/** Everything for this person, in the order of the menu; what never applies to them, or nobody may at all, is left out. */
export function actionsFor(self: Self, user: UserSummary, now: number, impersonation = true): readonly UserAction[] {
  const actor = personOf(self);
  const target = targetOf(user);
  const acting = self.impersonatedBy !== null;
  const barred = (name: Parameters<typeof isBarred>[1]) => only(!isBarred(self, name), 'acting');
  const mfa = only(user.mfaEnabled, 'noMfa');
  const all: Readonly<Record<ActionKey, () => Reason | null>> = {
    edit: () => because(mayEdit(actor, target)),
    enable: () => because(mayEnable(actor, target)),
    disable: () => because(mayEnable(actor, target)),
    unlock: () => because(mayUnlock(actor, target)) ?? only(isLocked(user, now), 'notLocked'),
    resetMfa: () => because(mayResetAuthentication(actor, target)) ?? barred('Users.ResetAuthentication') ?? mfa,
    resetPassword: () => because(mayResetAuthentication(actor, target)) ?? barred('Users.ResetAuthentication'),
    impersonate: () => only(!acting, 'actingAlready') ?? whyNotImpersonate(actor, target),
    takeOwnership: () => because(mayTakeOwnership(actor, target)) ?? only(user.owner?.userName !== actor.userName, 'owned'),
    resendInvite: () => because(mayInvite(actor, target)),
    deleteInvite: () => because(mayInvite(actor, target)),
    recoveryCode: () => because(mayIssueRecoveryCode(actor, target)) ?? barred('Mfa.RecoveryFor') ?? mfa,
    copyId: () => null,
  };
  const unfit = new Set<ActionKey>(
    target.registered
      ? [user.enabled ? 'enable' : 'disable', 'resendInvite', 'deleteInvite']
      : ['enable', 'disable', 'unlock', 'resetMfa', 'resetPassword', 'impersonate', 'recoveryCode'],
  );
  if (!impersonation) unfit.add('impersonate');
  return ([...menuOrder, 'recoveryCode'] as const).filter((key) => !unfit.has(key)).map((key) => ({ key, reason: all[key]() }));
}
