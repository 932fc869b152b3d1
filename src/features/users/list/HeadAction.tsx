/** Extra control in a header cell: select-all above the checkboxes, otherwise the column's filter. */
import { SelectAllCheckbox } from '../bulk/SelectAllCheckbox.tsx';
import { ColumnFilter } from '../filters/ColumnFilter.tsx';

export function HeadAction({ column, cell }: { readonly column: string; readonly cell: HTMLElement }) {
  return column === 'actions' ? <SelectAllCheckbox cell={cell} /> : <ColumnFilter column={column} cell={cell} />;
}
