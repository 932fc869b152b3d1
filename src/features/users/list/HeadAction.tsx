/** Extra control in a header cell: select-all above the checkboxes. */
import { SelectAllCheckbox } from '../bulk/SelectAllCheckbox.tsx';

export function HeadAction({ column, cell }: { readonly column: string; readonly cell: HTMLElement }) {
  return column === 'actions' && <SelectAllCheckbox cell={cell} />;
}
