/** Warns before the session ends by itself, and lets the person stay. */
import type { Self } from '@api/contract/users.shapes.ts';
import { identityChanged, selfRead, sessionEnded, sessionGivenUp } from '@api/client/sessionEvents.ts';
import { delay, put, race, type Saga, select, take } from '../saga/effects.ts';
import { type Call, request } from '../saga/request.ts';
import { selectSession, sessionEnding, stayRequested } from './session.slice.ts';

const WARN_BEFORE_MS = 2 * 60_000;

/** Reads the own profile, and with it when the session ends. Handed in, as people are another noun's. */
export type ReadSelf = () => Call<Self>;

const isOver = (action: unknown): action is ReturnType<typeof sessionGivenUp> =>
  [sessionEnded, sessionGivenUp, identityChanged].some(({ match }) => match(action));

function* millisecondsLeft(): Saga<number | undefined> {
  const session = yield* select(selectSession);
  return session.kind === 'signedIn' && session.endsAt !== null ? session.endsAt - Date.now() : undefined;
}

/** So that the server, too, is past the end when it is asked. */
const GRACE_MS = 1000;

function* warn(readSelf: ReadSelf, left: number): Saga {
  yield* put(sessionEnding(true));
  const { stay, time } = yield* race({
    stay: take(stayRequested.match),
    time: delay(left + GRACE_MS),
    over: take(isOver),
    read: take(selfRead.match),
  });
  // Whether the session lives on, because somebody is there, or is over (401), the server's answer says.
  if (stay || time) yield* request(readSelf());
  yield* put(sessionEnding(false));
}

export function* sessionExpirySaga(readSelf: ReadSelf): Saga {
  for (;;) {
    const left = yield* millisecondsLeft();
    if (left === undefined) {
      yield* take(selfRead.match);
      continue;
    }
    const { due } = yield* race({
      due: delay(Math.max(0, left - WARN_BEFORE_MS)),
      over: take(isOver),
      read: take(selfRead.match),
    });
    if (!due) continue;
    // Other calls and other tabs may have prolonged it. Asked while nobody is there, this prolongs nothing.
    yield* request(readSelf(), { problemsShownBy: 'caller' });
    const really = yield* millisecondsLeft();
    if (really !== undefined && really <= WARN_BEFORE_MS) yield* warn(readSelf, Math.max(0, really));
  }
}
