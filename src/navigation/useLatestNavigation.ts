/**
 * Changes of a screen's address, computed from the latest one even if it is not rendered yet: otherwise the second of two quick
 * changes (filter, sort) would undo the first.
 */
import { useCallback, useLayoutEffect, useRef } from 'react';
import { useNavigate } from 'react-router';

interface LatestNavigation<State> {
  readonly latest: () => State;
  /** `replace`: without a history entry of its own. */
  readonly go: (next: State, options?: { readonly replace?: boolean }) => void;
}

/**
 * @param drawn value of the rendered address; the same object while the address is the same @param addressOf a stable function
 */
export function useLatestNavigation<State>(rendered: State, addressOf: (state: State) => string): LatestNavigation<State> {
  const navigate = useNavigate();
  const latestRef = useRef(rendered);
  useLayoutEffect(() => {
    latestRef.current = rendered;
  }, [rendered]);
  const latest = useCallback(() => latestRef.current, []);
  const go = useCallback<LatestNavigation<State>['go']>(
    (next, { replace = false } = {}) => {
      const address = addressOf(next);
      // As browsers do: a link to the current address, such as the second of a double click, adds no history entry.
      const isSameAddress = address === addressOf(latestRef.current);
      latestRef.current = next;
      void navigate(address, { replace: replace || isSameAddress });
    },
    [navigate, addressOf],
  );
  return { latest, go };
}
