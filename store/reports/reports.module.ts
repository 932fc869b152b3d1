/** Store module of saved reports: deletes one; added by their screen. */
import { createAction } from '@reduxjs/toolkit';
import { reportsApi } from '@api/client/reports.api.ts';
import type { Report } from '@api/contract/reports.shapes.ts';
import type { StoreModule } from '../modules.ts';
import { actSaga, success } from '../saga/act.ts';

type Payload = Pick<Report, 'reportId' | 'name' | 'shared'>;

export const deletionRequested = createAction<Payload>('reports/deletionRequested');

export const reportsModule: StoreModule = {
  sagas: {
    'reports/deletion': actSaga(deletionRequested, {
      keyOf: ({ reportId }) => reportId,
      question: ({ name, shared }) => ({
        title: { phrase: 'audit:reports.delete.title', values: { name } },
        body: { phrase: shared ? 'audit:reports.delete.shared' : 'audit:reports.delete.private' },
        confirm: { phrase: 'audit:reports.delete.confirm' },
        danger: true,
        reason: 'none',
      }),
      call: ({ reportId }) => reportsApi.endpoints.deleteReport.initiate({ reportId }),
      done: ({ name }) => success({ phrase: 'audit:reports.delete.done', values: { name } }),
    }),
  },
};
