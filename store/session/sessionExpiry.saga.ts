/** Warns before the session expires and lets the user extend it. */
import type { Self } from '@api/contract/users.shapes.ts';
import { identityChanged, selfRead, sessionEnded, sessionAbandoned } from '@api/client/sessionEvents.ts';
import { delay, put, race, type Saga, select, take } from '../saga/effects.ts';
import { type Call, request } from '../saga/request.ts';
import { selectSession, sessionEnding, stayRequested } from './session.slice.ts';

const WARN_BEFORE_MS = 2 * 60_000;

/** Reads the user's own profile and the session's end. Injected to avoid a dependency on the users' endpoints. */
export type ReadSelf = () => Call<Self>;

const isSessionOver = (action: unknown): action is ReturnType<typeof sessionAbandoned> =>
  [sessionEnded, sessionAbandoned, identityChanged].some(({ match }) => match(action));

function* millisecondsLeft(): Saga<number | undefined> {
  const session = yield* select(selectSession);
  return session.kind === 'signedIn' && session.endsAt !== null ? session.endsAt - Date.now() : undefined;
}

/** Wait past the end, so that the server's session has expired too when it is asked. */
const GRACE_MS = 1000;

function* warn(readSelf: ReadSelf, leftMs: number): Saga {
  yield* put(sessionEnding(true));
  const { stay, time } = yield* race({
    stay: take(stayRequested.match),
    time: delay(leftMs + GRACE_MS),
    over: take(isSessionOver),
    read: take(selfRead.match),
  });
  // The response tells whether the session was extended or is over (401).
  if (stay || time) yield* request(readSelf());
  yield* put(sessionEnding(false));
}

export function* sessionExpirySaga(readSelf: ReadSelf): Saga {
  for (;;) {
    const leftMs = yield* millisecondsLeft();
    if (leftMs === undefined) {
      yield* take(selfRead.match);
      continue;
    }
    const { due } = yield* race({
      due: delay(Math.max(0, leftMs - WARN_BEFORE_MS)),
      over: take(isSessionOver),
      read: take(selfRead.match),
    });
    if (!due) continue;
    // Other requests and tabs may have extended it. While the user is inactive, this request does not extend it.
    yield* request(readSelf(), { problemsShownBy: 'caller' });
    const stillLeftMs = yield* millisecondsLeft();
    if (stillLeftMs !== undefined && stillLeftMs <= WARN_BEFORE_MS) yield* warn(readSelf, Math.max(0, stillLeftMs));
  }
}
