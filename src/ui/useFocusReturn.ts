/** Returns the focus from a closed popup (`.popup`) to where it was, unless it has moved on. */
import { useLayoutEffect, useState } from 'react';

export function useFocusReturn(): void {
  const [focusedBefore] = useState(() => document.activeElement);
  // A layout effect: its cleanup comes before the popup leaves the document.
  useLayoutEffect(
    () => () => {
      const { activeElement } = document;
      const isLeft = activeElement === document.body || activeElement?.closest('.popup');
      if (isLeft && focusedBefore instanceof HTMLElement && focusedBefore.isConnected) focusedBefore.focus();
    },
    [focusedBefore],
  );
}
