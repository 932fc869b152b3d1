/**
 * Pages of the report for the grid. The server pages by cursor (keyset); cursors are kept, so that Back shows the same rows
 * although events were added.
 */
import { useCallback, useEffect, useState } from 'react';
import { useDispatch } from 'react-redux';
import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { auditApi } from '@api/client/audit.api.ts';
import { type ClientProblem, isClientProblem } from '@api/client/clientProblem.ts';
import type { ListedEvent } from '@api/contract/audit.ts';
import type { ArgsOf } from '@api/contract/index.ts';
import { problemLeftToCaller } from '@store/notices/alert.slice.ts';
import { type Page, PAGE_ROWS, type ShownRows } from '@src/ui/grid/gridTypes.ts';
import { type AuditView, isGrouped, reportArgs } from './auditView.ts';

/** Cursor by page offset; contains no personal data. */
export type PageCursors = Map<number, string | undefined>;

export const newPageCursors = (): PageCursors => new Map([[0, undefined]]);

interface ShownEvents extends ShownRows<ListedEvent> {
  readonly view: AuditView;
  /** All matching events, including those not reachable by scrolling yet. */
  readonly total: number;
  /** Their lines. */
  readonly lines: number;
}

interface Failure {
  readonly cursors: PageCursors;
  readonly problem: ClientProblem;
}

interface Events {
  readonly shown: ShownEvents | null;
  readonly pending: boolean;
  readonly problem: ClientProblem | null;
  /** A further page failed to load. */
  readonly someFailed: boolean;
  readonly tryAgain: () => void;
}

type PageResult = Page<ListedEvent> & { readonly all: number; readonly lines: number; readonly hasChanged: boolean };
type AuditDispatch = ThunkDispatch<unknown, unknown, UnknownAction>;

/**
 * Reads the page at `offset`. Reports one page more than known to the grid, as random access is impossible. If the page ends
 * elsewhere than before, events were added and later cursors are dropped. Rejects with the problem.
 */
async function readPage(
  dispatch: AuditDispatch,
  args: ArgsOf<'Users.AuditReport'> & object,
  cursors: PageCursors,
  offset: number,
): Promise<PageResult> {
  const cursor = cursors.get(offset);
  const call = auditApi.endpoints.fetchAuditReport.initiate(
    { ...args, limit: PAGE_ROWS, ...(cursor !== undefined && { cursor }) },
    { forceRefetch: true },
  );
  const request = dispatch(call);
  dispatch(problemLeftToCaller(request.requestId));
  const { data, error } = await request;
  request.unsubscribe();
  // eslint-disable-next-line @typescript-eslint/only-throw-error -- a problem is a regular result for the caller
  if (!data) throw error;
  const next = offset + data.events.length;
  const known = cursors.get(next);
  const hasChanged = known !== undefined && known !== data.nextCursor;
  if (hasChanged) for (const other of cursors.keys()) if (other > 0) cursors.delete(other);
  if (data.nextCursor !== null) cursors.set(next, data.nextCursor);
  const lastOffset = Math.max(...cursors.keys());
  const lines = data.lines ?? data.total;
  return {
    rows: data.events,
    total: Math.max(next, Math.min(lastOffset + PAGE_ROWS, lines)),
    all: data.total,
    lines,
    hasChanged,
  };
}

/**
 * @param cursors new Map: new report
 * @param firstRowOf first row to show; called when the page is read
 */
export function useEvents(view: AuditView, cursors: PageCursors, now: number, firstRowOf: () => number): Events {
  const dispatch = useDispatch<AuditDispatch>();
  const [shown, setShown] = useState<(ShownEvents & { readonly cursors: PageCursors }) | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [someFailed, setSomeFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const isShown = shown?.cursors === cursors;

  useEffect(() => {
    if (isShown) return undefined;
    let isCurrent = true;
    const args = { ...reportArgs(view, now), ...(isGrouped(view) && { grouped: true }) };
    const wantedRow = firstRowOf();
    const offset = Math.floor(wantedRow / PAGE_ROWS) * PAGE_ROWS;
    const startOffset = cursors.has(offset) ? offset : 0;
    const asProblem = (error: unknown) => {
      if (!isClientProblem(error)) throw Object.assign(new Error('The audit could not be asked for'), { cause: error });
      return error;
    };
    const show = (first: PageResult, start: number, firstRow: number): void => {
      let preloaded: PageResult | undefined = first;
      const read = (from: number): PageResult | Promise<PageResult | null> => {
        // Keeps the first page: read again, it would start with events added meanwhile.
        if (from === start && preloaded) {
          const page = preloaded;
          if (start > 0) preloaded = undefined;
          return page;
        }
        return readPage(dispatch, args, cursors, from).then(
          (page) => {
            if (page.hasChanged && isCurrent) show(page, 0, 0);
            return page;
          },
          (error: unknown) => {
            asProblem(error);
            setSomeFailed(true);
            return null;
          },
        );
      };
      setFailure(null);
      setSomeFailed(false);
      setShown({ cursors, view, page: first, total: first.all, lines: first.lines, firstRow, source: { read } });
    };
    void readPage(dispatch, args, cursors, startOffset).then(
      (page) => {
        if (isCurrent) show(page, startOffset, startOffset === offset ? wantedRow : 0);
      },
      (error: unknown) => {
        if (isCurrent) setFailure({ cursors, problem: asProblem(error) });
      },
    );
    return () => {
      isCurrent = false;
    };
    // eslint-disable-next-line react-hooks/exhaustive-deps -- `cursors` is new with each view and moment; `firstRowOf` is read once
  }, [dispatch, cursors, attempt, isShown]);

  const problem = failure?.cursors === cursors && !isShown ? failure.problem : null;
  return {
    shown,
    pending: !isShown && !problem,
    problem,
    someFailed,
    tryAgain: useCallback(() => {
      setFailure(null);
      setShown(null);
      setAttempt((count) => count + 1);
    }, []),
  };
}
