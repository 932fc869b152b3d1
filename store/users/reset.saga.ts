/** Resetting how somebody signs in: the second factor, the password, or both. None of it can be taken back. */
import { createAction } from '@reduxjs/toolkit';
import { usersApi } from '@api/client/users.api.ts';
import type { Question } from '../notices/questions.slice.ts';
import type { Saga } from '../saga/effects.ts';
import { onIntent } from '../saga/intents.ts';
import { adminAction, told } from './adminAction.saga.ts';

interface Wish {
  readonly userName: string;
  readonly what: 'mfa' | 'password';
  /** With the password the second factor may go too, where there is one. */
  readonly hasMfa: boolean;
}

export const resetRequested = createAction<Wish>('users/resetRequested');

const question = ({ userName, what, hasMfa }: Wish): Omit<Question, 'id'> => ({
  title: { phrase: what === 'mfa' ? 'users:resetMfa.title' : 'users:resetPassword.title' },
  body: { phrase: what === 'mfa' ? 'users:resetMfa.body' : 'users:resetPassword.body', values: { userName } },
  confirm: { phrase: what === 'mfa' ? 'users:resetMfa.confirm' : 'users:resetPassword.confirm' },
  danger: true,
  reason: 'none',
  ...(what === 'password' && hasMfa && { extra: { phrase: 'users:resetPassword.mfaToo' } }),
});

const typeOf = (what: Wish['what'], mfaToo: boolean) => (what === 'mfa' ? 'Mfa' : mfaToo ? 'All' : 'Password');

const reset = (wish: Wish): Saga => {
  const { userName, what } = wish;
  return adminAction({
    userName,
    question: question(wish),
    call: ({ extra }) => usersApi.endpoints.resetAuthentication.initiate({ userName, type: typeOf(what, extra) }),
    done: () =>
      told({
        message: { phrase: what === 'mfa' ? 'users:resetMfa.done' : 'users:resetPassword.done', values: { userName } },
      }),
  });
};

export const resetSaga = (): Saga => onIntent(resetRequested, ({ userName, what }) => `${what} ${userName}`, reset);
