/** Ticking in the list: one, a range from the last one ticked, or everybody who matches. Ids that nobody has seen yet are asked for. */
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
import { type ListDispatch, UNCOUNTED } from '../list/pages.ts';
import { pageArgs, type UsersView } from '../view/usersView.ts';
import type { Ticking } from './rowSelectionContext.ts';

/** The order says nothing about who is in a list. */
const membersOf = ({ filter, search, where }: ListArgs): string => JSON.stringify([filter, search, where]);

interface Shown {
  readonly view: UsersView;
  readonly total: number | null;
  readonly grid: RefObject<GridHandle<UserSummary> | null>;
  readonly formats: Formats;
}

export function useRowSelection({ view, total, grid, formats }: Shown): Ticking {
  const dispatch = useDispatch<ListDispatch>();
  const { ids, origin, whole } = useSelector(selectSelection);
  const [busy, setBusy] = useState(false);
  const last = useRef<string>(undefined);
  const ticked = useMemo(() => new Set(ids), [ids]);
  const latest = useRef(ticked);
  useEffect(() => {
    latest.current = ticked;
  }, [ticked]);

  const list = useMemo((): ListArgs => pageArgs(view), [view]);
  const readIds = useCallback(async () => {
    setBusy(true);
    // What can't be had, the alert bar tells.
    const asked = usersApi.endpoints.fetchUsersPage.initiate(
      { ...list, idsOnly: true },
      { subscribe: false, forceRefetch: true },
    );
    const { data } = await dispatch(asked);
    setBusy(false);
    return data?.userIds;
  }, [dispatch, list]);

  const tickRange = useCallback(
    async (from: string, user: UserSummary) => {
      const rows = grid.current?.rowsBetween(from, user.userId);
      if (rows) {
        dispatch(rowsSelected({ rows, ticked: true }));
        return;
      }
      const all = (await readIds()) ?? [];
      const places = [all.indexOf(from), all.indexOf(user.userId)].sort((one, other) => one - other);
      const [first = -1, end = -1] = places;
      if (first < 0) dispatch(rowsSelected({ rows: [user], ticked: true }));
      else dispatch(idsSelected({ ids: all.slice(first, end + 1), origin: { list, offset: first } }));
    },
    [dispatch, grid, list, readIds],
  );

  const tick = useCallback(
    (user: UserSummary, range: boolean) => {
      const from = last.current;
      last.current = user.userId;
      if (range && from !== undefined && from !== user.userId) void tickRange(from, user);
      else dispatch(rowsSelected({ rows: [user], ticked: !latest.current.has(user.userId) }));
    },
    [dispatch, tickRange],
  );

  const tickAll = useCallback(() => {
    void readIds().then((all) => {
      if (all) dispatch(allSelected({ ids: all, list }));
    });
  }, [dispatch, list, readIds]);

  const clear = useCallback(() => {
    last.current = undefined;
    dispatch(selectionCleared());
  }, [dispatch]);

  return useMemo(
    () => ({
      ticked,
      all: whole && origin !== null && ids.length > 0 && membersOf(origin.list) === membersOf(list),
      busy,
      total: total === null ? UNCOUNTED : formats.number(total),
      tick,
      tickAll,
      clear,
    }),
    [ticked, whole, origin, ids, list, busy, formats, total, tick, tickAll, clear],
  );
}
