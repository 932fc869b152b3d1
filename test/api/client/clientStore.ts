/** Minimal store with just the API client; records every action. */
import { type Action, configureStore, type Middleware } from '@reduxjs/toolkit';
import { baseApi } from '@api/client/baseApi.ts';
import type { ClientExtra } from '@api/client/fetchWithRecovery.ts';
import { createPendingPrompts } from '@api/client/pendingPrompts.ts';
import type { Transport } from '@api/client/transport.ts';

export function clientStore(transport: Transport) {
  const prompts = createPendingPrompts();
  const actions: Action[] = [];
  const record: Middleware = () => (next) => (action) => {
    actions.push(action as Action);
    return next(action);
  };
  const store = configureStore({
    reducer: { [baseApi.reducerPath]: baseApi.reducer },
    middleware: (getDefault) =>
      getDefault({
        thunk: { extraArgument: { transport, prompts } satisfies ClientExtra },
        // Keep the checks, without warnings about their duration on a busy machine.
        serializableCheck: { warnAfter: 10_000 },
        immutableCheck: { warnAfter: 10_000 },
      }).concat(record, prompts.middleware, baseApi.middleware),
  });
  return { ...store, actions };
}
