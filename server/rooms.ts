/** Composes the modules ("rooms"): lists them, passes each its dependencies on others, and decides nothing. */
import { operationKinds, type OperationKind } from '../api/contract/actions.ts';
import type { OperationName } from '../api/contract/index.ts';
import type { ApplicationDirectory } from './applications/directory.ts';
import { guardedApplications } from './applications/guarded.ts';
import { applicationsRoutes } from './applications/routes.ts';
import { latestMark } from './audit/chain.ts';
import { countEventsByTime } from './audit/counts.ts';
import { personErasure } from './audit/erasure.ts';
import { openEventFile } from './audit/file.ts';
import { countEvents } from './audit/repository.ts';
import { auditRoutes } from './audit/routes.ts';
import { approvedBreakGlass } from './identityProviders/settings/breakGlass.ts';
import { findUpstream } from './identityProviders/logIn/diagnosis.ts';
import { approvedConnectionActs } from './identityProviders/settings/enabling.ts';
import { findLogIns } from './identityProviders/settings/states.ts';
import { approvedMetadata } from './identityProviders/saml/replacing.ts';
import { providerRule } from './identityProviders/required/providerRule.ts';
import { approvedRequirement } from './identityProviders/required/requirement.ts';
import type { SsoRooms } from './identityProviders/dependencies.ts';
import { connectionsRoutes } from './identityProviders/routes.ts';
import type { Context } from './context.ts';
import { domainsRoutes } from './identityProviders/domains/routes.ts';
import { findDomainsInTrouble } from './identityProviders/domains/trouble.ts';
import { healthRoutes } from './health/routes.ts';
import type { SecurityContext } from './http/authorize.ts';
import type { Handlers } from './http/call.ts';
import type { SessionManager } from './http/sessionManager.ts';
import { approvedInvitation } from './invite/approved.ts';
import { resendInviteBulkAction } from './invite/operations.ts';
import { formerSystem } from './imports/former/former.ts';
import { importsRoutes } from './imports/routes.ts';
import { approvedUndo } from './imports/undoing.ts';
import { importsRunner } from './imports/run.ts';
import { inviteRoutes } from './invite/routes.ts';
import { passwordProof } from './login/proof.ts';
import { askForPassword } from './password/askForPassword.ts';
import { provenLogin } from './login/proven.ts';
import { loginRoutes } from './login/routes.ts';
import { approvedMfaActs } from './mfa/admin.ts';
import { forgetBrowsers, remembersBrowser } from './mfa/browsers.ts';
import { isMfaRequired } from './mfa/required.ts';
import { mfaRoutes } from './mfa/routes.ts';
import { codeLogin } from './mfa/login.ts';
import { whyRefused } from './mfa/clock.ts';
import { mfaStepUp } from './mfa/stepUp.ts';
import { applicationPreview } from './oidc/preview.ts';
import type { ApprovableActs } from './approvals/acts.ts';
import { findActivePeople } from './approvals/repository.ts';
import { approvalsRoutes } from './approvals/routes.ts';
import { approvedOperation } from './bulk/approval.ts';
import type { BulkActions, PrepareBulkAction } from './bulk/bulkActions.ts';
import { operationsRoutes } from './bulk/routes.ts';
import type { Runner } from './jobs/runner.ts';
import { approvedOrganisationActs } from './organisations/change.ts';
import { organisationsRoutes } from './organisations/routes.ts';
import { renewFindingsAtOnce } from './overview/findings.ts';
import { overviewRoutes } from './overview/routes.ts';
import { hasPasskeys } from './passkeys/facade.ts';
import { passkeys } from './passkeys/routes.ts';
import { dropGroups, holdGroups, previewGroups, setGroups } from './directories/roleMap/claimedGroups.ts';
import { findDirectoriesInTrouble, findStates } from './directories/state.ts';
import { approvedProvisioningActs, provisioningRoutes } from './directories/routes.ts';
import { recoveryRoutes } from './recovery/routes.ts';
import { createAtFirstLogin, findSent } from './directories/users/justInTime.ts';
import { forgetInReports } from './reports/erasure.ts';
import { sendFile } from './reports/exports.ts';
import { reportsRoutes } from './reports/routes.ts';
import { approvedRoleActs, rolesRoutes } from './roles/routes.ts';
import { approvedClaims } from './security/claims.ts';
import { securityRoutes } from './security/routes.ts';
import { signInFinish, type SecondFactors } from './signIn/finish.ts';
import { approvedSettingActs } from './systemSettings/change.ts';
import { systemSettingsRoutes } from './systemSettings/routes.ts';
import { supportRoutes } from './support/routes.ts';
import { syncRoutes } from './sync/routes.ts';
import { ticketsRoutes } from './tickets/routes.ts';
import { approvedUserActs } from './users/admin/approvedActs.ts';
import type { ServerAction } from './actions/action.ts';
import { bulkActionOf } from './actions/many.ts';
import { mfaServerActions } from './mfa/actions.ts';
import { roleServerActions } from './roles/actions.ts';
import { userServerActions } from './users/admin/actions.ts';
import { summariesOf } from './users/read/summaries.ts';
import { usersFacade } from './users/facade.ts';
import { usersRoutes } from './users/routes.ts';
import { forgetInViews } from './views/erasure.ts';
import { viewsRoutes } from './views/routes.ts';

