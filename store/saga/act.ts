/**
 * An act as data, and the saga that runs it: question, call, notice. Proof of identity and the reason for an approval are asked for by
 * the client while the call is under way (`fetchWithRecovery.ts`). Problems reach the alert bar.
 */
import type { ActionCreatorWithPayload, UnknownAction } from '@reduxjs/toolkit';
import type { Once } from '@api/client/keyed.ts';
import { newUuid } from '@api/client/newUuid.ts';
import { isAnswerLost } from '@api/client/problemMeaning.ts';
import type { Phrase } from '../notices/message.ts';
import { type NoticeDraft, noticeRaised } from '../notices/notices.slice.ts';
import type { Question } from '../notices/questions.slice.ts';
import { selectPerson } from '../session/session.slice.ts';
import { type Answer, confirm } from './confirm.ts';
import { delay, put, type Saga, select } from './effects.ts';
import { type Call, request, type Result } from './request.ts';
import { takeLeadingByKey } from './takeLeadingByKey.ts';

/** What a further attempt takes over from the first one, whose answer was lost: the server carries out the two once. */
interface Attempt {
  readonly once: Once;
  readonly answer: Answer;
}

/** Payload of an act that can be repeated. */
export interface Repeatable {
  readonly again?: Attempt;
}

export interface Act<Payload, Reply> {
  /** One act runs at a time for each key. */
  readonly keyOf: (payload: Payload) => string;
  /** Undefined for an act that takes nothing from anybody. */
  readonly question?: (payload: Payload) => Omit<Question, 'id'> | undefined;
  /** `once` is the same for each attempt. */
  readonly call: (payload: Payload, answer: Answer, once: Once) => Call<Reply>;
  /** Notice after a lost answer, with the offer to try again: the server does the call once for each key. Absent: it can't be repeated. */
  readonly repeatable?: (payload: Payload) => Phrase;
  /** Runs after each answer, also after a refusal. */
  readonly settled?: (payload: Payload, result: Result<Reply>) => Saga;
  readonly done?: (payload: Payload, reply: Reply) => UnknownAction;
}

/** Without a question, the second click of a double click would do it again. */
const DOUBLE_CLICK_MS = 500;

export const success = (message: Phrase, more?: Omit<NoticeDraft, 'message'>): UnknownAction =>
  noticeRaised({ severity: 'success', message, ...more });

/** Makes the idempotency key of a call, and notes the caller. */
export function* newOnce(): Saga<Once> {
  return { idempotencyKey: newUuid(), callerId: (yield* select(selectPerson))?.userId };
}

/** @param requested repeats the act with the payload's `again` */
export function* perform<Payload extends object, Reply>(
  requested: (payload: Payload) => UnknownAction,
  { question, call, repeatable, settled, done }: Act<Payload, Reply>,
  payload: Payload,
): Saga {
  const { again } = payload as Repeatable;
  const once = again?.once ?? (yield* newOnce());
  const asked = again ? undefined : question?.(payload);
  const answer = again?.answer ?? (asked ? yield* confirm(asked) : { confirmed: true });
  if (!answer.confirmed) return;
  const result = yield* request(call(payload, answer, once));
  if (!result.ok && repeatable && isAnswerLost(result.problem)) {
    const retry = requested({ ...payload, again: { once, answer } });
    const action = { label: { phrase: 'common:tryAgain' }, dispatch: retry } as const;
    yield* put(noticeRaised({ severity: 'error', message: repeatable(payload), timeout: false, action }));
  }
  if (settled) yield* settled(payload, result);
  if (!result.ok) return;
  if (done) yield* put(done(payload, result.value));
  if (!asked) yield* delay(DOUBLE_CLICK_MS);
}

/** Keys of further attempts are their own, so that they do not wait until the row was read after the first one. */
export const attemptKey =
  <Payload extends object>(keyOf: (payload: Payload) => string) =>
  (payload: Payload): string =>
    (payload as Repeatable).again?.once.idempotencyKey ?? keyOf(payload);

export const actSaga =
  <Payload extends object, Reply>(requested: ActionCreatorWithPayload<Payload>, act: Act<Payload, Reply>): (() => Saga) =>
  () =>
    takeLeadingByKey(requested, attemptKey(act.keyOf), (payload) => perform(requested, act, payload));
