/** The view and the open panel as the address has them, and how to go to another. */
import { useMemo } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { useLatestNavigation } from '@src/app/navigation/useLatestNavigation.ts';
import { addressOf, readOpenUser, readView, type UsersView } from './usersView.ts';

interface Place {
  readonly view: UsersView;
  readonly openUser: string | undefined;
}

export interface UsersAddress extends Place, ReturnType<typeof useLatestNavigation<Place>> {}

const placeAddress = ({ view, openUser }: Place): string => addressOf(view, openUser);

export function useUsersAddress(): UsersAddress {
  const { filter, search } = useParams();
  const [query] = useSearchParams();
  const view = useMemo(() => readView({ filter, search }, query), [filter, search, query]);
  const openUser = readOpenUser(query);
  const place = useMemo(() => ({ view, openUser }), [view, openUser]);
  return { ...place, ...useLatestNavigation<Place>(place, placeAddress) };
}
