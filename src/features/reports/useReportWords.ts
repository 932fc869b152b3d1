/** A report in words: what it contains, of which time, as what file, and when it is mailed. */
import { useTranslation } from 'react-i18next';
import type { ExportFormat, Report, ReportContent, ReportRange, ReportSchedule } from '@api/contract/reports.shapes.ts';
import { localeOf } from '@src/i18n/locale.ts';
import { useFormats } from '@src/i18n/useFormats.ts';
import { outcomes } from './reportForm.ts';
import { useActionChoices } from './useActionChoices.ts';

/** A Monday. */
const MONDAY = Date.UTC(2026, 0, 5);
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

export function useReportWords() {
  const { t, i18n } = useTranslation('audit');
  const formats = useFormats();
  const groups = useActionChoices();
  const locale = localeOf(i18n.language);

  const weekday = (number: number): string =>
    new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' }).format(MONDAY + (number - 1) * DAY_MS);
  const hour = (number: number): string =>
    new Intl.DateTimeFormat(locale, {
      hour: 'numeric',
      minute: '2-digit',
      hourCycle: locale === 'de' ? 'h23' : 'h12',
      timeZone: 'UTC',
    }).format(MONDAY + number * HOUR_MS);

  function range(value: ReportRange): string {
    if (value.kind === 'previous') return t(`reports.range.previous.${value.unit}`);
    if (value.kind === 'days') return t('reports.range.days', { count: value.days });
    return between(value.from, value.to);
  }

  function between(from: string | null, to: string | null): string {
    if (from === null) return to === null ? t('range.all') : t('reports.range.until', { to: formats.dateTime(to) });
    return to === null
      ? t('reports.range.since', { from: formats.dateTime(from) })
      : t('reports.range.between', { from: formats.dateTime(from), to: formats.dateTime(to) });
  }

  function filters({ actor, target, action, outcome, ip }: ReportContent['filters']): string {
    const options = groups.flatMap((group) => group.options);
    const parts = [
      action && (options.find(({ value }) => value === action)?.label ?? action),
      outcome && outcomes.includes(outcome) && t(`outcome.${outcome}`),
      actor && t('reports.filter.actor', { actor }),
      target && t('reports.filter.target', { target }),
      ip,
    ];
    return parts.filter(Boolean).join(' · ') || t('reports.filter.none');
  }

  function schedule(value: ReportSchedule, timeZone: string): string {
    const time = hour(value.hour);
    const when =
      value.every === 'week'
        ? t('reports.schedule.week', { weekday: weekday(value.weekday), time })
        : value.every === 'month'
          ? t('reports.schedule.month', { day: value.day, time })
          : t('reports.schedule.day', { time });
    return t('reports.schedule.in', { when, zone: timeZone.replaceAll('_', ' ') });
  }

  const format = (type: ExportFormat['type']): string => t(`reports.format.${type}`);
  const what = ({ content }: Pick<Report, 'content'>): string =>
    [filters(content.filters), range(content.range), format(content.format.type)].join(' · ');
  return { range, between, filters, schedule, format, what, weekday, hour };
}
