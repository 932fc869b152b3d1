/** Row selection: one, a range from the last toggled row, or all matching users. IDs of rows not loaded are requested. */
import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { usersApi } from '@api/client/users.api.ts';
import type { UserSummary } from '@api/contract/users.shapes.ts';
import {
  allSelected,
  idsSelected,
  type ListArgs,
  rowsSelected,
  selectionCleared,
  selectSelection,
} from '@store/users/bulk/selection.slice.ts';
import type { Formats } from '@src/i18n/formats.ts';
import type { GridHandle } from '@src/ui/grid/gridTypes.ts';
import { formattedTotal } from '../list/formattedTotal.ts';
import type { ListDispatch } from '../list/pages.ts';
import { pageArgs, type UsersView } from '../view/usersView.ts';
import type { RowSelection } from './rowSelectionContext.ts';

/** The sort does not change which users are in a list. */
const membershipKey = ({ filter, search, where }: ListArgs): string => JSON.stringify([filter, search, where]);

interface Options {
  readonly view: UsersView;
  readonly total: number | null;
  readonly grid: RefObject<GridHandle<UserSummary> | null>;
  readonly formats: Formats;
}

export function useRowSelection({ view, total, grid, formats }: Options): RowSelection {
  const dispatch = useDispatch<ListDispatch>();
  const { ids, origin, whole } = useSelector(selectSelection);
  const [busy, setBusy] = useState(false);
  const lastToggled = useRef<string>(undefined);
  const selected = useMemo(() => new Set(ids), [ids]);
  const latestSelected = useRef(selected);
  useEffect(() => {
    latestSelected.current = selected;
  }, [selected]);

  const list = useMemo((): ListArgs => pageArgs(view), [view]);
  const readIds = useCallback(async () => {
    setBusy(true);
    // A failure is shown by the global alert.
    const request = usersApi.endpoints.fetchUsersPage.initiate(
      { ...list, idsOnly: true },
      { subscribe: false, forceRefetch: true },
    );
    const { data } = await dispatch(request);
    setBusy(false);
    return data?.userIds;
  }, [dispatch, list]);

  const selectRange = useCallback(
    async (from: string, user: UserSummary) => {
      const rows = grid.current?.rowsBetween(from, user.userId);
      if (rows) {
        dispatch(rowsSelected({ rows, ticked: true }));
        return;
      }
      const all = (await readIds()) ?? [];
      const bounds = [all.indexOf(from), all.indexOf(user.userId)].sort((one, other) => one - other);
      const [first = -1, end = -1] = bounds;
      if (first < 0) dispatch(rowsSelected({ rows: [user], ticked: true }));
      else dispatch(idsSelected({ ids: all.slice(first, end + 1), origin: { list, offset: first } }));
    },
    [dispatch, grid, list, readIds],
  );

  const toggle = useCallback(
    (user: UserSummary, range: boolean) => {
      const from = lastToggled.current;
      lastToggled.current = user.userId;
      if (range && from !== undefined && from !== user.userId) void selectRange(from, user);
      else dispatch(rowsSelected({ rows: [user], ticked: !latestSelected.current.has(user.userId) }));
    },
    [dispatch, selectRange],
  );

  const selectAll = useCallback(() => {
    void readIds().then((all) => {
      if (all) dispatch(allSelected({ ids: all, list }));
    });
  }, [dispatch, list, readIds]);

  const clear = useCallback(() => {
    lastToggled.current = undefined;
    dispatch(selectionCleared());
  }, [dispatch]);

  return useMemo(
    () => ({
      selected,
      all: whole && origin !== null && ids.length > 0 && membershipKey(origin.list) === membershipKey(list),
      busy,
      total: formattedTotal(total, formats),
      toggle,
      selectAll,
      clear,
    }),
    [selected, whole, origin, ids, list, busy, formats, total, toggle, selectAll, clear],
  );
}
