/** Clears an alert after a later success, once it has been visible long enough to be read. */
import { delay, fork, put, type Saga, select, take } from '../saga/effects.ts';
import { alertRead, isSuccess, selectRecoveredAlert } from './alert.slice.ts';

/** The same time as for a toast. */
const READING_TIME_MS = 5000;

function* clearWhenRead(since: number): Saga {
  yield* delay(Math.max(0, since + READING_TIME_MS - Date.now()));
  yield* put(alertRead(since));
}

export function* alertSaga(): Saga {
  let clearingSince: number | null = null;
  for (;;) {
    yield* take(isSuccess);
    const since = yield* select(selectRecoveredAlert);
    if (since === null || since === clearingSince) continue;
    clearingSince = since;
    yield* fork(clearWhenRead, since);
  }
}
