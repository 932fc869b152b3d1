/** Routes from an invitation to an account. */
import type { Screen } from '@src/navigation/screen.ts';
import { paths } from '@src/paths.ts';

export const inviteRoutes: readonly Screen[] = [
  {
    path: paths.receivedInvite,
    access: 'open',
    phrases: ['invite'],
    load: () => import(/* webpackChunkName: "invite" */ './ReceivedInvitePage.tsx'),
  },
  {
    path: paths.completeInvite,
    access: 'open',
    phrases: ['invite'],
    load: () => import(/* webpackChunkName: "invite" */ './CompleteInvitePage.tsx'),
  },
  {
    path: paths.registrationComplete,
    access: 'open',
    phrases: ['invite'],
    load: () => import(/* webpackChunkName: "invite" */ './RegistrationCompletePage.tsx'),
  },
];
