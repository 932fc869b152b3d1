/** The list's view: the URL, with the search as typed so far; and navigation to others. */
import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { useLatestNavigation } from '@src/navigation/useLatestNavigation.ts';
import { useSearchDraft } from '@src/ui/useSearchDraft.ts';
import { addressOf, type OrganisationsView, readView } from './organisationsView.ts';

interface OrganisationsAddress extends ListLocation {
  readonly setSearch: (text: string) => void;
  /** Gets the latest wanted view, which may not be rendered yet. */
  readonly changeView: (change: (latest: OrganisationsView) => OrganisationsView) => void;
  /** Opens an organisation's panel; undefined closes it. */
  readonly openPanel: (publicId?: string) => void;
  /** Typing has ended: puts the search into the URL. */
  readonly syncUrl: () => void;
}

interface ListLocation {
  readonly view: OrganisationsView;
  /** Of the organisation in the panel. */
  readonly openId: string | undefined;
}

const hrefOf = ({ view, openId }: ListLocation): string => addressOf(view, openId);

export function useOrganisationsAddress(): OrganisationsAddress {
  const [query] = useSearchParams();
  const urlView = useMemo(() => readView(query), [query]);
  const { draft: search, setDraft, willBeInAddress } = useSearchDraft(urlView.search);
  const { sort, descending } = urlView;
  const view = useMemo((): OrganisationsView => ({ search, sort, descending }), [search, sort, descending]);
  const openId = query.get('organisation') ?? undefined;
  const current = useMemo(() => ({ view: urlView, openId }), [urlView, openId]);
  const { latest, go } = useLatestNavigation<ListLocation>(current, hrefOf);

  /** Includes the search as typed so far. */
  const navigateTo = useCallback(
    (change: (latest: ListLocation) => ListLocation, replace = false) => {
      const next = change({ ...latest(), view: { ...latest().view, search } });
      setDraft(next.view.search);
      willBeInAddress(next.view.search);
      go(next, { replace });
    },
    [go, latest, search, setDraft, willBeInAddress],
  );
  const changeView = useCallback<OrganisationsAddress['changeView']>(
    (change) => {
      navigateTo((from) => ({ ...from, view: change(from.view) }));
    },
    [navigateTo],
  );
  const openPanel = useCallback<OrganisationsAddress['openPanel']>(
    (publicId) => {
      if (publicId !== latest().openId) navigateTo((from) => ({ ...from, openId: publicId }));
    },
    [navigateTo, latest],
  );
  const syncUrl = () => {
    if (search !== urlView.search) navigateTo((from) => from, true);
  };
  return { view, openId, setSearch: setDraft, changeView, openPanel, syncUrl };
}
