/** Header checkbox: selects all matching users, or none. */
import { use, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { RowSelectionContext } from './rowSelectionContext.ts';

export function SelectAllCheckbox({ cell }: { readonly cell: HTMLElement }) {
  const { t } = useTranslation('users');
  const { selected, all, busy, total, selectAll, clear } = use(RowSelectionContext);
  const box = useRef<HTMLInputElement>(null);

  useEffect(() => {
    if (box.current) box.current.indeterminate = !all && selected.size > 0;
  }, [all, selected]);

  useEffect(() => {
    // The header cell has the focus; the checkbox inside is for the pointer.
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.target !== cell || event.key !== ' ') return;
      event.preventDefault();
      box.current?.click();
    };
    cell.addEventListener('keydown', onKeyDown);
    return () => {
      cell.removeEventListener('keydown', onKeyDown);
    };
  }, [cell]);

  return (
    <label className="check select-row" title={all ? t('bulk.clear') : t('bulk.all', { total })}>
      <input
        ref={box}
        type="checkbox"
        aria-label={t('bulk.all', { total })}
        checked={all}
        disabled={busy}
        tabIndex={-1}
        onChange={all ? clear : selectAll}
      />
    </label>
  );
}
