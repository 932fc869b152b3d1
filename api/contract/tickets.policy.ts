/** Who sees and answers which support tickets; enforced by the server. */
import { isAuditReader, reachesAllOrganisations, type Person } from './person.ts';
import type { ProblemCode } from './problem.ts';

export interface TicketTarget {
  /** Of the user whom it belongs to; null: of nobody known. */
  readonly organisationId: string | null;
}

type Actor = Pick<Person, 'organisationId' | 'roles' | 'house'>;
type Verdict = ProblemCode | null;

/**
 * Administrators and Support see the tickets of their own organisation's people; system administrators and Support of the house see all,
 * and they alone those of strangers. A ticket out of scope does not exist for the actor.
 */
export const maySeeTicket = (actor: Actor, ticket: TicketTarget): Verdict =>
  isAuditReader(actor) && (reachesAllOrganisations(actor) || ticket.organisationId === actor.organisationId) ? null : 'NotFound';

/** A ticket is given only to somebody who sees it and can log in. */
export const mayBeAssigned = (assignee: Actor & { readonly enabled: boolean }, ticket: TicketTarget): boolean =>
  assignee.enabled && maySeeTicket(assignee, ticket) === null;
