/** Deletes a saved view. */
import { createAction } from '@reduxjs/toolkit';
import { viewsApi } from '@api/client/views.api.ts';
import type { View } from '@api/contract/views.ts';
import { noticeRaised } from '../../notices/notices.slice.ts';
import { confirm } from '../../saga/confirm.ts';
import { put, type Saga } from '../../saga/effects.ts';
import { request } from '../../saga/request.ts';
import { takeLeadingByKey } from '../../saga/takeLeadingByKey.ts';

type Payload = Pick<View, 'viewId' | 'name' | 'shared'>;

export const deletionRequested = createAction<Payload>('views/deletionRequested');

function* deleteView({ viewId, name, shared }: Payload): Saga {
  const answer = yield* confirm({
    title: { phrase: 'users:views.delete.title', values: { name } },
    body: { phrase: shared ? 'users:views.delete.shared' : 'users:views.delete.private' },
    confirm: { phrase: 'users:views.delete.confirm' },
    danger: true,
    reason: 'none',
  });
  if (!answer.confirmed) return;
  const { ok } = yield* request(viewsApi.endpoints.deleteView.initiate({ viewId }));
  const message = { phrase: 'users:views.delete.done', values: { name } } as const;
  if (ok) yield* put(noticeRaised({ severity: 'success', message }));
}

export const deletionSaga = (): Saga => takeLeadingByKey(deletionRequested, ({ viewId }) => viewId, deleteView);
