/** The state of the audit report and its URL form: `?range=month&actor=sysadmin&outcome=refused`. */
import type { AuditEvent } from '@api/contract/audit.ts';
import { type AuditObject, objects, type Verb, verbs } from '@api/contract/audit.verbs.ts';
import type { ArgsOf } from '@api/contract/index.ts';
import { searchedName } from '@api/contract/rules/searchWords.ts';
import { paths } from '@src/paths.ts';

/** Periods of calendar days in the local time zone, including today; `days`: between two dates. */
export const presets = ['today', 'week', 'month', 'quarter', 'all'] as const;
export type Preset = (typeof presets)[number];
const presetDays: Readonly<Record<Exclude<Preset, 'all'>, number>> = { today: 1, week: 7, month: 30, quarter: 90 };

export const outcomes = ['success', 'failure', 'refused'] as const;
export type Outcome = (typeof outcomes)[number];

/** Filters whose values are words of the contract. */
const verbFilter = (text: string | null) => verbs.find((verb) => verb === text) ?? '';
const objectFilter = (text: string | null) => objects.find((object) => object === text) ?? '';

const textFilters = ['person', 'actor', 'target', 'action', 'ip'] as const;
type TextFilter = (typeof textFilters)[number];

export interface AuditView {
  readonly range: Preset | 'days';
  /** A day, `2026-11-01`, or a time, `2026-11-01T13:45Z` or `2026-11-01T13:45:00.123Z`; empty: open. Only used if the range is `days`. */
  readonly from: string;
  readonly to: string;
  /** A name, an e-mail address or a user name, as actor or target. */
  readonly person: string;
  readonly actor: string;
  readonly target: string;
  /** An action or a prefix, `Users.`, of older links. */
  readonly action: string;
  /** What was done, and to what. */
  readonly verb: Verb | '';
  readonly object: AuditObject | '';
  readonly ip: string;
  readonly outcome: Outcome | '';
  /** Id of an act on many users, whose events are listed; empty: of all. */
  readonly bulk: string;
  /** Whether each user of an act on many has a line, where the act has one otherwise. */
  readonly each: boolean;
}

/** The event open in the panel. With its time, so that a link finds it without its page. */
export interface OpenEvent {
  readonly eventId: string;
  readonly at: string;
}

export const defaultView: AuditView = {
  range: 'week',
  from: '',
  to: '',
  person: '',
  actor: '',
  target: '',
  action: '',
  verb: '',
  object: '',
  ip: '',
  outcome: '',
  bulk: '',
  each: false,
};

export const isFiltered = (view: AuditView): boolean =>
  [view.outcome, view.bulk, view.verb, view.object].some((value) => value !== '') ||
  textFilters.some((filter) => view[filter] !== '');

/** The events of an act on many users, whenever they were. */
export const ofBulk = (view: AuditView, bulk: string): AuditView => ({ ...view, range: 'all', from: '', to: '', bulk });

/** Drops all filters except the date range. */
export const unfiltered = ({ range, from, to }: AuditView): AuditView => ({ ...defaultView, range, from, to });

const MINUTE_MS = 60_000;
const MAX_FILTER_LENGTH = 255;
const isDay = (text: string | null): text is string =>
  /^\d{4}-\d\d-\d\d$/.test(text ?? '') && !Number.isNaN(Date.parse(text ?? ''));

/**
 * Whether a text is a time. The chart's bars, which are shorter than days, and the overview link to times; they are in UTC, so that
 * a link means the same everywhere.
 */
const isTime = (text: string): boolean =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{3})?)?Z$/.test(text) && !Number.isNaN(Date.parse(text));

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const isEnd = (text: string | null): text is string => text !== null && (isDay(text) || isTime(text));

/** Unknown or invalid values count as absent. */
export function readView(query: URLSearchParams): AuditView {
  const from = query.get('from');
  const to = query.get('to');
  const text = (filter: TextFilter) => searchedName(query.get(filter) ?? '').slice(0, MAX_FILTER_LENGTH);
  return {
    range: isEnd(from) || isEnd(to) ? 'days' : (presets.find((preset) => preset === query.get('range')) ?? defaultView.range),
    from: isEnd(from) ? from : '',
    to: isEnd(to) ? to : '',
    person: text('person'),
    actor: text('actor'),
    target: text('target'),
    action: text('action'),
    verb: verbFilter(query.get('verb')),
    object: objectFilter(query.get('object')),
    ip: text('ip'),
    outcome: outcomes.find((outcome) => outcome === query.get('outcome')) ?? '',
    bulk: UUID.test(query.get('bulk') ?? '') ? (query.get('bulk') ?? '') : '',
    each: query.get('each') === 'true',
  };
}

