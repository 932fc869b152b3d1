/**
 * The flow of every action on an account: confirm, unless it takes nothing from the user → request (which itself waits for step-up,
 * and may wait for the connection) → update the row → notice. Problems reach the alert bar. After a lost response, or a refusal that shows that the page was out of date,
 * the row is refetched.
 */
import { createAction, type UnknownAction } from '@reduxjs/toolkit';
import { type ClientProblem, isAnswerLost } from '@api/client/clientProblem.ts';
import type { Once } from '@api/client/keyed.ts';
import { newUuid } from '@api/client/newUuid.ts';
import { usersApi } from '@api/client/users.api.ts';
import type { UserDetail } from '@api/contract/users.shapes.ts';
import type { Phrase } from '../notices/message.ts';
import { type NoticeDraft, noticeRaised } from '../notices/notices.slice.ts';
import type { Question } from '../notices/questions.slice.ts';
import { confirm } from '../saga/confirm.ts';
import { put, race, type Saga, select, take } from '../saga/effects.ts';
import { requestOrAsk } from '../saga/approval.ts';
import { type Call, request, type Result } from '../saga/request.ts';
import { selectPerson } from '../session/session.slice.ts';
import { runAsTask } from './bulk/runAsTask.ts';
import { userChanged, userGone } from './changedUsers.slice.ts';
import { type Sent, sendOrWait } from './waiting/waiting.saga.ts';

/** The rest of the answer to the question. */
export interface ConfirmedOptions {
  readonly reason: string | undefined;
  readonly extra: boolean;
}

export interface AdminAction<Reply> {
  readonly userName: string;
  /** Absent: no confirmation, as for "Undo" and for what takes nothing from the user. */
  readonly question?: Omit<Question, 'id'>;
  /** As shown while it waits for the connection; absent: without a connection it fails. */
  readonly waitingAs?: Phrase;
  /** If the response is not a user, the user is refetched. `once`: the same for each attempt. */
  readonly call: (answer: ConfirmedOptions, once: Once) => Call<Reply>;
  readonly done: (reply: Reply) => UnknownAction;
}

/** Cancels the running action on this account. What the server has already done stays, and the row is refetched. */
export const adminActionCancelled = createAction<{ userName: string }>('users/adminActionCancelled');

export const isCancelOf =
  (userName: string) =>
  (action: unknown): action is ReturnType<typeof adminActionCancelled> =>
    adminActionCancelled.match(action) && action.payload.userName === userName;

export const successNotice = (draft: NoticeDraft): UnknownAction => noticeRaised({ severity: 'success', ...draft });

const isMissing = (problem: ClientProblem): boolean => problem.kind === 'problem' && problem.status === 404;
const isOutOfDate = (problem: ClientProblem): boolean =>
  isMissing(problem) || (problem.kind === 'problem' && problem.status === 409);

const isUserDetail = (reply: unknown): reply is UserDetail => typeof reply === 'object' && reply !== null && 'userName' in reply;

/** Updates the user's row, or removes it if the user no longer exists. */
export function* refetchUser(userName: string): Saga {
  const call = usersApi.endpoints.fetchUser.initiate({ userName }, { forceRefetch: true });
  const response = yield* runAsTask(request(call, { problemsShownBy: 'caller' }));
  if (response.ok) yield* put(userChanged(response.value));
  else if (isMissing(response.problem)) yield* put(userGone(userName));
}

/** Makes the call, now or when its turn has come. @returns undefined if it was given up before */
function* send<Reply>(
  { call, waitingAs }: AdminAction<Reply>,
  { reason, extra }: ConfirmedOptions,
  once: Once,
): Saga<Sent<Reply> | undefined> {
  let lastReason = reason;
  const attempt = (): Saga<Result<Reply>> =>
    requestOrAsk((why) => {
      // Where the server has asked for a reason, a further attempt has it.
      lastReason = why;
      return call({ reason: why, extra }, once);
    }, lastReason);
  if (waitingAs) return yield* sendOrWait(waitingAs, attempt);
  return { result: yield* runAsTask(attempt()), hasWaited: false };
}

/** Returns whether it was done. */
export function* adminAction<Reply>(action: AdminAction<Reply>): Saga<boolean> {
  const { userName, question, done } = action;
  const once = { idempotencyKey: newUuid(), callerId: (yield* select(selectPerson))?.userId };
  const { confirmed, reason, extra = false } = question ? yield* confirm(question) : { confirmed: true };
  if (!confirmed) return false;
  const { sent, cancelled } = yield* race({
    sent: send(action, { reason, extra }, once),
    cancelled: take(isCancelOf(userName)),
  });
  // Given up while it waited for the connection.
  if (!sent && !cancelled) return false;
  const result = sent?.result;
  if (result?.ok) {
    if (isUserDetail(result.value) && !sent?.hasWaited) yield* put(userChanged(result.value));
    else yield* refetchUser(userName);
    yield* put(done(result.value));
  } else if (!result || isAnswerLost(result.problem) || isOutOfDate(result.problem)) yield* refetchUser(userName);
  return result?.ok === true;
}
