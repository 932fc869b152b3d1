/** The list as the address has it, with the search as far as it is typed, and how to go to another. */
import { useCallback, useMemo } from 'react';
import { useNavigate } from 'react-router';
import { useAddressQuery } from '@src/app/useAddressQuery.ts';
import { useLatest } from '@src/app/useLatest.ts';
import { useSearchDraft } from '@src/ui/useSearchDraft.ts';
import { addressOf, type OrganisationsView, readView } from './organisationsView.ts';

interface OrganisationsAddress {
  readonly view: OrganisationsView;
  /** Of the one beside the list. */
  readonly openId: string | undefined;
  readonly setSearch: (text: string) => void;
  /** From the view that is wanted by now, also where it is not drawn yet. */
  readonly want: (change: (latest: OrganisationsView) => OrganisationsView) => void;
  /** Opens one beside the list; none: closes it. */
  readonly open: (publicId?: string) => void;
  /** Typing is over: the address may follow. */
  readonly settle: () => void;
}

export function useOrganisationsAddress(): OrganisationsAddress {
  const query = useAddressQuery();
  const navigate = useNavigate();
  const inAddress = useMemo(() => readView(query), [query]);
  const { draft: search, setDraft, willBeInAddress } = useSearchDraft(inAddress.search);
  const { sort, descending } = inAddress;
  const view = useMemo((): OrganisationsView => ({ search, sort, descending }), [search, sort, descending]);
  const openId = query.get('organisation') ?? undefined;
  const place = useMemo(() => ({ view, openId }), [view, openId]);
  const { latest, note } = useLatest(place);

  const go = useCallback(
    (next: typeof place, replace = false) => {
      note(next);
      setDraft(next.view.search);
      willBeInAddress(next.view.search);
      void navigate(addressOf(next.view, next.openId), { replace });
    },
    [navigate, note, setDraft, willBeInAddress],
  );
  const want = useCallback<OrganisationsAddress['want']>(
    (change) => {
      go({ ...latest(), view: change(latest().view) });
    },
    [go, latest],
  );
  const open = useCallback<OrganisationsAddress['open']>(
    (publicId) => {
      if (publicId !== latest().openId) go({ ...latest(), openId: publicId });
    },
    [go, latest],
  );
  const settle = () => {
    if (search !== inAddress.search) go(latest(), true);
  };
  return { ...place, setSearch: setDraft, want, open, settle };
}
