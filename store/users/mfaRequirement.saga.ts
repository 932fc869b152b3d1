/** Demanding MFA of one person, whatever their organisation says, or no longer; each with "Undo". */
import { createAction } from '@reduxjs/toolkit';
import { requireMfa } from '../aboutUsers.ts';
import type { Saga } from '../saga/effects.ts';
import { onIntent } from '../saga/intents.ts';
import { adminAction, told } from './adminAction.saga.ts';

interface Wish {
  readonly userId: string;
  readonly userName: string;
  readonly required: boolean;
  /** Takes back what was just done, and so does not ask. */
  readonly undo?: boolean;
}

export const mfaRequirementRequested = createAction<Wish>('users/mfaRequirementRequested');

const setRequirement = (wish: Wish): Saga => {
  const { userId, userName, required, undo = false } = wish;
  const question = {
    title: { phrase: required ? 'users:requireMfa.title' : 'users:exemptMfa.title' },
    body: { phrase: required ? 'users:requireMfa.body' : 'users:exemptMfa.body', values: { userName } },
    confirm: { phrase: required ? 'users:requireMfa.confirm' : 'users:exemptMfa.confirm' },
    danger: !required,
    reason: 'none',
  } as const;
  return adminAction({
    userName,
    ...(!undo && { question }),
    call: () => requireMfa.initiate({ userId, body: { required } }),
    done: () =>
      told({
        message: { phrase: required ? 'users:requireMfa.done' : 'users:exemptMfa.done', values: { userName } },
        ...(!undo && {
          action: {
            label: { phrase: 'users:undo' },
            dispatch: mfaRequirementRequested({ ...wish, required: !required, undo: true }),
          },
        }),
      }),
  });
};

export const mfaRequirementSaga = (): Saga => onIntent(mfaRequirementRequested, ({ userId }) => userId, setRequirement);
