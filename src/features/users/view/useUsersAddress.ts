/** View and open panel as in the URL, and navigation to others. */
import { useMemo } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { useLatestNavigation } from '@src/navigation/useLatestNavigation.ts';
import { addressOf, readOpenUser, readUnknownFilter, readView, readViewId, type UsersView } from './usersView.ts';

interface ListLocation {
  readonly view: UsersView;
  readonly openUser: string | undefined;
  /** ID of the saved view that the address names; see `ALL_USERS`. */
  readonly viewId: string | undefined;
}

export interface UsersAddress extends ListLocation, ReturnType<typeof useLatestNavigation<ListLocation>> {
  /** The URL's filter if there is no such filter. */
  readonly unknownFilter: string | undefined;
}

const hrefOf = ({ view, openUser, viewId }: ListLocation): string => addressOf(view, openUser, viewId);

export function useUsersAddress(): UsersAddress {
  const { filter, search } = useParams();
  const [query] = useSearchParams();
  const view = useMemo(() => readView({ filter, search }, query), [filter, search, query]);
  const openUser = readOpenUser(query);
  const viewId = readViewId(query);
  const current = useMemo(() => ({ view, openUser, viewId }), [view, openUser, viewId]);
  const unknownFilter = readUnknownFilter({ filter }, query);
  return { ...current, unknownFilter, ...useLatestNavigation<ListLocation>(current, hrefOf) };
}
