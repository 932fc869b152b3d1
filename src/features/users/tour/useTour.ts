/** The tour of the list: offered to each user until it was once started in this browser, and started from the menu of the bar. */
import { useEffect, useMemo, useState } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router';
import type { Self } from '@api/contract/users.shapes.ts';
import { browserMemory } from '@src/browser/browserMemory.ts';
import { memoryKey } from '../list/memoryKey.ts';

interface TourState {
  readonly isOffered: boolean;
  readonly isShown: boolean;
  readonly begin: () => void;
  readonly end: () => void;
}

/** @param self null until it is known; the tour is not offered while impersonating */
export function useTour(self: Self | null): TourState {
  const [isShown, setShown] = useState(false);
  const key = self && !self.impersonatedBy ? memoryKey('users.tour', self.userId) : null;
  // The offer is decided once per page: it takes the focus back when the tour ends.
  const isOffered = useMemo(() => key !== null && browserMemory.read(key) === null, [key]);
  const { key: visit, state } = useLocation() as { readonly key: string; readonly state: { readonly tour?: boolean } | null };
  // The tour does not start again on a reload or Back.
  const isAsked = useNavigationType() !== NavigationType.Pop && state?.tour === true;
  useEffect(() => {
    // eslint-disable-next-line react-hooks/set-state-in-effect -- the address is outside React
    if (isAsked) setShown(true);
  }, [isAsked, visit]);
  return {
    isOffered,
    isShown,
    begin: () => {
      if (key !== null) browserMemory.write(key, 'seen');
      setShown(true);
    },
    end: () => {
      setShown(false);
    },
  };
}
