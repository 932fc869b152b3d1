/** The columns of the current user: the stored layout, otherwise those for the window, fitted to the width. */
import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isSystemAdmin } from '@api/contract/person.ts';
import type { UserColumn } from '@api/contract/users.page.ts';
import type { Self, UserSummary } from '@api/contract/users.shapes.ts';
import type { View } from '@api/contract/views.ts';
import { fitColumns } from '@src/ui/grid/fitColumns.ts';
import type { ColumnWidth, GridColumn } from '@src/ui/grid/gridTypes.ts';
import { ActionsCell } from './cells/ActionsCell.tsx';
import { defaultLayout, type ColumnLayout, readLayout, writeLayout } from './columnLayoutStorage.ts';
import { ACTIONS_WIDTH_PX, cellOf, columnsFor, columnSpecs, defaultColumns, isSortable, isUserColumn } from './columns.ts';

const withUserName = (columns: readonly UserColumn[]): readonly UserColumn[] =>
  columns.includes('userName') ? columns : columns.flatMap((key) => (key === 'name' ? (['userName', key] as const) : [key]));

const fit = (columns: readonly UserColumn[], availableWidth: number): readonly (ColumnWidth & { readonly key: UserColumn })[] =>
  fitColumns(
    columns.map((key) => ({ ...columnSpecs[key], key })),
    availableWidth - ACTIONS_WIDTH_PX,
  ).map(({ key, width }) => ({ key, width }));

/** State and actions of the column chooser. */
export interface ColumnChoice {
  /** Shown columns from left to right. */
  readonly shown: readonly UserColumn[];
  readonly hidden: readonly UserColumn[];
  /** The columns that a saved view keeps. Null: nothing was chosen, the default columns are shown. */
  readonly chosen: readonly UserColumn[] | null;
  /** The columns of an exported file: the chosen ones, with the user name that the name has beneath it; else all. */
  readonly exported: readonly UserColumn[];
  readonly show: (column: UserColumn, shown: boolean) => void;
  readonly move: (column: UserColumn, by: -1 | 1) => void;
  readonly reset: () => void;
}

interface Columns {
  readonly columns: readonly GridColumn<UserSummary>[];
  /** Widths and order after a change in the grid. */
  readonly saveColumns: (columnWidths: readonly ColumnWidth[]) => void;
  readonly choice: ColumnChoice;
}

/**
 * @param availableWidth pixels; 0 until measured
 * @param view saved view that is shown: its columns take the place of the stored ones, and changes to them are not stored
 */
export function useColumns(self: Self | null, availableWidth: number, view: View | undefined): Columns {
  const { t } = useTranslation('users');
  const [edited, setEdited] = useState<{ readonly of: string; readonly layout: ColumnLayout }>();
  const userId = self?.userId;
  const viewColumns = view?.content.columns ?? null;
  const of = `${userId ?? ''} ${viewColumns && view ? view.viewId : ''}`;
  const layout = useMemo(() => {
    if (edited?.of === of) return edited.layout;
    const stored = userId === undefined ? defaultLayout : readLayout(userId);
    return viewColumns ? defaultLayout : stored;
  }, [edited, of, userId, viewColumns]);
  const allowed = useMemo(() => columnsFor(self !== null && isSystemAdmin(self)), [self]);
  const chosen = useMemo(() => {
    const stored = layout.columns?.filter(({ key }) => allowed.includes(key));
    // The frame is as wide as the window allows, and measured anew with it.
    return stored ?? fit(viewColumns ?? defaultColumns(allowed, innerWidth), availableWidth);
  }, [layout, allowed, availableWidth, viewColumns]);

  const columns = useMemo(
    (): readonly GridColumn<UserSummary>[] => [
      { key: 'actions', label: t('column.actions'), width: ACTIONS_WIDTH_PX, fixed: true, Cell: ActionsCell },
      ...chosen.map(({ key, width }) => ({
        key,
        label: t(`column.${key}`),
        width,
        sortable: isSortable(key),
        Cell: cellOf(
          key,
          chosen.map((column) => column.key),
          innerWidth,
        ),
      })),
    ],
    [chosen, t],
  );

  const saveLayout = useCallback(
    (next: ColumnLayout) => {
      if (userId === undefined) return;
      if (!viewColumns) writeLayout(userId, next);
      setEdited({ of, layout: next });
    },
    [userId, of, viewColumns],
  );
  const saveColumns = useCallback(
    (columnWidths: readonly ColumnWidth[]) => {
      saveLayout({ columns: columnWidths.flatMap(({ key, width }) => (isUserColumn(key) ? [{ key, width }] : [])) });
    },
    [saveLayout],
  );

  const choice = useMemo((): ColumnChoice => {
    const shown = chosen.map(({ key }) => key);
    const chosenKeys = layout.columns ? shown : viewColumns;
    return {
      shown,
      hidden: allowed.filter((key) => !shown.includes(key)),
      chosen: chosenKeys,
      exported: chosenKeys ? withUserName(chosenKeys) : allowed,
      show: (column, isShown) => {
        // The other columns take the room of a hidden one, or make room.
        const otherColumns = shown.filter((key) => key !== column);
        saveLayout({ columns: fit(isShown ? [...otherColumns, column] : otherColumns, availableWidth) });
      },
      move: (column, by) => {
        const from = shown.indexOf(column);
        const moved = chosen[from];
        if (moved) saveLayout({ columns: chosen.toSpliced(from, 1).toSpliced(from + by, 0, moved) });
      },
      reset: () => {
        saveLayout(defaultLayout);
      },
    };
  }, [chosen, allowed, availableWidth, layout, saveLayout, viewColumns]);
  return { columns, saveColumns, choice };
}
