/** Audit events, in their order. */
import { factsOf, type Site } from './facts.ts';

interface AuditEvent {
  readonly seq: number;
  readonly eventId: string;
  readonly at: Date;
  readonly actor: string | null;
  readonly onBehalfOf: string | null;
  readonly action: string;
  readonly target: string | null;
  readonly targetUserId: string | null;
  readonly organisationId: string | null;
  readonly organisation: string | null;
  readonly outcome: 'success' | 'failure' | 'refused';
  readonly ip: string | null;
  readonly details: Readonly<Record<string, unknown>>;
}

export const auditEvents = factsOf<AuditEvent>(
  'audit_events',
  {
    seq: 'seq::int',
    eventId: 'event_id',
    at: 'at',
    actor: 'actor',
    onBehalfOf: 'on_behalf_of',
    action: 'action',
    target: 'target',
    targetUserId: 'target_user_id',
    organisationId: 'organisation_id',
    organisation: 'organisation',
    outcome: 'outcome',
    ip: 'ip',
    details: 'details',
  },
  'seq',
);

/** The sequence number of the newest event. */
export const lastSeq = async ({ database }: Site): Promise<number> =>
  (await database.row<{ seq: number }>('SELECT max(seq)::int AS seq FROM audit_events')).seq;

/** Events since then, in their order. */
export const eventsAfter = async (site: Site, seq: number) => (await auditEvents(site, {})).filter((event) => event.seq > seq);
