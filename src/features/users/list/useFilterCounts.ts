/** The true numbers behind the filters, of one search. For one that is no longer shown nobody needs to count any longer. */
import { useEffect } from 'react';
import { useDispatch } from 'react-redux';
import { skipToken } from '@reduxjs/toolkit/query';
import { usersApi } from '@api/client/users.api.ts';
import type { UserFilter } from '@api/contract/users.page.ts';
import type { ListDispatch } from './pages.ts';

type Counts = Readonly<Record<UserFilter, number>>;

interface FilterCounts {
  /** Of the search before while those of this one are not there. */
  readonly counts: Counts | undefined;
  /** Of this search. */
  readonly current: Counts | undefined;
}

const { fetchUserCounts } = usersApi.endpoints;

/** @param search undefined while nothing is shown */
export function useFilterCounts(search: string | undefined): FilterCounts {
  const dispatch = useDispatch<ListDispatch>();
  useEffect(() => {
    if (search === undefined) return undefined;
    const running = dispatch(fetchUserCounts.initiate(argsOf(search)));
    return () => {
      running.abort();
      running.unsubscribe();
    };
  }, [dispatch, search]);
  const { data, currentData } = fetchUserCounts.useQueryState(search === undefined ? skipToken : argsOf(search));
  return { counts: data, current: currentData };
}

const argsOf = (search: string) => (search === '' ? {} : { search });
