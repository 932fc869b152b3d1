/** Support tickets whose number begins with the text, such as `7F3K-0`. */
import { useFetchTicketsQuery } from '@api/client/tickets.api.ts';
import type { TicketSummary } from '@api/contract/tickets.ts';
import { isAuditReader } from '@api/contract/person.ts';
import type { Self } from '@api/contract/users.shapes.ts';

/** Matches the first group, the hyphen, and part of the second group. */
const BEGINNING = /^[0-9a-z]{4}-[0-9a-z]{0,4}$/i;
const MAX_RESULTS = 5;

interface TicketSearch {
  readonly tickets: readonly TicketSummary[];
  readonly busy: boolean;
}

export function useTicketSearch(text: string, self: Self | undefined): TicketSearch {
  const isWanted = BEGINNING.test(text) && self !== undefined && isAuditReader(self);
  const { currentData, isFetching } = useFetchTicketsQuery({ search: text, limit: MAX_RESULTS }, { skip: !isWanted });
  const foundTickets = isWanted ? (currentData?.rows ?? []) : [];
  return {
    tickets: foundTickets.filter(({ ticketNumber }) => ticketNumber.startsWith(text.toUpperCase())),
    busy: isWanted && isFetching,
  };
}
