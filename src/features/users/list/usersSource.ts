/** Row source of the grid: preloaded pages first, the rest from the server. */
import type { UserSummary } from '@api/contract/users.shapes.ts';
import type { RowSource } from '@src/ui/grid/gridTypes.ts';
import type { UsersView } from '../view/usersView.ts';
import { type ListDispatch, readPage, type PageRequest, refetchCounts, type UsersPage } from './pages.ts';

export interface UsersSource extends RowSource<UserSummary> {
  /** Switches to another view with preloaded pages; cancels pending requests. */
  readonly show: (view: UsersView, pages: ReadonlyMap<number, UsersPage>) => void;
  /** Reads the pages again without showing them; null if any failed or the view changed. */
  readonly refetchPages: (offsets: readonly number[]) => Promise<ReadonlyMap<number, UsersPage> | null>;
  /** Pages for the next reads, used instead of a request. */
  readonly preload: (pages: ReadonlyMap<number, UsersPage>) => void;
  readonly close: () => void;
}

interface Listener {
  /** Called for each page read, with the view's total if the page tells. */
  readonly onTotal: (view: UsersView, total: number | null) => void;
  readonly onFailed: () => void;
}

export function createUsersSource(dispatch: ListDispatch, first: UsersView, { onTotal, onFailed }: Listener): UsersSource {
  let view = first;
  const preloaded = new Map<number, UsersPage>();
  const requests = new Set<PageRequest>();

  const cancelAll = () => {
    for (const request of requests) request.cancel();
    requests.clear();
  };

  const fetchPage = async (offset: number) => {
    const requestedView = view;
    const request = readPage(dispatch, requestedView, offset);
    requests.add(request);
    const result = await request.done.finally(() => requests.delete(request));
    if (result.kind === 'failed') onFailed();
    if (result.kind !== 'read') return null;
    onTotal(requestedView, result.page.total);
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
    show: (next, pages) => {
      cancelAll();
      view = next;
      preloaded.clear();
      preload(pages);
    },
    refetchPages: async (offsets) => {
      const requestedView = view;
      refetchCounts(dispatch, requestedView);
      const requestOf = offsets.map((offset) => [offset, readPage(dispatch, requestedView, offset)] as const);
      for (const [, request] of requestOf) requests.add(request);
      const results = await Promise.all(requestOf.map(async ([offset, { done }]) => [offset, await done] as const)).finally(
        () => {
          for (const [, request] of requestOf) requests.delete(request);
        },
      );
      const pages = results.flatMap(([offset, result]) => (result.kind === 'read' ? [[offset, result.page] as const] : []));
      if (pages.length === 0 || requestedView !== view || pages.length < offsets.length) return null;
      onTotal(requestedView, pages.find(([, { total }]) => total !== null)?.[1].total ?? null);
      return new Map(pages);
    },
    preload,
    close: cancelAll,
  };
}
