/** Recipient of the last mail, in the history entry, so that a reload shows it instead of asking again. */
import { useCallback, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';

interface SentEntry {
  readonly sentTo?: string;
  /** What the user had typed into the login form. */
  readonly typed?: string;
}

interface SentTo {
  readonly sentTo: string | undefined;
  /** The last typed value, for another try. */
  readonly typed: string;
  readonly sent: (to: string) => void;
  readonly again: () => void;
}

export function useSentTo(): SentTo {
  const location = useLocation();
  const navigate = useNavigate();
  const currentPath = location.pathname + location.search;
  const { sentTo, typed: typedBefore } = (location.state ?? {}) as SentEntry;
  const [typed, setTyped] = useState(sentTo ?? typedBefore ?? '');

  const sent = useCallback(
    (to: string) => {
      setTyped(to);
      const entry: SentEntry = { sentTo: to };
      void navigate(currentPath, { replace: true, state: entry });
    },
    [navigate, currentPath],
  );
  const again = useCallback(() => {
    void navigate(currentPath, { replace: true, state: {} });
  }, [navigate, currentPath]);
  return { sentTo, typed, sent, again };
}
