/** The true numbers behind the filters, of the search that is shown. Once another one is wanted nobody needs to count any longer. */
import { useEffect } from 'react';
import { useDispatch } from 'react-redux';
import { skipToken } from '@reduxjs/toolkit/query';
import { usersApi } from '@api/client/users.api.ts';
import type { UserFilter } from '@api/contract/users.page.ts';
import type { ListDispatch } from './pages.ts';

type Counts = Readonly<Record<UserFilter, number>>;

interface FilterCounts {
  /** Of the search before while those of the one shown are not there. */
  readonly counts: Counts | undefined;
  /** Of the one shown. */
  readonly current: Counts | undefined;
}

const { fetchUserCounts } = usersApi.endpoints;

/** @param shown undefined while nothing is shown */
export function useFilterCounts(shown: string | undefined, wanted: string): FilterCounts {
  const dispatch = useDispatch<ListDispatch>();
  useEffect(() => {
    if (shown !== wanted) return undefined;
    const running = dispatch(fetchUserCounts.initiate(argsOf(shown)));
    return () => {
      running.abort();
      running.unsubscribe();
    };
  }, [dispatch, shown, wanted]);
  const { data, currentData } = fetchUserCounts.useQueryState(shown === undefined ? skipToken : argsOf(shown));
  return { counts: data, current: currentData };
}

const argsOf = (search: string) => (search === '' ? {} : { search });
