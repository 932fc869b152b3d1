/** Routes of the applications. */
import { SYSTEM_ADMINISTRATOR_ROLES } from '@api/contract/person.ts';
import type { Screen } from '@src/navigation/screen.ts';
import { paths } from '@src/paths.ts';

export const applicationsRoutes: readonly Screen[] = [
  {
    path: paths.applications,
    access: SYSTEM_ADMINISTRATOR_ROLES,
    phrases: ['applications'],
    load: () => import(/* webpackChunkName: "applications" */ './list/ApplicationsPage.tsx'),
  },
  {
    path: paths.applicationsAdd,
    access: SYSTEM_ADMINISTRATOR_ROLES,
    phrases: ['applications', 'rules'],
    load: () => import(/* webpackChunkName: "applications" */ './edit/AddApplicationPage.tsx'),
  },
  {
    path: paths.applicationsEdit,
    access: SYSTEM_ADMINISTRATOR_ROLES,
    phrases: ['applications', 'rules'],
    load: () => import(/* webpackChunkName: "applications" */ './edit/EditApplicationPage.tsx'),
  },
  {
    path: paths.applicationsPreview,
    access: SYSTEM_ADMINISTRATOR_ROLES,
    phrases: ['applications', 'rules'],
    load: () => import(/* webpackChunkName: "applications" */ './preview/PreviewPage.tsx'),
  },
  {
    path: paths.myApplications,
    access: 'session',
    phrases: ['applications'],
    load: () => import(/* webpackChunkName: "my-applications" */ './mine/MyApplicationsPage.tsx'),
  },
];
