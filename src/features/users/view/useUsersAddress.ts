/** The view and the open panel as the address has them, and how to go to another. */
import { useCallback, useMemo } from 'react';
import { useNavigate, useParams } from 'react-router';
import { useAddressQuery } from '@src/app/useAddressQuery.ts';
import { useLatest } from '@src/app/useLatest.ts';
import { addressOf, readOpenUser, readView, type UsersView } from './usersView.ts';

interface Place {
  readonly view: UsersView;
  readonly openUser: string | undefined;
}

export interface UsersAddress extends Place {
  readonly latest: () => Place;
  /** `replace`: Back does not come through here again. */
  readonly go: (view: UsersView, openUser: string | undefined, options?: { readonly replace?: boolean }) => void;
}

export function useUsersAddress(): UsersAddress {
  const { filter, search } = useParams();
  const query = useAddressQuery();
  const navigate = useNavigate();
  const view = useMemo(() => readView({ filter, search }, query), [filter, search, query]);
  const openUser = readOpenUser(query);
  const place = useMemo(() => ({ view, openUser }), [view, openUser]);
  const { latest, note } = useLatest<Place>(place);
  const go = useCallback<UsersAddress['go']>(
    (next, person, { replace = false } = {}) => {
      note({ view: next, openUser: person });
      void navigate(addressOf(next, person), { replace });
    },
    [navigate, note],
  );
  return { ...place, latest, go };
}
