/**
 * The conversation that every action on an account is: confirm → (step-up, which the call waits for by itself) → call → the row
 * changes in place → notice. Problems are told by the alert bar. A lost answer, or a refusal that shows that the page was behind,
 * ends with the truth in the row.
 */
import { createAction, type UnknownAction } from '@reduxjs/toolkit';
import { type ClientProblem, isAnswerLost } from '@api/client/clientProblem.ts';
import { usersApi } from '@api/client/users.api.ts';
import type { UserDetail } from '@api/contract/users.shapes.ts';
import { type NoticeDraft, noticeRaised } from '../notices/notices.slice.ts';
import type { Question } from '../notices/questions.slice.ts';
import { confirm } from '../saga/confirm.ts';
import { put, race, type Saga, take } from '../saga/effects.ts';
import { type Call, request } from '../saga/request.ts';
import { userChanged, userGone } from './changedUsers.slice.ts';

/** What else the answer to the question said. */
interface Wanted {
  readonly reason: string | undefined;
  readonly extra: boolean;
}

export interface AdminAction<Reply> {
  readonly userName: string;
  /** Absent: done without asking, as for "Undo". */
  readonly question?: Omit<Question, 'id'>;
  /** A reply that is not the person is followed by asking how they now are. */
  readonly call: (answer: Wanted) => Call<Reply>;
  readonly done: (reply: Reply) => UnknownAction;
}

/** Gives up whatever is going on with this person's account; what the server did already stays done, and is shown. */
export const adminActionCancelled = createAction<{ userName: string }>('users/adminActionCancelled');

export const isCancelOf =
  (userName: string) =>
  (action: unknown): action is ReturnType<typeof adminActionCancelled> =>
    adminActionCancelled.match(action) && action.payload.userName === userName;

/** What most actions end in. */
export const successNotice = (draft: NoticeDraft): UnknownAction => noticeRaised({ severity: 'success', ...draft });

const isMissing = (problem: ClientProblem): boolean => problem.kind === 'problem' && problem.status === 404;
const isBehind = (problem: ClientProblem): boolean =>
  isMissing(problem) || (problem.kind === 'problem' && problem.status === 409);

const isPerson = (reply: unknown): reply is UserDetail => typeof reply === 'object' && reply !== null && 'userName' in reply;

/** How the person now is, in their row; or that there is none any more. */
export function* refetchUser(userName: string): Saga {
  const call = usersApi.endpoints.fetchUser.initiate({ userName }, { forceRefetch: true });
  const truth = yield* request(call, { problemsShownBy: 'caller' });
  if (truth.ok) yield* put(userChanged(truth.value));
  else if (isMissing(truth.problem)) yield* put(userGone(userName));
}

export function* adminAction<Reply>({ userName, question, call, done }: AdminAction<Reply>): Saga {
  const { confirmed, reason, extra = false } = question ? yield* confirm(question) : { confirmed: true };
  if (!confirmed) return;
  const { result } = yield* race({ result: request(call({ reason, extra })), cancelled: take(isCancelOf(userName)) });
  if (result?.ok) {
    if (isPerson(result.value)) yield* put(userChanged(result.value));
    else yield* refetchUser(userName);
    yield* put(done(result.value));
  } else if (!result || isAnswerLost(result.problem) || isBehind(result.problem)) yield* refetchUser(userName);
}
