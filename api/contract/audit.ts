/** Shapes of the audit log: one event per change, sign-in attempt and refused administrative request. Never a secret. */
import { z } from 'zod';
import { auditCalls } from './audit.calls.ts';
import { MAX_STREAM_MS, operations } from './endpoint.ts';
import { count, id, time } from './shape.ts';

export const AuditEvent = z.object({
  eventId: id,
  at: time,
  /** User name of the actor; null if anonymous. */
  actor: z.string().nullable(),
  /** While impersonating: the impersonated user. */
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

const filterText = z.string().max(255).optional();
/** With the client's own offset, such as `2026-11-01T00:00:00+01:00`. */
const moment = z.iso.datetime({ offset: true }).optional();

export const auditOperations = operations(auditCalls, {
  'Users.AuditReport': {
    timeoutMs: MAX_STREAM_MS,
    summary: 'The audit in scope, newest first: JSON pages, or everything as a streamed CSV or JSON file',
    description:
      'Subscriber administrators and support staff read the events of their own organisation; system administrators, and support staff of the house organisation, those of all. `format=csv` and `format=jsonFile`, one JSON array, stream with flat memory; `format=json` without `limit` and `cursor` gives the first page. `action` may be a prefix such as `Users.`. A streamed export is itself recorded. `from` counts, `to` does not any more; the file is named after the first and the last day between them, by the clock (`Z` or `+01:00`) that they are told by.',
    query: z.strictObject({
      from: moment,
      to: moment,
      actor: filterText,
      target: filterText,
      action: filterText,
      outcome: z.enum(['success', 'failure', 'refused']).optional(),
      format: z.enum(['csv', 'json', 'jsonFile']).optional(),
      cursor: z.string().max(200).optional(),
      limit: z.int().min(1).max(500).optional(),
    }),
    reply: z.object({ events: z.array(AuditEvent), nextCursor: z.string().nullable(), total: count }),
    problems: ['TooManyDownloads', 'Busy'],
  },
});
