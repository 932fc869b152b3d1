/** Route of the user's own security details. */
import type { Screen } from '@src/navigation/screen.ts';
import { paths } from '@src/paths.ts';

export const securityRoutes: readonly Screen[] = [
  {
    path: paths.securityDetails,
    access: 'session',
    phrases: ['security', 'actions', 'applications', 'logIns', 'mfa', 'rules'],
    load: () => import(/* webpackChunkName: "security" */ './SecurityDetailsPage.tsx'),
  },
];
