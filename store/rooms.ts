/** Rooms that come with the screens that need them, so that the login page does not carry them. Adding one twice is adding it once. */
import type { Reducer } from '@reduxjs/toolkit';
import type { Saga } from './saga/effects.ts';

export interface Room {
  readonly slices?: readonly { readonly reducerPath: string; readonly reducer: Reducer }[];
  readonly sagas?: Readonly<Record<string, () => Saga>>;
}

type Build = (room: Room) => void;

const rooms = new Set<Room>();
const builders = new Set<Build>();

/** Called where a lazily loaded screen begins: `addRoom(usersRoom)`. Every store has the room from then on. */
export function addRoom(room: Room): void {
  if (rooms.has(room)) return;
  rooms.add(room);
  for (const build of builders) build(room);
}

/** For a store: `build` is called for all rooms there are and all to come, until the function that it gives is called. */
export function eachRoom(build: Build): () => void {
  builders.add(build);
  for (const room of rooms) build(room);
  return () => builders.delete(build);
}
