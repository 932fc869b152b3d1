/** States, urgencies, tabs and sorts of tickets: allow-lists shared by client and server, without schemas. */

export const urgencies = ['Low', 'Normal', 'High', 'Critical'] as const;
export type Urgency = (typeof urgencies)[number];

export const ticketStates = ['open', 'closed'] as const;

/** Every ticket is to answer, waiting for its sender, or closed; `mine` are the open ones that are assigned to the caller. */
export const ticketTabs = ['toAnswer', 'mine', 'waiting', 'closed'] as const;
export type TicketTab = (typeof ticketTabs)[number];

/** From the most urgent. The urgency is the sender's word; a user who is kept out is more urgent than any question but a critical one. */
export const ticketPriorities = ['Critical', 'keptOut', 'High', 'Normal', 'Low'] as const satisfies readonly (
  Urgency | 'keptOut'
)[];

/** Columns that the server can sort by; `priority` begins with the most urgent. */
export const ticketSorts = [
  'ticketNumber',
  'state',
  'who',
  'createdAt',
  'urgency',
  'assignedTo',
  'priority',
  'closedAt',
] as const;
export type TicketSort = (typeof ticketSorts)[number];

/** The order of a tab unless another is asked for: of two equally urgent tickets the older one comes first. */
export const tabSorts: Readonly<Record<TicketTab, string>> = {
  toAnswer: 'priority,createdAt',
  mine: 'priority,createdAt',
  waiting: 'priority,createdAt',
  closed: '-closedAt',
};

/** Assignees to filter by: the caller, nobody, or a user ID. */
export const assignments = ['me', 'nobody'] as const;

export const TICKETS_LIMIT = 200;

/** Maximum length of an answer or a note. */
export const MAX_ENTRY_LENGTH = 20_000;
