/** Store module of saved views: deletes one; added by the users list. */
import { createAction } from '@reduxjs/toolkit';
import { viewsApi } from '@api/client/views.api.ts';
import type { View } from '@api/contract/views.ts';
import type { StoreModule } from '../../modules.ts';
import { actSaga, success } from '../../saga/act.ts';

type Payload = Pick<View, 'viewId' | 'name' | 'shared'>;

export const deletionRequested = createAction<Payload>('views/deletionRequested');

export const viewsModule: StoreModule = {
  sagas: {
    'views/deletion': actSaga(deletionRequested, {
      keyOf: ({ viewId }) => viewId,
      question: ({ name, shared }) => ({
        title: { phrase: 'users:views.delete.title', values: { name } },
        body: { phrase: shared ? 'users:views.delete.shared' : 'users:views.delete.private' },
        confirm: { phrase: 'users:views.delete.confirm' },
        danger: true,
        reason: 'none',
      }),
      call: ({ viewId }) => viewsApi.endpoints.deleteView.initiate({ viewId }),
      done: ({ name }) => success({ phrase: 'users:views.delete.done', values: { name } }),
    }),
  },
};
