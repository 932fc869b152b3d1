/**
 * The pages of the report for the grid. The server knows a page by where the one before it ended; whoever comes back is given the
 * way they had gone, and the report as it stood then: what has happened since would move every row.
 */
import { useCallback, useEffect, useState } from 'react';
import { useDispatch } from 'react-redux';
import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { auditApi } from '@api/client/audit.api.ts';
import { type ClientProblem, isClientProblem } from '@api/client/clientProblem.ts';
import type { AuditEvent } from '@api/contract/audit.ts';
import type { ArgsOf } from '@api/contract/index.ts';
import { problemLeftToCaller } from '@store/notices/alert.slice.ts';
import type { ShownRows } from '@src/ui/grid/GridStage.tsx';
import { type Page, PAGE_ROWS } from '@src/ui/grid/gridTypes.ts';
import { type AuditView, justAfter, reportArgs } from './auditView.ts';

/** How far one has read: nothing in it tells of anybody. */
export interface Way {
  /** Only what happened before; null while nothing is read. */
  until: string | null;
  /** Of each page the cursor that leads there. */
  readonly cursors: Map<number, string | undefined>;
}

export const newWay = (): Way => ({ until: null, cursors: new Map([[0, undefined]]) });

export interface ShownEvents extends ShownRows<AuditEvent> {
  readonly view: AuditView;
  /** All that match, whether or not one can scroll to them yet. */
  readonly total: number;
}

interface Failure {
  readonly way: Way;
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

type Reading = Promise<Page<AuditEvent> & { readonly all: number }>;
type AuditDispatch = ThunkDispatch<unknown, unknown, UnknownAction>;

/** Reads the page at `offset`; the grid is told of one page more than is known, as the way there is. Rejects with the problem. */
async function readPage(dispatch: AuditDispatch, args: ArgsOf<'Users.AuditReport'> & object, way: Way, offset: number): Reading {
  const cursor = way.cursors.get(offset);
  const call = auditApi.endpoints.fetchAuditReport.initiate(
    { ...args, limit: PAGE_ROWS, ...(way.until !== null && { to: way.until }), ...(cursor !== undefined && { cursor }) },
    { subscribe: false, forceRefetch: true },
  );
  const running = dispatch(call);
  dispatch(problemLeftToCaller(running.requestId));
  const { data, error } = await running;
  // eslint-disable-next-line @typescript-eslint/only-throw-error -- a problem is an answer like any other to who asks here
  if (!data) throw error;
  const [first] = data.events;
  if (way.until === null && first) way.until = justAfter(first);
  const next = offset + data.events.length;
  if (data.nextCursor !== null) way.cursors.set(next, data.nextCursor);
  const furthest = Math.max(...way.cursors.keys());
  return { rows: data.events, total: Math.max(next, Math.min(furthest + PAGE_ROWS, data.total)), all: data.total };
}

/** @param way where one is; a new one is a new report. @param firstRowOf where to begin, asked when it is about to be read */
export function useEvents(view: AuditView, way: Way, now: number, firstRowOf: () => number): Events {
  const dispatch = useDispatch<AuditDispatch>();
  const [shown, setShown] = useState<(ShownEvents & { readonly way: Way }) | null>(null);
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
    const begin = way.cursors.has(offset) ? offset : 0;
    const failed = (error: unknown) => {
      if (!isClientProblem(error)) throw Object.assign(new Error('The audit could not be asked for'), { cause: error });
      return error;
    };
    void readPage(dispatch, args, way, begin).then(
      (page) => {
        if (!wanted) return;
        let atHand: typeof page | undefined = page;
        const read = (from: number) => {
          const ready = from === begin ? atHand : undefined;
          if (!ready)
            return readPage(dispatch, args, way, from).catch((error: unknown) => {
              failed(error);
              setSomeFailed(true);
              return null;
            });
          atHand = undefined;
          return ready;
        };
        setFailure(null);
        setSomeFailed(false);
        setShown({ way, view, page, total: page.all, firstRow: begin === offset ? wish : 0, source: { read } });
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
