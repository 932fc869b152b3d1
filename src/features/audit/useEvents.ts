/**
 * The pages of the report for the grid. The server knows a page by where the one before it ended; whoever comes back goes the way
 * they had gone, so that what has happened since moves no row.
 */
import { useCallback, useEffect, useState } from 'react';
import { useDispatch } from 'react-redux';
import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { auditApi } from '@api/client/audit.api.ts';
import { type ClientProblem, isClientProblem } from '@api/client/clientProblem.ts';
import type { AuditEvent } from '@api/contract/audit.ts';
import type { ArgsOf } from '@api/contract/index.ts';
import { problemLeftToCaller } from '@store/notices/alert.slice.ts';
import type { ShownRows } from '@src/ui/grid/GridTable.tsx';
import { type Page, PAGE_ROWS } from '@src/ui/grid/gridTypes.ts';
import { type AuditView, reportArgs } from './auditView.ts';

/** Of each page the cursor that leads there: nothing in it tells of anybody. */
export type PageCursors = Map<number, string | undefined>;

export const newPageCursors = (): PageCursors => new Map([[0, undefined]]);

export interface ShownEvents extends ShownRows<AuditEvent> {
  readonly view: AuditView;
  /** All that match, whether or not one can scroll to them yet. */
  readonly total: number;
}

interface Failure {
  readonly way: PageCursors;
  readonly problem: ClientProblem;
}

export interface Events {
  readonly shown: ShownEvents | null;
  readonly pending: boolean;
  readonly problem: ClientProblem | null;
  /** A further page could not be had. */
  readonly someFailed: boolean;
  readonly tryAgain: () => void;
}

type Reading = Page<AuditEvent> & { readonly all: number; readonly isBehind: boolean };
type AuditDispatch = ThunkDispatch<unknown, unknown, UnknownAction>;

/**
 * Reads the page at `offset`; the grid is told of one page more than is known, as the way there is. Rejects with the problem.
 * Where the first page ends elsewhere than it did, something has happened since, and the way begins anew.
 */
async function readPage(
  dispatch: AuditDispatch,
  args: ArgsOf<'Users.AuditReport'> & object,
  way: PageCursors,
  offset: number,
): Promise<Reading> {
  const cursor = way.get(offset);
  const call = auditApi.endpoints.fetchAuditReport.initiate(
    { ...args, limit: PAGE_ROWS, ...(cursor !== undefined && { cursor }) },
    { forceRefetch: true },
  );
  const running = dispatch(call);
  dispatch(problemLeftToCaller(running.requestId));
  const { data, error } = await running;
  running.unsubscribe();
  // eslint-disable-next-line @typescript-eslint/only-throw-error -- a problem is an answer like any other to who asks here
  if (!data) throw error;
  const next = offset + data.events.length;
  const known = way.get(next);
  const isBehind = known !== undefined && known !== data.nextCursor;
  if (isBehind) for (const other of way.keys()) if (other > 0) way.delete(other);
  if (data.nextCursor !== null) way.set(next, data.nextCursor);
  const furthest = Math.max(...way.keys());
  return {
    rows: data.events,
    total: Math.max(next, Math.min(furthest + PAGE_ROWS, data.total)),
    all: data.total,
    isBehind,
  };
}

/** @param way where one is; a new one is a new report. @param firstRowOf where to begin, asked when it is about to be read */
export function useEvents(view: AuditView, way: PageCursors, now: number, firstRowOf: () => number): Events {
  const dispatch = useDispatch<AuditDispatch>();
  const [shown, setShown] = useState<(ShownEvents & { readonly way: PageCursors }) | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [someFailed, setSomeFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const isShown = shown?.way === way;

  useEffect(() => {
    if (isShown) return undefined;
    let wanted = true;
    const args = reportArgs(view, now);
    const wish = firstRowOf();
    const offset = Math.floor(wish / PAGE_ROWS) * PAGE_ROWS;
    const begin = way.has(offset) ? offset : 0;
    const failed = (error: unknown) => {
      if (!isClientProblem(error)) throw Object.assign(new Error('The audit could not be asked for'), { cause: error });
      return error;
    };
    const show = (first: Reading, start: number, firstRow: number): void => {
      let atHand: Reading | undefined = first;
      const read = (from: number): Reading | Promise<Reading | null> => {
        // The first page stays: asked for again, it would begin with what has happened meanwhile.
        if (from === start && atHand) {
          const page = atHand;
          if (start > 0) atHand = undefined;
          return page;
        }
        return readPage(dispatch, args, way, from).then(
          (page) => {
            if (page.isBehind && wanted) show(page, 0, 0);
            return page;
          },
          (error: unknown) => {
            failed(error);
            setSomeFailed(true);
            return null;
          },
        );
      };
      setFailure(null);
      setSomeFailed(false);
      setShown({ way, view, page: first, total: first.all, firstRow, source: { read } });
    };
    void readPage(dispatch, args, way, begin).then(
      (page) => {
        if (wanted) show(page, begin, begin === offset ? wish : 0);
      },
      (error: unknown) => {
        if (wanted) setFailure({ way, problem: failed(error) });
      },
    );
    return () => {
      wanted = false;
    };
    // eslint-disable-next-line react-hooks/exhaustive-deps -- `way` is new with each view and each moment; where to begin is asked, not followed
  }, [dispatch, way, attempt, isShown]);

  const problem = failure?.way === way && !isShown ? failure.problem : null;
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
