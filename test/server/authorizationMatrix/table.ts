/** Operation × caller → expected status. A missing operation does not compile, so each new one needs a decision here. */
import type { ArgsOf, BodyOf, OperationName } from '../../../api/contract/index.ts';
import { HARBOUR_TICKET } from '../../../server/demo/tickets.ts';
import { application } from '../../support/oidc.ts';
import type { PrincipalName } from './principals.ts';

/** Demo data that the calls refer to; all of "Harbour Mutual" unless noted. */
export interface Fixtures {
  /** A member that no test logs in as. */
  readonly bystander: { readonly userId: string; readonly userName: string };
  readonly invitedId: string;
  readonly harbourId: string;
  readonly unknownId: string;
  /** Differs with every call, for names that must be unused. */
  readonly fresh: string;
  readonly caller: PrincipalName;
  readonly bystanderVersion: number;
}

export interface Row<Name extends OperationName> {
  /** Statuses in the order of `principals`, separated by spaces. */
  readonly expected: string;
  readonly args: (fixtures: Fixtures) => ArgsOf<Name>;
}

const none = () => undefined as never;
const bystander = ({ bystander: { userName } }: Fixtures) => ({ userName });
const ticket = () => ({ ticketNumber: HARBOUR_TICKET });
const bystanderId = ({ bystander: { userId } }: Fixtures) => ({ userId });

const directory = ({ harbourId }: Fixtures) => ({ organisationPublicId: harbourId });

const connection = (world: Fixtures) => ({ ...directory(world), connectionId: world.unknownId });

const viewContent: BodyOf<'Views.Create'>['content'] = { filter: 'locked', search: '', sort: [], where: [], columns: null };

const reportDefinition: BodyOf<'Reports.Create'> = {
  name: 'Doors',
  content: { filters: {}, range: { kind: 'days', days: 1 }, format: { type: 'jsonl' }, timeZone: 'UTC' },
  shared: false,
  schedule: null,
};

const importChoices: BodyOf<'Imports.Choose'> = {
  roles: {},
  defaultRole: 'Member',
  organisationId: null,
  domains: {},
  weakHashes: false,
  mailLinks: false,
};

const noCredential = { id: 'AAAA', rawId: 'AAAA', type: 'public-key', clientExtensionResults: {} } as const;

/*                            anonymous
                              |   pending
                              |   |   member
                              |   |   |   subscriber administrator
                              |   |   |   |   of another organisation
                              |   |   |   |   |   system administrator
                              |   |   |   |   |   |   API key (of the subscriber administrator)
                              |   |   |   |   |   |   |   impersonated (member)
                              |   |   |   |   |   |   |   |   system administrator without another role
                              |   |   |   |   |   |   |   |   |   support staff of the house organisation */
const everyone /*       */ = '200 200 200 200 200 200 200 200 200 200';
const sessionRead /*     */ = '401 401 200 200 200 200 200 200 200 200';
const ownOnly /*         */ = '401 401 200 200 200 200 403 200 200 200';
const adminRead /*       */ = '401 401 403 200 200 200 200 403 200 403';
const adminOnHarbour /*  */ = '401 401 403 200 404 200 200 403 200 403';
/** Support staff read it of users whose tickets they see. */
const adminOnHarbourElseUnknown = '401 401 403 200 404 200 200 403 200 404';
const auditRead /*       */ = '401 401 403 200 200 200 200 403 200 200';
const systemRead /*      */ = '401 401 403 403 403 200 403 403 200 403';

/** A ticket of Harbour Mutual: read, and changed with a version that is not its own. */
const ticketRead /*      */ = '401 401 403 200 404 200 200 403 200 200';
const ticketStale /*     */ = '401 401 403 409 404 409 409 403 409 409';

const auditUnknown /*    */ = '401 401 403 404 404 404 404 403 404 404';
const adminUnknown /*    */ = '401 401 403 404 404 404 404 403 404 403';
/** Calls that API keys can't make. */
const sessionAdminRead /* */ = '401 401 403 200 200 200 403 403 200 403';
const sessionAdminUnknown = '401 401 403 404 404 404 403 403 404 403';
const systemUnknown /*   */ = '401 401 403 403 403 404 403 403 404 403';

