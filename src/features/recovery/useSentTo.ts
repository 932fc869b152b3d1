/** To whom a mail was promised, kept in the history entry: a reload tells it again instead of asking for one more. */
import { useCallback, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';

interface SentEntry {
  readonly sentTo?: string;
}

interface SentTo {
  readonly sentTo: string | undefined;
  /** What was typed last, for another try. */
  readonly typed: string;
  readonly sent: (to: string) => void;
  readonly again: () => void;
}

export function useSentTo(): SentTo {
  const location = useLocation();
  const navigate = useNavigate();
  const here = location.pathname + location.search;
  const { sentTo } = (location.state ?? {}) as SentEntry;
  const [typed, setTyped] = useState(sentTo ?? '');

  const sent = useCallback(
    (to: string) => {
      setTyped(to);
      const entry: SentEntry = { sentTo: to };
      void navigate(here, { replace: true, state: entry });
    },
    [navigate, here],
  );
  const again = useCallback(() => {
    void navigate(here, { replace: true, state: {} });
  }, [navigate, here]);
  return { sentTo, typed, sent, again };
}
