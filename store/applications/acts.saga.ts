/** The acts on an application: enable, disable, delete, and withdraw what the user has allowed it. */
import { createAction } from '@reduxjs/toolkit';
import { applicationsApi } from '@api/client/applications.api.ts';
import type { Application } from '@api/contract/applications.ts';
import { actSaga, success } from '../saga/act.ts';

type Named = Pick<Application, 'applicationId' | 'displayName'>;

export const deletionRequested = createAction<Named>('applications/deletionRequested');
/** Disabling logs everybody out of it. */
export const enablementRequested = createAction<Named & { readonly enabled: boolean }>('applications/enablementRequested');
export const withdrawalRequested = createAction<Named>('applications/withdrawalRequested');

const { deleteApplication, setApplicationEnabled, withdrawApplication } = applicationsApi.endpoints;

const keyOf = ({ applicationId }: Named): string => applicationId;

export const applicationActs = {
  'applications/enablement': actSaga(enablementRequested, {
    keyOf,
    question: ({ displayName: name, enabled }) => ({
      title: { phrase: enabled ? 'applications:enable.title' : 'applications:disable.title', values: { name } },
      body: { phrase: enabled ? 'applications:enable.body' : 'applications:disable.body' },
      confirm: { phrase: enabled ? 'applications:enable.confirm' : 'applications:disable.confirm' },
      danger: !enabled,
      reason: 'none',
    }),
    call: ({ applicationId, enabled }) => setApplicationEnabled.initiate({ applicationId, enabled }),
    done: ({ displayName: name, enabled }) =>
      success({ phrase: enabled ? 'applications:enable.done' : 'applications:disable.done', values: { name } }),
  }),
  'applications/deletion': actSaga(deletionRequested, {
    keyOf,
    question: ({ displayName: name }) => ({
      title: { phrase: 'applications:delete.title', values: { name } },
      body: { phrase: 'applications:delete.body' },
      confirm: { phrase: 'applications:delete.confirm' },
      danger: true,
      reason: 'none',
    }),
    call: ({ applicationId }) => deleteApplication.initiate({ applicationId }),
    done: ({ displayName: name }) => success({ phrase: 'applications:delete.done', values: { name } }),
  }),
  'applications/withdrawal': actSaga(withdrawalRequested, {
    keyOf,
    question: ({ displayName: name }) => ({
      title: { phrase: 'applications:mine.withdrawTitle', values: { name } },
      body: { phrase: 'applications:mine.withdrawBody' },
      confirm: { phrase: 'applications:mine.withdraw' },
      danger: true,
      reason: 'none',
    }),
    call: ({ applicationId }) => withdrawApplication.initiate({ applicationId }),
    done: ({ displayName: name }) => success({ phrase: 'applications:mine.withdrawn', values: { name } }),
  }),
};
