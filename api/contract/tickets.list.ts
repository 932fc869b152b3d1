/** States, urgencies and sorts of tickets: allow-lists shared by client and server, without schemas. */

export const urgencies = ['Low', 'Normal', 'High', 'Critical'] as const;
export type Urgency = (typeof urgencies)[number];

export const ticketStates = ['open', 'closed'] as const;

/** Columns that the server can sort by. */
export const ticketSorts = ['ticketNumber', 'state', 'who', 'createdAt', 'urgency', 'assignedTo'] as const;
export type TicketSort = (typeof ticketSorts)[number];

/** Assignees to filter by: the caller, nobody, or a user ID. */
export const assignments = ['me', 'nobody'] as const;

export const TICKETS_LIMIT = 200;

/** Maximum length of an answer or a note. */
export const MAX_ENTRY_LENGTH = 20_000;
