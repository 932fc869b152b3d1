/** Takes ownership of an account, with "Undo", which restores the former owner. */
import { createAction } from '@reduxjs/toolkit';
import { usersApi } from '@api/client/users.api.ts';
import type { Question } from '../notices/questions.slice.ts';
import type { Saga } from '../saga/effects.ts';
import { takeLeadingByKey } from '../saga/takeLeadingByKey.ts';
import { adminAction, successNotice } from './adminAction.saga.ts';

interface Payload {
  readonly userName: string;
  /** Display name; absent if the account had no owner. */
  readonly formerOwner?: string | undefined;
  /** An undo; not confirmed. */
  readonly undo?: boolean;
}

export const ownershipRequested = createAction<Payload>('users/ownershipRequested');

const question = ({ userName, formerOwner }: Payload): Omit<Question, 'id'> => ({
  title: { phrase: 'users:own.title' },
  body:
    formerOwner === undefined
      ? { phrase: 'users:own.body', values: { userName } }
      : { phrase: 'users:own.bodyFrom', values: { userName, owner: formerOwner } },
  confirm: { phrase: 'users:own.confirm' },
  danger: false,
  reason: 'none',
});

const takeOwnership = (payload: Payload): Saga => {
  const { userName, undo } = payload;
  return adminAction({
    userName,
    ...(!undo && { question: question(payload) }),
    call: () => usersApi.endpoints.takeOwnership.initiate({ userName, ...(undo && { undo }) }),
    done: () =>
      successNotice({
        message: { phrase: undo ? 'users:own.undone' : 'users:own.done', values: { userName } },
        ...(!undo && { action: { label: { phrase: 'users:undo' }, dispatch: ownershipRequested({ userName, undo: true }) } }),
      }),
  });
};

export const ownershipSaga = (): Saga => takeLeadingByKey(ownershipRequested, ({ userName }) => userName, takeOwnership);
