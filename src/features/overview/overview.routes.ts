/** Route of the overview. */
import { ADMINISTRATOR_ROLES } from '@api/contract/person.ts';
import type { Screen } from '@src/navigation/screen.ts';
import { paths } from '@src/paths.ts';

export const overviewRoutes: readonly Screen[] = [
  {
    path: paths.overview,
    access: ADMINISTRATOR_ROLES,
    phrases: ['overview'],
    load: () => import(/* webpackChunkName: "overview" */ './OverviewPage.tsx'),
  },
];
