/** Route of the log-in with an organisation's own identity provider. */
import { ADMINISTRATOR_ROLES } from '@api/contract/person.ts';
import type { Screen } from '@src/navigation/screen.ts';
import { paths } from '@src/paths.ts';

export const federationRoutes: readonly Screen[] = [
  {
    path: paths.federation,
    access: ADMINISTRATOR_ROLES,
    phrases: ['federation', 'rules'],
    load: () => import(/* webpackChunkName: "federation" */ './IdentityProvidersPage.tsx'),
  },
];
