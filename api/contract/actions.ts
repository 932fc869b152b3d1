/**
 * The administrative actions on a user, one entry each: its call, whom it is for, who may do it, when there is nothing to do, and its
 * effects. Menu, drawer, palette, keys and bulk bar read the entry in the browser; the server's three doors (at once, approved, many)
 * read the same.
 */
import type { ActionArgs, IdleReason, Subject, UserAction } from './actions.entry.ts';
import { effectsOfEnabling, effectsOfRoles } from './effects.ts';
import type { Person } from './person.ts';
import { maySetRoles } from './roles.policy.ts';
import {
  mayEditField,
  mayEnable,
  mayEndSessions,
  mayErase,
  mayImpersonate,
  mayInvite,
  mayIssueRecoveryCode,
  mayRequireMfa,
  mayResetAuthentication,
  mayTakeOwnership,
  mayUnlock,
  type Target,
} from './users.policy.ts';

const withRole = ({ roles }: Pick<Target, 'roles'>, { roleName = '' }: ActionArgs) => [...roles, roleName];
const withoutRole = ({ roles }: Pick<Target, 'roles'>, { roleName }: ActionArgs) => roles.filter((role) => role !== roleName);

export const userActions = {
  enable: {
    call: 'Users.Enable',
    group: 'access',
    may: mayEnable,
    isFor: 'registered',
    whyIdle: ({ enabled }) => (enabled ? 'enabled' : null),
    effects: (target) => effectsOfEnabling(target, true),
    letter: 'e',
    many: { undoneBy: 'disable' },
  },
  disable: {
    call: 'Users.Enable',
    group: 'access',
    may: mayEnable,
    isFor: 'registered',
    whyIdle: ({ enabled }) => (enabled ? null : 'disabled'),
    effects: (target) => effectsOfEnabling(target, false),
    letter: 'e',
    danger: 'always',
    many: { undoneBy: 'enable' },
  },
  unlock: {
    call: 'Users.Unlock',
    group: 'access',
    showsIdle: true,
    may: mayUnlock,
    isFor: 'registered',
    whyIdle: ({ locked }) => (locked ? null : 'notLocked'),
    letter: 'u',
    many: {},
  },
  endSessions: {
    call: 'Users.EndSessions',
    group: 'access',
    may: mayEndSessions,
    whyIdle: ({ loggedIn }) => (loggedIn ? null : 'loggedOut'),
    danger: 'confirm',
    many: {},
  },
  resetMfa: {
    call: 'Users.ResetAuthentication',
    group: 'login',
    showsIdle: true,
    may: mayResetAuthentication,
    isFor: 'registered',
    whyIdle: ({ mfaEnabled }) => (mfaEnabled ? null : 'noMfa'),
    letter: 'm',
    danger: 'confirm',
    many: {},
  },
  recoveryCode: {
    call: 'Mfa.RecoveryFor',
    group: 'login',
    outsideMenu: true,
    showsIdle: true,
    may: mayIssueRecoveryCode,
    isFor: 'registered',
    whyIdle: ({ mfaEnabled }) => (mfaEnabled ? null : 'noMfa'),
  },
  resetPassword: {
    call: 'Users.ResetAuthentication',
    group: 'login',
    may: mayResetAuthentication,
    isFor: 'registered',
    letter: 'p',
    danger: 'confirm',
  },
  remindMfa: {
    call: 'Mfa.Remind',
    group: 'login',
    may: mayRequireMfa,
    isFor: 'registered',
    whyIdle: ({ secondFactor, enabled }) => (secondFactor ? 'hasFactor' : enabled ? null : 'disabled'),
    many: {},
  },
  impersonate: { call: 'Users.Impersonate', group: 'account', may: mayImpersonate, isFor: 'registered', letter: 'i' },
  takeOwnership: {
    call: 'Users.TakeOwnership',
    group: 'account',
    showsIdle: true,
    may: mayTakeOwnership,
    whyIdle: ({ owner }, _args, { userName }) => (owner === userName ? 'owned' : null),
    effects: () => ['takesOwnership'],
  },
  resendInvite: { call: 'Invite.Resend', group: 'access', may: mayInvite, isFor: 'invited', many: {} },
  deleteInvite: { call: 'Invite.Delete', group: 'access', may: mayInvite, isFor: 'invited', danger: 'always' },
  erase: {
    call: 'Users.Erase',
    group: 'access',
    may: mayErase,
    isFor: 'registered',
    // An enabled user has to be disabled first.
    whyIdle: ({ enabled }) => (enabled ? 'enabled' : null),
    danger: 'always',
  },
  requireMfa: {
    call: 'Mfa.Require',
    may: mayRequireMfa,
    whyIdle: ({ mfaRequired }) => (mfaRequired ? 'mfaRequired' : null),
    many: {},
  },
  giveRole: {
    call: 'Roles.SetUser',
    may: (actor, target, args) => maySetRoles(withRole(target, args))(actor, target),
    whyIdle: ({ roles }, { roleName = '' }) => (roles.includes(roleName) ? 'hasRole' : null),
    effects: (target, args) => effectsOfRoles(target, withRole(target, args)),
    many: { undoneBy: 'takeRole', argument: 'roleName' },
  },
  takeRole: {
    call: 'Roles.SetUser',
    may: (actor, target, args) => maySetRoles(withoutRole(target, args))(actor, target),
    whyIdle: ({ roles }, { roleName = '' }) => (roles.includes(roleName) ? null : 'lacksRole'),
    effects: (target, args) => effectsOfRoles(target, withoutRole(target, args)),
    danger: 'confirm',
    many: { undoneBy: 'giveRole', argument: 'roleName' },
  },
  move: {
    call: 'Users.Patch',
    may: (actor, target) => mayEditField(actor, target, 'organisationPublicId'),
    whyIdle: ({ organisationId }, { organisationPublicId }) => (organisationId === organisationPublicId ? 'isMember' : null),
    many: { argument: 'organisationPublicId' },
  },
} as const satisfies Record<string, UserAction>;

export type UserActionName = keyof typeof userActions;
export const actionOf = (name: UserActionName): UserAction => userActions[name];

/** Actions of an operation on many users. */
export type OperationKind = {
  [Name in UserActionName]: (typeof userActions)[Name] extends { many: object } ? Name : never;
}[UserActionName];
export const operationKinds = (Object.keys(userActions) as UserActionName[]).filter(
  (name): name is OperationKind => actionOf(name).many !== undefined,
);

/** The operation that gives back what this one took. */
export const oppositeOf = (kind: OperationKind): OperationKind | undefined =>
  operationKinds.find((other) => other === actionOf(kind).many?.undoneBy);

/** Why there is nothing to do for this user; null if there is. */
export function whyIdle(
  name: UserActionName,
  subject: Subject,
  args: ActionArgs,
  actor: Pick<Person, 'userName'>,
): IdleReason | null {
  const { isFor, whyIdle: ofState } = actionOf(name);
  if (isFor !== undefined && subject.registered !== (isFor === 'registered'))
    return subject.registered ? 'registered' : 'unregistered';
  return ofState?.(subject, args, actor) ?? null;
}

/** The actions that a user's pages offer, in the order of the menu. */
export type OfferedAction = {
  [Name in UserActionName]: (typeof userActions)[Name] extends { group: string } ? Name : never;
}[UserActionName];
export const offeredActions = (Object.keys(userActions) as UserActionName[]).filter(
  (name): name is OfferedAction => actionOf(name).group !== undefined,
);
