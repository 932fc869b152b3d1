/** Store module of the requests that wait for another administrator; added by their screen. Only approving asks first. */
import { createAction } from '@reduxjs/toolkit';
import { approvalsApi } from '@api/client/approvals.api.ts';
import type { ApprovalRequest } from '@api/contract/approvals.ts';
import type { StoreModule } from '../modules.ts';
import { actSaga, success } from '../saga/act.ts';

export type Decision = 'approve' | 'refuse' | 'withdraw';

interface Payload extends Pick<ApprovalRequest, 'requestId'> {
  readonly decision: Decision;
  /** Display name of the requester. */
  readonly requester: string;
  /** Whether the request is for an operation on many users. */
  readonly isBulk: boolean;
}

export const decisionRequested = createAction<Payload>('approvals/decisionRequested');

const { approveRequest, refuseRequest, withdrawRequest } = approvalsApi.endpoints;
const calls = { approve: approveRequest, refuse: refuseRequest, withdraw: withdrawRequest };

export const approvalsModule: StoreModule = {
  sagas: {
    'approvals/decision': actSaga(decisionRequested, {
      keyOf: ({ requestId }) => requestId,
      question: ({ decision, requester: name, isBulk }) =>
        decision === 'approve'
          ? {
              title: { phrase: 'session:approvals.question.title' },
              body: {
                phrase: isBulk ? 'session:approvals.question.bulk' : 'session:approvals.question.body',
                values: { name },
              },
              confirm: { phrase: 'session:approvals.approve' },
              danger: false,
              reason: 'none',
            }
          : undefined,
      call: ({ requestId, decision }) => calls[decision].initiate({ requestId }),
      done: ({ decision }) => success({ phrase: `session:approvals.notice.${decision}` }),
    }),
  },
};
