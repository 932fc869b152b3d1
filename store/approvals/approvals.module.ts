/** Store module of the requests that wait for another administrator; added by their screen. Only approving asks first. */
import { createAction } from '@reduxjs/toolkit';
import { approvalsApi } from '@api/client/approvals.api.ts';
import type { ApprovalRequest } from '@api/contract/approvals.shapes.ts';
import type { StoreModule } from '../modules.ts';
import { actSaga, success } from '../saga/act.ts';

export type Decision = 'approve' | 'refuse' | 'withdraw';

interface Payload extends Pick<ApprovalRequest, 'requestId'> {
  readonly decision: Decision;
  /** What is asked for. */
  readonly what: string;
  /** Display name of the requester. */
  readonly requester: string;
  /** What follows from an approval: it is carried out at once, for many users one after the other, or the requester does it. */
  readonly follows: 'body' | 'bulk' | 'repeated';
}

export const decisionRequested = createAction<Payload>('approvals/decisionRequested');

const { approveRequest, refuseRequest, withdrawRequest } = approvalsApi.endpoints;
const calls = { approve: approveRequest, refuse: refuseRequest, withdraw: withdrawRequest };

const results = { body: 'done', bulk: 'underWay', repeated: 'repeated' } as const;

export const approvalsModule: StoreModule = {
  sagas: {
    'approvals/decision': actSaga(decisionRequested, {
      keyOf: ({ requestId }) => requestId,
      question: ({ decision, requester: name, follows }) =>
        decision === 'approve'
          ? {
              title: { phrase: 'session:approvals.question.title' },
              body: {
                phrase: `session:approvals.question.${follows}`,
                values: { name },
              },
              confirm: { phrase: 'session:approvals.approve' },
              danger: false,
              reason: 'none',
            }
          : undefined,
      call: ({ requestId, decision }) => calls[decision].initiate({ requestId }),
      done: ({ decision, what, requester: name, follows }) =>
        success({
          phrase: `session:approvals.notice.${decision === 'approve' ? results[follows] : decision}`,
          values: { what, name },
        }),
    }),
  },
};
