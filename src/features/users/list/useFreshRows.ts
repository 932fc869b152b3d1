/** Re-reads the loaded pages periodically, and when the user asks for the page again, and replaces them if they differ, so that other administrators' changes appear. */
import { type RefObject, useEffect, useEffectEvent } from 'react';
import type { UserSummary } from '@api/contract/users.shapes.ts';
import { ROWS_REFRESH } from './rowsRefresh.ts';
import { onPageRefresh } from '@src/navigation/usePageRefresh.ts';
import type { GridHandle } from '@src/ui/grid/gridTypes.ts';
import type { UsersPage } from './pages.ts';
import type { UsersSource } from './usersSource.ts';

const REFRESH_INTERVAL_MS = 30_000;
/** Returning to the tab refreshes only after this time. */
const MIN_AWAY_MS = 5_000;

const differs = (pages: ReadonlyMap<number, UsersPage>, rowAt: (index: number) => UserSummary | undefined): boolean =>
  [...pages].some(([offset, { rows }]) =>
    rows.some((row, index) => JSON.stringify(row) !== JSON.stringify(rowAt(offset + index))),
  );

/** @param onFresh called when the rows are up to date */
export function useFreshRows(
  source: UsersSource | undefined,
  grid: RefObject<GridHandle<UserSummary> | null>,
  onFresh: () => void,
): void {
  const refresh = useEffectEvent(async () => {
    const handle = grid.current;
    if (!handle || !source) return;
    const pages = await source.refetchPages(handle.heldOffsets());
    if (!pages) return;
    onFresh();
    if (!differs(pages, handle.rowAt)) return;
    source.preload(pages);
    handle.reread();
  });
  useEffect(() => {
    let lastReadAt = Date.now();
    const refreshIfSeen = () => {
      if (document.hidden) return;
      lastReadAt = Date.now();
      void refresh();
    };
    const refreshOnReturn = () => {
      if (Date.now() - lastReadAt > MIN_AWAY_MS) refreshIfSeen();
    };
    const timer = setInterval(refreshIfSeen, REFRESH_INTERVAL_MS);
    const stopListening = onPageRefresh(refreshIfSeen);
    addEventListener(ROWS_REFRESH, refreshIfSeen);
    addEventListener('focus', refreshOnReturn);
    document.addEventListener('visibilitychange', refreshOnReturn);
    return () => {
      clearInterval(timer);
      stopListening();
      removeEventListener(ROWS_REFRESH, refreshIfSeen);
      removeEventListener('focus', refreshOnReturn);
      document.removeEventListener('visibilitychange', refreshOnReturn);
    };
  }, []);
}
