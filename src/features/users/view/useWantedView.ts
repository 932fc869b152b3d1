/** The view that is wanted: the address, with the search as far as it is typed. */
import { useCallback, useMemo } from 'react';
import { useSearchDraft } from '@src/ui/useSearchDraft.ts';
import { useUsersAddress } from './useUsersAddress.ts';
import { normalised, type UsersView } from './usersView.ts';

export interface WantedView {
  readonly wanted: UsersView;
  readonly openUser: string | undefined;
  /** Of the search box. */
  readonly text: string;
  readonly setText: (text: string) => void;
  readonly want: (view: UsersView) => void;
  readonly open: (userName: string | undefined) => void;
  /** The rows of this view are there: the address may follow. */
  readonly settle: (view: UsersView) => void;
}

export function useWantedView(): WantedView {
  const { view, openUser, go } = useUsersAddress();
  const { draft, setDraft, willBeInAddress } = useSearchDraft(view.search);
  const search = normalised(draft);
  const wanted = useMemo(() => ({ ...view, search }), [view, search]);

  const want = useCallback(
    (next: UsersView) => {
      setDraft(next.search);
      willBeInAddress(next.search);
      go(next, openUser);
    },
    [go, openUser, setDraft, willBeInAddress],
  );
  const open = useCallback(
    (userName: string | undefined) => {
      if (userName !== openUser) go(view, userName);
    },
    [go, view, openUser],
  );
  const settle = useCallback(
    (shown: UsersView) => {
      if (shown.search === view.search || shown.search !== search) return;
      willBeInAddress(shown.search);
      go({ ...view, search: shown.search }, openUser, { replace: true });
    },
    [go, view, search, openUser, willBeInAddress],
  );
  return { wanted, openUser, text: draft, setText: setDraft, want, open, settle };
}
