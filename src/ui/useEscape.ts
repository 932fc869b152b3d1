/** Closes a drawer on Escape, wherever the focus is; dialogs, menus and fields that use the key come first. */
import { useEffect } from 'react';

const isLayerOpen = (): boolean => document.querySelector('[aria-modal="true"], .popup') !== null;

export function useEscape(onEscape: () => void): void {
  useEffect(() => {
    let isForLayer = false;
    const stop = new AbortController();
    const { signal } = stop;
    // Runs before other handlers: by the time the key bubbles up, the dialog that it closed may be gone.
    const onCapture = () => {
      isForLayer = isLayerOpen();
    };
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented && !isForLayer) onEscape();
    };
    addEventListener('keydown', onCapture, { capture: true, signal });
    addEventListener('keydown', onKeyDown, { signal });
    return () => {
      stop.abort();
    };
  }, [onEscape]);
}
