/** Runs an RTK Query request: `const result = yield* request(endpoint.initiate(arg))`. Cancelling the saga aborts it. */
import type { ThunkAction, UnknownAction } from '@reduxjs/toolkit';
import { type ClientProblem, isClientProblem } from '@api/client/clientProblem.ts';
import { problemLeftToCaller } from '../notices/alert.slice.ts';
import { context, type Saga } from './effects.ts';

export type Result<Reply> =
  { readonly ok: true; readonly value: Reply } | { readonly ok: false; readonly problem: ClientProblem };

interface Settled<Reply> {
  readonly data?: Reply | undefined;
  readonly error?: unknown;
}

/** What dispatching `initiate()` of a query or a mutation returns, as far as needed. */
interface Running<Reply> extends PromiseLike<Settled<Reply>> {
  readonly requestId: string;
  abort(): void;
  unsubscribe?(): void;
  reset?(): void;
}

/** `initiate(arg)` of any endpoint. RTK Query's types for state and extra argument do not matter here. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- thunks of different endpoints share only their result
export type Call<Reply> = ThunkAction<Running<Reply>, any, any, UnknownAction>;

export interface RequestOptions {
  /** The saga shows problems itself, so the alert bar skips them. */
  readonly problemsShownBy?: 'caller';
}

/**
 * Resolves to the response or the problem; throws on a bug, such as a missing path parameter. A query must stay subscribed (the
 * default of `initiate`) until its response was read here: a waiting invalidation would otherwise drop the entry as soon as it
 * arrives.
 */
export function* request<Reply>(call: Call<Reply>, { problemsShownBy }: RequestOptions = {}): Saga<Result<Reply>> {
  const dispatch = (yield* context('dispatch')) as (thunk: Call<Reply>) => Running<Reply>;
  const running = dispatch(call);
  if (problemsShownBy) dispatch(problemLeftToCaller(running.requestId) as never);
  let isSettled = false;
  try {
    const { data, error } = (yield running) as Settled<Reply>;
    isSettled = true;
    // The cache was reset during the request, because the user changed.
    if (error === undefined && data === undefined) return { ok: false, problem: { kind: 'aborted' } };
    if (error === undefined) return { ok: true, value: data as Reply };
    if (isClientProblem(error)) return { ok: false, problem: error };
    // RTK Query's own error for a request aborted before its response.
    if ((error as Error).name === 'AbortError') return { ok: false, problem: { kind: 'aborted' } };
    throw Object.assign(new Error('A call could not be made'), { cause: error });
  } finally {
    // Cancelled. Yielding here would not pass that on to the callers by `yield*`.
    if (!isSettled) running.abort();
    running.unsubscribe?.();
    running.reset?.();
  }
}
