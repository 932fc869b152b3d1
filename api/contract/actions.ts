/**
 * The administrative actions on a user, one entry each: its call, whom it is for, who may do it, when there is nothing to do, and its
 * effects. Menu, drawer, palette, keys and bulk bar read the entry in the browser; the server's three doors (at once, approved, many)
 * read the same.
 */
import type { Effect } from './call.ts';
import { effectsOfEnabling, effectsOfRoles } from './effects.ts';
import type { Person } from './person.ts';
import type { ProblemCode } from './problem.ts';
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

/** A user as the subject of an action: what the policy needs, and what decides whether there is anything to do. */
export interface Subject extends Target {
  readonly locked: boolean;
  readonly mfaEnabled: boolean;
  /** Whether the user has any second factor. */
  readonly secondFactor: boolean;
  readonly mfaRequired: boolean;
  readonly loggedIn: boolean;
  /** User name of the owner. */
  readonly owner: string | null;
}

/** What an action needs besides the user. */
export interface ActionArgs {
  readonly roleName?: string | undefined;
  readonly organisationPublicId?: string | undefined;
}

/** Why an action has nothing to do. */
export type IdleReason =
  | 'enabled'
  | 'disabled'
  | 'registered'
  | 'unregistered'
  | 'notLocked'
  | 'noMfa'
  | 'hasFactor'
  | 'mfaRequired'
  | 'loggedOut'
  | 'owned'
  | 'hasRole'
  | 'lacksRole'
  | 'isMember';

interface UserAction {
  readonly call:
    | 'Users.Enable'
    | 'Users.Unlock'
    | 'Users.EndSessions'
    | 'Users.ResetAuthentication'
    | 'Users.Impersonate'
    | 'Users.TakeOwnership'
    | 'Users.Erase'
    | 'Users.Patch'
    | 'Mfa.Require'
    | 'Mfa.Remind'
    | 'Mfa.RecoveryFor'
    | 'Roles.SetUser'
    | 'Invite.Resend'
    | 'Invite.Delete';
  readonly may: (actor: Person, target: Target, args: ActionArgs) => ProblemCode | null;
  /** Absent: for both. */
  readonly isFor?: 'registered' | 'invited';
  readonly whyIdle?: (subject: Subject, args: ActionArgs, actor: Pick<Person, 'userName'>) => IdleReason | null;
  /** Absent: none, or they depend on what is asked for, and the room that carries it out says them. */
  readonly effects?: (target: Target, args: ActionArgs) => readonly Effect[];
  /** The key that does it, the same in every language. Enable and disable share one, as a user has only one of the two. */
  readonly letter?: string;
  /** It takes something away: the button that confirms it is red, or each button for it. */
  readonly danger?: 'confirm' | 'always';
  /** The menu shows it with the reason while there is nothing to do, and hides the others. */
  readonly showsIdle?: true;
  /** It can be done to many at once. `undoneBy`: the action that gives back what it took. `argument`: what has to be chosen first. */
  readonly many?: { readonly undoneBy?: string; readonly argument?: 'roleName' | 'organisationPublicId' };
}

const withRole = ({ roles }: Pick<Target, 'roles'>, { roleName = '' }: ActionArgs) => [...roles, roleName];
const withoutRole = ({ roles }: Pick<Target, 'roles'>, { roleName }: ActionArgs) => roles.filter((role) => role !== roleName);

export const userActions = {
  enable: {
    call: 'Users.Enable',
    may: mayEnable,
    isFor: 'registered',
    whyIdle: ({ enabled }) => (enabled ? 'enabled' : null),
    effects: (target) => effectsOfEnabling(target, true),
    letter: 'e',
    many: { undoneBy: 'disable' },
  },
  disable: {
    call: 'Users.Enable',
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
    showsIdle: true,
    may: mayUnlock,
    isFor: 'registered',
    whyIdle: ({ locked }) => (locked ? null : 'notLocked'),
    letter: 'u',
    many: {},
  },
  resetMfa: {
    call: 'Users.ResetAuthentication',
    showsIdle: true,
    may: mayResetAuthentication,
    isFor: 'registered',
    whyIdle: ({ mfaEnabled }) => (mfaEnabled ? null : 'noMfa'),
    letter: 'm',
    danger: 'confirm',
    many: {},
  },
  resendInvite: { call: 'Invite.Resend', may: mayInvite, isFor: 'invited', many: {} },
  remindMfa: {
    call: 'Mfa.Remind',
    may: mayRequireMfa,
    isFor: 'registered',
    whyIdle: ({ secondFactor, enabled }) => (secondFactor ? 'hasFactor' : enabled ? null : 'disabled'),
    many: {},
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
  endSessions: {
    call: 'Users.EndSessions',
    may: mayEndSessions,
    whyIdle: ({ loggedIn }) => (loggedIn ? null : 'loggedOut'),
    danger: 'confirm',
    many: {},
  },
  resetPassword: {
    call: 'Users.ResetAuthentication',
    may: mayResetAuthentication,
    isFor: 'registered',
    letter: 'p',
    danger: 'confirm',
  },
  impersonate: { call: 'Users.Impersonate', may: mayImpersonate, isFor: 'registered', letter: 'i' },
  takeOwnership: {
    call: 'Users.TakeOwnership',
    showsIdle: true,
    may: mayTakeOwnership,
    whyIdle: ({ owner }, _args, { userName }) => (owner === userName ? 'owned' : null),
    effects: () => ['takesOwnership'],
  },
  recoveryCode: {
    call: 'Mfa.RecoveryFor',
    showsIdle: true,
    may: mayIssueRecoveryCode,
    isFor: 'registered',
    whyIdle: ({ mfaEnabled }) => (mfaEnabled ? null : 'noMfa'),
  },
  deleteInvite: { call: 'Invite.Delete', may: mayInvite, isFor: 'invited', danger: 'always' },
  erase: {
    call: 'Users.Erase',
    may: mayErase,
    isFor: 'registered',
    // An enabled user has to be disabled first.
    whyIdle: ({ enabled }) => (enabled ? 'enabled' : null),
    danger: 'always',
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
