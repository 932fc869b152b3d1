/** Clears the alert that a success followed at once, as soon as it was there long enough to be read. */
import { delay, fork, put, type Saga, select, take } from '../saga/effects.ts';
import { alertRead, isSuccess, selectRecoveredAlert } from './alert.slice.ts';

/** As long as a toast. */
const READING_MS = 5000;

function* clear(since: number): Saga {
  yield* delay(Math.max(0, since + READING_MS - Date.now()));
  yield* put(alertRead(since));
}

export function* alertSaga(): Saga {
  let clearing: number | null = null;
  for (;;) {
    yield* take(isSuccess);
    const since = yield* select(selectRecoveredAlert);
    if (since === null || since === clearing) continue;
    clearing = since;
    yield* fork(clear, since);
  }
}
