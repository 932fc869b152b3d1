/** The column heads of the users list: they show and change the order of the rows, and the one above the checkboxes selects all. */
import { useMemo } from 'react';
import type { GridHead } from '@src/ui/grid/gridHeadContext.ts';
import { SelectAllCheckbox } from '../bulk/SelectAllCheckbox.tsx';
import { nextSort, sortOf, type UsersView } from '../view/usersView.ts';
import { isSortable } from './columns.ts';

export const useUsersGridHead = ({ sort }: UsersView, onView: (change: (latest: UsersView) => UsersView) => void): GridHead =>
  useMemo(
    () => ({
      sortOf: (column) => sortOf(sort, column),
      onSort: (column, more) => {
        if (isSortable(column)) onView((latest) => ({ ...latest, sort: nextSort(latest.sort, column, more) }));
      },
      Action: SelectAllInActionsHead,
    }),
    [sort, onView],
  );

function SelectAllInActionsHead({ column, cell }: { readonly column: string; readonly cell: HTMLElement }) {
  return column === 'actions' && <SelectAllCheckbox cell={cell} />;
}
