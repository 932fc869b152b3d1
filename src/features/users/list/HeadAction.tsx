/** What stands in a head besides its name: above the ticks the one for all, else the filter of the column. */
import { SelectAllCheckbox } from '../bulk/SelectAllCheckbox.tsx';
import { ColumnFilter } from '../filters/ColumnFilter.tsx';

export function HeadAction({ column, cell }: { readonly column: string; readonly cell: HTMLElement }) {
  return column === 'actions' ? <SelectAllCheckbox cell={cell} /> : <ColumnFilter column={column} cell={cell} />;
}
