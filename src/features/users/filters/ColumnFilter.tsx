/** The filter button in a column's header, filled while the column is filtered, and its form. */
import { lazy, use, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '@src/ui/Icon.tsx';
import { Popover } from '@src/ui/Popover.tsx';
import { conditionsOn, isConditionField } from '../view/conditions.ts';
import { isUserColumn } from '../list/columns.ts';
import { FiltersContext } from './filtersContext.ts';

const FilterForm = lazy(() => import(/* webpackChunkName: "user-tools" */ './FilterForm.tsx'));

export function ColumnFilter({ column, cell }: { readonly column: string; readonly cell: HTMLElement }) {
  const { t } = useTranslation('users');
  const { where, onChange } = use(FiltersContext);
  const wrapper = useRef<HTMLSpanElement>(null);

  useEffect(() => {
    // The header cell has the focus; the button is for the pointer. Alt+ArrowDown opens the filter, as in a listbox.
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'ArrowDown' || !event.altKey) return;
      event.preventDefault();
      wrapper.current?.querySelector('button')?.click();
    };
    cell.addEventListener('keydown', onKeyDown);
    return () => {
      cell.removeEventListener('keydown', onKeyDown);
    };
  }, [cell]);

  if (!isConditionField(column) || !isUserColumn(column)) return null;
  const conditions = conditionsOn(where, column);
  return (
    <span ref={wrapper} className="head-filter">
      <Popover
        label={t('filters.open', { column: t(`column.${column}`) })}
        // Native, as each header has one.
        button={(opener) => (
          <button type="button" className="icon-button" data-on={conditions.length > 0} tabIndex={-1} {...opener}>
            <Icon name="filter" />
          </button>
        )}
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
