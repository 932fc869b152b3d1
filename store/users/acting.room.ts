/** The way back from acting as somebody else. It comes with the band that every page has meanwhile. */
import { createAction } from '@reduxjs/toolkit';
import type { Room } from '../rooms.ts';
import type { Saga } from '../saga/effects.ts';
import { onIntent } from '../saga/intents.ts';
import { request } from '../saga/request.ts';
import { beginAnew, impersonateUser, whoAmI } from './identity.ts';
import type { Origin } from './origin.ts';

interface Wish extends Origin {
  /** By user name. */
  readonly administrator: string;
}

/** "Stop" was pressed, or time is up. */
export const stopActingRequested = createAction<Wish>('users/stopActingRequested');

function* stop({ administrator, address, place }: Wish): Saga {
  const reply = yield* request(impersonateUser.initiate({ userName: administrator }));
  // Another tab may have been faster, or the answer was lost.
  const self = reply.ok ? reply.value : yield* whoAmI();
  if (self?.impersonatedBy === null) yield* beginAnew(address, { place });
}

export const actingRoom: Room = { sagas: { 'users/acting': () => onIntent(stopActingRequested, () => 'myself', stop) } };
