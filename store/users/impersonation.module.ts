/** The way back from acting as somebody else. It comes with the band that every page has meanwhile. */
import { createAction, isAnyOf } from '@reduxjs/toolkit';
import { identityChanged, sessionEnded } from '@api/client/sessionEvents.ts';
import { isLoggingOut } from '../session/isLoggingOut.ts';
import type { StoreModule } from '../modules.ts';
import { ports, type Saga, take } from '../saga/effects.ts';
import { takeLeadingByKey } from '../saga/takeLeadingByKey.ts';
import { request } from '../saga/request.ts';
import { reloadAs, impersonateUser, readSelf } from './identity.ts';
import type { ImpersonationOrigin } from './impersonationOrigin.ts';

interface Payload extends ImpersonationOrigin {
  /** By user name. */
  readonly administrator: string;
}

/** "Stop" was pressed, or time is up. */
export const stopImpersonatingRequested = createAction<Payload>('users/stopActingRequested');

/** The band is there; how one stops from here, should the server end it before. */
export const impersonationBegan = createAction<Payload>('users/actingBegan');

function* stop({ administrator, address, place }: Payload): Saga {
  const reply = yield* request(impersonateUser.initiate({ userName: administrator }));
  // Another tab may have been faster, or the answer was lost.
  const self = reply.ok ? reply.value : yield* readSelf();
  if (self?.impersonatedBy === null) yield* reloadAs(address, { place });
}

const isNews = isAnyOf(impersonationBegan, sessionEnded, identityChanged);

/** The time is over by the server's clock. It goes on with the own session, where that lives, as soon as a page is loaded. */
function* goBackAtEnd(): Saga {
  let payload: Payload | undefined;
  for (;;) {
    const news = yield* take(isNews);
    if (impersonationBegan.match(news)) payload = news.payload;
    else if (identityChanged.match(news)) payload = undefined;
    else if (yield* isLoggingOut()) payload = undefined;
    else if (payload) {
      (yield* ports()).reload(payload.address, { place: payload.place });
      // Several calls may find the end. A second reload would cut off the one whose answer brings the own session back.
      payload = undefined;
    }
  }
}

export const impersonationModule: StoreModule = {
  sagas: {
    'users/acting': () => takeLeadingByKey(stopImpersonatingRequested, () => 'myself', stop),
    'users/actingEnd': goBackAtEnd,
  },
};
