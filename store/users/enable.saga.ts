/** Enables or disables an account, each with "Undo". */
import { createAction } from '@reduxjs/toolkit';
import { usersApi } from '@api/client/users.api.ts';
import type { Question } from '../notices/questions.slice.ts';
import type { Saga } from '../saga/effects.ts';
import { takeLeadingByKey } from '../saga/takeLeadingByKey.ts';
import { adminAction, successNotice } from './adminAction.saga.ts';

interface Payload {
  readonly userName: string;
  readonly enabled: boolean;
  /** An undo; not confirmed. */
  readonly undo?: boolean;
}

export const enableRequested = createAction<Payload>('users/enableRequested');

const question = ({ userName, enabled }: Payload): Omit<Question, 'id'> => ({
  title: { phrase: enabled ? 'users:enable.title' : 'users:disable.title' },
  body: { phrase: enabled ? 'users:enable.body' : 'users:disable.body', values: { userName } },
  confirm: { phrase: enabled ? 'users:enable.confirm' : 'users:disable.confirm' },
  danger: !enabled,
  reason: 'none',
});

const enable = (payload: Payload): Saga => {
  const { userName, enabled, undo = false } = payload;
  return adminAction({
    userName,
    ...(undo ? {} : { question: question(payload) }),
    call: () => usersApi.endpoints.setUserEnabled.initiate({ userName, enabled }),
    done: () =>
      successNotice({
        message: { phrase: enabled ? 'users:enable.done' : 'users:disable.done', values: { userName } },
        ...(!undo && {
          action: { label: { phrase: 'users:undo' }, dispatch: enableRequested({ userName, enabled: !enabled, undo: true }) },
        }),
      }),
  });
};

export const enableSaga = (): Saga => takeLeadingByKey(enableRequested, ({ userName }) => userName, enable);
