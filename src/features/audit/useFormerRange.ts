/** The period before bars of the chart were chosen, as long as they are. */
import { useState } from 'react';
import { type AuditView, datesOf, hasTimes } from './auditView.ts';

type Range = Pick<AuditView, 'range' | 'from' | 'to'>;

/** The end of the last bar has fractions of a second, which an address has not. */
const isSameTime = (one: string, other: string): boolean => one === other || Math.abs(Date.parse(one) - Date.parse(other)) < 1000;

const isSame = (one: Range, other: Range): boolean =>
  one.range === other.range && isSameTime(one.from, other.from) && isSameTime(one.to, other.to);

interface FormerRange {
  /** Undefined if there is nothing to take back. */
  readonly former: Range | undefined;
  /** To be called with what is chosen from the view's range. */
  readonly remember: (chosen: Range) => void;
}

export function useFormerRange(view: AuditView): FormerRange {
  const [steps, setSteps] = useState<readonly { readonly former: Range; readonly chosen: Range }[]>([]);
  const last = steps.findLast(({ chosen }) => isSame(chosen, view));
  const { range, from, to } = view;
  return {
    // A link may have times: its whole days are what the date inputs show anyway.
    former: last?.former ?? (hasTimes(view) ? { range, ...datesOf(view, 0) } : undefined),
    remember: (chosen) => {
      if (!isSame(chosen, view)) setSteps([...steps, { former: { range, from, to }, chosen }]);
    },
  };
}
