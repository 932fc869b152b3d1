/**
 * Changes of a screen's address, computed from the latest one even if it is not rendered yet: otherwise the second of two quick
 * changes (filter, sort) would undo the first.
 */
import { useCallback, useLayoutEffect, useRef } from 'react';
import { useNavigate } from 'react-router';

interface LatestNavigation<State> {
  readonly latest: () => State;
  /** `replace`: without a history entry of its own. `state`: kept with the entry. */
  readonly go: (next: State, options?: { readonly replace?: boolean; readonly state?: unknown }) => void;
}

/**
 * @param rendered value of the rendered address; the same object while the address is the same
 * @param addressOf a stable function
 */
export function useLatestNavigation<State>(rendered: State, addressOf: (state: State) => string): LatestNavigation<State> {
  const navigate = useNavigate();
  const latestRef = useRef(rendered);
  const pendingAddressesRef = useRef<readonly string[]>([]);
  useLayoutEffect(() => {
    // An address that is rendered while a later change is still pending must not undo that change.
    const at = pendingAddressesRef.current.lastIndexOf(addressOf(rendered));
    pendingAddressesRef.current = at === -1 ? [] : pendingAddressesRef.current.slice(at + 1);
    if (pendingAddressesRef.current.length === 0) latestRef.current = rendered;
  }, [rendered, addressOf]);
  const latest = useCallback(() => latestRef.current, []);
  const go = useCallback<LatestNavigation<State>['go']>(
    (next, { replace = false, state } = {}) => {
      const address = addressOf(next);
      // Works as in browsers: a link to the current address, such as the second of a double click, adds no history entry.
      const isSameAddress = address === addressOf(latestRef.current);
      if (!isSameAddress) pendingAddressesRef.current = [...pendingAddressesRef.current, address];
      latestRef.current = next;
      void navigate(address, { replace: replace || isSameAddress, state });
    },
    [navigate, addressOf],
  );
  return { latest, go };
}
