/** Route of the settings of the installation. It shares a chunk, as the name of each costs the login page. */
import { SYSTEM_ADMINISTRATOR_ROLES } from '@api/contract/person.ts';
import type { Screen } from '@src/navigation/screen.ts';
import { paths } from '@src/paths.ts';

export const systemSettingsRoutes: readonly Screen[] = [
  {
    path: paths.systemSettings,
    access: SYSTEM_ADMINISTRATOR_ROLES,
    phrases: ['systemSettings', 'rules'],
    load: () => import(/* webpackChunkName: "organisations" */ './SettingsPage.tsx'),
  },
];