/** Dependencies that the rooms share, created once by `app.ts`. */
interface Shared {
  readonly security: SecurityContext;
  readonly sessions: SessionManager;
  readonly applications: ApplicationDirectory;
  readonly bulkActions: BulkActions;
  readonly runner: Runner;
  readonly imports: Runner;
}

const claimedGroups = { hold: holdGroups, set: setGroups, drop: dropGroups, preview: previewGroups };

/** The handlers of every operation of the contract, by room; each room gets its dependencies on others. */
export function rooms(
  context: Context,
  { security, sessions, applications, bulkActions, runner, imports }: Shared,
): Partial<Handlers<OperationName>>[] {
  const provePassword = passwordProof(context);
  const mustUseProvider = providerRule(context, security);
  const signIn = signInFinish(context, security, sessions, { ...secondFactors, mustUseProvider });
  const mfaLogin = codeLogin(context, sessions, signIn);
  const passkeyParts = passkeys(context, security);
  const proven = provenLogin(context, { signIn, applications, mustUseProvider });
  const users = usersFacade(context);
  const sendAuditFile = sendFile(context, { openFile: (wanted) => openEventFile(context, wanted), countEvents });
  return [
    healthRoutes(context),
    loginRoutes(context, security, {
      sessions,
      signIn,
      hasPasskeys,
      applications,
      guarded: guardedApplications(context),
      mustUseProvider,
      former: formerSystem(context),
    }),
    mfaRoutes(context, security, { sessions, login: mfaLogin, summariesOf, hasPasskeys }),
    passkeyParts.routes({
      sessions,
      logIn: proven.logIn,
      isMfaRequired: isMfaRequired(context.config),
      finishEnrolment: mfaLogin.finishEnrolment,
    }),
    recoveryRoutes(context, security, sessions, {
      password: provePassword,
      mfa: mfaStepUp(context),
      whyMfaRefused: (userId, code, now) => whyRefused(context, context.db, userId, code, now),
      passkey: passkeyParts.stepUp,
    }),
    securityRoutes(context, security, sessions, provePassword),
    inviteRoutes(context, security),
    supportRoutes(context),
    ticketsRoutes(context),
    usersRoutes(context, sessions, {
      erasePerson: personErasure(context.keyring),
      forgetInViews,
      forgetInReports,
      renewFindings: renewFindingsAtOnce,
      readCounts: users.readCounts,
      findUpstream,
    }),
    viewsRoutes(context),
    rolesRoutes(context, users),
    organisationsRoutes(context, { findLogIns, findDirectories: findStates }),
    approvalsRoutes(context, approvableActs(context, bulkActions, users), () => {
      runner.wake();
      imports.wake();
      void context.settings.refresh().catch(() => undefined);
    }),
    operationsRoutes(context, { bulkActions, runner, summariesOf }),
    importsRoutes(context, imports),
    syncRoutes(context),
    applicationsRoutes(context, applicationPreview(context)),
    provisioningRoutes(context),
    domainsRoutes(context),
    connectionsRoutes(context, security, claimedGroups),
    auditRoutes(context, { sendFile: sendAuditFile }),
    reportsRoutes(context, { sendFile: sendAuditFile, sealHead: latestMark }),
    systemSettingsRoutes(context),
    overviewRoutes(context, {
      findDirectories: findDirectoriesInTrouble,
      findDomains: findDomainsInTrouble,
      readCounts: users.readCounts,
      countEventsByTime: (queries, wanted) => countEventsByTime(queries, { ...wanted, withActions: true }),
    }),
  ];
}

/** Dependencies of the login with an identity provider. */
export function ssoRooms(
  context: Context,
  { security, sessions, applications }: Omit<Shared, 'bulkActions' | 'runner' | 'imports'>,
): SsoRooms {
  const mustUseProvider = providerRule(context, security);
  const signIn = signInFinish(context, security, sessions, { ...secondFactors, mustUseProvider });
  const proven = provenLogin(context, { signIn, applications, mustUseProvider });
  return { proven, sessions, findSent, groups: claimedGroups, createAtFirstLogin };
}

const secondFactors: SecondFactors = { remembersBrowser, forgetBrowsers, hasPasskeys };

const approvableActs = (context: Context, bulkActions: BulkActions, users: ReturnType<typeof usersFacade>): ApprovableActs => ({
  ...approvedUserActs(context),
  ...approvedInvitation(context),
  ...approvedClaims(context),
  ...approvedMfaActs,
  ...approvedRoleActs(users),
  ...approvedOrganisationActs,
  ...approvedProvisioningActs,
  ...approvedConnectionActs,
  ...approvedMetadata,
  ...approvedRequirement,
  ...approvedBreakGlass,
  ...approvedSettingActs(context),
  ...approvedOperation(bulkActions),
  ...approvedUndo,
});

export function bulkActionsOf(context: Context): BulkActions {
  const actions: Readonly<Record<Exclude<OperationKind, 'resendInvite'>, ServerAction>> = {
    ...userServerActions(context),
    ...mfaServerActions,
    ...roleServerActions,
  };
  const prepare = (name: OperationKind): PrepareBulkAction =>
    name === 'resendInvite' ? () => Promise.resolve(resendInviteBulkAction(context)) : bulkActionOf(name, actions[name]);
  return Object.fromEntries(operationKinds.map((name) => [name, prepare(name)])) as BulkActions;
}

export const runningImports = (context: Context): Runner =>
  importsRunner({
    ...context,
    askForPassword: askForPassword(context),
    findActivePeople,
    interrupted(error) {
      context.log.warn(error, 'Imports were interrupted and will be continued');
    },
  });
