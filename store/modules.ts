/** Store modules loaded with the screens that need them, to keep them out of the login page. Registering is idempotent. */
import type { Reducer } from '@reduxjs/toolkit';
import type { Saga } from './saga/effects.ts';

export interface StoreModule {
  readonly slices?: readonly { readonly reducerPath: string; readonly reducer: Reducer }[];
  readonly sagas?: Readonly<Record<string, () => Saga>>;
}

type AddModule = (storeModule: StoreModule) => void;

const modules = new Set<StoreModule>();
const listeners = new Set<AddModule>();

/** Called when a lazy screen loads: `registerModule(usersModule)`. Every store then has the module. */
export function registerModule(storeModule: StoreModule): void {
  if (modules.has(storeModule)) return;
  modules.add(storeModule);
  for (const add of listeners) add(storeModule);
}

/** Calls `add` for all registered and future modules. @returns unsubscribe */
export function onEachModule(add: AddModule): () => void {
  listeners.add(add);
  for (const storeModule of modules) add(storeModule);
  return () => listeners.delete(add);
}