export function readOpen(query: URLSearchParams): OpenEvent | undefined {
  const eventId = query.get('event') ?? '';
  const at = new Date(query.get('at') ?? '');
  return UUID.test(eventId) && !Number.isNaN(at.getTime()) ? { eventId, at: at.toISOString() } : undefined;
}

export function addressOf({ range, from, to, each, ...filters }: AuditView, open?: OpenEvent): string {
  const span = range === 'days' ? { from, to } : { range: range === defaultView.range ? '' : range };
  const all = { ...span, ...filters, each: each ? 'true' : '', event: open?.eventId ?? '', at: open?.at ?? '' };
  return paths.usersAudit.to({}, Object.fromEntries(Object.entries(all).filter(([, value]) => value !== '')));
}

/** Start of the day that is `addedDays` later. */
const midnight = (day: Date, addedDays = 0): Date => new Date(day.getFullYear(), day.getMonth(), day.getDate() + addedDays);

/** Reads a time, or the start of a day in the local time zone. */
const parseEnd = (end: string): Date => new Date(isTime(end) ? end : `${end}T00:00`);

const twoDigits = (part: number): string => String(part).padStart(2, '0');

/** The day as a date input expects it. */
const dayText = (day: Date): string => [day.getFullYear(), day.getMonth() + 1, day.getDate()].map(twoDigits).join('-');

/** Half-open range; undefined: open. */
export function spanOf({ range, from, to }: AuditView, now: number): { readonly from?: Date; readonly to?: Date } {
  if (range === 'all') return {};
  if (range !== 'days') return { from: midnight(new Date(now), 1 - presetDays[range]) };
  return { ...(from && { from: parseEnd(from) }), ...(to && { to: isTime(to) ? parseEnd(to) : midnight(parseEnd(to), 1) }) };
}

/** The days before today that {@link presets} have in a week, the latest first. */
export const lastDays = (now: number): readonly string[] =>
  Array.from({ length: presetDays.week - 1 }, (_, index) => dayText(midnight(new Date(now), -1 - index)));

/** A range between two moments, in milliseconds: by days where it begins or ends with one, else by minutes. */
export function rangeBetween(from: number, to: number): Pick<AuditView, 'range' | 'from' | 'to'> {
  const [start, end] = [new Date(Math.floor(from / MINUTE_MS) * MINUTE_MS), new Date(Math.ceil(to / MINUTE_MS) * MINUTE_MS)];
  const isMidnight = (time: Date) => midnight(time).getTime() === time.getTime();
  const timeText = (time: Date) => `${time.toISOString().slice(0, 16)}Z`;
  return {
    range: 'days',
    from: isMidnight(start) ? dayText(start) : timeText(start),
    to: isMidnight(end) ? dayText(midnight(end, -1)) : timeText(end),
  };
}

/** Dates for the date inputs; empty: open. */
export function datesOf(view: AuditView, now: number): Pick<AuditView, 'from' | 'to'> {
  const { from, to } = spanOf(view, now);
  const today = dayText(new Date(now));
  return {
    from: from ? dayText(from) : '',
    to: view.range === 'days' ? (to ? dayText(new Date(to.getTime() - 1)) : '') : view.range === 'all' ? '' : today,
  };
}

/** Local time with its offset, so that the day is unambiguous: `2026-11-01T00:00:00+01:00`. */
function localIsoText(moment: Date): string {
  const offsetMinutes = -moment.getTimezoneOffset();
  const [hours, minutes] = [Math.floor(Math.abs(offsetMinutes) / 60), Math.abs(offsetMinutes) % 60];
  const local = new Date(moment.getTime() + offsetMinutes * 60_000).toISOString().slice(0, 23).replace('.000', '');
  return `${local}${offsetMinutes < 0 ? '-' : '+'}${twoDigits(hours)}:${twoDigits(minutes)}`;
}

/** Whether the view is narrower than days, which the date inputs don't show. */
export const hasTimes = ({ range, from, to }: AuditView): boolean => range === 'days' && (isTime(from) || isTime(to));

/** Arguments of the call without cursor and limit. */
export function reportArgs(view: AuditView, now: number): ArgsOf<'Users.AuditReport'> & object {
  const { from, to } = spanOf(view, now);
  const args = { from: from && localIsoText(from), to: to && localIsoText(to), ...filtersOf(view) };
  return Object.fromEntries(Object.entries(args).filter(([, value]) => value));
}

const filtersOf = ({ range: _range, from: _from, to: _to, each: _each, ...filters }: AuditView) => filters;

/** Whether an act on many users is one line. */
export const isGrouped = ({ each, bulk }: AuditView): boolean => !each && bulk === '';

/** The time 1 ms after the event: includes it and nothing later. */
export const justAfter = ({ at }: Pick<AuditEvent, 'at'>): string => new Date(Date.parse(at) + 1).toISOString();
