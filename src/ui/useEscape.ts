/** Escape closes what stands beside the page, wherever the focus is; whatever lies over the page, or uses the key itself, goes first. */
import { useEffect } from 'react';

export function useEscape(onEscape: () => void): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || document.querySelector('dialog[open], :popover-open')) return;
      onEscape();
    };
    addEventListener('keydown', press);
    return () => {
      removeEventListener('keydown', press);
    };
  }, [onEscape]);
}
