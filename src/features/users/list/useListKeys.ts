/** `/` focuses the search, `?` opens the list of keys; ignored while typing, under a dialog, and where turned off. */
import type { InputRef } from 'antd';
import { type RefObject, useEffect } from 'react';
import { isTyping } from '@src/ui/plainLetter.ts';
import { areCharacterKeysOn } from './characterKeys.ts';

export function useListKeys(search: RefObject<InputRef | null>, onHelp: () => void): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      if (document.querySelector('[aria-modal="true"]') || !areCharacterKeysOn()) return;
      if (event.key === '/') {
        event.preventDefault();
        search.current?.focus();
        search.current?.select();
      } else if (event.key === '?') {
        event.preventDefault();
        onHelp();
      }
    };
    addEventListener('keydown', onKeyDown);
    return () => {
      removeEventListener('keydown', onKeyDown);
    };
  }, [search, onHelp]);
}
