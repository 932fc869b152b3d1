/** Takes users back to the MFA rule of their organisation; where that exempts users, another administrator may have to approve it. */
import { createAction } from '@reduxjs/toolkit';
import { mfaApi } from '@api/client/mfa.api.ts';
import { noticeRaised } from '../notices/notices.slice.ts';
import { requestOrAsk, withReason } from '../saga/approval.ts';
import { put, type Saga } from '../saga/effects.ts';
import { takeLeadingByKey } from '../saga/takeLeadingByKey.ts';

interface Payload {
  readonly publicId: string;
  readonly userIds: readonly string[];
}

export const mfaResetRequested = createAction<Payload>('organisations/mfaResetRequested');

function* resetToRule({ userIds }: Payload): Saga {
  const { resetMfaToOrganisationDefault } = mfaApi.endpoints;
  const result = yield* requestOrAsk((reason) =>
    resetMfaToOrganisationDefault.initiate({ body: { userIds: [...userIds] }, ...withReason(reason) }),
  );
  if (!result.ok) return;
  const message = { phrase: 'organisations:reset.done', values: { count: result.value.reset } } as const;
  yield* put(noticeRaised({ severity: 'success', message }));
}

export const mfaResetSaga = (): Saga => takeLeadingByKey(mfaResetRequested, ({ publicId }) => publicId, resetToRule);
