/** View and open ticket as in the URL, with the search as typed so far; and navigation to others. */
import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { useLatestNavigation } from '@src/navigation/useLatestNavigation.ts';
import { useSearchDraft } from '@src/list/useSearchDraft.ts';
import { addressOf, readView, type TicketsView } from './ticketsView.ts';

interface TicketsLocation {
  readonly view: TicketsView;
  readonly open: string | undefined;
}

const hrefOf = ({ view, open }: TicketsLocation): string => addressOf(view, open);

export function useTicketsAddress() {
  const [query] = useSearchParams();
  // Keeps its identity while only the open ticket changes.
  const text = addressOf(readView(query));
  const inAddress = useMemo(() => readView(new URLSearchParams(text.split('?')[1])), [text]);
  const { draft: search, setDraft, keepsDraft, typedEntry } = useSearchDraft(inAddress.search);
  const view = useMemo(() => ({ ...inAddress, search }), [inAddress, search]);
  const open = query.get('ticket') ?? undefined;
  const current = useMemo(() => ({ view: inAddress, open }), [inAddress, open]);
  const { latest, go } = useLatestNavigation<TicketsLocation>(current, hrefOf);

  /** Includes the search as typed so far. */
  const navigateTo = useCallback(
    (
      change: (latest: TicketsLocation) => TicketsLocation,
      options: { readonly replace?: boolean; readonly state: unknown } = { state: keepsDraft },
    ) => {
      const next = change({ ...latest(), view: { ...latest().view, search } });
      setDraft(next.view.search);
      go(next, options);
    },
    [go, latest, search, setDraft, keepsDraft],
  );
  const changeView = useCallback(
    (change: (latest: TicketsView) => TicketsView) => {
      navigateTo((from) => ({ ...from, view: change(from.view) }));
    },
    [navigateTo],
  );
  const openTicket = useCallback(
    (ticketNumber?: string) => {
      if (ticketNumber !== latest().open) navigateTo((from) => ({ ...from, open: ticketNumber }));
    },
    [navigateTo, latest],
  );
  /** Goes from one ticket to the next, or back to the list, if the user is still there. */
  const leaveTicket = useCallback(
    (ticketNumber: string, next: string | undefined) => {
      if (latest().open === ticketNumber) openTicket(next);
    },
    [latest, openTicket],
  );
  const syncUrl = () => {
    if (search !== inAddress.search) navigateTo((from) => from, typedEntry());
  };
  return { view, open, setSearch: setDraft, changeView, openTicket, leaveTicket, syncUrl };
}
