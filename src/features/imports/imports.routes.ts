/** Routes of people who come by a list, or from another system. */
import { SYSTEM_ADMINISTRATOR_ROLES } from '@api/contract/person.ts';
import type { Screen } from '@src/navigation/screen.ts';
import { paths } from '@src/paths.ts';

export const importsRoutes: readonly Screen[] = [
  {
    path: paths.usersImport,
    access: SYSTEM_ADMINISTRATOR_ROLES,
    phrases: ['imports', 'rules'],
    load: () => import(/* webpackChunkName: "import" */ './list/ImportUsersPage.tsx'),
  },
  {
    path: paths.usersMoveIn,
    access: SYSTEM_ADMINISTRATOR_ROLES,
    phrases: ['imports'],
    load: () => import(/* webpackChunkName: "imports" */ './MoveInPage.tsx'),
  },
];
