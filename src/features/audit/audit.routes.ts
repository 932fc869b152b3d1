/** The screen of the audit report. */
import { SUBSCRIBER_ADMINISTRATION } from '@api/contract/person.ts';
import type { Screen } from '@src/app/screen.ts';
import { paths } from '@src/paths.ts';

export const auditRoutes: readonly Screen[] = [
  {
    path: paths.usersAudit,
    access: [SUBSCRIBER_ADMINISTRATION],
    phrases: ['audit'],
    load: () => import(/* webpackChunkName: "audit" */ './AuditPage.tsx'),
  },
];
