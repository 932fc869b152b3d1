/** Counts behind the filters for the shown search. The request is aborted once another search is wanted. */
import { useEffect } from 'react';
import { useDispatch } from 'react-redux';
import { skipToken } from '@reduxjs/toolkit/query';
import { usersApi } from '@api/client/users.api.ts';
import type { UserFilter } from '@api/contract/users.page.ts';
import type { ListDispatch } from './pages.ts';

type Counts = Readonly<Record<UserFilter, number>>;

interface FilterCounts {
  /** Of the previous search until those of the shown one arrive. */
  readonly counts: Counts | undefined;
  /** Of the shown search. */
  readonly current: Counts | undefined;
}

const { fetchUserCounts } = usersApi.endpoints;

/** @param shown undefined until rows are shown */
export function useFilterCounts(shown: string | undefined, wanted: string): FilterCounts {
  const dispatch = useDispatch<ListDispatch>();
  useEffect(() => {
    if (shown !== wanted) return undefined;
    const request = dispatch(fetchUserCounts.initiate(argsOf(shown)));
    return () => {
      request.abort();
      request.unsubscribe();
    };
  }, [dispatch, shown, wanted]);
  const { data, currentData } = fetchUserCounts.useQueryState(shown === undefined ? skipToken : argsOf(shown));
  return { counts: data, current: currentData };
}

const argsOf = (search: string) => (search === '' ? {} : { search });
