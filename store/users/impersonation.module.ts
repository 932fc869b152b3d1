/** End of an impersonation, and its change from read-only to one with changes; loaded with the banner. */
import { createAction, isAnyOf } from '@reduxjs/toolkit';
import { identityChanged, sessionEnded } from '@api/client/sessionEvents.ts';
import { isLoggingOut } from '../session/isLoggingOut.ts';
import type { StoreModule } from '../modules.ts';
import { confirm } from '../saga/confirm.ts';
import { ports, type Saga, take } from '../saga/effects.ts';
import { takeLeadingByKey } from '../saga/takeLeadingByKey.ts';
import { request } from '../saga/request.ts';
import { reloadAs, impersonateUser, readSelf } from './identity.ts';
import type { ImpersonationOrigin } from './impersonationOrigin.ts';

interface Payload extends ImpersonationOrigin {
  /** User name. */
  readonly administrator: string;
}

/** "Stop" was pressed, or time is up. */
export const stopImpersonatingRequested = createAction<Payload>('users/stopActingRequested');

/** The banner is shown; carries the way back for the case that the server ends the impersonation. */
export const impersonationBegan = createAction<Payload>('users/actingBegan');

function* stopImpersonating({ administrator, address, place }: Payload): Saga {
  const reply = yield* request(impersonateUser.initiate({ userName: administrator }));
  // Another tab was faster, or the response was lost.
  const self = reply.ok ? reply.value : yield* readSelf();
  if (self?.impersonatedBy === null) yield* reloadAs(address, { place });
}

interface ActPayload extends Payload {
  /** The impersonated user. */
  readonly userName: string;
  /** First and last name of that user. */
  readonly user: string;
  readonly reason: string | null;
  /** Path of the page that is shown, which the user may open. */
  readonly current: string;
}

/** "Make changes…" was pressed in a read-only impersonation. */
export const actRequested = createAction<ActPayload>('users/actRequested');

/** Asks, ends the read-only impersonation and starts an acting one: the user is notified, and the server may require step-up. */
function* act({ administrator, userName, user, reason: reasonToRead, current, ...from }: ActPayload): Saga {
  const answer = yield* confirm({
    title: { phrase: 'session:acting.change.title', values: { user } },
    body: { phrase: 'session:acting.change.body', values: { user } },
    confirm: { phrase: 'session:acting.change.confirm' },
    danger: false,
    reason: reasonToRead === null ? 'required' : 'none',
  });
  if (!answer.confirmed) return;
  const reason = answer.reason ?? reasonToRead;
  const ended = yield* request(impersonateUser.initiate({ userName: administrator }));
  if (!ended.ok) return;
  const started = yield* request(impersonateUser.initiate({ userName, access: 'act', ...(reason !== null && { reason }) }));
  const self = started.ok ? started.value : yield* readSelf();
  if (self?.impersonatedBy) yield* reloadAs(current, { from });
  else yield* reloadAs(from.address, { place: from.place });
}

const isRelevant = isAnyOf(impersonationBegan, sessionEnded, identityChanged);

/** The server ended the impersonation. Reloading resumes the administrator's own session, if it is still valid. */
function* returnAtEnd(): Saga {
  let payload: Payload | undefined;
  for (;;) {
    const event = yield* take(isRelevant);
    if (impersonationBegan.match(event)) payload = event.payload;
    else if (identityChanged.match(event)) payload = undefined;
    else if (yield* isLoggingOut()) payload = undefined;
    else if (payload) {
      (yield* ports()).reload(payload.address, { place: payload.place });
      // Several requests may get the 401. A second reload would cut off the response that restores the administrator's session.
      payload = undefined;
    }
  }
}

export const impersonationModule: StoreModule = {
  sagas: {
    'users/acting': () => takeLeadingByKey(stopImpersonatingRequested, () => 'myself', stopImpersonating),
    'users/act': () => takeLeadingByKey(actRequested, () => 'myself', act),
    'users/actingEnd': returnAtEnd,
  },
};
