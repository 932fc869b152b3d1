/** Other administrators' changes appear by themselves: the pages at hand are read again from time to time, and only what differs is put in. */
import { type RefObject, useEffect } from 'react';
import type { UserSummary } from '@api/contract/users.shapes.ts';
import type { GridHandle } from '@src/ui/grid/gridTypes.ts';
import type { UsersPage } from './pages.ts';
import type { UsersSource } from './usersSource.ts';

const EVERY_MS = 30_000;
/** Coming back to the page counts only after a while away. */
const AWAY_MS = 5_000;

const differs = (pages: ReadonlyMap<number, UsersPage>, rowAt: (index: number) => UserSummary | undefined): boolean =>
  [...pages].some(([offset, { rows }]) =>
    rows.some((row, index) => JSON.stringify(row) !== JSON.stringify(rowAt(offset + index))),
  );

export function useFreshRows(source: UsersSource, grid: RefObject<GridHandle<UserSummary> | null>): void {
  useEffect(() => {
    let last = Date.now();
    const freshen = async () => {
      const held = grid.current;
      if (document.hidden || !held) return;
      last = Date.now();
      const pages = await source.readAhead(held.heldOffsets());
      const [page] = pages?.values() ?? [];
      if (!pages || !page) return;
      if (page.total === held.count() && !differs(pages, held.rowAt)) return;
      source.keepAtHand(pages);
      held.reread();
    };
    const comeBack = () => {
      if (Date.now() - last > AWAY_MS) void freshen();
    };
    const timer = setInterval(() => void freshen(), EVERY_MS);
    addEventListener('focus', comeBack);
    document.addEventListener('visibilitychange', comeBack);
    return () => {
      clearInterval(timer);
      removeEventListener('focus', comeBack);
      document.removeEventListener('visibilitychange', comeBack);
    };
  }, [source, grid]);
}
