/** Rooms that come with the screens that need them, so that the login page does not carry them. Adding one twice is adding it once. */
import type { Reducer } from '@reduxjs/toolkit';
import type { Saga } from './saga/effects.ts';

export interface StoreModule {
  readonly slices?: readonly { readonly reducerPath: string; readonly reducer: Reducer }[];
  readonly sagas?: Readonly<Record<string, () => Saga>>;
}

type Build = (room: StoreModule) => void;

const modules = new Set<StoreModule>();
const builders = new Set<Build>();

/** Called where a lazily loaded screen begins: `addRoom(usersRoom)`. Every store has the room from then on. */
export function registerModule(room: StoreModule): void {
  if (modules.has(room)) return;
  modules.add(room);
  for (const build of builders) build(room);
}

/** For a store: `build` is called for all rooms there are and all to come, until the function that it gives is called. */
export function onEachModule(build: Build): () => void {
  builders.add(build);
  for (const room of modules) build(room);
  return () => builders.delete(build);
}
