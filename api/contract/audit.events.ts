/**
 * Verb and object of each event of the audit, by its action. The object follows from the noun of the action, the verb from the first
 * word after it, as `Users.SetFontSize`: a user, changed. Actions whose words say otherwise are listed.
 */
import { verbs, type AuditObject, type Verb } from './audit.verbs.ts';

const objectOfNoun: Readonly<Record<string, AuditObject>> = {
  Login: 'logIn',
  Mfa: 'mfa',
  Passkeys: 'passkey',
  ChangeDetails: 'password',
  Users: 'user',
  Views: 'view',
  Invite: 'invitation',
  Roles: 'role',
  UserRoles: 'role',
  Organisations: 'organisation',
  Overview: 'setting',
  Settings: 'setting',
  Applications: 'application',
  ApiKey: 'apiKey',
  Support: 'ticket',
  Tickets: 'ticket',
  Operator: 'server',
  Approvals: 'approval',
  Reports: 'report',
  Imports: 'import',
  Operations: 'bulk',
  Provisioning: 'directory',
  Scim: 'directory',
  Domains: 'domain',
  Connections: 'connection',
  Security: 'logIn',
};

const wordsOfVerb: Readonly<Record<Verb, readonly string[]>> = {
  loggedIn: ['Login', 'Logout', 'Log', 'End', 'Sign', 'Discover'],
  actedAs: ['Impersonate'],
  created: ['Create', 'Add', 'Register', 'New', 'Revive'],
  changed: [
    ...['Change', 'Update', 'Patch', 'Rename', 'Replace', 'Set', 'Map', 'Share', 'Choose', 'Take', 'Make', 'Cancel', 'Confirm'],
    ...['Answer', 'Note', 'Assign', 'Close', 'Reopen', 'Move', 'Lose', 'Prove', 'Verify', 'Contest', 'Settle', 'Require'],
  ],
  switched: ['Enable', 'Disable'],
  unlocked: ['Unlock', 'Freeze', 'Thaw'],
  reset: ['Reset', 'Recovery', 'Forgot', 'Forget', 'Rotate', 'Organization'],
  removed: ['Delete', 'Remove', 'Revoke', 'Erase', 'Drop', 'Withdraw'],
  invited: ['Send', 'Resend', 'Receive', 'Accept', 'Remind'],
  linked: ['Link', 'Unlink', 'Adopt', 'Release', 'Consent'],
  decided: ['Approve', 'Refuse', 'Expire'],
  ran: [
    'Start',
    'Pause',
    'Resume',
    'Retry',
    'Undo',
    'Run',
    'Finish',
    'Sync',
    'Import',
    'Stop',
    'Schedule',
    'Test',
    'Refresh',
    'Use',
  ],
  exported: ['Export', 'Download', 'Backup', 'Restore', 'Archive', 'Attachment'],
  viewed: [
    ...['List', 'Get', 'Read', 'Rows', 'Targets', 'Status', 'Keys', 'Requests', 'Groups', 'Preview', 'Count', 'Counts'],
    ...[
      'Search',
      'Find',
      'Diagnosis',
      'Check',
      'Active',
      'Clear',
      'Last',
      'Own',
      'User',
      'Users',
      'Administration',
      'Overridden',
    ],
    ...['Identities', 'Attempts', 'Requirement', 'Exports', 'Ticket', 'Api', 'Connections', 'Audit', 'Begin', 'Registration'],
  ],
};

