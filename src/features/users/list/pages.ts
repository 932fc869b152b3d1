/** Reads pages of people; each reading can be given up, and none shows its problem anywhere but in the list. */
import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { type ClientProblem, isClientProblem } from '@api/client/clientProblem.ts';
import { usersApi } from '@api/client/users.api.ts';
import type { UserSummary } from '@api/contract/users.shapes.ts';
import { problemLeftToCaller } from '@store/notices/alert.slice.ts';
import { type Page, PAGE_ROWS } from '@src/ui/grid/gridTypes.ts';
import { pageArgs, type UsersView } from '../view/usersView.ts';

export type ListDispatch = ThunkDispatch<unknown, unknown, UnknownAction>;
export type UsersPage = Page<UserSummary>;

/** Stands for a total while it is being counted. */
export const UNCOUNTED = '…';

export type Reading =
  | { readonly kind: 'read'; readonly page: UsersPage }
  | { readonly kind: 'failed'; readonly problem: ClientProblem }
  | { readonly kind: 'givenUp' };

export interface RunningReading {
  readonly done: Promise<Reading>;
  readonly giveUp: () => void;
}

/**
 * Begins to read the page that starts at `offset`. A bug, as opposed to a problem, rejects.
 * @param how `totalLater`: it may come before all are counted
 */
export function readPage(
  dispatch: ListDispatch,
  view: UsersView,
  offset: number,
  how: { readonly totalLater?: true } = {},
): RunningReading {
  const args = { ...pageArgs(view), offset, limit: PAGE_ROWS, ...how };
  const running = dispatch(usersApi.endpoints.fetchUsersPage.initiate(args, { forceRefetch: true }));
  dispatch(problemLeftToCaller(running.requestId));
  let wanted = true;
  const done = running.then(({ data, error }): Reading => {
    // Only now: what nobody subscribes to, a change may drop the moment it is there.
    running.unsubscribe();
    if (!wanted) return { kind: 'givenUp' };
    if (data?.rows) return { kind: 'read', page: { rows: data.rows, total: data.total, totalLater: data.totalLater === true } };
    if (!isClientProblem(error)) throw Object.assign(new Error('The page of users could not be asked for'), { cause: error });
    return { kind: 'failed', problem: error };
  });
  return {
    done,
    giveUp: () => {
      wanted = false;
      running.abort();
    },
  };
}
