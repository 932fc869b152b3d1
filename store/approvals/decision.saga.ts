/** Approves a request, after a question, or refuses or withdraws it, which takes nothing from anybody. */
import { createAction } from '@reduxjs/toolkit';
import { approvalsApi } from '@api/client/approvals.api.ts';
import type { ApprovalRequest } from '@api/contract/approvals.ts';
import { noticeRaised } from '../notices/notices.slice.ts';
import { confirm } from '../saga/confirm.ts';
import { put, type Saga } from '../saga/effects.ts';
import { request } from '../saga/request.ts';
import { takeLeadingByKey } from '../saga/takeLeadingByKey.ts';

export type Decision = 'approve' | 'refuse' | 'withdraw';

interface Payload extends Pick<ApprovalRequest, 'requestId'> {
  readonly decision: Decision;
  /** Display name of who asked. */
  readonly requester: string;
  /** The requester does it, to many. */
  readonly isBulk: boolean;
}

export const decisionRequested = createAction<Payload>('approvals/decisionRequested');

const { approveRequest, refuseRequest, withdrawRequest } = approvalsApi.endpoints;
const calls = { approve: approveRequest, refuse: refuseRequest, withdraw: withdrawRequest };

function* decide({ requestId, decision, requester: name, isBulk }: Payload): Saga {
  if (decision === 'approve') {
    const { confirmed } = yield* confirm({
      title: { phrase: 'session:approvals.question.title' },
      body: { phrase: isBulk ? 'session:approvals.question.bulk' : 'session:approvals.question.body', values: { name } },
      confirm: { phrase: 'session:approvals.approve' },
      danger: false,
      reason: 'none',
    });
    if (!confirmed) return;
  }
  const { ok } = yield* request(calls[decision].initiate({ requestId }));
  if (ok) yield* put(noticeRaised({ severity: 'success', message: { phrase: `session:approvals.notice.${decision}` } }));
}

export const decisionSaga = (): Saga => takeLeadingByKey(decisionRequested, ({ requestId }) => requestId, decide);
