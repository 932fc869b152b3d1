/** Closes a side panel on Escape, wherever the focus is; dialogs, menus and fields that use the key come first. */
import { useEffect } from 'react';

export function useEscape(onEscape: () => void): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || document.querySelector('dialog[open], :popover-open')) return;
      onEscape();
    };
    addEventListener('keydown', onKeyDown);
    return () => {
      removeEventListener('keydown', onKeyDown);
    };
  }, [onEscape]);
}
