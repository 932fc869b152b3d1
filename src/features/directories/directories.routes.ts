/** Route of an organisation's directory. */
import { ADMINISTRATOR_ROLES } from '@api/contract/person.ts';
import type { Screen } from '@src/navigation/screen.ts';
import { paths } from '@src/paths.ts';

export const provisioningRoutes: readonly Screen[] = [
  {
    path: paths.provisioning,
    access: ADMINISTRATOR_ROLES,
    phrases: ['provisioning', 'rules'],
    load: () => import(/* webpackChunkName: "provisioning" */ './DirectoriesPage.tsx'),
  },
];
