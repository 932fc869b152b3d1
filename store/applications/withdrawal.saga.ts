/** Withdraws what the user has allowed an application. */
import { createAction } from '@reduxjs/toolkit';
import { applicationsApi } from '@api/client/applications.api.ts';
import { noticeRaised } from '../notices/notices.slice.ts';
import { confirm } from '../saga/confirm.ts';
import { put, type Saga } from '../saga/effects.ts';
import { request } from '../saga/request.ts';
import { takeLeadingByKey } from '../saga/takeLeadingByKey.ts';

interface Payload {
  readonly applicationId: string;
  readonly displayName: string;
}

export const withdrawalRequested = createAction<Payload>('applications/withdrawalRequested');

function* withdraw({ applicationId, displayName: name }: Payload): Saga {
  const answer = yield* confirm({
    title: { phrase: 'applications:mine.withdrawTitle', values: { name } },
    body: { phrase: 'applications:mine.withdrawBody' },
    confirm: { phrase: 'applications:mine.withdraw' },
    danger: true,
    reason: 'none',
  });
  if (!answer.confirmed) return;
  const { ok } = yield* request(applicationsApi.endpoints.withdrawApplication.initiate({ applicationId }));
  const message = { phrase: 'applications:mine.withdrawn', values: { name } } as const;
  if (ok) yield* put(noticeRaised({ severity: 'success', message }));
}

export const withdrawalSaga = (): Saga => takeLeadingByKey(withdrawalRequested, ({ applicationId }) => applicationId, withdraw);
