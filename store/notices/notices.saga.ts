/** Lets every toast go when its time is over; time stands still while a person is at it. */
import type { PayloadAction } from '@reduxjs/toolkit';
import { delay, fork, put, race, type Saga, take } from '../saga/effects.ts';
import { noticeDismissed, noticeHeld, noticeRaised, noticeReleased } from './notices.slice.ts';

interface AboutOne {
  readonly match: (action: unknown) => action is PayloadAction<string>;
}

const about =
  ({ match }: AboutOne, id: string) =>
  (action: unknown): action is PayloadAction<string> =>
    match(action) && action.payload === id;

function* life(id: string, timeout: number): Saga {
  const gone = about(noticeDismissed, id);
  for (;;) {
    const { over, closed } = yield* race({ over: delay(timeout), held: take(about(noticeHeld, id)), closed: take(gone) });
    if (over) yield* put(noticeDismissed(id));
    if (over || closed) return;
    const { released } = yield* race({ released: take(about(noticeReleased, id)), closed: take(gone) });
    if (!released) return;
  }
}

export function* noticesSaga(): Saga {
  for (;;) {
    const { payload } = yield* take(noticeRaised.match);
    if (payload.timeout !== false) yield* fork(life, payload.id, payload.timeout);
  }
}
