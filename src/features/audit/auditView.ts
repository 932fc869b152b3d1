/** The state of the audit report and its URL form: `?range=month&actor=sysadmin&outcome=refused`. */
import type { AuditEvent } from '@api/contract/audit.ts';
import type { ArgsOf } from '@api/contract/index.ts';
import { paths } from '@src/paths.ts';

/** Calendar days in the local time zone, including today; `days`: between two dates. */
export const presets = ['today', 'week', 'month', 'quarter', 'all'] as const;
export type Preset = (typeof presets)[number];
const presetDays: Readonly<Record<Exclude<Preset, 'all'>, number>> = { today: 1, week: 7, month: 30, quarter: 90 };

export const outcomes = ['success', 'failure', 'refused'] as const;
export type Outcome = (typeof outcomes)[number];

export const textFilters = ['actor', 'target', 'action'] as const;
export type TextFilter = (typeof textFilters)[number];

export interface AuditView {
  readonly range: Preset | 'days';
  /** `2026-11-01`; empty: open. Only used if the range is `days`. */
  readonly from: string;
  readonly to: string;
  readonly actor: string;
  readonly target: string;
  /** An action or a prefix: `Users.`. */
  readonly action: string;
  readonly outcome: Outcome | '';
}

/** The event open in the panel. With its time, so that a link finds it without its page. */
export interface OpenEvent {
  readonly eventId: string;
  readonly at: string;
}

export const defaultView: AuditView = { range: 'week', from: '', to: '', actor: '', target: '', action: '', outcome: '' };

export const isFiltered = (view: AuditView): boolean => view.outcome !== '' || textFilters.some((filter) => view[filter] !== '');

/** Drops all filters except the date range. */
export const unfiltered = ({ range, from, to }: AuditView): AuditView => ({ ...defaultView, range, from, to });

const MAX_FILTER_LENGTH = 255;
const isDay = (text: string | null): text is string =>
  /^\d{4}-\d\d-\d\d$/.test(text ?? '') && !Number.isNaN(Date.parse(text ?? ''));

/** Unknown or invalid values count as absent. */
export function readView(query: URLSearchParams): AuditView {
  const from = query.get('from');
  const to = query.get('to');
  const text = (filter: TextFilter) => (query.get(filter) ?? '').trim().slice(0, MAX_FILTER_LENGTH);
  return {
    range: isDay(from) || isDay(to) ? 'days' : (presets.find((preset) => preset === query.get('range')) ?? defaultView.range),
    from: isDay(from) ? from : '',
    to: isDay(to) ? to : '',
    actor: text('actor'),
    target: text('target'),
    action: text('action'),
    outcome: outcomes.find((outcome) => outcome === query.get('outcome')) ?? '',
  };
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export function readOpen(query: URLSearchParams): OpenEvent | undefined {
  const eventId = query.get('event') ?? '';
  const at = new Date(query.get('at') ?? '');
  return UUID.test(eventId) && !Number.isNaN(at.getTime()) ? { eventId, at: at.toISOString() } : undefined;
}

export function addressOf({ range, from, to, ...filters }: AuditView, open?: OpenEvent): string {
  const span = range === 'days' ? { from, to } : { range: range === defaultView.range ? '' : range };
  const all = { ...span, ...filters, event: open?.eventId ?? '', at: open?.at ?? '' };
  return paths.usersAudit.to({}, Object.fromEntries(Object.entries(all).filter(([, value]) => value !== '')));
}

/** Start of the day, `addedDays` later. */
const midnight = (day: Date, addedDays = 0): Date => new Date(day.getFullYear(), day.getMonth(), day.getDate() + addedDays);

const parseDay = (day: string): Date => new Date(`${day}T00:00`);

const twoDigits = (part: number): string => String(part).padStart(2, '0');

/** As a date input expects it. */
const dayText = (day: Date): string => [day.getFullYear(), day.getMonth() + 1, day.getDate()].map(twoDigits).join('-');

/** Half-open range; undefined: open. */
function spanOf({ range, from, to }: AuditView, now: number): { readonly from?: Date; readonly to?: Date } {
  if (range === 'all') return {};
  if (range !== 'days') return { from: midnight(new Date(now), 1 - presetDays[range]) };
  return { ...(from && { from: parseDay(from) }), ...(to && { to: midnight(parseDay(to), 1) }) };
}

/** For the date inputs; empty: open. */
export function datesOf(view: AuditView, now: number): Pick<AuditView, 'from' | 'to'> {
  const { from } = spanOf(view, now);
  const today = dayText(new Date(now));
  return { from: from ? dayText(from) : '', to: view.range === 'days' ? view.to : view.range === 'all' ? '' : today };
}

/** Local time with its offset, so that the day is unambiguous: `2026-11-01T00:00:00+01:00`. */
function localIsoText(moment: Date): string {
  const offsetMinutes = -moment.getTimezoneOffset();
  const [hours, minutes] = [Math.floor(Math.abs(offsetMinutes) / 60), Math.abs(offsetMinutes) % 60];
  const local = new Date(moment.getTime() + offsetMinutes * 60_000).toISOString().slice(0, 19);
  return `${local}${offsetMinutes < 0 ? '-' : '+'}${twoDigits(hours)}:${twoDigits(minutes)}`;
}

/** Arguments of the call without cursor and limit. */
export function reportArgs(view: AuditView, now: number): ArgsOf<'Users.AuditReport'> & object {
  const { from, to } = spanOf(view, now);
  const args = { from: from && localIsoText(from), to: to && localIsoText(to), ...filtersOf(view) };
  return Object.fromEntries(Object.entries(args).filter(([, value]) => value));
}

const filtersOf = ({ actor, target, action, outcome }: AuditView) => ({ actor, target, action, outcome });

/** 1 ms after the event: includes it and nothing later. */
export const justAfter = ({ at }: Pick<AuditEvent, 'at'>): string => new Date(Date.parse(at) + 1).toISOString();
