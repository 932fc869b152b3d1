/** States, urgencies and sorts of tickets: allow-lists shared by client and server, without schemas. */

export const urgencies = ['Low', 'Normal', 'High', 'Critical'] as const;
export type Urgency = (typeof urgencies)[number];

export const ticketStates = ['open', 'closed'] as const;
export type TicketState = (typeof ticketStates)[number];

/** Columns that the server can sort by. */
export const ticketSorts = ['ticketNumber', 'state', 'who', 'createdAt', 'urgency', 'assignedTo'] as const;
export type TicketSort = (typeof ticketSorts)[number];

/** Whose tickets: those of the caller, of nobody; or a user ID. */
export const assignments = ['me', 'nobody'] as const;

export const TICKETS_LIMIT = 200;

/** Of an answer and of a note. */
export const MAX_ENTRY_LENGTH = 20_000;

/** Two groups of four digits and letters, as the support form gives them. */
export const TICKET_NUMBER = /^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/i;
