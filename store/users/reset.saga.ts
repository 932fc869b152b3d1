/** Resets a user's authentication: second factor, password or both. No undo. */
import { createAction } from '@reduxjs/toolkit';
import { usersApi } from '@api/client/users.api.ts';
import type { Question } from '../notices/questions.slice.ts';
import type { Saga } from '../saga/effects.ts';
import { takeLeadingByKey } from '../saga/takeLeadingByKey.ts';
import { adminAction, successNotice } from './adminAction.saga.ts';

interface Payload {
  readonly userName: string;
  readonly what: 'mfa' | 'password';
  /** Offers to reset MFA along with the password. */
  readonly hasMfa: boolean;
}

export const resetRequested = createAction<Payload>('users/resetRequested');

const question = ({ userName, what, hasMfa }: Payload): Omit<Question, 'id'> => ({
  title: { phrase: what === 'mfa' ? 'users:resetMfa.title' : 'users:resetPassword.title' },
  body: { phrase: what === 'mfa' ? 'users:resetMfa.body' : 'users:resetPassword.body', values: { userName } },
  confirm: { phrase: what === 'mfa' ? 'users:resetMfa.confirm' : 'users:resetPassword.confirm' },
  danger: true,
  reason: 'none',
  ...(what === 'password' && hasMfa && { extra: { phrase: 'users:resetPassword.mfaToo' } }),
});

const typeOf = (what: Payload['what'], mfaToo: boolean) => (what === 'mfa' ? 'Mfa' : mfaToo ? 'All' : 'Password');

const reset = (payload: Payload): Saga => {
  const { userName, what } = payload;
  return adminAction({
    userName,
    question: question(payload),
    call: ({ extra }) => usersApi.endpoints.resetAuthentication.initiate({ userName, type: typeOf(what, extra) }),
    done: () =>
      successNotice({
        message: { phrase: what === 'mfa' ? 'users:resetMfa.done' : 'users:resetPassword.done', values: { userName } },
      }),
  });
};

export const resetSaga = (): Saga => takeLeadingByKey(resetRequested, ({ userName, what }) => `${what} ${userName}`, reset);
