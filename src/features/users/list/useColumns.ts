/** The columns of this person on this screen: as they left them, else all, as wide as the room allows. */
import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isSystemAdmin } from '@api/contract/person.ts';
import type { UserColumn } from '@api/contract/users.page.ts';
import type { Self, UserSummary } from '@api/contract/users.shapes.ts';
import { fitColumns } from '@src/ui/grid/fitColumns.ts';
import type { ColumnPlace, GridColumn } from '@src/ui/grid/gridTypes.ts';
import { ActionsCell } from './cells/ActionsCell.tsx';
import { asTheyCome, type ColumnLayout, type Density, readLayout, writeLayout } from './columnMemory.ts';
import { ACTIONS_WIDTH, columnsFor, columnSpecs, isSortable, isUserColumn } from './columns.ts';

/** What the column chooser shows and does. */
export interface ColumnChoice {
  /** From left to right. */
  readonly shown: readonly UserColumn[];
  readonly hidden: readonly UserColumn[];
  readonly show: (column: UserColumn, shown: boolean) => void;
  readonly move: (column: UserColumn, by: -1 | 1) => void;
  readonly density: Density;
  readonly setDensity: (density: Density) => void;
  readonly reset: () => void;
}

interface Columns {
  readonly columns: readonly GridColumn<UserSummary>[];
  /** Widths and order as they were drawn in the grid. */
  readonly keep: (places: readonly ColumnPlace[]) => void;
  readonly choice: ColumnChoice;
}

/** @param room pixels from edge to edge; 0 while nobody knows */
export function useColumns(self: Self | null, room: number): Columns {
  const { t } = useTranslation('users');
  const [own, setOwn] = useState<{ readonly of: string; readonly layout: ColumnLayout }>();
  const userId = self?.userId;
  const layout = useMemo(
    () => (own && own.of === userId ? own.layout : userId === undefined ? asTheyCome : readLayout(userId)),
    [own, userId],
  );
  const allowed = useMemo(() => columnsFor(self !== null && isSystemAdmin(self)), [self]);
  const chosen = useMemo(() => {
    const kept = layout.columns?.filter(({ key }) => allowed.includes(key));
    return (
      kept ??
      fitColumns(
        allowed.map((key) => ({ ...columnSpecs[key], key })),
        room - ACTIONS_WIDTH,
      )
    );
  }, [layout, allowed, room]);

  const columns = useMemo(
    (): readonly GridColumn<UserSummary>[] => [
      { key: 'actions', label: t('column.actions'), width: ACTIONS_WIDTH, fixed: true, Cell: ActionsCell },
      ...chosen.map(({ key, width }) => ({
        key,
        label: t(`column.${key}`),
        width,
        sortable: isSortable(key),
        Cell: columnSpecs[key].Cell,
      })),
    ],
    [chosen, t],
  );

  const put = useCallback(
    (next: ColumnLayout) => {
      if (userId === undefined) return;
      writeLayout(userId, next);
      setOwn({ of: userId, layout: next });
    },
    [userId],
  );
  const keep = useCallback(
    (places: readonly ColumnPlace[]) => {
      put({ ...layout, columns: places.flatMap(({ key, width }) => (isUserColumn(key) ? [{ key, width }] : [])) });
    },
    [layout, put],
  );

  const choice = useMemo((): ColumnChoice => {
    const shown = chosen.map(({ key }) => key);
    return {
      shown,
      hidden: allowed.filter((key) => !shown.includes(key)),
      show: (column, isShown) => {
        const rest = chosen.filter(({ key }) => key !== column);
        put({ ...layout, columns: isShown ? [...rest, { key: column, width: columnSpecs[column].width }] : rest });
      },
      move: (column, by) => {
        const from = shown.indexOf(column);
        const moved = chosen[from];
        if (moved) put({ ...layout, columns: chosen.toSpliced(from, 1).toSpliced(from + by, 0, moved) });
      },
      density: layout.density,
      setDensity: (density) => {
        put({ ...layout, density });
      },
      reset: () => {
        put(asTheyCome);
      },
    };
  }, [chosen, allowed, layout, put]);
  return { columns, keep, choice };
}
