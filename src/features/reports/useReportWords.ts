/** Describes a report in words: its content, period, file format, and when it is mailed. */
import { useTranslation } from 'react-i18next';
import type { Choice } from '@src/ui/fieldText.ts';
import type { Export, ExportFormat, Report, ReportRange, ReportSchedule } from '@api/contract/reports.shapes.ts';
import { localeOf } from '@src/i18n/locale.ts';
import { useEventKinds } from '@src/i18n/useEventKinds.ts';
import { outcomes } from './reportForm.ts';
import { dayAt } from './zoneDays.ts';

/** Any Monday serves to name the weekdays. */
const MONDAY = Date.UTC(2026, 0, 5);
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

export function useReportWords() {
  const { t, i18n } = useTranslation('audit');
  const kinds = useEventKinds();
  const locale = localeOf(i18n.language);
  const hourCycle = locale === 'de' ? 'h23' : 'h12';

  const weekday = (number: number): string =>
    new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' }).format(MONDAY + (number - 1) * DAY_MS);
  const hour = (number: number): string =>
    new Intl.DateTimeFormat(locale, {
      hour: locale === 'de' ? '2-digit' : 'numeric',
      minute: '2-digit',
      hourCycle,
      timeZone: 'UTC',
    }).format(MONDAY + number * HOUR_MS);

  /** The time by the clock of a time zone. */
  const moment = (time: string, timeZone: string): string =>
    new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', hourCycle, timeZone }).format(new Date(time));
  /** The day that begins at `time`, or the one before; else the moment. */
  const end = (time: string, timeZone: string, addedDays = 0): string => {
    const day = dayAt(timeZone, time, addedDays);
    return day === undefined
      ? moment(time, timeZone)
      : new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }).format(Date.parse(day));
  };

  function range(value: ReportRange, timeZone: string): string {
    if (value.kind === 'previous') return t(`reports.range.previous.${value.unit}`);
    if (value.kind === 'days') return t('reports.range.days', { count: value.days });
    return between(value.from, value.to, timeZone);
  }

  function between(from: string | null, to: string | null, timeZone: string): string {
    const first = from === null ? undefined : end(from, timeZone);
    const last = to === null ? undefined : end(to, timeZone, -1);
    if (first === undefined) return last === undefined ? t('range.all') : t('reports.range.until', { to: last });
    if (first === last) return first;
    return last === undefined ? t('reports.range.since', { from: first }) : t('reports.range.between', { from: first, to: last });
  }

  function filters({ person, actor, target, action, verb, object, outcome, ip, bulk }: Export['filters']): string {
    const nameOf = (options: readonly Choice[], chosen: string | undefined) =>
      options.find(({ value }) => value === chosen)?.label;
    const parts = [
      action && kinds.action(action),
      nameOf(kinds.verbs, verb),
      nameOf(kinds.objects, object),
      bulk && t('reports.filter.bulk'),
      outcome && outcomes.includes(outcome) && t(`outcome.${outcome}`),
      person && t('reports.filter.person', { person }),
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
    return t('reports.schedule.in', { when, zone: zone(timeZone) });
  }

  const zone = (timeZone: string): string => timeZone.replaceAll('_', ' ');
  const format = (type: ExportFormat['type']): string => t(`reports.format.${type}`);
  const what = ({ content }: Pick<Report, 'content'>): string =>
    [filters(content.filters), range(content.range, content.timeZone), format(content.format.type)].join(' · ');
  return { range, between, moment, filters, schedule, zone, format, what, weekday, hour };
}
