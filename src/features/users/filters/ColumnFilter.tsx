/** The filter of one column: a button in its head, filled while it filters, and the small form behind it. */
import { use, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '@src/ui/Icon.tsx';
import { Popover } from '@src/ui/Popover.tsx';
import { conditionsOn, isConditionField } from '../view/conditions.ts';
import { isUserColumn } from '../list/columns.ts';
import { FilterForm } from './FilterForm.tsx';
import { FiltersContext } from './filtersContext.ts';

export function ColumnFilter({ column, cell }: { readonly column: string; readonly cell: HTMLElement }) {
  const { t } = useTranslation('users');
  const { where, onChange } = use(FiltersContext);
  const place = useRef<HTMLSpanElement>(null);

  useEffect(() => {
    // The head has the focus, the button inside it is for the pointer: Alt and Arrow Down open it, as in a list box.
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'ArrowDown' || !event.altKey) return;
      event.preventDefault();
      place.current?.querySelector('button')?.click();
    };
    cell.addEventListener('keydown', press);
    return () => {
      cell.removeEventListener('keydown', press);
    };
  }, [cell]);

  if (!isConditionField(column) || !isUserColumn(column)) return null;
  const conditions = conditionsOn(where, column);
  return (
    <span ref={place} className="head-filter">
      <Popover
        label={t('filters.open', { column: t(`column.${column}`) })}
        button={<Icon name="filter" />}
        className={conditions.length > 0 ? 'head-filter-button head-filter-on' : 'head-filter-button'}
        tabIndex={-1}
      >
        {(close) => (
          <FilterForm
            field={column}
            conditions={conditions}
            onApply={(next) => {
              onChange(column, next);
              close();
            }}
          />
        )}
      </Popover>
    </span>
  );
}
