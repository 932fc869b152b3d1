/** The wanted view: the URL, with the search as typed so far. */
import { useCallback, useMemo } from 'react';
import { useIsNavigationPending } from '@src/navigation/navigationPending.ts';
import { useSearchDraft } from '@src/list/useSearchDraft.ts';
import { useUsersAddress } from './useUsersAddress.ts';
import { useSavedViews, type SavedViews } from './useSavedViews.ts';
import { normaliseSearch, type UsersView } from './usersView.ts';

/** Gets the latest wanted view, which may not be rendered yet. */
type ViewChange = (latest: UsersView) => UsersView;

interface WantedView {
  readonly wantedView: UsersView;
  readonly openUser: string | undefined;
  readonly unknownFilter: string | undefined;
  readonly saved: SavedViews;
  /** Content of the search box. */
  readonly text: string;
  readonly setText: (text: string) => void;
  readonly changeView: (change: ViewChange) => void;
  readonly openPanel: (userName: string | undefined) => void;
  /** Called when the view's rows are shown: puts its search into the URL. */
  readonly syncUrl: (view: UsersView) => void;
}

export function useWantedView(): WantedView {
  const address = useUsersAddress();
  const { view, openUser, unknownFilter, latest, go } = address;
  const isNavigationPending = useIsNavigationPending();
  const { draft, setDraft, keepsDraft, typedEntry } = useSearchDraft(view.search);
  const search = normaliseSearch(draft);
  const wantedView = useMemo(() => ({ ...view, search }), [view, search]);
  const saved = useSavedViews(wantedView, address);
  const { viewIdFor } = saved;

  const changeView = useCallback(
    (change: ViewChange) => {
      const next = change({ ...latest().view, search });
      setDraft(next.search);
      go({ ...latest(), view: next, viewId: viewIdFor(next, latest().viewId) }, { state: keepsDraft });
    },
    [go, latest, search, setDraft, viewIdFor, keepsDraft],
  );
  const openPanel = useCallback(
    (userName: string | undefined) => {
      if (userName !== latest().openUser) go({ ...latest(), openUser: userName }, { state: keepsDraft });
    },
    [go, latest, keepsDraft],
  );
  const syncUrl = useCallback(
    (shown: UsersView) => {
      if (shown.search === view.search || shown.search !== search || isNavigationPending()) return;
      const next = { ...latest().view, search: shown.search };
      go({ ...latest(), view: next, viewId: viewIdFor(next, latest().viewId) }, typedEntry());
    },
    [go, latest, view, search, viewIdFor, isNavigationPending, typedEntry],
  );
  return { wantedView, openUser, unknownFilter, saved, text: draft, setText: setDraft, changeView, openPanel, syncUrl };
}
