/** The screens of all features. */
import { applicationsRoutes } from '@src/features/applications/applications.routes.ts';
import { approvalsRoutes } from '@src/features/approvals/approvals.routes.ts';
import { auditRoutes } from '@src/features/audit/audit.routes.ts';
import { connectionsRoutes } from '@src/features/connections/connections.routes.ts';
import { importsRoutes } from '@src/features/imports/imports.routes.ts';
import { inviteRoutes } from '@src/features/invite/invite.routes.ts';
import { loginRoutes } from '@src/features/login/login.routes.ts';
import { mfaRoutes } from '@src/features/mfa/mfa.routes.ts';
import { organisationsRoutes } from '@src/features/organisations/organisations.routes.ts';
import { overviewRoutes } from '@src/features/overview/overview.routes.ts';
import { recoveryRoutes } from '@src/features/recovery/recovery.routes.ts';
import { reportsRoutes } from '@src/features/reports/reports.routes.ts';
import { securityRoutes } from '@src/features/security/security.routes.ts';
import { systemSettingsRoutes } from '@src/features/systemSettings/systemSettings.routes.ts';
import { supportRoutes } from '@src/features/support/support.routes.ts';
import { ticketsRoutes } from '@src/features/tickets/tickets.routes.ts';
import { loadLoginState, usersRoutes } from '@src/features/users/users.routes.ts';
import type { Screen } from '@src/navigation/screen.ts';

export const screens: readonly Screen[] = [
  ...loginRoutes,
  ...mfaRoutes,
  ...recoveryRoutes,
  ...inviteRoutes,
  ...securityRoutes,
  ...supportRoutes,
  ...usersRoutes,
  ...importsRoutes,
  ...ticketsRoutes(loadLoginState),
  ...overviewRoutes,
  ...approvalsRoutes,
  ...auditRoutes,
  ...reportsRoutes,
  ...organisationsRoutes,
  ...connectionsRoutes,
  ...applicationsRoutes,
  ...systemSettingsRoutes,
];