/** An API key of a subscriber administrator has no claim that needs a fresh proof of identity. */
const stepUpRead /*      */ = '401 401 403 200 200 200 403 403 200 403';
const stepUpOnHarbour /* */ = '401 401 403 200 404 200 403 403 200 403';

export const table: { readonly [Name in OperationName]: Row<Name> } = {
  'Login.Page': { expected: everyone, args: () => ({}) },
  'Login.Login': {
    expected: '400 400 400 400 400 400 400 400 400 400',
    args: ({ fresh }) => ({ body: { userName: `nobody_${fresh}`, password: 'Wrong-pass-1' } }),
  },
  'Login.Check': { expected: '401 401 200 200 200 200 401 200 200 200', args: none },
  'Login.ApplicationHome': { expected: everyone, args: () => ({ applicationName: 'Gatehouse' }) },
  'Login.Logout': { expected: '401 204 204 204 204 204 403 204 204 204', args: none },
  'Login.ForgotPassword': { expected: everyone, args: ({ fresh }) => ({ body: { userNameOrEmail: `nobody_${fresh}` } }) },
  'Login.ForgotUsername': { expected: everyone, args: ({ fresh }) => ({ body: { email: `nobody_${fresh}@example.com` } }) },
  'Login.ConfirmIdentity': {
    expected: '401 401 200 200 200 200 401 403 200 200',
    args: () => ({ body: { password: 'Demo-pass-1' } }),
  },

  'Mfa.OwnStatus': { expected: sessionRead, args: none },
  'Mfa.Status': { expected: adminOnHarbour, args: bystanderId },
  'Mfa.BeginEnable': { expected: '401 409 200 200 200 200 403 403 200 200', args: none },
  'Mfa.Enable': { expected: '401 409 400 400 400 400 403 403 400 400', args: () => ({ body: { code: '000000' } }) },
  'Mfa.Require': { expected: stepUpOnHarbour, args: (fixtures) => ({ ...bystanderId(fixtures), body: { required: false } }) },
  'Mfa.Remind': { expected: adminOnHarbour, args: bystanderId },
  'Mfa.Disable': { expected: '401 401 200 200 200 200 403 403 200 200', args: none },
  'Mfa.Login': { expected: '401 400 403 403 403 403 403 403 403 403', args: () => ({ body: { code: '000000' } }) },
  'Mfa.RecoveryCode': {
    expected: '401 400 403 403 403 403 403 403 403 403',
    args: () => ({ body: { code: 'AAAA-AAAA-AAAA-AAAA' } }),
  },
  'Mfa.Recovery': { expected: '401 401 409 409 409 409 403 403 409 409', args: none },
  'Mfa.RecoveryFor': { expected: '401 401 403 409 404 409 403 403 409 403', args: bystanderId },
  'Mfa.Overridden': { expected: adminRead, args: none },
  'Mfa.OrganizationDefaultReset': { expected: stepUpRead, args: () => ({ body: { userIds: [] } }) },
  'Mfa.ForgetBrowsers': { expected: '401 401 200 200 200 200 403 403 200 200', args: none },

  'Passkeys.List': { expected: ownOnly, args: none },
  'Passkeys.RegistrationOptions': { expected: '401 409 200 200 200 200 403 403 200 200', args: none },
  'Passkeys.Create': {
    expected: '401 400 400 400 400 400 403 403 400 400',
    args: () => ({
      body: {
        name: 'Phone',
        response: { ...noCredential, response: { clientDataJSON: 'e30', attestationObject: 'oA' } },
      },
    }),
  },
  'Passkeys.Rename': {
    expected: '401 401 404 404 404 404 403 403 404 404',
    args: ({ unknownId }) => ({ passkeyId: unknownId, body: { name: 'Phone' } }),
  },
  'Passkeys.Delete': {
    expected: '401 401 404 404 404 404 403 403 404 404',
    args: ({ unknownId }) => ({ passkeyId: unknownId }),
  },
  'Passkeys.LoginOptions': { expected: '200 200 200 200 200 200 200 403 200 200', args: none },
  'Passkeys.Login': {
    expected: '400 400 400 400 400 400 400 400 400 400',
    args: () => ({
      body: { response: { ...noCredential, response: { clientDataJSON: 'e30', authenticatorData: 'AA', signature: 'AA' } } },
    }),
  },

  'Invite.CreateUser': {
    expected: '401 401 403 201 201 201 201 403 201 403',
    args: ({ fresh }) => ({
      body: { email: `new.${fresh}@example.com`, firstName: 'Ada', lastName: 'Example', roles: ['Member'] },
    }),
  },
  'Invite.SendEmail': { expected: adminRead, args: ({ unknownId }) => ({ body: { userIds: [unknownId] } }) },
  'Invite.Resend': { expected: adminOnHarbour, args: ({ invitedId }) => ({ userId: invitedId }) },
  'Invite.Delete': { expected: '401 401 403 409 404 409 409 403 409 403', args: bystanderId },
  'Invite.View': {
    expected: '404 404 404 404 404 404 404 404 404 404',
    args: ({ invitedId }) => ({ userId: invitedId, token: 'not-the-token' }),
  },
  'Invite.Receive': {
    expected: '404 404 404 404 404 404 404 404 404 404',
    args: ({ invitedId }) => ({ body: { userId: invitedId, token: 'not-the-token' } }),
  },
  'Invite.Accept': {
    expected: '403 403 403 403 403 403 403 403 403 403',
    args: ({ invitedId, fresh }) => ({
      userId: invitedId,
      body: {
        userName: `taker_${fresh}`,
        firstName: 'Ada',
        lastName: 'Example',
        password: 'Tall-ships-9',
        confirmPassword: 'Tall-ships-9',
      },
    }),
  },

  'ChangeDetails.ChangePassword': {
    expected: '401 401 400 400 400 400 403 403 400 400',
    args: () => ({ body: { currentPassword: 'Wrong-pass-1', newPassword: 'Tall-ships-9', confirmPassword: 'Tall-ships-9' } }),
  },
  'ApiKey.OpenAccess': { expected: ownOnly, args: none },
  'ApiKey.GetExisting': { expected: ownOnly, args: none },
  'ApiKey.Create': { expected: '401 401 201 201 201 201 403 403 201 201', args: ({ fresh }) => ({ name: `key ${fresh}` }) },
  'ApiKey.Delete': { expected: '401 401 404 404 404 404 403 403 404 404', args: ({ fresh }) => ({ name: `no key ${fresh}` }) },
  'ApiKey.CreateClaims': {
    expected: '401 401 404 404 404 404 403 403 404 404',
    args: ({ fresh }) => ({ body: { name: `no key ${fresh}`, claims: [] } }),
  },
  'Users.EmailPreferences': { expected: sessionRead, args: none },
  'Users.SetEmailPreferences': {
    expected: sessionRead,
    args: () => ({ body: { securityAlerts: true, auditDigest: false, productNews: false } }),
  },
  'Users.FontSize': { expected: sessionRead, args: none },
  'Users.SetFontSize': { expected: sessionRead, args: () => ({ fontSize: 'default' }) },
  'Users.Sessions': { expected: ownOnly, args: none },
  'Users.EndSession': {
    expected: '401 401 404 404 404 404 403 403 404 404',
    args: ({ unknownId }) => ({ sessionId: unknownId }),
  },
  'Users.EndOtherSessions': { expected: '401 401 204 204 204 204 403 403 204 204', args: none },

  'Support.FormConfiguration': { expected: everyone, args: none },
  'Support.CreateTicket': {
    expected: '201 201 201 201 201 201 201 201 201 201',
    args: () => ({ body: { Email: 'ada@example.com', IssueDescription: 'I cannot log in.', Urgency: 'Normal' } }),
  },

  'Support.TicketState': {
    expected: '410 410 410 410 410 410 410 410 410 410',
    args: () => ({ body: { token: 'not-the-token' } }),
  },

  'Tickets.List': { expected: auditRead, args: () => ({}) },
  'Tickets.Ticket': { expected: ticketRead, args: ticket },
  'Tickets.Attachment': {
    expected: auditUnknown,
    args: (fixtures) => ({ ...ticket(), attachmentId: fixtures.unknownId }),
  },
  'Tickets.Note': { expected: ticketRead, args: () => ({ ...ticket(), body: { text: 'Called back.' } }) },
  'Tickets.Answer': { expected: ticketStale, args: () => ({ ...ticket(), body: { version: 0, text: 'Hello.' } }) },
  'Tickets.Assign': { expected: ticketStale, args: () => ({ ...ticket(), body: { version: 0, userId: null } }) },
  'Tickets.Close': { expected: ticketStale, args: () => ({ ...ticket(), body: { version: 0 } }) },
  'Tickets.Reopen': { expected: ticketStale, args: () => ({ ...ticket(), body: { version: 0 } }) },

  'Users.All': { expected: adminRead, args: none },
  'Users.Page': { expected: adminRead, args: () => ({ limit: 1 }) },
  'Users.Counts': { expected: adminRead, args: () => ({}) },
  'Users.Search': { expected: adminRead, args: () => ({ partialName: 'ordinary' }) },
  'Users.Self': { expected: sessionRead, args: none },
  'Users.User': { expected: '401 401 404 200 404 200 200 404 200 404', args: bystander },
  'Users.Patch': {
    expected: '401 401 404 200 404 200 200 404 200 404',
    args: (fixtures) => ({ ...bystander(fixtures), body: { version: fixtures.bystanderVersion } }),
  },
  'Users.ConfirmEmail': {
    expected: '410 410 410 410 410 410 410 410 410 410',
    args: ({ bystander: { userId } }) => ({ body: { userId, token: 'not-the-token' } }),
  },
  'Users.CancelEmail': {
    expected: '410 410 410 410 410 410 410 410 410 410',
    args: ({ bystander: { userId } }) => ({ body: { userId, token: 'not-the-token' } }),
  },
  'Users.Create': {
    expected: '401 401 403 403 403 201 403 403 201 403',
    args: ({ fresh, harbourId }) => ({
      body: {
        userName: `made_${fresh}`,
        email: `made.${fresh}@example.com`,
        firstName: 'Ada',
        lastName: 'Example',
        organisationPublicId: harbourId,
        roles: ['Member'],
      },
    }),
  },
  'Users.Enable': { expected: adminOnHarbour, args: (fixtures) => ({ ...bystander(fixtures), enabled: true }) },
  'Users.Unlock': { expected: adminOnHarbour, args: bystander },
  'Users.ResetAuthentication': { expected: stepUpOnHarbour, args: (fixtures) => ({ ...bystander(fixtures), type: 'Mfa' }) },
  'Users.EndSessions': { expected: stepUpOnHarbour, args: bystander },
  'Users.UserSessions': { expected: adminOnHarbour, args: bystander },
  'Users.EndUserSession': {
    expected: '401 401 403 404 404 404 403 403 404 403',
    args: (world) => ({ ...bystander(world), sessionId: world.unknownId }),
  },
  'Users.LogIns': { expected: adminOnHarbour, args: bystander },
  'Users.OwnLogIns': { expected: ownOnly, args: () => ({}) },
  'Users.ApiKeys': { expected: adminOnHarbour, args: bystander },
  'Users.RevokeApiKey': {
    expected: '401 401 403 404 404 404 403 403 404 403',
    args: (world) => ({ ...bystander(world), name: 'no such key' }),
  },
  'Users.Erase': { expected: '401 401 403 403 403 409 403 403 409 403', args: bystander },
  'Users.Impersonate': { expected: '401 401 403 200 404 200 403 403 200 403', args: bystander },
  'Users.TakeOwnership': { expected: adminOnHarbour, args: bystander },
  'Users.MovePreview': {
    expected: systemRead,
    args: ({ harbourId, bystander: { userId } }) => ({ body: { organisationPublicId: harbourId, userIds: [userId] } }),
  },
  'Users.Diagnosis': { expected: adminOnHarbourElseUnknown, args: bystander },
  'Users.OwnApproval': { expected: sessionRead, args: none },
  'Users.CheckApproved': { expected: adminOnHarbour, args: bystander },
  'Users.CheckOrganisationApproved': { expected: adminOnHarbour, args: ({ harbourId }) => ({ clientPublicId: harbourId }) },
  'Users.ActiveUserIds': { expected: adminRead, args: () => ({}) },
  'Users.ClearLifeUserIds': { expected: adminRead, args: none },
  'Users.LastSync': { expected: systemRead, args: none },
  'Users.Sync': {
    expected: systemRead,
    args: () => ({ body: { source: 'matrix', dryRun: true, disableMissing: false, users: [] } }),
  },

  'Imports.List': { expected: systemRead, args: none },
  'Imports.Read': { expected: '401 401 403 403 403 400 403 403 400 403', args: () => ({ body: {} }) },
  'Imports.Get': { expected: systemUnknown, args: ({ unknownId }) => ({ importId: unknownId }) },
  'Imports.Rows': { expected: systemUnknown, args: ({ unknownId }) => ({ importId: unknownId }) },
  'Imports.Report': { expected: systemUnknown, args: ({ unknownId }) => ({ importId: unknownId }) },
  'Imports.Choose': { expected: systemUnknown, args: ({ unknownId }) => ({ importId: unknownId, body: importChoices }) },
  'Imports.Start': { expected: systemUnknown, args: ({ unknownId }) => ({ importId: unknownId }) },
  'Imports.Pause': { expected: systemUnknown, args: ({ unknownId }) => ({ importId: unknownId }) },
  'Imports.Resume': { expected: systemUnknown, args: ({ unknownId }) => ({ importId: unknownId }) },
  'Imports.Cancel': { expected: systemUnknown, args: ({ unknownId }) => ({ importId: unknownId }) },
  'Imports.Undo': { expected: systemUnknown, args: ({ unknownId }) => ({ importId: unknownId }) },

  'Views.List': { expected: adminRead, args: none },
  'Views.Create': {
    expected: '401 401 403 201 201 201 201 403 201 403',
    args: ({ fresh }) => ({ body: { name: `view ${fresh}`, content: viewContent } }),
  },
  'Views.Rename': { expected: adminUnknown, args: ({ unknownId }) => ({ viewId: unknownId, body: { name: 'Doors' } }) },
  'Views.Replace': { expected: adminUnknown, args: ({ unknownId }) => ({ viewId: unknownId, body: { content: viewContent } }) },
  'Views.Share': { expected: adminUnknown, args: ({ unknownId }) => ({ viewId: unknownId, shared: true }) },
  'Views.SetDefault': { expected: adminUnknown, args: ({ unknownId }) => ({ viewId: unknownId, isDefault: true }) },
  'Views.Delete': { expected: adminUnknown, args: ({ unknownId }) => ({ viewId: unknownId }) },

  'Reports.List': { expected: auditRead, args: none },
  'Reports.Create': {
    expected: '401 401 403 201 201 201 201 403 201 201',
    args: ({ fresh }) => ({ body: { ...reportDefinition, name: `report ${fresh}` } }),
  },
  'Reports.Replace': { expected: auditUnknown, args: ({ unknownId }) => ({ reportId: unknownId, body: reportDefinition }) },
  'Reports.Delete': { expected: auditUnknown, args: ({ unknownId }) => ({ reportId: unknownId }) },
  'Reports.Run': { expected: auditUnknown, args: ({ unknownId }) => ({ reportId: unknownId }) },
  'Reports.Exports': { expected: auditRead, args: () => ({}) },
  'Reports.Export': { expected: auditUnknown, args: ({ unknownId }) => ({ exportId: unknownId }) },
  'Reports.RunAgain': { expected: auditUnknown, args: ({ unknownId }) => ({ exportId: unknownId }) },
  'Reports.Download': { expected: auditUnknown, args: ({ unknownId }) => ({ exportId: unknownId }) },

  'Approvals.List': { expected: adminRead, args: none },
  'Approvals.Count': { expected: adminRead, args: none },
  'Approvals.Approve': { expected: sessionAdminUnknown, args: ({ unknownId }) => ({ requestId: unknownId }) },
  'Approvals.Refuse': { expected: sessionAdminUnknown, args: ({ unknownId }) => ({ requestId: unknownId }) },
  'Approvals.Withdraw': { expected: adminUnknown, args: ({ unknownId }) => ({ requestId: unknownId }) },

  'Operations.Start': {
    expected: '401 401 403 409 409 409 403 403 409 403',
    args: ({ unknownId }) => ({ body: { kind: 'disable', userIds: [unknownId] } }),
  },
  'Operations.List': { expected: sessionAdminRead, args: none },
  'Operations.Get': { expected: sessionAdminUnknown, args: ({ unknownId }) => ({ operationId: unknownId }) },
  'Operations.Targets': { expected: sessionAdminUnknown, args: ({ unknownId }) => ({ operationId: unknownId }) },
  'Operations.Pause': { expected: sessionAdminUnknown, args: ({ unknownId }) => ({ operationId: unknownId }) },
  'Operations.Resume': { expected: sessionAdminUnknown, args: ({ unknownId }) => ({ operationId: unknownId }) },
  'Operations.Cancel': { expected: sessionAdminUnknown, args: ({ unknownId }) => ({ operationId: unknownId }) },
  'Operations.Retry': { expected: sessionAdminUnknown, args: ({ unknownId }) => ({ operationId: unknownId }) },
  'Operations.Undo': { expected: sessionAdminUnknown, args: ({ unknownId }) => ({ operationId: unknownId }) },

  'Roles.List': { expected: adminRead, args: none },
  'Roles.Self': { expected: sessionRead, args: none },
  'Roles.User': { expected: adminOnHarbour, args: bystander },
  'Roles.SetUser': { expected: stepUpOnHarbour, args: (fixtures) => ({ ...bystander(fixtures), body: { roles: ['Member'] } }) },
  'UserRoles.User': { expected: '401 401 404 200 404 200 200 404 200 404', args: bystander },
  'UserRoles.Administration': { expected: adminOnHarbour, args: bystander },
  'UserRoles.UsersInRole': { expected: adminRead, args: () => ({ roleName: 'Support' }) },
  'UserRoles.UsersInOrganisationAndRole': {
    expected: adminOnHarbour,
    args: ({ harbourId }) => ({ roleName: 'Member', organisationPublicId: harbourId }),
  },
  'UserRoles.IsSelfAssignedWithRole': { expected: sessionRead, args: () => ({ role: 'Member' }) },

  'Organisations.List': { expected: sessionRead, args: none },
  'Organisations.Connections': { expected: adminRead, args: none },
  'Organisations.Find': { expected: adminRead, args: () => ({ body: { text: 'harbour' } }) },
  'Organisations.MfaRequired': { expected: sessionRead, args: none },
  'Organisations.SetMfaRequired': { expected: stepUpRead, args: () => ({ required: false }) },
  'Organisations.Register': {
    expected: '401 401 403 403 403 409 403 403 409 403',
    args: ({ harbourId }) => ({ publicId: harbourId, organisationName: 'Harbour Mutual' }),
  },
  'Organisations.EndSessions': {
    expected: '401 401 403 404 404 404 403 403 404 403',
    args: ({ unknownId }) => ({ publicId: unknownId }),
  },
  'Organisations.Update': { expected: systemRead, args: ({ harbourId }) => ({ publicId: harbourId, body: { approved: true } }) },

  'Applications.List': { expected: systemRead, args: none },
  'Applications.Own': { expected: sessionRead, args: none },
  'Applications.Register': {
    expected: '401 401 403 403 403 201 403 403 201 403',
    args: ({ fresh }) => ({ body: application(fresh) }),
  },
  'Applications.Update': {
    expected: systemUnknown,
    args: ({ unknownId, fresh }) => ({ applicationId: unknownId, body: application(fresh) }),
  },
  'Applications.NewSecret': { expected: systemUnknown, args: ({ unknownId }) => ({ applicationId: unknownId }) },
  'Applications.Enable': { expected: systemUnknown, args: ({ unknownId }) => ({ applicationId: unknownId, enabled: false }) },
  'Applications.Delete': { expected: systemUnknown, args: ({ unknownId }) => ({ applicationId: unknownId }) },
  'Applications.Withdraw': {
    expected: '401 401 404 404 404 404 403 403 404 404',
    args: ({ unknownId }) => ({ applicationId: unknownId }),
  },
  'Applications.Preview': {
    expected: systemUnknown,
    args: (world) => ({ applicationId: world.unknownId, ...bystander(world) }),
  },

  'Provisioning.Status': { expected: adminOnHarbour, args: directory },
  'Provisioning.Keys': { expected: adminOnHarbour, args: directory },
  // The end of the key is past.
  'Provisioning.NewKey': {
    expected: '401 401 403 400 404 400 403 403 400 403',
    args: (world) => ({ ...directory(world), body: { name: 'Directory', expiresAt: '2020-01-01T00:00:00.000Z' } }),
  },
  'Provisioning.RevokeKey': {
    expected: sessionAdminUnknown,
    args: (world) => ({ ...directory(world), keyId: world.unknownId }),
  },
  'Provisioning.Requests': { expected: adminOnHarbour, args: directory },
  'Provisioning.Groups': { expected: adminOnHarbour, args: directory },
  'Provisioning.MapPreview': {
    expected: adminUnknown,
    args: (world) => ({ ...directory(world), groupId: world.unknownId, roles: [] }),
  },
  'Provisioning.MapGroup': {
    expected: sessionAdminUnknown,
    args: (world) => ({ ...directory(world), groupId: world.unknownId, body: { roles: [] } }),
  },
  'Provisioning.AdoptPreview': {
    expected: adminOnHarbour,
    args: (world) => ({ ...directory(world), knownBy: 'email' }),
  },
  'Provisioning.Adopt': {
    expected: sessionAdminUnknown,
    args: ({ unknownId }) => ({ organisationPublicId: unknownId, body: { knownBy: 'email' } }),
  },
  'Provisioning.Release': { expected: stepUpOnHarbour, args: directory },

  'Connections.List': { expected: adminOnHarbour, args: directory },
  'Connections.Create': {
    expected: '401 401 403 201 404 201 403 403 201 403',
    args: (world) => ({ ...directory(world), body: { name: `Provider ${world.fresh}`, vendor: 'other' } }),
  },
  'Connections.Update': { expected: sessionAdminUnknown, args: (world) => ({ ...connection(world), body: { name: 'Other' } }) },
  'Connections.Enable': { expected: sessionAdminUnknown, args: (world) => ({ ...connection(world), enabled: true }) },
  'Connections.Delete': { expected: sessionAdminUnknown, args: connection },
  'Connections.Test': { expected: sessionAdminUnknown, args: connection },
  'Connections.RefreshMetadata': { expected: sessionAdminUnknown, args: connection },
  'Connections.ReplaceMetadata': {
    expected: sessionAdminUnknown,
    args: (world) => ({ ...connection(world), body: { metadata: '<x/>' } }),
  },
  'Connections.Attempts': { expected: adminUnknown, args: connection },
  'Connections.RemoveLink': {
    expected: sessionAdminUnknown,
    args: (world) => ({ ...connection(world), userName: 'nobody_here' }),
  },
  'Connections.Requirement': { expected: adminOnHarbour, args: directory },
  // Nobody has logged in with it yet.
  'Connections.SetRequired': {
    expected: '401 401 403 409 404 409 403 403 409 403',
    args: (world) => ({ ...directory(world), required: true }),
  },
  'Connections.SetBreakGlass': {
    expected: sessionAdminUnknown,
    args: (world) => ({ ...directory(world), userId: world.unknownId, kept: true }),
  },
  'Login.Discover': { expected: everyone, args: () => ({ body: { email: 'nobody@nowhere.example' } }) },
  'Security.Identities': { expected: ownOnly, args: none },
  'Security.Link': {
    expected: '401 401 404 404 404 404 403 403 404 404',
    args: ({ unknownId }) => ({ connectionId: unknownId }),
  },
  'Security.Unlink': {
    expected: '401 401 404 404 404 404 403 403 404 404',
    args: ({ unknownId }) => ({ identityId: unknownId }),
  },

  'Domains.List': { expected: adminOnHarbour, args: directory },
  'Domains.Add': {
    expected: '401 401 403 201 404 201 403 403 201 403',
    args: (world) => ({ ...directory(world), body: { domain: `x${world.fresh}.example` } }),
  },
  'Domains.Verify': { expected: sessionAdminUnknown, args: (world) => ({ ...directory(world), domainId: world.unknownId }) },
  'Domains.Delete': { expected: sessionAdminUnknown, args: (world) => ({ ...directory(world), domainId: world.unknownId }) },

  'Overview.Read': { expected: adminRead, args: () => ({}) },
  'Overview.SetHome': { expected: adminRead, args: () => ({ home: 'users' }) },

  'Settings.List': { expected: systemRead, args: none },
  'Settings.Preview': { expected: systemRead, args: () => ({ name: 'sessionHours', body: { value: 8 } }) },
  'Settings.Update': {
    expected: '401 401 403 403 403 409 403 403 409 403',
    args: () => ({ name: 'sessionHours', body: { value: 8, version: 1 } }),
  },

  'Users.AuditReport': { expected: auditRead, args: () => ({ limit: 1 }) },
  'Users.AuditHistogram': { expected: auditRead, args: none },
  'Health.Live': { expected: everyone, args: none },
  'Health.Ready': { expected: everyone, args: none },
};
