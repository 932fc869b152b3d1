/** Approves an organisation, or withdraws the approval, which ends and blocks its users' sessions. */
import { createAction } from '@reduxjs/toolkit';
import { organisationsApi } from '@api/client/organisations.api.ts';
import type { Organisation } from '@api/contract/organisations.ts';
import { noticeRaised } from '../notices/notices.slice.ts';
import { confirm } from '../saga/confirm.ts';
import { put, type Saga } from '../saga/effects.ts';
import { takeLeadingByKey } from '../saga/takeLeadingByKey.ts';
import { requestOrAsk, withReason } from '../saga/approval.ts';

interface Payload {
  readonly organisation: Pick<Organisation, 'publicId' | 'organisationName' | 'userCount'>;
  readonly approved: boolean;
}

export const approvalRequested = createAction<Payload>('organisations/approvalRequested');

function* changeApproval({ organisation: { publicId, organisationName: name, userCount }, approved }: Payload): Saga {
  const answer = yield* confirm({
    title: { phrase: approved ? 'organisations:approve.title' : 'organisations:withdraw.title', values: { name } },
    body: { phrase: approved ? 'organisations:approve.body' : 'organisations:withdraw.body', values: { name, count: userCount } },
    confirm: { phrase: approved ? 'organisations:approve.confirm' : 'organisations:withdraw.confirm' },
    danger: !approved,
    reason: 'none',
  });
  if (!answer.confirmed) return;
  const { updateOrganisation } = organisationsApi.endpoints;
  const { ok } = yield* requestOrAsk((reason) =>
    updateOrganisation.initiate({ publicId, body: { approved }, ...withReason(reason) }),
  );
  const message = { phrase: approved ? 'organisations:approve.done' : 'organisations:withdraw.done', values: { name } } as const;
  if (ok) yield* put(noticeRaised({ severity: 'success', message }));
}

export const approvalSaga = (): Saga =>
  takeLeadingByKey(approvalRequested, ({ organisation }) => organisation.publicId, changeApproval);
