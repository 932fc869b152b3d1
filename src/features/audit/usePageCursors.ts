/**
 * Pagination cursors per history entry, in memory, so that Back restores the same rows. A bound on the events' time would not do:
 * a long request appends events with the time at which it began.
 */
import { useCallback, useEffect, useState } from 'react';
import { NavigationType, useNavigationType } from 'react-router';
import { HistoryMemory } from '@src/navigation/historyMemory.ts';
import { newPageCursors, type PageCursors } from './useEvents.ts';

interface CursorState {
  readonly report: string;
  readonly cursors: PageCursors;
  /** Reference time of relative ranges such as "last 7 days", in milliseconds. */
  readonly asOf: number;
}

const statesByEntry = new HistoryMemory<CursorState>();

const newState = (report: string): CursorState => ({ report, cursors: newPageCursors(), asOf: Date.now() });

/**
 * @param report URL of the report
 * @param entry key of the history entry
 */
export function usePageCursors(report: string, entry: string): CursorState & { readonly refresh: () => void } {
  const isReturn = useNavigationType() === NavigationType.Pop;
  const restored = () => {
    const stored = isReturn ? statesByEntry.get(entry) : undefined;
    return stored?.report === report ? stored : undefined;
  };
  const [{ at, state }, setState] = useState(() => ({ at: entry, state: restored() ?? newState(report) }));
  const next = at === entry ? state : (restored() ?? (state.report === report ? state : newState(report)));
  if (at !== entry) setState({ at: entry, state: next });
  useEffect(() => {
    statesByEntry.set(entry, next);
  }, [entry, next]);
  const refresh = useCallback(() => {
    setState({ at: entry, state: newState(report) });
  }, [entry, report]);
  return { ...next, refresh };
}
