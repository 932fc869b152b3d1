/** The way back from acting as somebody else. It comes with the band that every page has meanwhile. */
import { createAction, isAnyOf } from '@reduxjs/toolkit';
import { identityChanged, sessionEnded } from '@api/client/facts.ts';
import { hasLeft } from '../aboutSession.ts';
import type { Room } from '../rooms.ts';
import { ports, type Saga, take } from '../saga/effects.ts';
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

/** The band is there; how one stops from here, should the server end it before. */
export const actingBegan = createAction<Wish>('users/actingBegan');

function* stop({ administrator, address, place }: Wish): Saga {
  const reply = yield* request(impersonateUser.initiate({ userName: administrator }));
  // Another tab may have been faster, or the answer was lost.
  const self = reply.ok ? reply.value : yield* whoAmI();
  if (self?.impersonatedBy === null) yield* beginAnew(address, { place });
}

const isNews = isAnyOf(actingBegan, sessionEnded, identityChanged);

/** The time is over by the server's clock. It goes on with the own session, where that lives, as soon as a page is loaded. */
function* goBackAtEnd(): Saga {
  let wish: Wish | undefined;
  for (;;) {
    const news = yield* take(isNews);
    if (actingBegan.match(news)) wish = news.payload;
    else if (identityChanged.match(news)) wish = undefined;
    else if (yield* hasLeft()) wish = undefined;
    else if (wish) {
      (yield* ports()).reload(wish.address, { place: wish.place });
      // Several calls may find the end. A second reload would cut off the one whose answer brings the own session back.
      wish = undefined;
    }
  }
}

export const actingRoom: Room = {
  sagas: {
    'users/acting': () => onIntent(stopActingRequested, () => 'myself', stop),
    'users/actingEnd': goBackAtEnd,
  },
};
