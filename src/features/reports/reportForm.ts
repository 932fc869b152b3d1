/** The values of the form of a report, and the definition they stand for. */
import type { BodyOf } from '@api/contract/index.ts';
import type { Report, ReportContent, ReportRange, ReportSchedule } from '@api/contract/reports.shapes.ts';
import { dayAt, ownZone, startOf } from './zoneDays.ts';

type Definition = BodyOf<'Reports.Create'>;

export const ranges = [
  'previous:day',
  'previous:week',
  'previous:month',
  'days:1',
  'days:7',
  'days:30',
  'days:90',
  'between',
] as const;
type RangeChoice = (typeof ranges)[number];

export const textFilters = ['person', 'actor', 'target', 'ip'] as const;
export const outcomes = ['success', 'failure', 'refused'] as const;

/** Values are text, as in the controls. */
export interface ReportValues {
  name: string;
  person: string;
  actor: string;
  target: string;
  ip: string;
  /** Of a report that another program, or an older page, has saved. */
  action: string;
  verb: string;
  object: string;
  outcome: string;
  range: string;
  /** A day, or a moment in ISO 8601; empty: open. */
  from: string;
  /** The last day, or the moment after. */
  to: string;
  timeZone: string;
  format: ReportContent['format']['type'];
  delimiter: string;
  bom: boolean;
  every: '' | ReportSchedule['every'];
  weekday: string;
  day: string;
  hour: string;
  shared: boolean;
}

export const newReport = (): ReportValues => ({
  name: '',
  person: '',
  actor: '',
  target: '',
  ip: '',
  action: '',
  verb: '',
  object: '',
  outcome: '',
  range: 'previous:week',
  from: '',
  to: '',
  timeZone: ownZone(),
  format: 'xlsx',
  delimiter: ',',
  bom: true,
  every: '',
  weekday: '1',
  day: '1',
  hour: '7',
  shared: false,
});

export function valuesOf({ name, content, schedule, shared }: Definition | Report): ReportValues {
  const { filters, range, format, timeZone } = content;
  return {
    ...newReport(),
    ...Object.fromEntries(Object.entries(filters).filter(([, text]) => text !== undefined)),
    name,
    ...endsOf(range, timeZone),
    timeZone,
    format: format.type,
    ...(format.type === 'csv' && { delimiter: format.delimiter, bom: format.bom }),
    ...(schedule && {
      every: schedule.every,
      hour: String(schedule.hour),
      ...('weekday' in schedule && { weekday: String(schedule.weekday) }),
      ...('day' in schedule && { day: String(schedule.day) }),
    }),
    shared,
  };
}

function endsOf(range: ReportRange, zone: string): Pick<ReportValues, 'range' | 'from' | 'to'> {
  if (range.kind === 'previous') return { range: `previous:${range.unit}`, from: '', to: '' };
  if (range.kind === 'days') return { range: `days:${String(range.days)}`, from: '', to: '' };
  const { from, to } = range;
  return {
    range: 'between',
    from: from === null ? '' : (dayAt(zone, from) ?? from),
    to: to === null ? '' : (dayAt(zone, to, -1) ?? to),
  };
}

export const isDay = (text: string): boolean => /^\d{4}-\d\d-\d\d$/.test(text);

function rangeOf({ range, from, to, timeZone }: ReportValues): ReportRange {
  const [kind, detail = ''] = range.split(':');
  if (kind === 'previous') return { kind, unit: detail as 'day' };
  if (kind === 'days') return { kind, days: Number(detail) };
  return {
    kind: 'between',
    from: from === '' ? null : isDay(from) ? startOf(timeZone, from) : from,
    to: to === '' ? null : isDay(to) ? startOf(timeZone, to, 1) : to,
  };
}

function scheduleOf({ every, weekday, day, hour }: ReportValues): ReportSchedule | null {
  if (every === '') return null;
  if (every === 'week') return { every, weekday: Number(weekday), hour: Number(hour) };
  return every === 'month' ? { every, day: Number(day), hour: Number(hour) } : { every, hour: Number(hour) };
}

export function definitionOf(values: ReportValues): Definition {
  const { name, person, actor, target, ip, action, verb, object, outcome, format, delimiter, bom, timeZone, shared } = values;
  const filters = Object.entries({ person, actor, target, ip, action, verb, object, outcome }).map(
    ([key, text]) => [key, text.trim()] as const,
  );
  return {
    name: name.trim(),
    content: {
      filters: Object.fromEntries(filters.filter(([, text]) => text !== '')),
      range: rangeOf(values),
      format: format === 'csv' ? { type: 'csv', delimiter: delimiter as ',', bom } : { type: format },
      timeZone,
    },
    schedule: scheduleOf(values),
    shared,
  };
}

const presets: Readonly<Record<string, RangeChoice>> = { today: 'days:1', week: 'days:7', month: 'days:30', quarter: 'days:90' };

/** Reads the filters that the toolbar of the audit report puts into the address. @returns undefined for an address without any */
export function valuesIn(query: URLSearchParams): ReportValues | undefined {
  if (!query.has('new')) return undefined;
  const text = (name: string) => query.get(name) ?? '';
  const preset = presets[text('range')];
  const zone = ownZone();
  const moment = (name: string) => (text(name) === '' || Number.isNaN(Date.parse(text(name))) ? null : text(name));
  const between = endsOf({ kind: 'between', from: moment('from'), to: moment('to') }, zone);
  const filters = {
    person: text('person'),
    actor: text('actor'),
    target: text('target'),
    ip: text('ip'),
    action: text('action'),
    verb: text('verb'),
    object: text('object'),
    outcome: text('outcome'),
  };
  const given = { ...newReport(), ...filters, ...(query.get('range') === null ? {} : preset ? { range: preset } : between) };
  return query.has('schedule') ? scheduled(given) : given;
}

const DAY_MS = 86_400_000;

/** Changes the range of a report with a schedule to the previous day, week or month, whichever is as long as the chosen period. */
export function scheduled(values: ReportValues): ReportValues {
  const every = values.every || unitOf(values);
  return { ...values, every, range: values.range.startsWith('previous:') ? values.range : `previous:${every}` };
}

function unitOf({ range, from, to }: ReportValues): ReportSchedule['every'] {
  const [kind, detail = ''] = range.split(':');
  if (kind === 'previous') return detail as 'day';
  // The last day counts, a moment does not.
  const span = Date.parse(to) + (isDay(to) ? DAY_MS : 0) - Date.parse(from);
  const days = kind === 'days' ? Number(detail) : span / DAY_MS;
  if (days <= 1.5) return 'day';
  return days > 8 ? 'month' : 'week';
}
