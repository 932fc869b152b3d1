/** Shared steps of starting and ending an impersonation: asks the server who is signed in, then reloads as that user. */
import { selfApi } from '@api/client/users.self.api.ts';
import { impersonationApi } from '@api/client/users.impersonation.api.ts';
import type { Self } from '@api/contract/users.shapes.ts';
import { ports, type Saga } from '../saga/effects.ts';
import { request } from '../saga/request.ts';

export const { impersonateUser } = impersonationApi.endpoints;

/** Undefined if the request failed. */
export function* readSelf(): Saga<Self | undefined> {
  const call = selfApi.endpoints.fetchSelf.initiate(undefined, { forceRefetch: true });
  const self = yield* request(call, { problemsShownBy: 'caller' });
  return self.ok ? self.value : undefined;
}

/** Notifies the other tabs and reloads, so that nothing of the former user stays in memory. */
export function* reloadAs(path: string, state?: unknown): Saga {
  const { tabs, reload } = yield* ports();
  tabs.notify();
  reload(path, state);
}
