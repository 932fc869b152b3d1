/** Every screen in every state, by group: used for the screenshots and the checks of `everyState`. */
import { impersonationStates } from './impersonation.ts';
import { applicationsStates } from './applications.ts';
import { approvalsStates } from './approvals.ts';
import { auditStates } from './audit.ts';
import { bulkStates } from './bulk.ts';
import { dialogStates } from './dialogs.ts';
import { importStates } from './import.ts';
import { importsStates } from './imports.ts';
import { inviteStates } from './invite.ts';
import { loginStates } from './login.ts';
import { mfaStates } from './mfa.ts';
import { connectionsStates } from './connections.ts';
import { organisationsStates } from './organisations.ts';
import { overviewStates } from './overview.ts';
import { passkeysStates } from './passkeys.ts';
import { provisioningStates } from './provisioning.ts';
import { recoveryStates } from './recovery.ts';
import { reportsStates } from './reports.ts';
import { securityStates } from './security.ts';
import { shellStates } from './shell.ts';
import type { State } from './visit.ts';
import { supportStates } from './support.ts';
import { systemSettingsStates } from './systemSettings.ts';
import { ticketsStates } from './tickets.ts';
import { userFormStates } from './userForms.ts';
import { usersStates } from './users.ts';

export const allStates = {
  login: loginStates,
  mfa: mfaStates,
  passkeys: passkeysStates,
  recovery: recoveryStates,
  invite: inviteStates,
  support: supportStates,
  tickets: ticketsStates,
  shell: shellStates,
  security: securityStates,
  dialogs: dialogStates,
  users: usersStates,
  userForms: userFormStates,
  impersonation: impersonationStates,
  import: importStates,
  imports: importsStates,
  organisations: organisationsStates,
  provisioning: provisioningStates,
  connections: connectionsStates,
  systemSettings: systemSettingsStates,
  applications: applicationsStates,
  bulk: bulkStates,
  audit: auditStates,
  overview: overviewStates,
  approvals: approvalsStates,
  reports: reportsStates,
} as const satisfies Record<string, readonly State[]>;
