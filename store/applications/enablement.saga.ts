/** Enables an application, or disables it, which logs everybody out of it. */
import { createAction } from '@reduxjs/toolkit';
import { applicationsApi } from '@api/client/applications.api.ts';
import type { Application } from '@api/contract/applications.ts';
import { noticeRaised } from '../notices/notices.slice.ts';
import { confirm } from '../saga/confirm.ts';
import { put, type Saga } from '../saga/effects.ts';
import { request } from '../saga/request.ts';
import { takeLeadingByKey } from '../saga/takeLeadingByKey.ts';

interface Payload extends Pick<Application, 'applicationId' | 'displayName'> {
  readonly enabled: boolean;
}

export const enablementRequested = createAction<Payload>('applications/enablementRequested');

function* changeEnablement({ applicationId, displayName: name, enabled }: Payload): Saga {
  const answer = yield* confirm({
    title: { phrase: enabled ? 'applications:enable.title' : 'applications:disable.title', values: { name } },
    body: { phrase: enabled ? 'applications:enable.body' : 'applications:disable.body' },
    confirm: { phrase: enabled ? 'applications:enable.confirm' : 'applications:disable.confirm' },
    danger: !enabled,
    reason: 'none',
  });
  if (!answer.confirmed) return;
  const { ok } = yield* request(applicationsApi.endpoints.setApplicationEnabled.initiate({ applicationId, enabled }));
  const message = { phrase: enabled ? 'applications:enable.done' : 'applications:disable.done', values: { name } } as const;
  if (ok) yield* put(noticeRaised({ severity: 'success', message }));
}

export const enablementSaga = (): Saga =>
  takeLeadingByKey(enablementRequested, ({ applicationId }) => applicationId, changeEnablement);
