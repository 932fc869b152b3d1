/** View and open event as in the URL, and navigation to others. */
import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { useLatestNavigation } from '@src/navigation/useLatestNavigation.ts';
import { addressOf, type AuditView, type OpenEvent, readOpen, readView } from './auditView.ts';

interface AuditAddress extends AuditLocation {
  /** Changes the latest wanted view. */
  readonly changeView: (change: ViewChange) => void;
  /** Opens an event's panel; undefined closes it. */
  readonly openEvent: (event?: OpenEvent) => void;
}

/** Gets the latest wanted view, which may not be rendered yet. */
export type ViewChange = (latest: AuditView) => AuditView;

interface AuditLocation {
  readonly view: AuditView;
  readonly open: OpenEvent | undefined;
}

const hrefOf = ({ view, open }: AuditLocation): string => addressOf(view, open);

export function useAuditAddress(): AuditAddress {
  const [query] = useSearchParams();
  // Keeps its identity while only the open event changes.
  const text = addressOf(readView(query));
  const view = useMemo(() => readView(new URLSearchParams(text.split('?')[1])), [text]);
  const current = useMemo(() => ({ view, open: readOpen(query) }), [view, query]);
  const { latest, go } = useLatestNavigation<AuditLocation>(current, hrefOf);
  const changeView = useCallback<AuditAddress['changeView']>(
    (change) => {
      go({ ...latest(), view: change(latest().view) });
    },
    [go, latest],
  );
  const openEvent = useCallback<AuditAddress['openEvent']>(
    (event) => {
      if (event?.eventId !== latest().open?.eventId) go({ ...latest(), open: event });
    },
    [go, latest],
  );
  return { ...current, changeView, openEvent };
}
