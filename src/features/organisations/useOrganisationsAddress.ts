/** The list as the address has it, with the search as far as it is typed, and how to go to another. */
import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { useLatestNavigation } from '@src/navigation/useLatestNavigation.ts';
import { useSearchDraft } from '@src/ui/useSearchDraft.ts';
import { addressOf, type OrganisationsView, readView } from './organisationsView.ts';

interface OrganisationsAddress extends Place {
  readonly setSearch: (text: string) => void;
  /** From the view that is wanted by now, also where it is not drawn yet. */
  readonly want: (change: (latest: OrganisationsView) => OrganisationsView) => void;
  /** Opens one beside the list; none: closes it. */
  readonly open: (publicId?: string) => void;
  /** Typing is over: the address may follow. */
  readonly settle: () => void;
}

interface Place {
  readonly view: OrganisationsView;
  /** Of the one beside the list. */
  readonly openId: string | undefined;
}

const placeAddress = ({ view, openId }: Place): string => addressOf(view, openId);

export function useOrganisationsAddress(): OrganisationsAddress {
  const [query] = useSearchParams();
  const inAddress = useMemo(() => readView(query), [query]);
  const { draft: search, setDraft, willBeInAddress } = useSearchDraft(inAddress.search);
  const { sort, descending } = inAddress;
  const view = useMemo((): OrganisationsView => ({ search, sort, descending }), [search, sort, descending]);
  const openId = query.get('organisation') ?? undefined;
  const place = useMemo(() => ({ view: inAddress, openId }), [inAddress, openId]);
  const { latest, go } = useLatestNavigation<Place>(place, placeAddress);

  /** With the search as far as it is typed. */
  const step = useCallback(
    (change: (latest: Place) => Place, replace = false) => {
      const next = change({ ...latest(), view: { ...latest().view, search } });
      setDraft(next.view.search);
      willBeInAddress(next.view.search);
      go(next, { replace });
    },
    [go, latest, search, setDraft, willBeInAddress],
  );
  const want = useCallback<OrganisationsAddress['want']>(
    (change) => {
      step((from) => ({ ...from, view: change(from.view) }));
    },
    [step],
  );
  const open = useCallback<OrganisationsAddress['open']>(
    (publicId) => {
      if (publicId !== latest().openId) step((from) => ({ ...from, openId: publicId }));
    },
    [step, latest],
  );
  const settle = () => {
    if (search !== inAddress.search) step((from) => from, true);
  };
  return { view, openId, setSearch: setDraft, want, open, settle };
}
