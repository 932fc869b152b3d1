/** The tour of the list, begun from the help of the bar. */
import { useEffect, useState } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router';

interface TourState {
  readonly isShown: boolean;
  readonly end: () => void;
}

export function useTour(): TourState {
  const [isShown, setShown] = useState(false);
  const { key: visit, state } = useLocation() as { readonly key: string; readonly state: { readonly tour?: boolean } | null };
  // The tour does not start again on a reload or Back.
  const isAsked = useNavigationType() !== NavigationType.Pop && state?.tour === true;
  useEffect(() => {
    // eslint-disable-next-line react-hooks/set-state-in-effect -- the address is outside React
    if (isAsked) setShown(true);
  }, [isAsked, visit]);
  return {
    isShown,
    end: () => {
      setShown(false);
    },
  };
}
