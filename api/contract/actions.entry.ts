/** What an entry of `actions.ts` says about an administrative action on a user. */
import type { ActionCall } from './actions.calls.ts';
import type { Effect } from './call.ts';
import type { Person } from './person.ts';
import type { ProblemCode } from './problem.ts';
import type { Target } from './users.policy.ts';

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

export type ActionGroup = 'access' | 'login' | 'account';

export interface UserAction {
  readonly call: ActionCall;
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
  /** Its group on a user's pages, and in the menu, which has the entries in this order; absent: it is offered elsewhere. */
  readonly group?: ActionGroup;
  /** It has a button and no place in the menu. */
  readonly outsideMenu?: true;
  /** The menu shows it with the reason while there is nothing to do, and hides the others. */
  readonly showsIdle?: true;
  /** It can be done to many at once. `undoneBy`: the action that gives back what it took. `argument`: what has to be chosen first. */
  readonly many?: { readonly undoneBy?: string; readonly argument?: 'roleName' | 'organisationPublicId' };
}
