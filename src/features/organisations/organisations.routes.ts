/** Route of the organisations. */
import { ADMINISTRATOR_ROLES } from '@api/contract/person.ts';
import type { Screen } from '@src/navigation/screen.ts';
import { paths } from '@src/paths.ts';

export const organisationsRoutes: readonly Screen[] = [
  {
    path: paths.organisations,
    access: ADMINISTRATOR_ROLES,
    phrases: ['organisations', 'rules'],
    load: () => import(/* webpackChunkName: "organisations" */ './OrganisationsPage.tsx'),
  },
];
