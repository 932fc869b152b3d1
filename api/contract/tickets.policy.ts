/** Rules on who sees and answers which support tickets; the server enforces them. */
import { isAuditReader, reachesAllOrganisations, type Person } from './person.ts';
import type { ProblemCode } from './problem.ts';

interface TicketTarget {
  /** The organisation of the ticket's user; null if no user is known. */
  readonly organisationId: string | null;
}

type Actor = Pick<Person, 'organisationId' | 'roles' | 'house'>;
type Verdict = ProblemCode | null;

/**
 * Administrators and Support see the tickets of their own organisation's users; system administrators and Support of the house
 * organisation see all, and only they see tickets without a known user. A ticket out of scope does not exist for the actor.
 */
export const maySeeTicket = (actor: Actor, ticket: TicketTarget): Verdict =>
  isAuditReader(actor) && (reachesAllOrganisations(actor) || ticket.organisationId === actor.organisationId) ? null : 'NotFound';

/** A ticket is given only to a user who sees it and can log in. */
export const mayBeAssigned = (assignee: Actor & { readonly enabled: boolean }, ticket: TicketTarget): boolean =>
  assignee.enabled && maySeeTicket(assignee, ticket) === null;
