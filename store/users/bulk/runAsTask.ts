/** Runs a saga as a task of its own, so that cancelling also ends its caller. */
import { race, type Saga } from '../../saga/effects.ts';

/**
 * A saga called by `yield*` that yields while cleaning up, as `request` does, does not pass the cancellation on, and its caller
 * continues.
 */
export function* runAsTask<Result>(saga: Saga<Result>): Saga<Result> {
  const { result } = yield* race({ result: saga });
  return result as Result;
}
