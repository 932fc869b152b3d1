/** What beginning and ending an impersonation share: nobody guesses who this browser is now, and the page begins anew as that person. */
import { selfApi } from '@api/client/users.self.api.ts';
import { impersonationApi } from '@api/client/users.impersonation.api.ts';
import type { Self } from '@api/contract/users.shapes.ts';
import { ports, type Saga } from '../saga/effects.ts';
import { request } from '../saga/request.ts';

export const { impersonateUser } = impersonationApi.endpoints;

/** Undefined where nobody can say. */
export function* readSelf(): Saga<Self | undefined> {
  const call = selfApi.endpoints.fetchSelf.initiate(undefined, { forceRefetch: true });
  const self = yield* request(call, { problemsShownBy: 'caller' });
  return self.ok ? self.value : undefined;
}

/** All tabs hear that somebody else is here, and nothing of the former person stays in this one. */
export function* reloadAs(path: string, state?: unknown): Saga {
  const { tabs, reload } = yield* ports();
  tabs.tell();
  reload(path, state);
}
