/** The state of the desk and its URL form: `?search=7f3k&state=all&assigned=me&urgency=High&sort=-urgency&ticket=7F3K-09BC`. */
import type { ArgsOf } from '@api/contract/index.ts';
import { assignments, ticketSorts, ticketStates, type TicketSort, urgencies, type Urgency } from '@api/contract/tickets.list.ts';
import { paths } from '@src/paths.ts';

export interface TicketsView {
  readonly search: string;
  /** Empty: any state. */
  readonly state: (typeof ticketStates)[number] | '';
  readonly assigned: (typeof assignments)[number] | '';
  readonly urgency: Urgency | '';
  readonly sort: TicketSort;
  readonly descending: boolean;
}

const MAX_SEARCH_LENGTH = 200;
/** The value in the address for any state: without it the desk opens with the open tickets. */
const ANY_STATE = 'all';

const defaultView: TicketsView = {
  search: '',
  state: 'open',
  assigned: '',
  urgency: '',
  sort: 'createdAt',
  descending: true,
};

/** The view without filters: every ticket. */
export const everything: TicketsView = { ...defaultView, state: '' };

const oneOf = <T extends string>(list: readonly T[], text: string | null): T | undefined => list.find((each) => each === text);

/** Unknown values count as absent. */
export function readView(query: URLSearchParams): TicketsView {
  const sort = query.get('sort') ?? '';
  const column = oneOf(ticketSorts, sort.replace(/^-/, ''));
  const state = query.get('state');
  return {
    search: (query.get('search') ?? '').slice(0, MAX_SEARCH_LENGTH),
    state: state === ANY_STATE ? '' : (oneOf(ticketStates, state) ?? defaultView.state),
    assigned: oneOf(assignments, query.get('assigned')) ?? '',
    urgency: oneOf(urgencies, query.get('urgency')) ?? '',
    sort: column ?? defaultView.sort,
    descending: column === undefined ? defaultView.descending : sort.startsWith('-'),
  };
}

const sortOf = ({ sort, descending }: TicketsView): string => `${descending ? '-' : ''}${sort}`;

export function addressOf(view: TicketsView, ticketNumber?: string): string {
  const { search, state, assigned, urgency } = view;
  return paths.tickets.to(
    {},
    {
      search: search.trim() || undefined,
      state: state === defaultView.state ? undefined : state || ANY_STATE,
      assigned: assigned || undefined,
      urgency: urgency || undefined,
      sort: sortOf(view) === sortOf(defaultView) ? undefined : sortOf(view),
      ticket: ticketNumber,
    },
  );
}

/** Arguments of the call, without its page. */
export function listArgs(view: TicketsView): ArgsOf<'Tickets.List'> & object {
  const { search, state, assigned, urgency } = view;
  const args = { search: search.trim().slice(0, MAX_SEARCH_LENGTH), state, assigned, urgency, sort: sortOf(view) };
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
