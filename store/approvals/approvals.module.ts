/** Store module of the requests that wait for another administrator; added by their screen. Only approving asks first. */
import { createAction } from '@reduxjs/toolkit';
import { approvalsApi } from '@api/client/approvals.api.ts';
import type { ApprovalRequest } from '@api/contract/approvals.shapes.ts';
import type { StoreModule } from '../modules.ts';
import { actSaga, success } from '../saga/act.ts';

export type Decision = 'approve' | 'refuse' | 'withdraw';

interface Payload extends Pick<ApprovalRequest, 'requestId'> {
  readonly decision: Decision;
  /** What is asked for, in words. */
  readonly what: string;
  /** Display name of the requester. */
  readonly requester: string;
  /**
   * Who carries the request out once it is approved: the server at once (`body`), the server for one user after the other (`bulk`), or
   * the requester by the same call again (`repeated`). The phrases of the question have these names.
   */
  readonly carriedOutBy: 'body' | 'bulk' | 'repeated';
}

export const decisionRequested = createAction<Payload>('approvals/decisionRequested');

const { approveRequest, refuseRequest, withdrawRequest } = approvalsApi.endpoints;
const calls = { approve: approveRequest, refuse: refuseRequest, withdraw: withdrawRequest };

/** The notice of an approval, by who carries the request out. */
const approvalNotices = { body: 'done', bulk: 'underWay', repeated: 'repeated' } as const;

export const approvalsModule: StoreModule = {
  sagas: {
    'approvals/decision': actSaga(decisionRequested, {
      keyOf: ({ requestId }) => requestId,
      question: ({ decision, requester: name, carriedOutBy }) =>
        decision === 'approve'
          ? {
              title: { phrase: 'session:approvals.question.title' },
              body: {
                phrase: `session:approvals.question.${carriedOutBy}`,
                values: { name },
              },
              confirm: { phrase: 'session:approvals.approve' },
              danger: false,
              reason: 'none',
            }
          : undefined,
      call: ({ requestId, decision }) => calls[decision].initiate({ requestId }),
      done: ({ decision, what, requester: name, carriedOutBy }) =>
        success({
          phrase: `session:approvals.notice.${decision === 'approve' ? approvalNotices[carriedOutBy] : decision}`,
          values: { what, name },
        }),
    }),
  },
};
