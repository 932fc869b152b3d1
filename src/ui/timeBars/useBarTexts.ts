/** Texts of a chart's bars and of the marks below them. */
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { localeOf } from '@src/i18n/locale.ts';
import { type BarsData, marksDays } from './timeBars.ts';

const DAY_MS = 86_400_000;
const YEAR_MS = 366 * DAY_MS;
const isMidnight = (time: number): boolean => new Date(time).setHours(0, 0, 0, 0) === time;

const isThisYear = (time: number): boolean => new Date(time).getFullYear() === new Date().getFullYear();

interface BarTexts {
  /** "Nov 3", "Nov 3, 2:00 – 4:00 PM"; with years if the bars begin in another one. */
  readonly between: (from: number, to: number) => string;
  readonly mark: (time: number) => string;
}

export function useBarTexts(data: BarsData): BarTexts {
  const { i18n } = useTranslation();
  const locale = localeOf(i18n.language);
  return useMemo(() => {
    // SPEC.md point 9: German has a 24-hour clock, the others a 12-hour one.
    const clock = { hour: 'numeric', minute: '2-digit', hourCycle: locale === 'de' ? 'h23' : 'h12' } as const;
    const day = {
      month: 'short',
      day: 'numeric',
      ...(isThisYear(data.edges[0] ?? 0) ? {} : ({ year: 'numeric' } as const)),
    } as const;
    const days = new Intl.DateTimeFormat(locale, day);
    const times = new Intl.DateTimeFormat(locale, { ...day, ...clock });
    const spanMs = (data.edges.at(-1) ?? 0) - (data.edges[0] ?? 0);
    const isTime = spanMs < 2 * DAY_MS && !marksDays(data);
    const marks = new Intl.DateTimeFormat(
      locale,
      isTime ? clock : spanMs > YEAR_MS ? { year: 'numeric', month: 'short' } : { month: 'short', day: 'numeric' },
    );
    return {
      between: (from, to) => (isMidnight(from) && isMidnight(to) ? days.formatRange(from, to - 1) : times.formatRange(from, to)),
      mark: (time) => marks.format(time),
    };
  }, [data, locale]);
}
