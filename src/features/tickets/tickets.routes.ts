/** Route of the support desk. */
import { AUDIT_READER_ROLES } from '@api/contract/person.ts';
import type { Screen } from '@src/navigation/screen.ts';
import { paths } from '@src/paths.ts';
import type { LoadLoginState } from './loginState.tsx';

/** @param loadLoginState the part of user administration that says whether a user can log in */
export const ticketsRoutes = (loadLoginState: LoadLoginState): readonly Screen[] => [
  {
    path: paths.tickets,
    access: AUDIT_READER_ROLES,
    phrases: ['tickets', 'users'],
    load: async () => {
      const { ticketsPageWith } = await import(/* webpackChunkName: "tickets" */ './TicketsPage.tsx');
      return { default: ticketsPageWith(loadLoginState) };
    },
  },
];
