/** What the report shows, as one value, and how it stands in the address, whole: `?range=month&actor=sysadmin&outcome=refused`. */
import type { AuditEvent } from '@api/contract/audit.ts';
import type { ArgsOf } from '@api/contract/index.ts';
import { paths } from '@src/paths.ts';

/** Whole days by the calendar of this device, today included; `days`: between two dates. */
export const presets = ['today', 'week', 'month', 'quarter', 'all'] as const;
export type Preset = (typeof presets)[number];
const daysOf: Readonly<Record<Exclude<Preset, 'all'>, number>> = { today: 1, week: 7, month: 30, quarter: 90 };

export const outcomes = ['success', 'failure', 'refused'] as const;
export type Outcome = (typeof outcomes)[number];

export const textFilters = ['actor', 'target', 'action'] as const;
export type TextFilter = (typeof textFilters)[number];

export interface AuditView {
  readonly range: Preset | 'days';
  /** `2026-11-01`; empty: open. Read only where the range is `days`. */
  readonly from: string;
  readonly to: string;
  readonly actor: string;
  readonly target: string;
  /** A whole one, or the beginning of several: `Users.`. */
  readonly action: string;
  readonly outcome: Outcome | '';
}

/** Which event is open beside the list. Its time comes along, so that whoever gets the link can find it without its page. */
export interface OpenEvent {
  readonly eventId: string;
  readonly at: string;
}

export const initially: AuditView = { range: 'week', from: '', to: '', actor: '', target: '', action: '', outcome: '' };

export const isFiltered = (view: AuditView): boolean => view.outcome !== '' || textFilters.some((filter) => view[filter] !== '');

/** All that happened in the same stretch of days. */
export const unfiltered = ({ range, from, to }: AuditView): AuditView => ({ ...initially, range, from, to });

const MAX_FILTER_LENGTH = 255;
const isDay = (text: string | null): text is string =>
  /^\d{4}-\d\d-\d\d$/.test(text ?? '') && !Number.isNaN(Date.parse(text ?? ''));

/** Whatever is unknown or makes no sense counts as not there. */
export function readView(query: URLSearchParams): AuditView {
  const from = query.get('from');
  const to = query.get('to');
  const text = (filter: TextFilter) => (query.get(filter) ?? '').trim().slice(0, MAX_FILTER_LENGTH);
  return {
    range: isDay(from) || isDay(to) ? 'days' : (presets.find((preset) => preset === query.get('range')) ?? initially.range),
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
  const span = range === 'days' ? { from, to } : { range: range === initially.range ? '' : range };
  const all = { ...span, ...filters, event: open?.eventId ?? '', at: open?.at ?? '' };
  return paths.usersAudit.to({}, Object.fromEntries(Object.entries(all).filter(([, value]) => value !== '')));
}

/** Midnight at the beginning of a day, `later` days after. */
const midnight = (day: Date, later = 0): Date => new Date(day.getFullYear(), day.getMonth(), day.getDate() + later);

const dayNamed = (day: string): Date => new Date(`${day}T00:00`);

const two = (part: number): string => String(part).padStart(2, '0');

/** As a date field wants it. */
const dayText = (day: Date): string => [day.getFullYear(), day.getMonth() + 1, day.getDate()].map(two).join('-');

/** From when on, and up to when without, in milliseconds or as days of a date field; undefined: open. */
function spanOf({ range, from, to }: AuditView, now: number): { readonly from?: Date; readonly to?: Date } {
  if (range === 'all') return {};
  if (range !== 'days') return { from: midnight(new Date(now), 1 - daysOf[range]) };
  return { ...(from && { from: dayNamed(from) }), ...(to && { to: midnight(dayNamed(to), 1) }) };
}

/** As the date fields show them; empty: open. */
export function datesOf(view: AuditView, now: number): Pick<AuditView, 'from' | 'to'> {
  const { from } = spanOf(view, now);
  const today = dayText(new Date(now));
  return { from: from ? dayText(from) : '', to: view.range === 'days' ? view.to : view.range === 'all' ? '' : today };
}

/** By the clock of this device, so that whoever reads it knows which day is meant: `2026-11-01T00:00:00+01:00`. */
function clockText(moment: Date): string {
  const ahead = -moment.getTimezoneOffset();
  const [hours, minutes] = [Math.floor(Math.abs(ahead) / 60), Math.abs(ahead) % 60];
  const local = new Date(moment.getTime() + ahead * 60_000).toISOString().slice(0, 19);
  return `${local}${ahead < 0 ? '-' : '+'}${two(hours)}:${two(minutes)}`;
}

/** The arguments of the call, without place. */
export function reportArgs(view: AuditView, now: number): ArgsOf<'Users.AuditReport'> & object {
  const { from, to } = spanOf(view, now);
  const given = { from: from && clockText(from), to: to && clockText(to), ...filtersOf(view) };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value));
}

const filtersOf = ({ actor, target, action, outcome }: AuditView) => ({ actor, target, action, outcome });

/** A time at which the event has happened and nothing that comes later has. */
export const justAfter = ({ at }: Pick<AuditEvent, 'at'>): string => new Date(Date.parse(at) + 1).toISOString();
