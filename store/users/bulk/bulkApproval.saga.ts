/** Asks the server whether a bulk may run, which may need another administrator's approval: then it is asked for, with a reason. */
import { approvalsApi } from '@api/client/approvals.api.ts';
import { isAnswerLost } from '@api/client/clientProblem.ts';
import { MAX_BULK_PEOPLE } from '@api/contract/approvals.calls.ts';
import type { BodyOf } from '@api/contract/index.ts';
import type { UserSummary } from '@api/contract/users.shapes.ts';
import { noticeRaised } from '../../notices/notices.slice.ts';
import { put, type Saga } from '../../saga/effects.ts';
import { request } from '../../saga/request.ts';
import type { BulkAction } from './bulkRules.ts';

type Counted = Pick<BodyOf<'Approvals.Bulk'>, 'action' | 'type'>;

const countedActions: Readonly<Partial<Record<BulkAction, Counted>>> = {
  disable: { action: 'Users.Enable' },
  resetMfa: { action: 'Users.ResetAuthentication', type: 'Mfa' },
};

/** The server judges each of the calls too: without its answer the job begins, and waits for the connection. */
export function* mayRun(action: BulkAction, people: readonly UserSummary[]): Saga<boolean> {
  const counted = countedActions[action];
  if (!counted) return true;
  const userIds = people.slice(0, MAX_BULK_PEOPLE).map(({ userId }) => userId);
  const asked = yield* request(approvalsApi.endpoints.askForBulk.initiate({ body: { ...counted, userIds } }));
  if (!asked.ok) return isAnswerLost(asked.problem);
  if (asked.value.needed) {
    const values = { count: userIds.length, total: userIds.length };
    yield* put(noticeRaised({ severity: 'info', message: { phrase: 'users:bulk.asked', values } }));
  }
  return !asked.value.needed;
}
