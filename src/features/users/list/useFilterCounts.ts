/** Counts behind the filters for the shown search and conditions. The request is aborted once others are wanted. */
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

/** @param shown undefined until rows are shown */
export function useFilterCounts(shown: UsersView | undefined, wanted: UsersView): FilterCounts {
  const dispatch = useDispatch<ListDispatch>();
  const shownKey = shown && keyOf(shown);
  const wantedKey = keyOf(wanted);
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

const keyOf = (view: UsersView): string => JSON.stringify(countArgs(view));

const argsOf = (key: string) => JSON.parse(key) as ReturnType<typeof countArgs>;
