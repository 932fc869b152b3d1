/**
 * The conversation that every action on an account is: confirm → (step-up, which the call waits for by itself) → call → the row
 * changes in place → notice. Problems are told by the alert bar. A lost answer, or a refusal that shows that the page was behind,
 * ends with the truth in the row.
 */
import { createAction } from '@reduxjs/toolkit';
import { type ClientProblem, isAnswerLost } from '@api/client/clientProblem.ts';
import { usersApi } from '@api/client/users.api.ts';
import type { UserDetail } from '@api/contract/users.shapes.ts';
import { type NoticeDraft, noticeRaised } from '../notices/notices.slice.ts';
import type { Question } from '../notices/questions.slice.ts';
import { confirm } from '../saga/confirm.ts';
import { put, race, type Saga, take } from '../saga/effects.ts';
import { type Call, request } from '../saga/request.ts';
import { userChanged } from './changedUsers.slice.ts';

export interface AdminAction {
  readonly userName: string;
  /** Absent: done without asking, as for "Undo". */
  readonly question?: Omit<Question, 'id'>;
  readonly call: (reason: string | undefined) => Call<UserDetail>;
  readonly done: (user: UserDetail) => NoticeDraft;
}

/** Gives up whatever is going on with this person's account; what the server did already stays done, and is shown. */
export const adminActionCancelled = createAction<{ userName: string }>('users/adminActionCancelled');

const isBehind = (problem: ClientProblem): boolean => problem.kind === 'problem' && [404, 409].includes(problem.status);

function* showTruth(userName: string): Saga {
  const call = usersApi.endpoints.fetchUser.initiate({ userName }, { subscribe: false, forceRefetch: true });
  const truth = yield* request(call, { problemsShownBy: 'caller' });
  if (truth.ok) yield* put(userChanged(truth.value));
}

export function* adminAction({ userName, question, call, done }: AdminAction): Saga {
  const answer = question ? yield* confirm(question) : ({ confirmed: true, reason: undefined } as const);
  if (!answer.confirmed) return;
  const isCancel = (action: unknown): action is ReturnType<typeof adminActionCancelled> =>
    adminActionCancelled.match(action) && action.payload.userName === userName;
  const { result } = yield* race({ result: request(call(answer.reason)), cancelled: take(isCancel) });
  if (result?.ok) {
    yield* put(userChanged(result.value));
    yield* put(noticeRaised({ severity: 'success', ...done(result.value) }));
  } else if (!result || isAnswerLost(result.problem) || isBehind(result.problem)) yield* showTruth(userName);
}
