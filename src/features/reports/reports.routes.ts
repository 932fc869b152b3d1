/** Route of the saved reports. It shares its chunk and its phrases with the audit, as the name of each costs the login page. */
import { AUDIT_READER_ROLES } from '@api/contract/person.ts';
import type { Screen } from '@src/navigation/screen.ts';
import { paths } from '@src/paths.ts';

export const reportsRoutes: readonly Screen[] = [
  {
    path: paths.usersReports,
    access: AUDIT_READER_ROLES,
    phrases: ['audit', 'actions'],
    load: () => import(/* webpackChunkName: "audit" */ './ReportsPage.tsx'),
  },
];
