/** In the head of the ticks: everybody who matches, or nobody again. */
import { use, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { TickingContext } from './rowSelectionContext.ts';

export function SelectAllCheckbox({ cell }: { readonly cell: HTMLElement }) {
  const { t } = useTranslation('users');
  const { ticked, all, busy, total, tickAll, clear } = use(TickingContext);
  const box = useRef<HTMLInputElement>(null);

  useEffect(() => {
    if (box.current) box.current.indeterminate = !all && ticked.size > 0;
  }, [all, ticked]);

  useEffect(() => {
    // The head has the focus, the box inside it is for the pointer.
    const press = (event: KeyboardEvent) => {
      if (event.target !== cell || event.key !== ' ') return;
      event.preventDefault();
      box.current?.click();
    };
    cell.addEventListener('keydown', press);
    return () => {
      cell.removeEventListener('keydown', press);
    };
  }, [cell]);

  return (
    <label className="tick tick-all" title={all ? t('bulk.clear') : t('bulk.all', { total })}>
      <input
        ref={box}
        type="checkbox"
        aria-label={t('bulk.all', { total })}
        checked={all}
        disabled={busy}
        tabIndex={-1}
        onChange={all ? clear : tickAll}
      />
    </label>
  );
}
