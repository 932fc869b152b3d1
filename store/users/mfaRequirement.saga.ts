/** Requires MFA of one user regardless of their organisation's rule, or lifts that; each with "Undo". */
import { createAction } from '@reduxjs/toolkit';
import { mfaApi } from '@api/client/mfa.api.ts';
import type { Saga } from '../saga/effects.ts';
import { takeLeadingByKey } from '../saga/takeLeadingByKey.ts';
import { adminAction, successNotice } from './adminAction.saga.ts';

const { requireMfa } = mfaApi.endpoints;

interface Payload {
  readonly userId: string;
  readonly userName: string;
  readonly required: boolean;
  /** An undo; not confirmed. */
  readonly undo?: boolean;
}

export const mfaRequirementRequested = createAction<Payload>('users/mfaRequirementRequested');

const setRequirement = (payload: Payload): Saga => {
  const { userId, userName, required, undo = false } = payload;
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
      successNotice({
        message: { phrase: required ? 'users:requireMfa.done' : 'users:exemptMfa.done', values: { userName } },
        ...(!undo && {
          action: {
            label: { phrase: 'users:undo' },
            dispatch: mfaRequirementRequested({ ...payload, required: !required, undo: true }),
          },
        }),
      }),
  });
};

export const mfaRequirementSaga = (): Saga => takeLeadingByKey(mfaRequirementRequested, ({ userId }) => userId, setRequirement);
