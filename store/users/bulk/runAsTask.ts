/** Runs a saga as a task of its own, so that cancelling ends its caller too. */
import { race, type Saga } from '../../saga/effects.ts';

/** A saga called by `yield*` alone that yields while it cleans up, as a request does, hands nothing to its caller when both are cancelled, and lets it run on. */
export function* runAsTask<Result>(saga: Saga<Result>): Saga<Result> {
  const { result } = yield* race({ result: saga });
  return result as Result;
}
