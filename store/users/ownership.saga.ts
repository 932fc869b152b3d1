/** Becoming the one who answers for an account, with "Undo", which gives it back to whoever did before. */
import { createAction } from '@reduxjs/toolkit';
import { usersApi } from '@api/client/users.api.ts';
import type { Question } from '../notices/questions.slice.ts';
import type { Saga } from '../saga/effects.ts';
import { onIntent } from '../saga/intents.ts';
import { adminAction, told } from './adminAction.saga.ts';

interface Wish {
  readonly userName: string;
  /** By display name; absent where nobody answers for the account. */
  readonly formerOwner?: string | undefined;
  /** Takes back what was just done, and so does not ask. */
  readonly undo?: boolean;
}

export const ownershipRequested = createAction<Wish>('users/ownershipRequested');

const question = ({ userName, formerOwner }: Wish): Omit<Question, 'id'> => ({
  title: { phrase: 'users:own.title' },
  body:
    formerOwner === undefined
      ? { phrase: 'users:own.body', values: { userName } }
      : { phrase: 'users:own.bodyFrom', values: { userName, owner: formerOwner } },
  confirm: { phrase: 'users:own.confirm' },
  danger: false,
  reason: 'none',
});

const takeOwnership = (wish: Wish): Saga => {
  const { userName, undo } = wish;
  return adminAction({
    userName,
    ...(!undo && { question: question(wish) }),
    call: () => usersApi.endpoints.takeOwnership.initiate({ userName, ...(undo && { undo }) }),
    done: () =>
      told({
        message: { phrase: undo ? 'users:own.undone' : 'users:own.done', values: { userName } },
        ...(!undo && { action: { label: { phrase: 'users:undo' }, dispatch: ownershipRequested({ userName, undo: true }) } }),
      }),
  });
};

export const ownershipSaga = (): Saga => onIntent(ownershipRequested, ({ userName }) => userName, takeOwnership);
