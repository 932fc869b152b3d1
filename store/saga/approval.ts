/** A request that may need another administrator: asks why, where the server wants a reason, and says that it is asked for. */
import { problemCode } from '@api/client/clientProblem.ts';
import { problemMessage } from '../notices/problemMessage.ts';
import { noticeRaised } from '../notices/notices.slice.ts';
import { confirm } from './confirm.ts';
import { put, type Saga } from './effects.ts';
import { type Call, request, type Result } from './request.ts';

interface WithReason {
  readonly reason?: string;
}

/** As an argument of the call. */
export const withReason = (reason: string | undefined): WithReason => (reason === undefined ? {} : { reason });

export function* requestOrAsk<Reply>(call: (reason: string | undefined) => Call<Reply>, given?: string): Saga<Result<Reply>> {
  let result = yield* request(call(given));
  if (!result.ok && problemCode(result.problem) === 'ReasonRequired') {
    const { confirmed, reason } = yield* confirm({
      title: { phrase: 'session:approvals.ask' },
      body: problemMessage(result.problem),
      confirm: { phrase: 'session:approvals.ask' },
      danger: false,
      reason: 'required',
    });
    if (!confirmed) return result;
    result = yield* request(call(reason));
  }
  if (!result.ok && problemCode(result.problem) === 'ApprovalNeeded')
    yield* put(noticeRaised({ severity: 'info', message: problemMessage(result.problem) }));
  return result;
}
