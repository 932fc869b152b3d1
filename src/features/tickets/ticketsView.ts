/** The state of the desk and its URL form: `?tab=waiting&search=7f3k&assigned=me&urgency=High&sort=-urgency&ticket=7F3K-09BC`. */
import type { ArgsOf } from '@api/contract/index.ts';
import {
  assignments,
  ticketSorts,
  ticketTabs,
  type TicketSort,
  type TicketTab,
  urgencies,
  type Urgency,
} from '@api/contract/tickets.list.ts';
import { paths } from '@src/paths.ts';

export interface TicketsView {
  readonly tab: TicketTab;
  readonly search: string;
  readonly assigned: (typeof assignments)[number] | '';
  readonly urgency: Urgency | '';
  /** Empty: the tab's own order. */
  readonly sort: TicketSort | '';
  readonly descending: boolean;
}

const MAX_SEARCH_LENGTH = 200;

const defaultView: TicketsView = { tab: 'toAnswer', search: '', assigned: '', urgency: '', sort: '', descending: false };

/** The same tab and order without search and filters. */
export const unfiltered = ({ tab, sort, descending }: TicketsView): TicketsView => ({ ...defaultView, tab, sort, descending });

const oneOf = <T extends string>(list: readonly T[], text: string | null): T | undefined => list.find((each) => each === text);

/** Addresses from before there were tabs had a state: open ones are to answer first. */
const tabOfState = (state: string | null): TicketTab | undefined => (state === 'closed' ? 'closed' : undefined);

/** Unknown values count as absent. */
export function readView(query: URLSearchParams): TicketsView {
  const sort = query.get('sort') ?? '';
  const column = oneOf(ticketSorts, sort.replace(/^-/, ''));
  return {
    tab: oneOf(ticketTabs, query.get('tab')) ?? tabOfState(query.get('state')) ?? defaultView.tab,
    search: (query.get('search') ?? '').slice(0, MAX_SEARCH_LENGTH),
    assigned: oneOf(assignments, query.get('assigned')) ?? '',
    urgency: oneOf(urgencies, query.get('urgency')) ?? '',
    sort: column ?? '',
    descending: column !== undefined && sort.startsWith('-'),
  };
}

const sortOf = ({ sort, descending }: TicketsView): string => `${descending ? '-' : ''}${sort}`;

export function addressOf(view: TicketsView, ticketNumber?: string): string {
  const { tab, search, assigned, urgency } = view;
  return paths.tickets.to(
    {},
    {
      tab: tab === defaultView.tab ? undefined : tab,
      search: search.trim() || undefined,
      assigned: assigned || undefined,
      urgency: urgency || undefined,
      sort: sortOf(view) || undefined,
      ticket: ticketNumber,
    },
  );
}

/** Arguments of the call, without its page. */
export function listArgs(view: TicketsView): ArgsOf<'Tickets.List'> & object {
  const { tab, search, assigned, urgency } = view;
  const args = { tab, search: search.trim().slice(0, MAX_SEARCH_LENGTH), assigned, urgency, sort: sortOf(view) };
  return Object.fromEntries(Object.entries(args).filter(([, value]) => value !== ''));
}

/**
 * The sort after a click on a column: the first click sorts by it, urgency and time from the greatest; each further one reverses.
 */
export const nextSort = (view: TicketsView, column: TicketSort): TicketsView => ({
  ...view,
  sort: column,
  descending: view.sort === column ? !view.descending : column === 'urgency' || column === 'createdAt',
});
