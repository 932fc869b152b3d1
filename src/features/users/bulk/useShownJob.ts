/** Marks the bulk operation as shown while a component is mounted. */
import { useEffect } from 'react';
import { useStore } from 'react-redux';
import { blockTabClose } from './blockTabClose.ts';

let shownCount = 0;

export function useShownJob(): void {
  const store = useStore();
  useEffect(() => {
    shownCount += 1;
    blockTabClose(store, () => shownCount > 0);
    return () => {
      shownCount -= 1;
    };
  }, [store]);
}
