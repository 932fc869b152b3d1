/** One running saga per action type and key. */
import type { PayloadAction } from '@reduxjs/toolkit';
import { fork, type Saga, take } from './effects.ts';
import { guarded } from './keepAlive.ts';

interface ActionCreator<Payload> {
  readonly type: string;
  readonly match: (action: unknown) => action is PayloadAction<Payload>;
}

/**
 * Runs one saga for each key. While it runs, further actions with the same key are ignored, so a double click has no effect;
 * other keys run concurrently. Errors are reported and swallowed.
 */
export function* takeLeadingByKey<Payload>(
  actionCreator: ActionCreator<Payload>,
  keyOf: (payload: Payload) => string,
  worker: (payload: Payload) => Saga,
): Saga {
  const runningKeys = new Set<string>();
  function* runOnce(key: string, payload: Payload): Saga {
    try {
      yield* guarded(actionCreator.type, worker, payload);
    } finally {
      runningKeys.delete(key);
    }
  }
  for (;;) {
    const { payload } = yield* take(actionCreator.match);
    const key = keyOf(payload);
    if (runningKeys.has(key)) continue;
    runningKeys.add(key);
    yield* fork(runOnce, key, payload);
  }
}
