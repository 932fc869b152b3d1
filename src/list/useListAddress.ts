/** The list's view: the URL, with the search as typed so far; and navigation to others. */
import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { useLatestNavigation } from '@src/navigation/useLatestNavigation.ts';
import { useSearchDraft } from './useSearchDraft.ts';
import { addressOf, type ListAddressing, type ListView, readView } from './localList.ts';

interface ListLocation {
  readonly view: ListView;
  /** ID of the row in the panel. */
  readonly openId: string | undefined;
}

interface ListAddress extends ListLocation {
  readonly setSearch: (text: string) => void;
  /** Gets the latest wanted view, which may not be rendered yet. */
  readonly changeView: (change: (latest: ListView) => ListView) => void;
  /** Opens a row's panel; undefined closes it. */
  readonly openPanel: (id?: string) => void;
  /** Typing has ended: puts the search into the URL. */
  readonly syncUrl: () => void;
}

/** @param list the same object at each rendering */
export function useListAddress(list: ListAddressing): ListAddress {
  const [query] = useSearchParams();
  const urlView = useMemo(() => readView(list, query), [list, query]);
  const { draft: search, setDraft, keepsDraft, typedEntry } = useSearchDraft(urlView.search);
  const view = useMemo((): ListView => ({ ...urlView, search }), [urlView, search]);
  const openId = query.get(list.openParameter) ?? undefined;
  const current = useMemo((): ListLocation => ({ view: urlView, openId }), [urlView, openId]);
  const hrefOf = useCallback((to: ListLocation) => addressOf(list, to.view, to.openId), [list]);
  const { latest, go } = useLatestNavigation<ListLocation>(current, hrefOf);

  /** Includes the search as typed so far. */
  const navigateTo = useCallback(
    (
      change: (latest: ListLocation) => ListLocation,
      options: { readonly replace?: boolean; readonly state: unknown } = { state: keepsDraft },
    ) => {
      const next = change({ ...latest(), view: { ...latest().view, search } });
      setDraft(next.view.search);
      go(next, options);
    },
    [go, latest, search, setDraft, keepsDraft],
  );
  const changeView = useCallback<ListAddress['changeView']>(
    (change) => {
      navigateTo((from) => ({ ...from, view: change(from.view) }));
    },
    [navigateTo],
  );
  const openPanel = useCallback<ListAddress['openPanel']>(
    (id) => {
      if (id !== latest().openId) navigateTo((from) => ({ ...from, openId: id }));
    },
    [navigateTo, latest],
  );
  const syncUrl = () => {
    if (search !== urlView.search) navigateTo((from) => from, typedEntry());
  };
  return { view, openId, setSearch: setDraft, changeView, openPanel, syncUrl };
}
