/**
 * Operation × caller → expected status, decided by hand. What the calls send is in `callSamples.ts`. A missing operation does not
 * compile, so each new one needs a decision here.
 */
import type { OperationName } from '../../../api/contract/index.ts';

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

/** Statuses in the order of `principals`, separated by spaces. */
export const expectedStatuses: Readonly<Record<OperationName, string>> = {
  'Login.Page': everyone,
  'Login.Login': '400 400 400 400 400 400 400 400 400 400',
  'Login.Check': '401 401 200 200 200 200 401 200 200 200',
  'Login.ApplicationHome': everyone,
  'Login.Logout': '401 204 204 204 204 204 403 204 204 204',
  'Login.ForgotPassword': everyone,
  'Login.ForgotUsername': everyone,
  'Login.ConfirmIdentity': '401 401 200 200 200 200 401 403 200 200',

  'Mfa.OwnStatus': sessionRead,
  'Mfa.Status': adminOnHarbour,
  'Mfa.BeginEnable': '401 409 200 200 200 200 403 403 200 200',
  'Mfa.Enable': '401 409 400 400 400 400 403 403 400 400',
  'Mfa.Require': stepUpOnHarbour,
  'Mfa.Remind': adminOnHarbour,
  'Mfa.Disable': '401 401 200 200 200 200 403 403 200 200',
  'Mfa.Login': '401 400 403 403 403 403 403 403 403 403',
  'Mfa.RecoveryCode': '401 400 403 403 403 403 403 403 403 403',
  'Mfa.Recovery': '401 401 409 409 409 409 403 403 409 409',
  'Mfa.RecoveryFor': '401 401 403 409 404 409 403 403 409 403',
  'Mfa.Overridden': adminRead,
  'Mfa.OrganizationDefaultReset': stepUpRead,
  'Mfa.ForgetBrowsers': '401 401 200 200 200 200 403 403 200 200',

  'Passkeys.List': ownOnly,
  'Passkeys.RegistrationOptions': '401 409 200 200 200 200 403 403 200 200',
  'Passkeys.Create': '401 400 400 400 400 400 403 403 400 400',
  'Passkeys.Rename': '401 401 404 404 404 404 403 403 404 404',
  'Passkeys.Delete': '401 401 404 404 404 404 403 403 404 404',
  'Passkeys.LoginOptions': '200 200 200 200 200 200 200 403 200 200',
  'Passkeys.Login': '400 400 400 400 400 400 400 400 400 400',

  'Invite.CreateUser': '401 401 403 201 201 201 201 403 201 403',
  'Invite.SendEmail': adminRead,
  'Invite.Resend': adminOnHarbour,
  'Invite.Delete': '401 401 403 409 404 409 409 403 409 403',
  'Invite.View': '404 404 404 404 404 404 404 404 404 404',
  'Invite.Receive': '404 404 404 404 404 404 404 404 404 404',
  'Invite.Accept': '403 403 403 403 403 403 403 403 403 403',

  'ChangeDetails.ChangePassword': '401 401 400 400 400 400 403 403 400 400',

  'ApiKey.OpenAccess': ownOnly,
  'ApiKey.GetExisting': ownOnly,
  'ApiKey.Create': '401 401 201 201 201 201 403 403 201 201',
  'ApiKey.Delete': '401 401 404 404 404 404 403 403 404 404',
  'ApiKey.CreateClaims': '401 401 404 404 404 404 403 403 404 404',

  'Users.EmailPreferences': sessionRead,
  'Users.SetEmailPreferences': sessionRead,
  'Users.FontSize': sessionRead,
  'Users.SetFontSize': sessionRead,
  'Users.Sessions': ownOnly,
  'Users.EndSession': '401 401 404 404 404 404 403 403 404 404',
  'Users.EndOtherSessions': '401 401 204 204 204 204 403 403 204 204',

  'Support.FormConfiguration': everyone,
  'Support.CreateTicket': '201 201 201 201 201 201 201 201 201 201',
  'Support.TicketState': '410 410 410 410 410 410 410 410 410 410',

  'Tickets.List': auditRead,
  'Tickets.Ticket': ticketRead,
  'Tickets.Attachment': auditUnknown,
  'Tickets.Note': ticketRead,
  'Tickets.Answer': ticketStale,
  'Tickets.Assign': ticketStale,
  'Tickets.Close': ticketStale,
  'Tickets.Reopen': ticketStale,

  'Users.All': adminRead,
  'Users.Page': adminRead,
  'Users.Counts': adminRead,
  'Users.Search': adminRead,
  'Users.Self': sessionRead,
  'Users.User': '401 401 404 200 404 200 200 404 200 404',
  'Users.Patch': '401 401 404 200 404 200 200 404 200 404',
  'Users.ConfirmEmail': '410 410 410 410 410 410 410 410 410 410',
  'Users.CancelEmail': '410 410 410 410 410 410 410 410 410 410',
  'Users.Create': '401 401 403 403 403 201 403 403 201 403',
  'Users.Enable': adminOnHarbour,
  'Users.Unlock': adminOnHarbour,
  'Users.ResetAuthentication': stepUpOnHarbour,
  'Users.EndSessions': stepUpOnHarbour,
  'Users.UserSessions': adminOnHarbour,
  'Users.EndUserSession': '401 401 403 404 404 404 403 403 404 403',
  'Users.LogIns': adminOnHarbour,
  'Users.OwnLogIns': ownOnly,
  'Users.ApiKeys': adminOnHarbour,
  'Users.RevokeApiKey': '401 401 403 404 404 404 403 403 404 403',
  'Users.Erase': '401 401 403 403 403 409 403 403 409 403',
  'Users.Impersonate': '401 401 403 200 404 200 403 403 200 403',
  'Users.TakeOwnership': adminOnHarbour,
  'Users.MovePreview': systemRead,
  'Users.Diagnosis': adminOnHarbourElseUnknown,
  'Users.OwnApproval': sessionRead,
  'Users.CheckApproved': adminOnHarbour,
  'Users.CheckOrganisationApproved': adminOnHarbour,
  'Users.ActiveUserIds': adminRead,
  'Users.ClearLifeUserIds': adminRead,
  'Users.LastSync': systemRead,
  'Users.Sync': systemRead,

  'Imports.List': systemRead,
  'Imports.Read': '401 401 403 403 403 400 403 403 400 403',
  'Imports.Get': systemUnknown,
  'Imports.Rows': systemUnknown,
  'Imports.Report': systemUnknown,
  'Imports.Choose': systemUnknown,
  'Imports.Start': systemUnknown,
  'Imports.Pause': systemUnknown,
  'Imports.Resume': systemUnknown,
  'Imports.Cancel': systemUnknown,
  'Imports.Undo': systemUnknown,

  'Views.List': adminRead,
  'Views.Create': '401 401 403 201 201 201 201 403 201 403',
  'Views.Rename': adminUnknown,
  'Views.Replace': adminUnknown,
  'Views.Share': adminUnknown,
  'Views.SetDefault': adminUnknown,
  'Views.Delete': adminUnknown,

  'Reports.List': auditRead,
  'Reports.Create': '401 401 403 201 201 201 201 403 201 201',
  'Reports.Replace': auditUnknown,
  'Reports.Delete': auditUnknown,
  'Reports.Run': auditUnknown,
  'Reports.Exports': auditRead,
  'Reports.Export': auditUnknown,
  'Reports.RunAgain': auditUnknown,
  'Reports.Download': auditUnknown,

  'Approvals.List': adminRead,
  'Approvals.Count': adminRead,
  'Approvals.Approve': sessionAdminUnknown,
  'Approvals.Refuse': sessionAdminUnknown,
  'Approvals.Withdraw': adminUnknown,

  'Operations.Start': '401 401 403 409 409 409 403 403 409 403',
  'Operations.List': sessionAdminRead,
  'Operations.Get': sessionAdminUnknown,
  'Operations.Targets': sessionAdminUnknown,
  'Operations.Pause': sessionAdminUnknown,
  'Operations.Resume': sessionAdminUnknown,
  'Operations.Cancel': sessionAdminUnknown,
  'Operations.Retry': sessionAdminUnknown,
  'Operations.Undo': sessionAdminUnknown,

  'Roles.List': adminRead,
  'Roles.Self': sessionRead,
  'Roles.User': adminOnHarbour,
  'Roles.SetUser': stepUpOnHarbour,
  'UserRoles.User': '401 401 404 200 404 200 200 404 200 404',
  'UserRoles.Administration': adminOnHarbour,
  'UserRoles.UsersInRole': adminRead,
  'UserRoles.UsersInOrganisationAndRole': adminOnHarbour,
  'UserRoles.IsSelfAssignedWithRole': sessionRead,

  'Organisations.List': sessionRead,
  'Organisations.Connections': adminRead,
  'Organisations.Find': adminRead,
  'Organisations.MfaRequired': sessionRead,
  'Organisations.SetMfaRequired': stepUpRead,
  'Organisations.Register': '401 401 403 403 403 409 403 403 409 403',
  'Organisations.EndSessions': '401 401 403 404 404 404 403 403 404 403',
  'Organisations.Update': systemRead,

  'Applications.List': systemRead,
  'Applications.Own': sessionRead,
  'Applications.Register': '401 401 403 403 403 201 403 403 201 403',
  'Applications.Update': systemUnknown,
  'Applications.NewSecret': systemUnknown,
  'Applications.Enable': systemUnknown,
  'Applications.Delete': systemUnknown,
  'Applications.Withdraw': '401 401 404 404 404 404 403 403 404 404',
  'Applications.Preview': systemUnknown,

  'Provisioning.Status': adminOnHarbour,
  'Provisioning.Keys': adminOnHarbour,
  // The end of the key is past.
  'Provisioning.NewKey': '401 401 403 400 404 400 403 403 400 403',
  'Provisioning.RevokeKey': sessionAdminUnknown,
  'Provisioning.Requests': adminOnHarbour,
  'Provisioning.Groups': adminOnHarbour,
  'Provisioning.MapPreview': adminUnknown,
  'Provisioning.MapGroup': sessionAdminUnknown,
  'Provisioning.AdoptPreview': adminOnHarbour,
  'Provisioning.Adopt': sessionAdminUnknown,
  'Provisioning.Release': stepUpOnHarbour,

  'Connections.List': adminOnHarbour,
  'Connections.Create': '401 401 403 201 404 201 403 403 201 403',
  'Connections.Update': sessionAdminUnknown,
  'Connections.Enable': sessionAdminUnknown,
  'Connections.Delete': sessionAdminUnknown,
  'Connections.Test': sessionAdminUnknown,
  'Connections.RefreshMetadata': sessionAdminUnknown,
  'Connections.ReplaceMetadata': sessionAdminUnknown,
  'Connections.Attempts': adminUnknown,
  'Connections.RemoveLink': sessionAdminUnknown,
  'Connections.Requirement': adminOnHarbour,
  // Nobody has logged in with it yet.
  'Connections.SetRequired': '401 401 403 409 404 409 403 403 409 403',
  'Connections.SetBreakGlass': sessionAdminUnknown,

  'Login.Discover': everyone,

  'Security.Identities': ownOnly,
  'Security.Link': '401 401 404 404 404 404 403 403 404 404',
  'Security.Unlink': '401 401 404 404 404 404 403 403 404 404',

  'Domains.List': adminOnHarbour,
  'Domains.Add': '401 401 403 201 404 201 403 403 201 403',
  'Domains.Verify': sessionAdminUnknown,
  'Domains.Delete': sessionAdminUnknown,

  'Overview.Read': adminRead,
  'Overview.SetHome': adminRead,

  'Settings.List': systemRead,
  'Settings.Preview': systemRead,
  'Settings.Update': '401 401 403 403 403 409 403 403 409 403',

  'Users.AuditReport': auditRead,
  'Users.AuditHistogram': auditRead,

  'Health.Live': everyone,
  'Health.Ready': everyone,
};
