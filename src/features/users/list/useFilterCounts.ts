/** How many users each filter would show, with the search and the conditions of the view. */
import { useEffect } from 'react';
import { useDispatch } from 'react-redux';
import { skipToken } from '@reduxjs/toolkit/query';
import { usersApi } from '@api/client/users.api.ts';
import type { UserFilter } from '@api/contract/users.page.ts';
import { countArgs, type UsersView } from '../view/usersView.ts';
import type { ListDispatch } from './pages.ts';

type Counts = Readonly<Record<UserFilter, number>>;

interface FilterCounts {
  /** Counts of the previous view until those of the shown one arrive. */
  readonly counts: Counts | undefined;
  /** Counts of the shown view. */
  readonly current: Counts | undefined;
}

const { fetchUserCounts } = usersApi.endpoints;

/**
 * Reads the counts of the wanted view; a request that is not answered yet is aborted once another view is wanted.
 * @param shownView undefined until rows are shown
 */
export function useFilterCounts(shownView: UsersView | undefined, wantedView: UsersView): FilterCounts {
  const dispatch = useDispatch<ListDispatch>();
  const shownKey = shownView && keyOf(shownView);
  const wantedKey = keyOf(wantedView);
  // Counting all is quick. Counting the matches of a search could delay its rows.
  const isWanted = shownKey === wantedKey || wantedKey === '{}';
  useEffect(() => {
    if (!isWanted) return undefined;
    const request = dispatch(fetchUserCounts.initiate(argsOf(wantedKey), { forceRefetch: true }));
    return () => {
      request.abort();
      request.unsubscribe();
    };
  }, [dispatch, isWanted, wantedKey]);
  const { data, currentData } = fetchUserCounts.useQueryState(shownKey === undefined ? skipToken : argsOf(shownKey));
  return { counts: data, current: currentData };
}

/** Reads the counts again for the components that use them now. */
export function refetchFilterCounts(dispatch: ListDispatch, view: UsersView): void {
  void dispatch(fetchUserCounts.initiate(countArgs(view), { forceRefetch: true, subscribe: false }));
}

const keyOf = (view: UsersView): string => JSON.stringify(countArgs(view));

const argsOf = (key: string) => JSON.parse(key) as ReturnType<typeof countArgs>;
