/** Reads pages of users. Requests can be cancelled; problems are shown in the list only. */
import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { type ClientProblem, isClientProblem } from '@api/client/clientProblem.ts';
import { usersApi } from '@api/client/users.api.ts';
import type { UserSummary } from '@api/contract/users.shapes.ts';
import { problemLeftToCaller } from '@store/notices/alert.slice.ts';
import { type Page, PAGE_ROWS } from '@src/ui/grid/gridTypes.ts';
import { pageArgs, type UsersView } from '../view/usersView.ts';

export type ListDispatch = ThunkDispatch<unknown, unknown, UnknownAction>;
export type UsersPage = Page<UserSummary>;

type PageResult =
  | { readonly kind: 'read'; readonly page: UsersPage }
  | { readonly kind: 'failed'; readonly problem: ClientProblem }
  | { readonly kind: 'givenUp' };

export interface PageRequest {
  readonly done: Promise<PageResult>;
  readonly cancel: () => void;
}

/** Starts reading the page at `offset`. Rejects on a programming error only; problems are a result. */
export function readPage(dispatch: ListDispatch, view: UsersView, offset: number): PageRequest {
  const args = { ...pageArgs(view), offset, limit: PAGE_ROWS, withTotal: false };
  const ask = () => {
    const request = dispatch(usersApi.endpoints.fetchUsersPage.initiate(args, { forceRefetch: true }));
    dispatch(problemLeftToCaller(request.requestId));
    return request;
  };
  let isCurrent = true;
  let request = ask();
  const answer = async (): Promise<PageResult> => {
    const { data, error, isUninitialized } = await request;
    // Subscribed until here: an invalidation may drop an entry that nobody subscribes to before its reply is read.
    request.unsubscribe();
    // The cache is emptied when the session ends.
    if (!isCurrent || isUninitialized) return { kind: 'givenUp' };
    if (isClientProblem(error)) return { kind: 'failed', problem: error };
    // RTK Query shares a request that is under way; the list that began it has cancelled it.
    if (error?.name === 'AbortError') {
      request = ask();
      return answer();
    }
    if (!data?.rows) throw Object.assign(new Error('The page of users could not be asked for'), { cause: error });
    return { kind: 'read', page: { rows: data.rows, total: totalAfter(offset, data.rows) } };
  };
  return {
    done: answer(),
    cancel: () => {
      isCurrent = false;
      request.abort();
    },
  };
}

/** A page that is not full ends the list. An empty one may lie beyond the end. */
const totalAfter = (offset: number, { length }: readonly UserSummary[]): number | null =>
  length === PAGE_ROWS || (length === 0 && offset > 0) ? null : offset + length;
