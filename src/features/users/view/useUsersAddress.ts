/** The view and the open panel as the address has them, and how to go to another. */
import { useMemo } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { useLatestNavigation } from '@src/navigation/useLatestNavigation.ts';
import { addressOf, readOpenUser, readUnknownFilter, readView, type UsersView } from './usersView.ts';

interface Place {
  readonly view: UsersView;
  readonly openUser: string | undefined;
}

export interface UsersAddress extends Place, ReturnType<typeof useLatestNavigation<Place>> {
  /** What the address has in the place of a filter, where there is none of that name. */
  readonly unknownFilter: string | undefined;
}

const placeAddress = ({ view, openUser }: Place): string => addressOf(view, openUser);

export function useUsersAddress(): UsersAddress {
  const { filter, search } = useParams();
  const [query] = useSearchParams();
  const view = useMemo(() => readView({ filter, search }, query), [filter, search, query]);
  const openUser = readOpenUser(query);
  const place = useMemo(() => ({ view, openUser }), [view, openUser]);
  const unknownFilter = readUnknownFilter({ filter }, query);
  return { ...place, unknownFilter, ...useLatestNavigation<Place>(place, placeAddress) };
}
