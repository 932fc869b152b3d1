/** Applies stored settings, reads the user's font size from the server, and saves changes. */
import type { Task } from 'redux-saga';
import { selfRead } from '@api/client/sessionEvents.ts';
import { preferencesApi } from '@api/client/security.preferences.api.ts';
import { fork, ports, put, type Saga, select, take } from '../saga/effects.ts';
import type { FontSize } from '../saga/ports.ts';
import { type Call, request } from '../saga/request.ts';
import { fontSizeKnown, fontSizeRequested, localeChosen, selectSettings, themeChosen } from './settings.slice.ts';

const { fetchFontSize, setFontSize } = preferencesApi.endpoints;

const isFontSize = (value: unknown): value is FontSize => value === 'default' || value === 'compact';

/** Applies a 200 with a known value; ignores anything else. */
function* applyFontSize(call: Call<unknown>): Saga<true> {
  const result = yield* request(call);
  if (result.ok && isFontSize(result.value)) yield* put(fontSizeKnown(result.value));
  return true;
}

/**
 * Reads once for each user who signs in, and after the first view: the browser remembers the size, unless it was chosen elsewhere.
 */
export function* fontSizeReadingSaga(): Saga {
  let lastUserId: string | undefined;
  for (;;) {
    const { self } = (yield* take(selfRead.match)).payload;
    if (self.userId === lastUserId) continue;
    lastUserId = self.userId;
    yield (yield* ports()).idle();
    yield* applyFontSize(fetchFontSize.initiate(undefined, { forceRefetch: true }));
  }
}

/** The last choice wins. Sent one at a time, as the server may process concurrent requests in any order, even an aborted one. */
export function* fontSizeSettingSaga(): Saga {
  const queue: FontSize[] = [];
  let sendTask: Task | undefined;
  function* send(): Saga {
    for (let payload = queue.pop(); payload; payload = queue.pop()) {
      queue.length = 0;
      yield* applyFontSize(setFontSize.initiate({ fontSize: payload }));
    }
  }
  for (;;) {
    queue.push((yield* take(fontSizeRequested.match)).payload);
    if (!sendTask?.isRunning()) sendTask = yield* fork(send);
  }
}

const isChange = (action: unknown): action is ReturnType<typeof themeChosen> =>
  [fontSizeKnown, themeChosen, localeChosen].some(({ match }) => match(action));

/** Applies stored settings at once; applies and stores every change. */
export function* settingsSaga(): Saga {
  const { settings } = yield* ports();
  settings.apply(yield* select(selectSettings));
  for (;;) {
    yield* take(isChange);
    const current = yield* select(selectSettings);
    settings.write(current);
    settings.apply(current);
  }
}
