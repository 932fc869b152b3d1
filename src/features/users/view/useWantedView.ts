/** The view that is wanted: the address, with the search as far as it is typed. */
import { useCallback, useMemo } from 'react';
import { useIsNavigationPending } from '@src/navigation/navigationPending.ts';
import { useSearchDraft } from '@src/ui/useSearchDraft.ts';
import { useUsersAddress } from './useUsersAddress.ts';
import { normalised, type UsersView } from './usersView.ts';

/** From the view that is wanted by now, also where it is not drawn yet. */
export type ViewChange = (latest: UsersView) => UsersView;

export interface WantedView {
  readonly wanted: UsersView;
  readonly openUser: string | undefined;
  readonly unknownFilter: string | undefined;
  /** Of the search box. */
  readonly text: string;
  readonly setText: (text: string) => void;
  readonly want: (change: ViewChange) => void;
  readonly open: (userName: string | undefined) => void;
  /** The rows of this view are there: the address may follow. */
  readonly settle: (view: UsersView) => void;
}

export function useWantedView(): WantedView {
  const { view, openUser, unknownFilter, latest, go } = useUsersAddress();
  const isNavigationPending = useIsNavigationPending();
  const { draft, setDraft, willBeInAddress } = useSearchDraft(view.search);
  const search = normalised(draft);
  const wanted = useMemo(() => ({ ...view, search }), [view, search]);

  const want = useCallback(
    (change: ViewChange) => {
      const next = change({ ...latest().view, search });
      setDraft(next.search);
      willBeInAddress(next.search);
      go({ ...latest(), view: next });
    },
    [go, latest, search, setDraft, willBeInAddress],
  );
  const open = useCallback(
    (userName: string | undefined) => {
      if (userName !== latest().openUser) go({ ...latest(), openUser: userName });
    },
    [go, latest],
  );
  const settle = useCallback(
    (shown: UsersView) => {
      if (shown.search === view.search || shown.search !== search || isNavigationPending()) return;
      willBeInAddress(shown.search);
      go({ ...latest(), view: { ...latest().view, search: shown.search } }, { replace: true });
    },
    [go, latest, view, search, isNavigationPending, willBeInAddress],
  );
  return { wanted, openUser, unknownFilter, text: draft, setText: setDraft, want, open, settle };
}
