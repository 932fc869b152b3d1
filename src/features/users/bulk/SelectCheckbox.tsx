/** A row's checkbox. Also sets `aria-selected` on the row. */
import { use, useEffect, useRef } from 'react';
import type { UserSummary } from '@api/contract/users.shapes.ts';
import { CellTabIndexContext } from '@src/ui/grid/cellTabIndexContext.ts';
import { nameOf } from '../list/cells/TextCells.tsx';
import { useList } from '../list/useList.ts';
import { RowSelectionContext } from './rowSelectionContext.ts';

export function SelectCheckbox({ row }: { readonly row: UserSummary }) {
  const { t } = useList();
  const tabIndex = use(CellTabIndexContext);
  const { selected, toggle } = use(RowSelectionContext);
  const box = useRef<HTMLInputElement>(null);
  const isSelected = selected.has(row.userId);

  useEffect(() => {
    // The grid owns the row element and has no concept of selection.
    const rowElement = box.current?.closest('[role="row"]');
    rowElement?.setAttribute('aria-selected', String(isSelected));
    return () => {
      rowElement?.removeAttribute('aria-selected');
    };
  }, [isSelected]);

  return (
    <label className="check select-row">
      <input
        ref={box}
        type="checkbox"
        aria-label={t('bulk.tick', { name: nameOf(row) || row.userName })}
        checked={isSelected}
        tabIndex={tabIndex}
        onChange={(event) => {
          toggle(row, (event.nativeEvent as MouseEvent).shiftKey);
        }}
      />
    </label>
  );
}
