/** Unlocks an account after too many failed logins. */
import { createAction } from '@reduxjs/toolkit';
import { usersApi } from '@api/client/users.api.ts';
import type { Saga } from '../saga/effects.ts';
import { takeLeadingByKey } from '../saga/takeLeadingByKey.ts';
import { adminAction, successNotice } from './adminAction.saga.ts';

export const unlockRequested = createAction<{ userName: string }>('users/unlockRequested');

const unlock = ({ userName }: { userName: string }): Saga =>
  adminAction({
    userName,
    question: {
      title: { phrase: 'users:unlock.title' },
      body: { phrase: 'users:unlock.body', values: { userName } },
      confirm: { phrase: 'users:unlock.confirm' },
      danger: false,
      reason: 'none',
    },
    call: () => usersApi.endpoints.unlockUser.initiate({ userName }),
    done: () => successNotice({ message: { phrase: 'users:unlock.done', values: { userName } } }),
  });

export const unlockSaga = (): Saga => takeLeadingByKey(unlockRequested, ({ userName }) => userName, unlock);
