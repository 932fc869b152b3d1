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

/** Events since that one, in their order. */
export const eventsAfter = async <Name extends keyof AuditEvent>(site: Site, seq: number, ...names: readonly Name[]) => {
  const seqs = (await auditEvents(site, {}, 'seq')).map((event) => event.seq).filter((one) => one > seq);
  return auditEvents(site, { seq: seqs }, ...names);
};
