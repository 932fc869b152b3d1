/** The box that ticks a person. Their whole row tells whether it is ticked. */
import { use, useEffect, useRef } from 'react';
import type { UserSummary } from '@api/contract/users.shapes.ts';
import { nameOf } from '../list/cells/TextCells.tsx';
import { useList } from '../list/useList.ts';
import { TickingContext } from './rowSelectionContext.ts';

export function SelectCheckbox({ row }: { readonly row: UserSummary }) {
  const { t, tabIndex } = useList();
  const { ticked, tick } = use(TickingContext);
  const box = useRef<HTMLInputElement>(null);
  const isTicked = ticked.has(row.userId);

  useEffect(() => {
    // The rows are the grid's own, and it knows of no ticks.
    const shown = box.current?.closest('[role="row"]');
    shown?.setAttribute('aria-selected', String(isTicked));
    return () => {
      shown?.removeAttribute('aria-selected');
    };
  }, [isTicked]);

  return (
    <label className="tick">
      <input
        ref={box}
        type="checkbox"
        aria-label={t('bulk.tick', { name: nameOf(row) || row.userName })}
        checked={isTicked}
        tabIndex={tabIndex}
        onChange={(event) => {
          tick(row, (event.nativeEvent as MouseEvent).shiftKey);
        }}
      />
    </label>
  );
}
