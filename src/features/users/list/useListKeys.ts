/** `/` focuses the search; ignored while typing, under a dialog, and where turned off. */
import type { InputRef } from 'antd';
import { type RefObject, useEffect } from 'react';
import { isTyping } from '@src/ui/plainLetter.ts';
import { areCharacterKeysOn } from '@src/browser/characterKeys.ts';

export function useListKeys(search: RefObject<InputRef | null>): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      if (document.querySelector('[aria-modal="true"]') || !areCharacterKeysOn()) return;
      if (event.key !== '/') return;
      event.preventDefault();
      search.current?.focus();
      search.current?.select();
    };
    addEventListener('keydown', onKeyDown);
    return () => {
      removeEventListener('keydown', onKeyDown);
    };
  }, [search]);
}
