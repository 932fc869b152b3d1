/** Deletes a saved report. */
import { createAction } from '@reduxjs/toolkit';
import { reportsApi } from '@api/client/reports.api.ts';
import type { Report } from '@api/contract/reports.shapes.ts';
import { noticeRaised } from '../notices/notices.slice.ts';
import { confirm } from '../saga/confirm.ts';
import { put, type Saga } from '../saga/effects.ts';
import { request } from '../saga/request.ts';
import { takeLeadingByKey } from '../saga/takeLeadingByKey.ts';

type Payload = Pick<Report, 'reportId' | 'name' | 'shared'>;

export const deletionRequested = createAction<Payload>('reports/deletionRequested');

function* deleteReport({ reportId, name, shared }: Payload): Saga {
  const answer = yield* confirm({
    title: { phrase: 'audit:reports.delete.title', values: { name } },
    body: { phrase: shared ? 'audit:reports.delete.shared' : 'audit:reports.delete.private' },
    confirm: { phrase: 'audit:reports.delete.confirm' },
    danger: true,
    reason: 'none',
  });
  if (!answer.confirmed) return;
  const { ok } = yield* request(reportsApi.endpoints.deleteReport.initiate({ reportId }));
  const message = { phrase: 'audit:reports.delete.done', values: { name } } as const;
  if (ok) yield* put(noticeRaised({ severity: 'success', message }));
}

export const deletionSaga = (): Saga => takeLeadingByKey(deletionRequested, ({ reportId }) => reportId, deleteReport);
