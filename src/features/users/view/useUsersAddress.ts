/** The view and the open panel as the address has them, and how to go to another. */
import { useCallback, useMemo } from 'react';
import { useNavigate, useParams } from 'react-router';
import { useAddressQuery } from '@src/app/useAddressQuery.ts';
import { addressOf, readOpenUser, readView, type UsersView } from './usersView.ts';

export interface UsersAddress {
  readonly view: UsersView;
  readonly openUser: string | undefined;
  /** `replace`: Back does not come through here again. */
  readonly go: (view: UsersView, openUser: string | undefined, options?: { readonly replace?: boolean }) => void;
}

export function useUsersAddress(): UsersAddress {
  const { filter, search } = useParams();
  const query = useAddressQuery();
  const navigate = useNavigate();
  const view = useMemo(() => readView({ filter, search }, query), [filter, search, query]);
  const go = useCallback<UsersAddress['go']>(
    (next, openUser, { replace = false } = {}) => {
      void navigate(addressOf(next, openUser), { replace });
    },
    [navigate],
  );
  return { view, openUser: readOpenUser(query), go };
}
