/** Row source of the grid: preloaded pages first, the rest from the server. */
import type { UserSummary } from '@api/contract/users.shapes.ts';
import type { RowSource } from '@src/ui/grid/gridTypes.ts';
import type { UsersView } from '../view/usersView.ts';
import { type ListDispatch, readPage, type PageRequest, type UsersPage } from './pages.ts';
import { refetchFilterCounts } from './useFilterCounts.ts';

export interface UsersSource extends RowSource<UserSummary> {
  /** Reads the pages again without showing them; null if any failed or the source was closed. */
  readonly refetchPages: (offsets: readonly number[]) => Promise<ReadonlyMap<number, UsersPage> | null>;
  /** Pages for the next reads, used instead of a request. */
  readonly preload: (pages: ReadonlyMap<number, UsersPage>) => void;
  /** Cancels pending requests. */
  readonly close: () => void;
}

interface Listener {
  /** Called for each page read, with the view's total if the page tells. */
  readonly onTotal: (view: UsersView, total: number | null) => void;
  readonly onFailed: () => void;
}

export function createUsersSource(dispatch: ListDispatch, view: UsersView, { onTotal, onFailed }: Listener): UsersSource {
  const preloaded = new Map<number, UsersPage>();
  const requests = new Set<PageRequest>();

  const cancelAll = () => {
    for (const request of requests) request.cancel();
    requests.clear();
  };

  const fetchPage = async (offset: number) => {
    const request = readPage(dispatch, view, offset);
    requests.add(request);
    const result = await request.done.finally(() => requests.delete(request));
    if (result.kind === 'failed') onFailed();
    if (result.kind !== 'read') return null;
    onTotal(view, result.page.total);
    return result.page;
  };

  const preload = (pages: ReadonlyMap<number, UsersPage>) => {
    for (const [offset, page] of pages) preloaded.set(offset, page);
  };

  return {
    read: (offset) => {
      const page = preloaded.get(offset);
      if (!page) return fetchPage(offset);
      preloaded.delete(offset);
      return page;
    },
    refetchPages: async (offsets) => {
      refetchFilterCounts(dispatch, view);
      const requestOf = offsets.map((offset) => [offset, readPage(dispatch, view, offset)] as const);
      for (const [, request] of requestOf) requests.add(request);
      const results = await Promise.all(requestOf.map(async ([offset, { done }]) => [offset, await done] as const)).finally(
        () => {
          for (const [, request] of requestOf) requests.delete(request);
        },
      );
      const pages = results.flatMap(([offset, result]) => (result.kind === 'read' ? [[offset, result.page] as const] : []));
      if (pages.length === 0 || pages.length < offsets.length) return null;
      onTotal(view, pages.find(([, { total }]) => total !== null)?.[1].total ?? null);
      return new Map(pages);
    },
    preload,
    close: cancelAll,
  };
}
