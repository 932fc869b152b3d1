/** One recovery code for a user who has lost the authenticator; shown in a dialog instead of a notice. */
import { createAction } from '@reduxjs/toolkit';
import { mfaApi } from '@api/client/mfa.api.ts';
import type { Saga } from '../saga/effects.ts';
import { takeLeadingByKey } from '../saga/takeLeadingByKey.ts';
import { adminAction } from './adminAction.saga.ts';
import { codeIssued } from './recoveryCode.slice.ts';

const { issueRecoveryCode } = mfaApi.endpoints;

interface Payload {
  readonly userId: string;
  readonly userName: string;
}

export const recoveryCodeRequested = createAction<Payload>('users/recoveryCodeRequested');

const issue = ({ userId, userName }: Payload): Saga =>
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

export const recoveryCodeSaga = (): Saga => takeLeadingByKey(recoveryCodeRequested, ({ userId }) => userId, issue);
