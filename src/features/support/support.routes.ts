/** Routes of the support form, and of the state of a ticket. */
import type { Screen } from '@src/navigation/screen.ts';
import { paths } from '@src/paths.ts';

export const supportRoutes: readonly Screen[] = [
  {
    path: paths.contactSupport,
    access: 'open',
    phrases: ['support'],
    load: () => import(/* webpackChunkName: "support" */ './ContactSupportPage.tsx'),
  },
  {
    path: paths.ticketState,
    access: 'open',
    phrases: ['support'],
    load: () => import(/* webpackChunkName: "support" */ './TicketPage.tsx'),
  },
];
