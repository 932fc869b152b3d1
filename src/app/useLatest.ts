/**
 * What was last gone to, which may not be drawn yet: the router draws an address once it has the time. What changes by steps
 * (another filter, one more sort) is counted from there, else the second of two quick steps would take the first back.
 */
import { useCallback, useLayoutEffect, useRef } from 'react';

interface Latest<Place> {
  readonly latest: () => Place;
  /** Said by whoever goes elsewhere. */
  readonly note: (place: Place) => void;
}

/** @param drawn the same object as long as it says the same */
export function useLatest<Place>(drawn: Place): Latest<Place> {
  const place = useRef(drawn);
  useLayoutEffect(() => {
    place.current = drawn;
  }, [drawn]);
  const latest = useCallback(() => place.current, []);
  const note = useCallback((next: Place) => {
    place.current = next;
  }, []);
  return { latest, note };
}
