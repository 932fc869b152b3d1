/** Applies what this browser remembers, asks the server for a person's font size, and sends a new one. */
import type { Task } from 'redux-saga';
import { selfRead } from '@api/client/sessionEvents.ts';
import { preferencesApi } from '@api/client/security.preferences.api.ts';
import { fork, ports, put, type Saga, select, take } from '../saga/effects.ts';
import type { FontSize } from '../saga/ports.ts';
import { type Call, request } from '../saga/request.ts';
import { fontSizeKnown, fontSizeRequested, localeChosen, selectSettings, themeChosen } from './settings.slice.ts';

const { fetchFontSize, setFontSize } = preferencesApi.endpoints;

const isFontSize = (value: unknown): value is FontSize => value === 'default' || value === 'compact';

/** On 200 with one of the known words, it holds; anything else changes nothing. */
function* learn(asking: Call<unknown>): Saga<true> {
  const result = yield* request(asking);
  if (result.ok && isFontSize(result.value)) yield* put(fontSizeKnown(result.value));
  return true;
}

/** Once for each person who signs in. */
export function* fontSizeReadingSaga(): Saga {
  let person: string | undefined;
  for (;;) {
    const { self } = (yield* take(selfRead.match)).payload;
    if (self.userId === person) continue;
    person = self.userId;
    yield* learn(fetchFontSize.initiate(undefined, { forceRefetch: true }));
  }
}

/** The last wish wins: it waits for the one on its way, as the server need not heed the order of two at once, not even of one called off. */
export function* fontSizeSettingSaga(): Saga {
  const waiting: FontSize[] = [];
  let sending: Task | undefined;
  function* send(): Saga {
    for (let payload = waiting.pop(); payload; payload = waiting.pop()) {
      waiting.length = 0;
      yield* learn(setFontSize.initiate({ fontSize: payload }));
    }
  }
  for (;;) {
    waiting.push((yield* take(fontSizeRequested.match)).payload);
    if (!sending?.isRunning()) sending = yield* fork(send);
  }
}

const isChange = (action: unknown): action is ReturnType<typeof themeChosen> =>
  [fontSizeKnown, themeChosen, localeChosen].some(({ match }) => match(action));

/** What was remembered shows at once; every change shows and is remembered. */
export function* settingsSaga(): Saga {
  const { settings } = yield* ports();
  settings.apply(yield* select(selectSettings));
  for (;;) {
    yield* take(isChange);
    const chosen = yield* select(selectSettings);
    settings.write(chosen);
    settings.apply(chosen);
  }
}
