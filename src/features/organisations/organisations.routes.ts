/** The screen of organisations. */
import { SYSTEM_ADMINISTRATION } from '@api/contract/person.ts';
import type { Screen } from '@src/app/screen.ts';
import { paths } from '@src/paths.ts';

export const organisationsRoutes: readonly Screen[] = [
  {
    path: paths.organisations,
    access: SYSTEM_ADMINISTRATION,
    phrases: ['organisations', 'rules'],
    load: () => import(/* webpackChunkName: "organisations" */ './OrganisationsPage.tsx'),
  },
];
