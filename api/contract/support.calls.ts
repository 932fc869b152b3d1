/** Operations of the support form, without shapes. */
import type { Call } from './call.ts';

export const supportCalls = {
  'Support.FormConfiguration': { method: 'GET', path: '/Support/FormConfiguration', who: 'anyone' },
  'Support.CreateTicket': {
    method: 'POST',
    path: '/Support/CreateTicket',
    who: 'anyone',
    withoutStepUp: 'noCredential',
    idempotencyKey: true,
    body: 'multipart',
  },
  'Support.TicketState': {
    method: 'POST',
    path: '/Support/TicketState',
    who: 'anyone',
    withoutStepUp: 'reads',
    body: 'json',
  },
} as const satisfies Record<string, Call>;
