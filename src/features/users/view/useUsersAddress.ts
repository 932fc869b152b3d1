/** View and open panel as in the URL, and navigation to others. */
import { useMemo } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { useLatestNavigation } from '@src/navigation/useLatestNavigation.ts';
import { addressOf, readOpenUser, readUnknownFilter, readView, type UsersView } from './usersView.ts';

interface ListLocation {
  readonly view: UsersView;
  readonly openUser: string | undefined;
}

export interface UsersAddress extends ListLocation, ReturnType<typeof useLatestNavigation<ListLocation>> {
  /** The URL's filter if there is no such filter. */
  readonly unknownFilter: string | undefined;
}

const hrefOf = ({ view, openUser }: ListLocation): string => addressOf(view, openUser);

export function useUsersAddress(): UsersAddress {
  const { filter, search } = useParams();
  const [query] = useSearchParams();
  const view = useMemo(() => readView({ filter, search }, query), [filter, search, query]);
  const openUser = readOpenUser(query);
  const current = useMemo(() => ({ view, openUser }), [view, openUser]);
  const unknownFilter = readUnknownFilter({ filter }, query);
  return { ...current, unknownFilter, ...useLatestNavigation<ListLocation>(current, hrefOf) };
}
