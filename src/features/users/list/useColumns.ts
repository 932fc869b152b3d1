/** The columns of this person on this screen: as they left them, else all, as wide as the room allows. */
import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isSystemAdmin } from '@api/contract/person.ts';
import type { Self, UserSummary } from '@api/contract/users.shapes.ts';
import type { ColumnPlace, GridColumn } from '@src/ui/grid/gridTypes.ts';
import { ActionsCell } from './cells/ActionsCell.tsx';
import { type ColumnLayout, readLayout, writeLayout } from './columnMemory.ts';
import { ACTIONS_WIDTH, columnsFor, columnSpecs, fitted, isSortable, isUserColumn } from './columns.ts';

interface Columns {
  readonly columns: readonly GridColumn<UserSummary>[];
  readonly keep: (places: readonly ColumnPlace[]) => void;
}

/** @param room pixels from edge to edge; 0 while nobody knows */
export function useColumns(self: Self | null, room: number): Columns {
  const { t } = useTranslation('users');
  const [own, setOwn] = useState<{ readonly of: string; readonly layout: ColumnLayout }>();
  const userId = self?.userId;
  const layout = useMemo(
    () => (own && own.of === userId ? own.layout : userId === undefined ? { columns: null } : readLayout(userId)),
    [own, userId],
  );
  const allowed = useMemo(() => columnsFor(self !== null && isSystemAdmin(self)), [self]);

  const columns = useMemo((): readonly GridColumn<UserSummary>[] => {
    const kept = layout.columns?.filter(({ key }) => allowed.includes(key));
    const chosen =
      kept ??
      fitted(
        allowed.map((key) => ({ key, width: columnSpecs[key].width })),
        room - ACTIONS_WIDTH,
      );
    return [
      { key: 'actions', label: t('column.actions'), width: ACTIONS_WIDTH, fixed: true, Cell: ActionsCell },
      ...chosen.map(({ key, width }) => ({
        key,
        label: t(`column.${key}`),
        width,
        sortable: isSortable(key),
        Cell: columnSpecs[key].Cell,
      })),
    ];
  }, [layout, allowed, room, t]);

  const keep = useCallback(
    (places: readonly ColumnPlace[]) => {
      if (userId === undefined) return;
      const next = { columns: places.flatMap(({ key, width }) => (isUserColumn(key) ? [{ key, width }] : [])) };
      writeLayout(userId, next);
      setOwn({ of: userId, layout: next });
    },
    [userId],
  );
  return { columns, keep };
}
