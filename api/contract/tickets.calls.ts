/** Operations of the support desk, without shapes. */
import type { Call } from './call.ts';

const change = { who: 'auditReader', withoutStepUp: 'noCredential', body: 'json' } as const;

export const ticketsCalls = {
  'Tickets.List': {
    method: 'GET',
    path: '/Tickets',
    who: 'auditReader',
    query: ['tab', 'search', 'state', 'assigned', 'urgency', 'sort', 'offset', 'limit'],
  },
  'Tickets.Ticket': { method: 'GET', path: '/Tickets/Ticket/{ticketNumber}', who: 'auditReader' },
  'Tickets.Attachment': { method: 'GET', path: '/Tickets/Attachment/{ticketNumber}/{attachmentId}', who: 'auditReader' },
  'Tickets.Answer': { method: 'POST', path: '/Tickets/Answer/{ticketNumber}', ...change, idempotencyKey: true },
  'Tickets.Note': { method: 'POST', path: '/Tickets/Note/{ticketNumber}', ...change, idempotencyKey: true },
  'Tickets.Assign': { method: 'PUT', path: '/Tickets/Assign/{ticketNumber}', ...change },
  'Tickets.Close': { method: 'PUT', path: '/Tickets/Close/{ticketNumber}', ...change },
  'Tickets.Reopen': { method: 'PUT', path: '/Tickets/Reopen/{ticketNumber}', ...change },
} as const satisfies Record<string, Call>;
