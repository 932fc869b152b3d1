/** Deletes an application. */
import { createAction } from '@reduxjs/toolkit';
import { applicationsApi } from '@api/client/applications.api.ts';
import type { Application } from '@api/contract/applications.ts';
import { noticeRaised } from '../notices/notices.slice.ts';
import { confirm } from '../saga/confirm.ts';
import { put, type Saga } from '../saga/effects.ts';
import { request } from '../saga/request.ts';
import { takeLeadingByKey } from '../saga/takeLeadingByKey.ts';

type Payload = Pick<Application, 'applicationId' | 'displayName'>;

export const deletionRequested = createAction<Payload>('applications/deletionRequested');

function* deleteApplication({ applicationId, displayName: name }: Payload): Saga {
  const answer = yield* confirm({
    title: { phrase: 'applications:delete.title', values: { name } },
    body: { phrase: 'applications:delete.body' },
    confirm: { phrase: 'applications:delete.confirm' },
    danger: true,
    reason: 'none',
  });
  if (!answer.confirmed) return;
  const { ok } = yield* request(applicationsApi.endpoints.deleteApplication.initiate({ applicationId }));
  const message = { phrase: 'applications:delete.done', values: { name } } as const;
  if (ok) yield* put(noticeRaised({ severity: 'success', message }));
}

export const deletionSaga = (): Saga =>
  takeLeadingByKey(deletionRequested, ({ applicationId }) => applicationId, deleteApplication);
