/** Single letters that perform an action on the user whose row or panel has the focus; elsewhere they mean nothing (WCAG 2.1.4). */
import type { UserSummary } from '@api/contract/users.shapes.ts';
import type { ActionKey } from './userActions.ts';

type KeyedAction = 'unlock' | 'enable' | 'disable' | 'resetMfa' | 'resetPassword' | 'impersonate';

/** The letters are the same in every language. Enable and disable share one, as a user has only one of the two. */
const actionLetters: Readonly<Record<KeyedAction, string>> = {
  unlock: 'u',
  enable: 'e',
  disable: 'e',
  resetMfa: 'm',
  resetPassword: 'p',
  impersonate: 'i',
};

export const letterOf = (action: ActionKey): string | undefined =>
  (actionLetters as Readonly<Partial<Record<ActionKey, string>>>)[action];

/** The action that a letter means for this user. */
export const actionOfLetter = (letter: string, { enabled }: Pick<UserSummary, 'enabled'>): KeyedAction | undefined =>
  (Object.keys(actionLetters) as KeyedAction[]).find(
    (action) => actionLetters[action] === letter && action !== (enabled ? 'enable' : 'disable'),
  );
