/** The pages of the view that is shown, for the grid: those at hand at once, the rest from the server. */
import type { UserSummary } from '@api/contract/users.shapes.ts';
import type { RowSource } from '@src/ui/grid/gridTypes.ts';
import type { UsersView } from '../view/usersView.ts';
import { type ListDispatch, readPage, type RunningReading, type UsersPage } from './pages.ts';

export interface UsersSource extends RowSource<UserSummary> {
  /** From now on these are the rows: of this view, with these pages at hand. Gives up what is being read for another. */
  readonly show: (view: UsersView, pages: ReadonlyMap<number, UsersPage>) => void;
  /** Reads the pages anew without anybody seeing it; null where not all of them could be had. */
  readonly readAhead: (offsets: readonly number[]) => Promise<ReadonlyMap<number, UsersPage> | null>;
  /** Pages that the next reading takes instead of asking. */
  readonly keepAtHand: (pages: ReadonlyMap<number, UsersPage>) => void;
  readonly close: () => void;
}

interface Listener {
  /** A page has come, and with it the true total of its view. */
  readonly onTotal: (view: UsersView, total: number) => void;
  readonly onFailed: () => void;
}

export function createUsersSource(dispatch: ListDispatch, first: UsersView, { onTotal, onFailed }: Listener): UsersSource {
  let view = first;
  const atHand = new Map<number, UsersPage>();
  const readings = new Set<RunningReading>();

  const giveUpAll = () => {
    for (const reading of readings) reading.giveUp();
    readings.clear();
  };

  const ask = async (offset: number) => {
    const asked = view;
    const reading = readPage(dispatch, asked, offset);
    readings.add(reading);
    const result = await reading.done.finally(() => readings.delete(reading));
    if (result.kind === 'failed') onFailed();
    if (result.kind !== 'read') return null;
    onTotal(asked, result.page.total);
    return result.page;
  };

  const keepAtHand = (pages: ReadonlyMap<number, UsersPage>) => {
    for (const [offset, page] of pages) atHand.set(offset, page);
  };

  return {
    read: (offset) => {
      const page = atHand.get(offset);
      if (!page) return ask(offset);
      atHand.delete(offset);
      return page;
    },
    show: (next, pages) => {
      giveUpAll();
      view = next;
      atHand.clear();
      keepAtHand(pages);
    },
    readAhead: async (offsets) => {
      const asked = view;
      const readingOf = offsets.map((offset) => [offset, readPage(dispatch, asked, offset)] as const);
      for (const [, reading] of readingOf) readings.add(reading);
      const results = await Promise.all(readingOf.map(async ([offset, { done }]) => [offset, await done] as const)).finally(
        () => {
          for (const [, reading] of readingOf) readings.delete(reading);
        },
      );
      const pages = results.flatMap(([offset, result]) => (result.kind === 'read' ? [[offset, result.page] as const] : []));
      const [, page] = pages[0] ?? [];
      if (!page || asked !== view || pages.length < offsets.length) return null;
      onTotal(asked, page.total);
      return new Map(pages);
    },
    keepAtHand,
    close: giveUpAll,
  };
}
