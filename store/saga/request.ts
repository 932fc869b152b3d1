/** Makes an RTK Query call from a saga: `const result = yield* request(endpoint.initiate(arg))`. Cancelling the saga aborts the call. */
import type { ThunkAction, UnknownAction } from '@reduxjs/toolkit';
import { type ClientProblem, isClientProblem } from '@api/client/clientProblem.ts';
import { problemLeftToCaller } from '../notices/alert.slice.ts';
import { context, isCancelled, type Saga } from './effects.ts';

export type Result<Reply> =
  { readonly ok: true; readonly value: Reply } | { readonly ok: false; readonly problem: ClientProblem };

interface Settled<Reply> {
  readonly data?: Reply | undefined;
  readonly error?: unknown;
}

/** What dispatching `initiate()` of a query or a mutation gives, as far as we need it. */
interface Running<Reply> extends PromiseLike<Settled<Reply>> {
  readonly requestId: string;
  abort(): void;
  unsubscribe?(): void;
  reset?(): void;
}

/** `initiate(arg)` of any endpoint. RTK Query types state and extra argument as it likes, and neither matters here. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- the thunks of different endpoints share nothing but their result
export type Call<Reply> = ThunkAction<Running<Reply>, any, any, UnknownAction>;

export interface RequestOptions {
  /** The saga tells of problems itself, so that the alert bar does not. */
  readonly problemsShownBy?: 'caller';
}

/**
 * Resolves to the reply or the problem. A bug, such as a missing path parameter, is thrown. A query is to be subscribed
 * to (as `initiate` does by itself) until its answer was read here: what nobody subscribes to may be dropped the moment it is there,
 * by a change that was waiting for it.
 */
export function* request<Reply>(call: Call<Reply>, { problemsShownBy }: RequestOptions = {}): Saga<Result<Reply>> {
  const dispatch = (yield* context('dispatch')) as (thunk: Call<Reply>) => Running<Reply>;
  const running = dispatch(call);
  if (problemsShownBy) dispatch(problemLeftToCaller(running.requestId) as never);
  try {
    const { data, error } = (yield running) as Settled<Reply>;
    // Nothing at all: the cache was emptied under the call, as somebody else is signed in now.
    if (error === undefined && data === undefined) return { ok: false, problem: { kind: 'aborted' } };
    if (error === undefined) return { ok: true, value: data as Reply };
    if (isClientProblem(error)) return { ok: false, problem: error };
    // RTK Query's own word for a call that was aborted before its answer was there.
    if ((error as Error).name === 'AbortError') return { ok: false, problem: { kind: 'aborted' } };
    throw Object.assign(new Error('A call could not be made'), { cause: error });
  } finally {
    if (yield* isCancelled()) running.abort();
    running.unsubscribe?.();
    running.reset?.();
  }
}
