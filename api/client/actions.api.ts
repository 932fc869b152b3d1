/**
 * Endpoints of the actions on a user of which entry and words say everything else. Each has the name of its action, and is a mutation by
 * the call of its entry: `actionsApi.endpoints.erase`.
 */
import { actionCalls } from '../contract/actions.calls.ts';
import { type OfferedAction, userActions } from '../contract/actions.ts';
import { baseApi } from './baseApi.ts';
import { endpointsOf } from './endpoints.ts';
import type { Tag } from './tags.ts';

/** What each changes. */
const changes = {
  endSessions: ['Account'],
  remindMfa: [],
  resendInvite: ['Account'],
  deleteInvite: ['Account', 'Organisation', 'Role'],
  erase: ['Account', 'Organisation', 'Role', 'Sync', 'Ticket', 'Self'],
} as const satisfies Partial<Record<OfferedAction, readonly Tag[]>>;

export type PlainAction = keyof typeof changes;
export const plainActions = Object.keys(changes) as PlainAction[];

export const actionsApi = baseApi.injectEndpoints({
  endpoints: (build) => {
    const { write } = endpointsOf(build, actionCalls);
    type Endpoints = { [Name in PlainAction]: ReturnType<typeof write<(typeof userActions)[Name]['call']>> };
    return Object.fromEntries(
      plainActions.map((name) => [name, write(userActions[name].call, changes[name])]),
    ) as unknown as Endpoints;
  },
});
