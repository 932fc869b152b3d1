/** Creates the store with the slices and sagas of every page; further modules are injected later. */
import { combineSlices, configureStore } from '@reduxjs/toolkit';
import { setupListeners } from '@reduxjs/toolkit/query';
import createSagaMiddleware from 'redux-saga';
import { baseApi } from '@api/client/baseApi.ts';
import type { ClientExtra } from '@api/client/fetchWithRecovery.ts';
import { createPendingPrompts } from '@api/client/pendingPrompts.ts';
import type { Transport } from '@api/client/transport.ts';
import { selfApi } from '@api/client/users.self.api.ts';
import { confirmIdentitySlice } from './session/confirmIdentity.slice.ts';
import { sessionSagas } from './session/session.saga.ts';
import { sessionSlice } from './session/session.slice.ts';
import { unsavedChangesSlice } from './session/unsavedChanges.slice.ts';
import { alertSaga } from './notices/alert.saga.ts';
import { approvalSaga } from './notices/approval.saga.ts';
import { alertSlice } from './notices/alert.slice.ts';
import { noticesSaga } from './notices/notices.saga.ts';
import { noticesSlice } from './notices/notices.slice.ts';
import { partsSlice } from './notices/parts.slice.ts';
import { questionsSlice } from './notices/questions.slice.ts';
import { onEachModule } from './modules.ts';
import type { SagaContext } from './saga/effects.ts';
import { keepAlive } from './saga/keepAlive.ts';
import type { Ports } from './saga/ports.ts';
import { fontSizeReadingSaga, fontSizeSettingSaga, settingsSaga } from './settings/settings.saga.ts';
import { settingsSlice } from './settings/settings.slice.ts';

const slices = [
  baseApi,
  alertSlice,
  confirmIdentitySlice,
  noticesSlice,
  partsSlice,
  questionsSlice,
  sessionSlice,
  settingsSlice,
  unsavedChangesSlice,
] as const;

const CHECK_SLOW_MS = 500;

const readSelf = () => selfApi.endpoints.fetchSelf.initiate(undefined, { forceRefetch: true });

const sagas = {
  ...sessionSagas(readSelf),
  alert: alertSaga,
  approval: approvalSaga,
  notices: noticesSaga,
  settings: settingsSaga,
  'settings/fontSizeReading': fontSizeReadingSaga,
  'settings/fontSizeSetting': fontSizeSettingSaga,
};

const rootReducer = () => combineSlices(...slices);

interface StoreOptions {
  readonly ports: Ports;
  readonly transport: Transport;
}

/** `close` cancels its sagas and removes its listeners. */
export function createStore({ ports, transport }: StoreOptions) {
  const prompts = createPendingPrompts();
  const reducer = rootReducer();
  const sagaMiddleware = createSagaMiddleware<SagaContext>({
    onError: (error) => {
      ports.report(error, 'saga');
    },
  });
  const store = configureStore({
    reducer,
    devTools: process.env.NODE_ENV !== 'production',
    preloadedState: { settings: ports.settings.read() },
    middleware: (getDefault) =>
      getDefault({
        thunk: { extraArgument: { transport, prompts } satisfies ClientExtra },
        // Development checks; do not warn on a slow machine.
        immutableCheck: { warnAfter: CHECK_SLOW_MS },
        serializableCheck: { warnAfter: CHECK_SLOW_MS },
      }).concat(prompts.middleware, baseApi.middleware, sagaMiddleware),
  });
  sagaMiddleware.setContext({ ports, dispatch: store.dispatch });
  const tasks = [sagaMiddleware.run(keepAlive, sagas)];
  const unsubscribeModules = onEachModule(({ slices: moduleSlices = [], sagas: moreSagas = {} }) => {
    for (const slice of moduleSlices) reducer.inject(slice);
    store.dispatch({ type: 'modules/added' });
    tasks.push(sagaMiddleware.run(keepAlive, moreSagas));
  });
  const removeListeners = typeof window === 'undefined' ? () => undefined : setupListeners(store.dispatch);
  const close = (): void => {
    unsubscribeModules();
    removeListeners();
    for (const task of tasks) task.cancel();
  };
  return Object.assign(store, { close });
}

export type Store = ReturnType<typeof createStore>;
