/** The view and the open panel as the address has them, and how to go to another. */
import { type RefObject, useCallback, useLayoutEffect, useMemo, useRef } from 'react';
import { useNavigate, useParams } from 'react-router';
import { useAddressQuery } from '@src/app/useAddressQuery.ts';
import { addressOf, readOpenUser, readView, type UsersView } from './usersView.ts';

interface Place {
  readonly view: UsersView;
  readonly openUser: string | undefined;
}

export interface UsersAddress extends Place {
  /** What was last gone to, which may not be drawn yet: what changes by steps is counted from there. */
  readonly latest: RefObject<Place>;
  /** `replace`: Back does not come through here again. */
  readonly go: (view: UsersView, openUser: string | undefined, options?: { readonly replace?: boolean }) => void;
}

export function useUsersAddress(): UsersAddress {
  const { filter, search } = useParams();
  const query = useAddressQuery();
  const navigate = useNavigate();
  const view = useMemo(() => readView({ filter, search }, query), [filter, search, query]);
  const openUser = readOpenUser(query);
  const latest = useRef<Place>({ view, openUser });
  useLayoutEffect(() => {
    latest.current = { view, openUser };
  }, [view, openUser]);
  const go = useCallback<UsersAddress['go']>(
    (next, person, { replace = false } = {}) => {
      latest.current = { view: next, openUser: person };
      void navigate(addressOf(next, person), { replace });
    },
    [navigate],
  );
  return { view, openUser, latest, go };
}
