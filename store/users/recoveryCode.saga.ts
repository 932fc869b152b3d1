/** One recovery code for somebody who has lost the authenticator, to be read to them; it ends in a dialog, not in a notice. */
import { createAction } from '@reduxjs/toolkit';
import { issueRecoveryCode } from '../aboutUsers.ts';
import type { Saga } from '../saga/effects.ts';
import { onIntent } from '../saga/intents.ts';
import { adminAction } from './adminAction.saga.ts';
import { codeIssued } from './recoveryCode.slice.ts';

interface Wish {
  readonly userId: string;
  readonly userName: string;
}

export const recoveryCodeRequested = createAction<Wish>('users/recoveryCodeRequested');

const issue = ({ userId, userName }: Wish): Saga =>
  adminAction({
    userName,
    question: {
      title: { phrase: 'users:recoveryCode.ask' },
      body: { phrase: 'users:recoveryCode.body', values: { userName } },
      confirm: { phrase: 'users:recoveryCode.confirm' },
      danger: false,
      reason: 'none',
    },
    call: () => issueRecoveryCode.initiate({ userId }),
    done: (ticket) => codeIssued({ userName, ticket }),
  });

export const recoveryCodeSaga = (): Saga => onIntent(recoveryCodeRequested, ({ userId }) => userId, issue);
