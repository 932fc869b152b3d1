/** Ends all sessions of an organisation's people. */
import { createAction } from '@reduxjs/toolkit';
import { organisationsApi } from '@api/client/organisations.api.ts';
import type { Organisation } from '@api/contract/organisations.ts';
import { noticeRaised } from '../notices/notices.slice.ts';
import { confirm } from '../saga/confirm.ts';
import { put, type Saga } from '../saga/effects.ts';
import { request } from '../saga/request.ts';
import { takeLeadingByKey } from '../saga/takeLeadingByKey.ts';

type Payload = Pick<Organisation, 'publicId' | 'organisationName'>;

export const endSessionsRequested = createAction<Payload>('organisations/endSessionsRequested');

function* endSessions({ publicId, organisationName: name }: Payload): Saga {
  const answer = yield* confirm({
    title: { phrase: 'organisations:endSessions.title', values: { name } },
    body: { phrase: 'organisations:endSessions.body', values: { name } },
    confirm: { phrase: 'organisations:endSessions.open' },
    danger: true,
    reason: 'none',
  });
  if (!answer.confirmed) return;
  const { ok } = yield* request(organisationsApi.endpoints.endOrganisationSessions.initiate({ publicId }));
  const message = { phrase: 'organisations:endSessions.done', values: { name } } as const;
  if (ok) yield* put(noticeRaised({ severity: 'success', message }));
}

export const endSessionsSaga = (): Saga => takeLeadingByKey(endSessionsRequested, ({ publicId }) => publicId, endSessions);
