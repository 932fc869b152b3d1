/** Operations of the audit log: one event per change, sign-in attempt and refused administrative request. Never a secret. */
import { z } from 'zod';
import { objects, verbs } from './audit.verbs.ts';
import { callsOf, MAX_STREAM_MS, operations } from './endpoint.ts';
import { count, id, time } from './shape.ts';

export const AuditEvent = z.object({
  eventId: id,
  at: time,
  /** User name of the actor; null if anonymous. */
  actor: z.string().nullable(),
  /** The impersonated user, while impersonating. */
  onBehalfOf: z.string().nullable(),
  action: z.string(),
  target: z.string().nullable(),
  organisation: z.string().nullable(),
  outcome: z.enum(['success', 'failure', 'refused']),
  ip: z.string().nullable(),
  userAgent: z.string().nullable(),
  details: z.record(z.string(), z.unknown()),
});
export type AuditEvent = z.infer<typeof AuditEvent>;

/** What the line of an act on many says about its matching events in scope. */
const BulkLine = z.object({
  /** The filter `bulk` that lists its events. */
  bulkId: z.string(),
  /** Number of users that the events are about. */
  users: count,
  /** Those of them for whom nothing succeeded. */
  failed: count,
  /** The organisation of all its events; null: they are of several. */
  organisation: z.string().nullable(),
  /** The first event about a user, which says what the others do; null before there is one. */
  first: AuditEvent.pick({ action: true, outcome: true, target: true, details: true }).nullable(),
});
export type BulkLine = z.infer<typeof BulkLine>;

/** An event in a page of the report, with the display name of an actor who has an account. */
export const ListedEvent = AuditEvent.extend({
  actorName: z.string().nullable(),
  /** With `grouped`, where the event stands for several of one act. */
  bulk: BulkLine.optional(),
});
export type ListedEvent = z.infer<typeof ListedEvent>;

/** One step of a login: a password, a code, a passkey or an identity provider, and what came of it. */
export const LogInEvent = AuditEvent.pick({
  eventId: true,
  at: true,
  actor: true,
  action: true,
  target: true,
  outcome: true,
  details: true,
}).extend({
  /** Such as "Firefox · Linux"; empty if unknown. */
  browser: z.string(),
  /** IP address; empty if unknown. */
  address: z.string(),
});
export type LogInEvent = z.infer<typeof LogInEvent>;

const logIns = z.object({ events: z.array(LogInEvent), nextCursor: z.string().nullable() });
const cursor = z.string().max(200).optional();

const filterText = z.string().max(255).optional();
/** A time with the client's own offset, such as `2026-11-01T00:00:00+01:00`. */
const moment = z.iso.datetime({ offset: true }).optional();

const filters = {
  from: moment,
  to: moment,
  person: filterText,
  actor: filterText,
  target: filterText,
  action: filterText,
  verb: z.enum(verbs).optional(),
  object: z.enum(objects).optional(),
  outcome: z.enum(['success', 'failure', 'refused']).optional(),
  ip: filterText,
  bulk: id.optional(),
};

/** The most frequent values of a field, with their numbers of events. */
const facet = z.array(z.object({ value: z.string(), events: count }));

export const AuditHistogram = z.object({
  /** Edges of the bars, ascending, one more than there are bars; empty if `to` is not after `from`. */
  edges: z.array(time),
  /** Number of events in each bar. */
  bars: z.object({ success: z.array(count), failure: z.array(count), refused: z.array(count) }),
  facets: z.object({ action: facet, actor: facet, ip: facet }),
  /** How many of the newest matching events were counted; null: all. */
  countedNewest: z.object({ bars: count.nullable(), facets: count.nullable() }),
});
export type AuditHistogram = z.infer<typeof AuditHistogram>;

export const auditOperations = operations({
  'Users.AuditReport': {
    method: 'GET',
    path: '/Users/AuditReport',
    who: 'auditReader',
    people: 'exported',
    timeoutMs: MAX_STREAM_MS,
    summary: 'The audit in scope, newest first: JSON pages, or everything as a streamed CSV, JSON or XLSX file',
    description:
      'Subscriber administrators and support staff read the events of their own organisation; system administrators, and support staff of the house organisation, those of all. `format=csv` and `format=jsonFile`, one JSON array, stream with flat memory; `format=jsonl` (JSON lines) and `format=xlsx` are those of `Reports.Download`, with `localTime` in `timeZone` (an IANA name; default UTC), the head of the seal and their checksum. `format=json` without `limit` and `cursor` gives the first page. `action` may be a prefix such as `Users.`. `verb` and `object` choose by what was done, and to what; each event has one of each. `person` is a user name, or for administrators also an e-mail address or a whole name: events by that person, also while impersonating or impersonated, and about them. `bulk` is the id of an act on many users (`operation` in the details of its events). With `grouped` a page has one line for each such act, at its first matching event, with the numbers of its users; files always have every event. A streamed export is itself recorded, and listed in `Reports.Exports`. `from` counts, `to` does not any more; the file is named after the first and the last day between them, by the clock (`Z` or `+01:00`) that they are told by.',
    query: z.strictObject({
      ...filters,
      format: z.enum(['csv', 'json', 'jsonFile', 'jsonl', 'xlsx']).optional(),
      timeZone: z.string().max(64).optional(),
      grouped: z.boolean().optional(),
      cursor,
      limit: z.int().min(1).max(500).optional(),
    }),
    reply: z.object({
      events: z.array(ListedEvent),
      nextCursor: z.string().nullable(),
      /** Number of events. */
      total: count,
      /** Number of lines, with `grouped`. */
      lines: count.optional(),
    }),
    problems: ['TooManyDownloads', 'PersonalDataLimit', 'Busy'],
  },
  'Users.AuditHistogram': {
    method: 'GET',
    path: '/Users/AuditHistogram',
    who: 'auditReader',
    summary: 'Numbers of events in scope by time and outcome, and the most frequent actions, actors and addresses',
    description:
      'The same scope and filters as `Users.AuditReport`. Without `from` and `to`: from the first event until now. The server chooses the width of the bars, from a quarter of an hour to years, for fewer than a hundred; they begin at whole hours, days, weeks or months of `timeZone` (an IANA name; default UTC), except that the first begins at `from` and the last ends at `to`. With `person`, `actor`, `target` or `ip` at most the newest 50,000 matching events are counted, and bars begin with the first of them; actors and addresses are always of at most so many.',
    query: z.strictObject({ ...filters, timeZone: z.string().max(64).optional() }),
    reply: AuditHistogram,
    problems: ['Busy'],
  },
  'Users.LogIns': {
    method: 'GET',
    path: '/Users/LogIns/{userName}',
    who: 'subscriberAdmin',
    summary: 'The logins of a user, newest first: each step with its outcome, browser and address',
    description: 'Those that are in the caller’s part of the audit. A failed step has its reason in `details`.',
    params: z.strictObject({ userName: z.string().min(1).max(255) }),
    query: z.strictObject({ cursor }),
    reply: logIns,
    problems: ['NotFound'],
  },
  'Users.OwnLogIns': {
    method: 'GET',
    path: '/Users/Self/LogIns',
    who: 'session',
    ownCredentials: 'read',
    summary: 'The own logins, newest first',
    query: z.strictObject({ cursor }),
    reply: logIns,
  },
});

export const auditCalls = callsOf(auditOperations);
