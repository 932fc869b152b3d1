/** The screen of organisations: all of them for the operator, the own one for its administrators. */
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
