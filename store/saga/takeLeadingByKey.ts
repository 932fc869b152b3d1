/** How rooms hear intents: one conversation per intent and subject, each guarded by itself. */
import type { PayloadAction } from '@reduxjs/toolkit';
import { fork, type Saga, take } from './effects.ts';
import { guarded } from './keepAlive.ts';

interface Intent<Payload> {
  readonly type: string;
  readonly match: (action: unknown) => action is PayloadAction<Payload>;
}

/**
 * Holds one conversation for each intent. While one with the same `subject` is going on, further ones are ignored: a double click
 * does nothing twice. Conversations about other subjects run beside it.
 */
export function* takeLeadingByKey<Payload>(
  intent: Intent<Payload>,
  subject: (payload: Payload) => string,
  conversation: (payload: Payload) => Saga,
): Saga {
  const going = new Set<string>();
  function* once(key: string, payload: Payload): Saga {
    try {
      yield* guarded(intent.type, conversation, payload);
    } finally {
      going.delete(key);
    }
  }
  for (;;) {
    const { payload } = yield* take(intent.match);
    const key = subject(payload);
    if (going.has(key)) continue;
    going.add(key);
    yield* fork(once, key, payload);
  }
}
