/** Dismisses toasts after their timeout, which starts when a toast is shown, and pauses while it is hovered or focused. */
import type { PayloadAction } from '@reduxjs/toolkit';
import { delay, fork, put, race, type Saga, take } from '../saga/effects.ts';
import { noticeDismissed, noticeHeld, noticeRaised, noticeReleased } from './notices.slice.ts';

interface NoticeAction {
  readonly match: (action: unknown) => action is PayloadAction<string>;
}

const isFor =
  ({ match }: NoticeAction, id: string) =>
  (action: unknown): action is PayloadAction<string> =>
    match(action) && action.payload === id;

function* dismissAfter(id: string, timeout: number): Saga {
  const isDismissed = isFor(noticeDismissed, id);
  for (;;) {
    const { released } = yield* race({ released: take(isFor(noticeReleased, id)), closed: take(isDismissed) });
    if (!released) return;
    const { over, closed } = yield* race({ over: delay(timeout), held: take(isFor(noticeHeld, id)), closed: take(isDismissed) });
    if (over) yield* put(noticeDismissed(id));
    if (over || closed) return;
  }
}

export function* noticesSaga(): Saga {
  for (;;) {
    const { payload } = yield* take(noticeRaised.match);
    if (payload.timeout !== false) yield* fork(dismissAfter, payload.id, payload.timeout);
  }
}
