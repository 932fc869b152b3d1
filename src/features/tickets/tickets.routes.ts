/** Route of the support desk. */
import { AUDIT_READER_ROLES } from '@api/contract/person.ts';
import type { Screen } from '@src/navigation/screen.ts';
import { paths } from '@src/paths.ts';

export const ticketsRoutes: readonly Screen[] = [
  {
    path: paths.tickets,
    access: AUDIT_READER_ROLES,
    phrases: ['tickets', 'users'],
    load: () => import(/* webpackChunkName: "tickets" */ './TicketsPage.tsx'),
  },
];
