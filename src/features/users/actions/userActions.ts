/** The actions on a user as the screens offer them: which, in which order, and why one is unavailable. */
import { type ActionCall, actionCalls } from '@api/contract/actions.calls.ts';
import type { ActionArgs, ActionGroup, IdleReason } from '@api/contract/actions.entry.ts';
import { actionOf, type OfferedAction, offeredActions, type UserActionName, whyIdle } from '@api/contract/actions.ts';
import { isSystemAdmin, type Person } from '@api/contract/person.ts';
import type { ProblemCode } from '@api/contract/problem.ts';
import { hasRightsFor, whyBarredWhileImpersonating } from '@api/contract/session.policy.ts';
import { mayEdit, type Target } from '@api/contract/users.policy.ts';
import { personOf, subjectOf, targetOf } from '@api/contract/users.policyInput.ts';
import type { Self, UserSummary } from '@api/contract/users.shapes.ts';
import { paths } from '@src/paths.ts';

/** Editing and copying are no entries: the one opens a page, the other calls nothing. */
export type ActionKey = OfferedAction | 'edit' | 'copyId';
export type MenuAction = Exclude<ActionKey, 'recoveryCode'>;

const isInMenu = (key: ActionKey): key is MenuAction => isOfPage(key) || !actionOf(key).outsideMenu;

/** All that a user's pages offer, in the order of the menu. */
export const actionKeys: readonly ActionKey[] = ['edit', ...offeredActions, 'copyId'];
export const menuOrder: readonly MenuAction[] = actionKeys.filter(isInMenu);

function isOfPage(key: ActionKey | UserActionName): key is 'edit' | 'copyId' {
  return key === 'edit' || key === 'copyId';
}

export const groupOf = (key: ActionKey): ActionGroup | undefined => {
  if (isOfPage(key)) return key === 'edit' ? 'access' : 'account';
  return actionOf(key).group;
};

export const isRed = (key: ActionKey | UserActionName): boolean => !isOfPage(key) && actionOf(key).danger === 'always';
export const letterOf = (key: ActionKey): string | undefined => (isOfPage(key) ? undefined : actionOf(key).letter);

/** The action that a letter means for this user. */
export const actionOfLetter = (letter: string, { enabled }: Pick<UserSummary, 'enabled'>): MenuAction | undefined =>
  menuOrder.find((key) => letterOf(key) === letter && key !== (enabled ? 'enable' : 'disable'));

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
  | 'notApproved'
  | 'systemAdministrator'
  | IdleReason;

interface UserAction {
  readonly key: ActionKey;
  /** Null: the action is available. */
  readonly reason: Reason | null;
}

const knownReason = (verdict: ProblemCode) =>
  verdict === 'OwnAccount' || verdict === 'NotFound' || verdict === 'ManagedByDirectory' ? verdict : undefined;

/** A policy verdict as a reason; verdicts without own text become `Forbidden`. */
export const reasonOf = (verdict: ProblemCode | null): Reason | null => verdict && (knownReason(verdict) ?? 'Forbidden');

/** More specific than the policy of impersonation. */
function whyNotImpersonate(actor: Person, target: Target, reason: Reason | null): Reason | null {
  if (reason !== 'Forbidden') return reason;
  if (!target.enabled) return 'disabled';
  if (target.approved === false) return 'notApproved';
  return isSystemAdmin(target) && isSystemAdmin(actor) ? 'systemAdministrator' : reason;
}

/** The page an action navigates to, or null. */
export const screenOf = (key: ActionKey, { userName }: Pick<UserSummary, 'userName'>): string | null =>
  key === 'edit' ? paths.usersEdit.to({ userName }) : null;

/** Why a call is refused because the caller impersonates a user; null if it is not. */
export function whyBarred({ impersonatedBy }: Pick<Self, 'impersonatedBy'>, name: ActionCall): BarredReason | null {
  if (impersonatedBy === null || whyBarredWhileImpersonating(actionCalls[name], impersonatedBy.access) === null) return null;
  return impersonatedBy.access === 'read' ? 'reading' : 'acting';
}

export type BarredReason = Extract<Reason, 'acting' | 'reading'>;

const whyImpersonating = ({ impersonatedBy }: Pick<Self, 'impersonatedBy'>): Reason | null =>
  impersonatedBy && (impersonatedBy.access === 'read' ? 'readingAlready' : 'actingAlready');

/** Why the caller may not do it to this user; null if they may. */
export function whyRefused(name: UserActionName, self: Self, user: UserSummary, args: ActionArgs = {}): Reason | null {
  const { may, call } = actionOf(name);
  const [actor, target] = [personOf(self), targetOf(user)];
  const reason = reasonOf(may(actor, target, args));
  if (name !== 'impersonate') return reason ?? whyBarred(self, call);
  return whyImpersonating(self) ?? whyNotImpersonate(actor, target, reason);
}

/** Why the menu hides the action for this user; null if it does not. */
function whyHidden(name: UserActionName, self: Self, user: UserSummary, now: number): Reason | null {
  const { isFor, showsIdle, call } = actionOf(name);
  if (!hasRightsFor(actionCalls[call].who, self)) return 'Forbidden';
  const idle = whyIdle(name, subjectOf(user, now), {}, self);
  const isOther = isFor !== undefined && (user.inviteState === null) !== (isFor === 'registered');
  return isOther || !showsIdle ? idle : null;
}

function reasonAgainst(key: ActionKey, self: Self, user: UserSummary, now: number): Reason | null {
  if (isOfPage(key)) return key === 'edit' ? reasonOf(mayEdit(personOf(self), targetOf(user))) : null;
  return whyHidden(key, self, user, now) ?? whyRefused(key, self, user) ?? whyIdle(key, subjectOf(user, now), {}, self);
}

/** Returns one action on this user, also where the menu leaves it out. */
export const actionOn = (key: ActionKey, self: Self, user: UserSummary, now: number): UserAction => ({
  key,
  reason: reasonAgainst(key, self, user, now),
});

/** The actions on this user in menu order. Leaves out those that never apply to the user or are disabled by configuration. */
export const actionsFor = (self: Self, user: UserSummary, now: number, impersonation = true): readonly UserAction[] =>
  actionKeys
    .filter((key) => (isOfPage(key) || whyHidden(key, self, user, now) === null) && (impersonation || key !== 'impersonate'))
    .map((key) => actionOn(key, self, user, now));
