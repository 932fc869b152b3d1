/** Route of the requests that wait for another administrator. It shares a chunk and a file of phrases, as the name of each costs the login page. */
import { ADMINISTRATOR_ROLES } from '@api/contract/person.ts';
import type { Screen } from '@src/navigation/screen.ts';
import { paths } from '@src/paths.ts';

export const approvalsRoutes: readonly Screen[] = [
  {
    path: paths.approvals,
    access: ADMINISTRATOR_ROLES,
    phrases: ['session', 'systemSettings', 'users', 'actions', 'provisioning'],
    load: () => import(/* webpackChunkName: "organisations" */ './ApprovalsPage.tsx'),
  },
];
