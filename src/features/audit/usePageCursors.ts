/** The way one has gone through a report, kept for each entry of the history, so that Back finds the same rows. Gone with the page. */
import { useCallback, useState } from 'react';
import { NavigationType, useNavigationType } from 'react-router';
import { newPageCursors, type PageCursors } from './useEvents.ts';

interface Standing {
  readonly report: string;
  readonly way: PageCursors;
  /** The moment that "last 7 days" counts from, in milliseconds. */
  readonly asOf: number;
}

const kept = new Map<string, Standing>();

const begin = (report: string): Standing => ({ report, way: newPageCursors(), asOf: Date.now() });

/** @param report what is reported, as an address; @param entry key of the entry of the history */
export function usePageCursors(report: string, entry: string): Standing & { readonly refresh: () => void } {
  const isReturn = useNavigationType() === NavigationType.Pop;
  const recalled = () => {
    const before = isReturn ? kept.get(entry) : undefined;
    return before?.report === report ? before : undefined;
  };
  const [{ at, standing }, setStanding] = useState(() => ({ at: entry, standing: recalled() ?? begin(report) }));
  const next = at === entry ? standing : (recalled() ?? (standing.report === report ? standing : begin(report)));
  if (at !== entry) setStanding({ at: entry, standing: next });
  kept.set(entry, next);
  const refresh = useCallback(() => {
    setStanding({ at: entry, standing: begin(report) });
  }, [entry, report]);
  return { ...next, refresh };
}
