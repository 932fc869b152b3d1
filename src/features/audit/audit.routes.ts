/** Route of the audit report. */
import { AUDIT_READER_ROLES } from '@api/contract/person.ts';
import type { Screen } from '@src/navigation/screen.ts';
import { paths } from '@src/paths.ts';

export const auditRoutes: readonly Screen[] = [
  {
    path: paths.usersAudit,
    access: AUDIT_READER_ROLES,
    phrases: ['audit', 'actions'],
    load: () => import(/* webpackChunkName: "audit" */ './AuditPage.tsx'),
  },
];
