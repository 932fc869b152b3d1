/** The row's checkbox and its menu button. */
import { use } from 'react';
import { Icon } from '@src/ui/Icon.tsx';
import { CellTabIndexContext } from '@src/ui/grid/cellTabIndexContext.ts';
import { SelectCheckbox } from '../../bulk/SelectCheckbox.tsx';
import { useList } from '../useList.ts';
import { type CellProps, nameOf } from './TextCells.tsx';

export function ActionsCell({ row }: CellProps) {
  const { t, openMenu } = useList();
  const tabIndex = use(CellTabIndexContext);
  return (
    <div className="row row-tight">
      <SelectCheckbox row={row} />
      <button
        type="button"
        className="icon-button"
        aria-label={t('action.menu', { name: nameOf(row) || row.userName })}
        aria-haspopup="menu"
        tabIndex={tabIndex}
        onClick={(event) => {
          openMenu(row, event.currentTarget);
        }}
      >
        <Icon name="more" />
      </button>
    </div>
  );
}
