/** Remembers the period that was shown before bars of the chart were chosen. */
import { useState } from 'react';
import { type AuditView, datesOf, hasTimes } from './auditView.ts';

type Range = Pick<AuditView, 'range' | 'from' | 'to'>;

/** The end of the last bar has fractions of a second, which an address has not. */
const isSameTime = (one: string, other: string): boolean => one === other || Math.abs(Date.parse(one) - Date.parse(other)) < 1000;

const isSame = (one: Range, other: Range): boolean =>
  one.range === other.range && isSameTime(one.from, other.from) && isSameTime(one.to, other.to);

interface PreviousPeriod {
  /** Undefined if there is none. */
  readonly previous: Range | undefined;
  /** Takes the range chosen from the view's range. */
  readonly remember: (chosen: Range) => void;
}

export function usePreviousPeriod(view: AuditView): PreviousPeriod {
  const [steps, setSteps] = useState<readonly { readonly previous: Range; readonly chosen: Range }[]>([]);
  const last = steps.findLast(({ chosen }) => isSame(chosen, view));
  const { range, from, to } = view;
  return {
    // A link may have times: its whole days are what the date inputs show anyway.
    previous: last?.previous ?? (hasTimes(view) ? { range, ...datesOf(view, 0) } : undefined),
    remember: (chosen) => {
      if (!isSame(chosen, view)) setSteps([...steps, { previous: { range, from, to }, chosen }]);
    },
  };
}
