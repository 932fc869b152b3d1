/** Ends all sessions of a user. */
import { createAction } from '@reduxjs/toolkit';
import { usersApi } from '@api/client/users.api.ts';
import type { Saga } from '../saga/effects.ts';
import { takeLeadingByKey } from '../saga/takeLeadingByKey.ts';
import { adminAction, successNotice } from './adminAction.saga.ts';

export const endSessionsRequested = createAction<{ userName: string }>('users/endSessionsRequested');

const endSessions = ({ userName }: { userName: string }): Saga =>
  adminAction({
    userName,
    question: {
      title: { phrase: 'users:endSessions.title' },
      body: { phrase: 'users:endSessions.body', values: { userName } },
      confirm: { phrase: 'users:endSessions.confirm' },
      danger: true,
      reason: 'none',
    },
    call: () => usersApi.endpoints.endUserSessions.initiate({ userName }),
    done: () => successNotice({ message: { phrase: 'users:endSessions.done', values: { userName } } }),
  });

export const endSessionsSaga = (): Saga => takeLeadingByKey(endSessionsRequested, ({ userName }) => userName, endSessions);
