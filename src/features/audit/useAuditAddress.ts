/** The report as the address has it, and how to go to another. */
import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { useLatestNavigation } from '@src/navigation/useLatestNavigation.ts';
import { addressOf, type AuditView, type OpenEvent, readOpen, readView } from './auditView.ts';

interface AuditAddress extends Place {
  /** Changes what the report shows, from what it is to show by now. */
  readonly narrow: (change: ViewChange) => void;
  /** Opens an event beside the list; none: closes it. */
  readonly show: (event?: OpenEvent) => void;
}

/** From the view that is wanted by now, also where it is not drawn yet. */
export type ViewChange = (latest: AuditView) => AuditView;

interface Place {
  readonly view: AuditView;
  readonly open: OpenEvent | undefined;
}

const placeAddress = ({ view, open }: Place): string => addressOf(view, open);

export function useAuditAddress(): AuditAddress {
  const [query] = useSearchParams();
  // One and the same for one and the same report, whichever event of it is open.
  const text = addressOf(readView(query));
  const view = useMemo(() => readView(new URLSearchParams(text.split('?')[1])), [text]);
  const place = useMemo(() => ({ view, open: readOpen(query) }), [view, query]);
  const { latest, go } = useLatestNavigation<Place>(place, placeAddress);
  const narrow = useCallback<AuditAddress['narrow']>(
    (change) => {
      go({ ...latest(), view: change(latest().view) });
    },
    [go, latest],
  );
  const show = useCallback<AuditAddress['show']>(
    (event) => {
      if (event?.eventId !== latest().open?.eventId) go({ ...latest(), open: event });
    },
    [go, latest],
  );
  return { ...place, narrow, show };
}