/** Actions that, read word by word, would name another verb or another object. */
const exceptions: Readonly<Record<string, { readonly verb?: Verb; readonly object?: AuditObject }>> = {
  'Users.Page': { verb: 'exported' },
  'Users.All': { verb: 'exported' },
  'Users.AuditReport': { verb: 'exported', object: 'audit' },
  'Users.AuditHistogram': { object: 'audit' },
  'Users.LogIns': { verb: 'viewed', object: 'logIn' },
  'Users.OwnLogIns': { object: 'logIn' },
  'Users.UserSessions': { object: 'session' },
  'Users.ActiveUserIds': { object: 'session' },
  'Users.EndSession': { object: 'session' },
  'Users.EndOtherSessions': { object: 'session' },
  'Users.EndSessions': { object: 'session' },
  'Users.EndUserSession': { object: 'session' },
  'Organisations.EndSessions': { object: 'session' },
  'Users.ApiKeys': { object: 'apiKey' },
  'Users.RevokeApiKey': { object: 'apiKey' },
  'Users.Sync': { object: 'import' },
  'Users.LastSync': { object: 'import' },
  'Users.CheckOrganisationApproved': { object: 'organisation' },
  'Login.ForgotPassword': { object: 'password' },
  'Login.ForgotUsername': { object: 'user' },
  'Login.ConfirmIdentity': { verb: 'loggedIn' },
  'Login.Discover': { object: 'connection' },
  'Mfa.RecoveryCode': { verb: 'loggedIn' },
  'Mfa.BeginEnable': { verb: 'switched' },
  'Passkeys.LoginOptions': { verb: 'loggedIn' },
  'Passkeys.RegistrationOptions': { verb: 'created' },
  'Invite.CreateUser': { verb: 'invited' },
  'Organisations.SetMfaRequired': { object: 'mfa' },
  'Applications.NewSecret': { verb: 'reset' },
  'Support.TicketState': { verb: 'viewed' },
  'Operator.MakeAdmin': { object: 'role' },
  'Operator.ResetMfa': { object: 'mfa' },
  'Operator.ReplaceSamlKey': { verb: 'reset' },
  'Operator.Import': { object: 'import' },
  'Operator.DropOldEvents': { object: 'audit' },
  'Operator.ArchiveEvents': { object: 'audit' },
  'Approvals.Withdraw': { verb: 'decided' },
  'Reports.Export': { verb: 'viewed' },
  'Reports.Finish': { verb: 'exported', object: 'audit' },
  'Reports.Run': { verb: 'exported' },
  'Reports.RunAgain': { verb: 'exported' },
  'Imports.Read': { verb: 'ran' },
  'Imports.Report': { verb: 'exported' },
  'Imports.Cancel': { verb: 'ran' },
  'Imports.CreateUser': { object: 'user' },
  'Operations.Cancel': { verb: 'ran' },
  'Provisioning.MapPreview': { verb: 'viewed' },
  'Provisioning.AdoptPreview': { verb: 'viewed' },
  'Provisioning.NewKey': { object: 'apiKey' },
  'Provisioning.RevokeKey': { object: 'apiKey' },
  'Scim.CreateUser': { object: 'user' },
  'Scim.ReviveUser': { object: 'user' },
  'Scim.UpdateUser': { object: 'user' },
  'Scim.DisableUser': { object: 'user' },
  'Scim.EnableUser': { object: 'user' },
  'Scim.DeleteUser': { object: 'user' },
  'Scim.SetRoles': { object: 'role' },
  'Connections.LogIn': { object: 'logIn' },
  'Connections.Logout': { object: 'logIn' },
  'Connections.Confirm': { verb: 'loggedIn', object: 'logIn' },
  'Connections.Link': { object: 'logIn' },
  'Connections.RemoveLink': { verb: 'linked', object: 'logIn' },
  'Connections.CreateUser': { object: 'user' },
  'Connections.SetRoles': { object: 'role' },
};

/** Actions of events that the server writes by itself, or that are no calls. */
export const ownEvents = [
  ...[
    'MakeAdmin',
    'ResetMfa',
    'Backup',
    'Restore',
    'DropOldEvents',
    'ArchiveEvents',
    'RotateKeys',
    'ReplaceSamlKey',
    'Import',
  ].map((name) => `Operator.${name}`),
  ...['Applications.SignIn', 'Applications.Consent', 'ApiKey.Use', 'Approvals.Expire'],
  ...['Schedule', 'StopSchedule', 'Finish'].map((name) => `Reports.${name}`),
  ...['Finish', 'CreateUser'].map((name) => `Imports.${name}`),
  ...['CreateUser', 'ReviveUser', 'UpdateUser', 'DisableUser', 'EnableUser', 'DeleteUser'].map((name) => `Scim.${name}`),
  ...['CreateGroup', 'UpdateGroup', 'DeleteGroup', 'SetRoles', 'Refuse'].map((name) => `Scim.${name}`),
  ...['Prove', 'Freeze', 'Thaw', 'Contest', 'Settle', 'Move', 'Lose'].map((name) => `Domains.${name}`),
  ...['LogIn', 'Link', 'CreateUser', 'Confirm', 'Logout', 'SetRoles'].map((name) => `Connections.${name}`),
];

interface EventKind {
  readonly verb: Verb;
  readonly object: AuditObject;
}

/** @returns undefined for an action of which nothing is said here */
export function kindOfEvent(action: string): EventKind | undefined {
  const [noun = '', name = ''] = action.split('.');
  const [word = ''] = /^[A-Z][a-z]*/.exec(name) ?? [];
  const exception = exceptions[action];
  const verb = exception?.verb ?? verbs.find((each) => wordsOfVerb[each].includes(word));
  const object = exception?.object ?? objectOfNoun[noun];
  return verb && object && { verb, object };
}
