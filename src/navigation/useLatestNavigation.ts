/**
 * Going from one address of a screen to another, also before the last one is drawn: the router draws an address once it has the
 * time. What changes by steps (another filter, one more sort) is counted from where was last gone to, else the second of two
 * quick steps would take the first back.
 */
import { useCallback, useLayoutEffect, useRef } from 'react';
import { useNavigate } from 'react-router';

interface LatestNavigation<Place> {
  readonly latest: () => Place;
  /** `replace`: Back does not come through here again. */
  readonly go: (next: Place, options?: { readonly replace?: boolean }) => void;
}

/**
 * @param drawn what the address that is drawn says: the same object as long as it says the same
 * @param addressOf one and the same function
 */
export function useLatestNavigation<Place>(drawn: Place, addressOf: (place: Place) => string): LatestNavigation<Place> {
  const navigate = useNavigate();
  const place = useRef(drawn);
  useLayoutEffect(() => {
    place.current = drawn;
  }, [drawn]);
  const latest = useCallback(() => place.current, []);
  const go = useCallback<LatestNavigation<Place>['go']>(
    (next, { replace = false } = {}) => {
      const address = addressOf(next);
      // As browsers do: following a link to where one is, such as the second of a double click, adds no entry to the history.
      const isThere = address === addressOf(place.current);
      place.current = next;
      void navigate(address, { replace: replace || isThere });
    },
    [navigate, addressOf],
  );
  return { latest, go };
}
