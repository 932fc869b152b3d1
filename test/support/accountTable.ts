/**
 * Every write of an account by every road that reaches it. `test/registry/accountTable.test.ts` makes a table of it for the documentation,
 * with what the product itself says of effects, approval and ends; `test/server/accounts/table.extended.test.ts` takes the roads and
 * compares mails and events.
 */
import type { Effect } from '../../api/contract/call.ts';
import type { OperationName } from '../../api/contract/index.ts';
import type { MailTemplate } from '../../server/mail/templates.ts';
import type { EndingAct } from '../../server/accounts/openers.ts';

/** Roads on which no administrator makes the call that writes. */
export const sponsors = {
  owner: 'the owner’s own proof',
  mailedLink: 'the owner’s, by a link mailed to the present address',
  directory:
    'decided when the directory was let in (`Provisioning.NewKey`, `Provisioning.MapGroup`); makers of its keys and of the map are sponsors',
  provider: 'decided when the provider was let in (`Connections.Enable`); who made, enabled and mapped it are sponsors',
  operator: 'an operator has the server, and so everything',
  former: 'the operator has let it in (`FORMER_LOGIN_URL`), until a date',
} as const;

export interface AccountWrite {
  readonly write: string;
  readonly road: string;
  /** The call that writes, or, on the other roads, who answers for it. */
  readonly by: OperationName | keyof typeof sponsors;
  /** Effects of the call that this write may have. */
  readonly effects?: readonly Effect[];
  readonly mails: readonly MailTemplate[];
  /** Mails that depend on what is written. */
  readonly mayMail?: readonly MailTemplate[];
  /** The action of the event of this account; absent: its call. */
  readonly events?: readonly string[];
  readonly voids:
    EndingAct | 'nothing' | 'other sessions' | 'sessions' | 'the session' | 'the account' | 'the invitation' | 'its sessions';
  /** What else it ends besides. */
  readonly also?: EndingAct | 'other sessions' | 'its sessions';
  /** The act of `accountEndings.ts` that takes the road with everything that opens an account. */
  readonly ends?: string;
  /** Act and road of `accountRoads.ts`, by which an administrator may have the account in their hands. */
  readonly hands?: readonly [act: string, road: string];
}

export const eventsOf = ({ by, events = [by] }: Pick<AccountWrite, 'by' | 'events'>): readonly string[] => events;

const byScreen = { road: 'screen' } as const;
const byBulk = { road: 'bulk', by: 'Operations.Start' } as const;
const byList = { road: 'list, import', by: 'Users.Sync' } as const;
const byDirectory = { road: 'directory', by: 'directory' } as const;
const byProvider = { road: 'provider', by: 'provider' } as const;
const byCommand = { road: 'operator’s command', by: 'operator' } as const;
const byForeignFile = { road: 'file of another system' } as const;
const byFormerSystem = { road: 'former system', by: 'former' } as const;
const byOwner = { road: 'own call', by: 'owner' } as const;
const madeAdministrator = ['systemAdministratorMade'] as const;

export const accountWrites: readonly AccountWrite[] = [
  // join
  {
    ...{ write: 'join', ...byScreen, by: 'Users.Create', voids: 'nothing' },
    ...{ mails: ['accountCreated'], mayMail: ['setPassword', ...madeAdministrator], hands: ['is made', 'on the screen'] },
  },
  {
    write: 'join',
    ...byList,
    effects: ['givesAdministration'],
    mails: [],
    mayMail: ['setPassword', ...madeAdministrator],
    voids: 'nothing',
    hands: ['is made', 'by a list'],
  },
  {
    write: 'join',
    ...byDirectory,
    mails: [],
    events: ['Scim.CreateUser'],
    voids: 'nothing',
    hands: ['is made', 'by the directory'],
  },
  {
    ...{ write: 'join', ...byProvider, mails: ['identityLinked'], events: ['Connections.CreateUser', 'Connections.Link'] },
    ...{ voids: 'nothing', hands: ['is made', 'by a first login at the provider'] },
  },
  {
    write: 'invite',
    road: 'invitation',
    by: 'Invite.CreateUser',
    mails: [],
    voids: 'nothing',
    hands: ['is made', 'by an invitation'],
  },
  { write: 'join', ...byCommand, mails: [], mayMail: ['setPassword'], events: ['Operator.Import'], voids: 'nothing' },
  {
    write: 'join',
    ...byForeignFile,
    by: 'Imports.Start',
    mails: [],
    mayMail: ['setPassword'],
    events: ['Imports.Finish'],
    voids: 'nothing',
    hands: ['is made', 'by a file of another system'],
  },
  { write: 'join', ...byFormerSystem, mails: [], events: ['Imports.CreateUser'], voids: 'nothing' },
  { write: 'invite', road: 'first start', by: 'operator', mails: [], events: [], voids: 'nothing' },
  {
    ...{ write: 'register', road: 'registration', by: 'Invite.Accept', mails: [], mayMail: madeAdministrator },
    ...{ voids: 'newPassword' },
  },
  // change name
  {
    write: 'set names',
    ...byScreen,
    by: 'Users.Patch',
    effects: [],
    mails: [],
    voids: 'nothing',
    ends: 'renamed on the screen',
  },
  { write: 'set names', ...byList, effects: [], mails: [], voids: 'nothing', ends: 'renamed by a list' },
  {
    write: 'set names',
    ...byDirectory,
    mails: [],
    events: ['Scim.UpdateUser'],
    voids: 'nothing',
    ends: 'renamed by the directory’s PATCH',
  },
  // address
  {
    ...{ write: 'ask for another address', ...byScreen, by: 'Users.Patch', effects: ['takesOverAccount'], voids: 'nothing' },
    ...{ mails: ['confirmEmail', 'emailChanging'], ends: 'asked for another address on the screen' },
  },
  {
    ...{ write: 'set the address', road: 'mailed link', by: 'Users.ConfirmEmail', voids: 'newEmail' },
    ...{ mails: ['confirmEmail', 'emailChanging', 'emailChanged'], events: ['Users.Patch', 'Users.ConfirmEmail'] },
    ends: 'given another address on the screen, and confirms it',
    hands: ['gets another address', 'on the screen, and confirms it'],
  },
  {
    write: 'refuse the address',
    road: 'mailed link',
    by: 'Users.CancelEmail',
    mails: [],
    voids: 'cancellingNewEmail',
    ends: 'given back the present address, as the owner refuses another',
  },
  {
    ...{
      write: 'set the address',
      road: 'invitation, before it is accepted',
      by: 'Users.Patch',
      effects: ['takesOverAccount', 'givesAdministration'],
    },
    ...{ mails: [], voids: 'newEmail' },
  },
  {
    ...{
      write: 'set the address',
      ...byList,
      effects: ['takesOverAccount'],
      mails: ['emailChanged', 'emailSet'],
      voids: 'newEmail',
    },
    ends: 'given another address by a list',
    hands: ['gets another address', 'by a list'],
  },
  {
    ...{
      write: 'set the address',
      ...byDirectory,
      mails: ['emailChanged', 'emailSet'],
      events: ['Scim.UpdateUser'],
      voids: 'newEmail',
    },
    ends: 'given another address by the directory’s PATCH',
    hands: ['gets another address', 'by the directory’s PATCH'],
  },
  { write: 'give the address up, after leaving', ...byDirectory, mails: [], events: ['Scim.UpdateUser'], voids: 'nothing' },
  // roles
  {
    ...{ write: 'set roles', ...byScreen, by: 'Roles.SetUser', mails: ['rolesChanged'], mayMail: madeAdministrator },
    ...{ voids: 'promotion', ends: 'promoted on the screen', hands: ['is promoted', 'on the screen'] },
  },
  {
    ...{ write: 'set roles', ...byBulk, effects: ['givesAdministration', 'takesAdministration'], mails: ['rolesChanged'] },
    ...{ mayMail: madeAdministrator, events: ['Roles.SetUser'], voids: 'promotion', ends: 'promoted by a bulk operation' },
    hands: ['is promoted', 'by a bulk operation'],
  },
  {
    ...{ write: 'set roles', ...byList, effects: ['givesAdministration', 'takesAdministration'], mails: ['rolesChanged'] },
    ...{ mayMail: madeAdministrator, voids: 'promotion', ends: 'promoted by a list' },
  },
  {
    ...{ write: 'set roles', road: 'map of a group', by: 'Provisioning.MapGroup', mails: ['rolesChanged'], voids: 'promotion' },
    ...{ ends: 'promoted by a new map', hands: ['is promoted', 'by a new map'] },
  },
  {
    ...{ write: 'set roles', ...byDirectory, mails: ['rolesChanged'], events: ['Scim.SetRoles'], voids: 'promotion' },
    ends: 'promoted as a new member of a mapped group',
    hands: ['is promoted', 'as a new member of a mapped group'],
  },
  {
    ...{ write: 'set roles', ...byProvider, mails: ['rolesChanged'], events: ['Connections.SetRoles'], voids: 'promotion' },
    ends: 'promoted by the groups that the provider names',
    hands: ['is promoted', 'by the groups that the provider names'],
  },
  {
    ...{ write: 'set roles', ...byCommand, mails: ['rolesChanged', 'systemAdministratorMade'], events: ['Operator.MakeAdmin'] },
    ...{ voids: 'promotion', ends: 'promoted by the operator’s command' },
  },
  // credentials
  {
    ...{ write: 'set the password', ...byOwner, by: 'ChangeDetails.ChangePassword', mails: ['passwordChanged'] },
    ...{
      voids: 'newPassword',
      also: 'other sessions',
      ends: 'given another password by the owner',
    },
  },
  {
    ...{ write: 'set the password', road: 'recovery', by: 'mailedLink', mails: ['passwordChanged'] },
    ...{ events: ['ChangeDetails.ChangePassword'], voids: 'newPassword', also: 'other sessions' },
    ends: 'given another password by a mailed link',
  },
  {
    write: 'turn the authenticator on',
    ...byOwner,
    by: 'Mfa.Enable',
    mails: ['mfaTurnedOn'],
    voids: 'other sessions',
  },
  {
    ...{ write: 'turn the authenticator off', ...byOwner, by: 'Mfa.Disable', mails: ['mfaTurnedOff'] },
    ...{ voids: 'turningMfaOff', also: 'other sessions', ends: 'freed of MFA by the owner' },
  },
  {
    write: 'set recovery codes',
    ...byOwner,
    by: 'Mfa.Recovery',
    mails: ['recoveryCodesRenewed'],
    voids: 'nothing',
  },
  {
    write: 'issue a recovery code',
    ...byScreen,
    by: 'Mfa.RecoveryFor',
    mails: ['recoveryCodeIssued'],
    voids: 'nothing',
    hands: ['gets a recovery code', 'on the screen'],
  },
  {
    write: 'use a recovery code',
    road: 'login',
    by: 'Mfa.RecoveryCode',
    mails: ['recoveryCodeUsed'],
    voids: 'nothing',
  },
  {
    write: 'add a passkey',
    ...byOwner,
    by: 'Passkeys.Create',
    mails: ['passkeyAdded'],
    voids: 'nothing',
  },
  {
    write: 'delete a passkey',
    ...byOwner,
    by: 'Passkeys.Delete',
    mails: ['passkeyDeleted'],
    voids: 'its sessions',
  },
  {
    write: 'require MFA, or exempt',
    ...byScreen,
    by: 'Mfa.Require',
    mails: ['mfaRequired'],
    mayMail: ['mfaNotRequired'],
    voids: 'nothing',
  },
  {
    ...{ write: 'require MFA, or exempt', ...byBulk, effects: [], mails: ['mfaRequired'], events: ['Mfa.Require'] },
    voids: 'nothing',
  },
  {
    write: 'remind of MFA',
    ...byScreen,
    by: 'Mfa.Remind',
    mails: ['mfaReminder'],
    voids: 'nothing',
  },
  { write: 'remind of MFA', ...byBulk, effects: [], mails: ['mfaReminder'], events: ['Mfa.Remind'], voids: 'nothing' },
  {
    ...{
      write: 'require MFA, or exempt',
      road: 'many on the screen',
      by: 'Mfa.OrganizationDefaultReset',
      mails: ['mfaRequired'],
    },
    ...{ mayMail: ['mfaNotRequired'], voids: 'nothing' },
  },
  // resets
  ...(
    [
      ['password', 'resetOfPassword', 'reset, the password', ['setPassword', 'authenticationReset']],
      ['second factor', 'resetOfMfa', 'reset, MFA', ['authenticationReset']],
      ['passkeys', 'resetOfPasskeys', 'reset, the passkeys', ['authenticationReset']],
      ['all credentials', 'resetOfAll', 'reset, all', ['setPassword', 'authenticationReset']],
    ] as const
  ).map(([what, voids, ends, mails]): AccountWrite => ({
    ...{ write: `reset: ${what}`, ...byScreen, by: 'Users.ResetAuthentication', mails, voids, ends },
    events: ['Users.ResetAuthentication'],
    hands: ['is reset', 'on the screen'],
  })),
  {
    ...{
      write: 'reset: second factor',
      ...byBulk,
      effects: ['takesOverAccount'],
      mails: ['authenticationReset'],
      voids: 'resetOfMfa',
    },
    ...{ events: ['Users.ResetAuthentication'], ends: 'reset, MFA, by a bulk operation' },
    hands: ['is reset', 'by a bulk operation'],
  },
  {
    ...{ write: 'reset: second factor', ...byCommand, mails: ['authenticationReset'], events: ['Operator.ResetMfa'] },
    ...{ voids: 'resetOfFactors', ends: 'reset, MFA, by the operator’s command' },
  },
  // links
  {
    ...{
      write: 'link',
      road: 'own session',
      by: 'Security.Link',
      mails: ['identityLinked'],
      events: ['Security.Link', 'Connections.Link'],
    },
    ...{ voids: 'nothing', hands: ['is linked', 'in a session'] },
  },
  {
    ...{ write: 'link', road: 'login at the provider, proven here', by: 'owner', mails: ['identityLinked'], voids: 'nothing' },
    ...{ events: ['Connections.Link'], hands: ['is linked', 'at a login whose owner proves the account'] },
  },
  {
    ...{ write: 'link', ...byProvider, mails: ['identityLinked'], events: ['Connections.Link'], voids: 'nothing' },
    hands: ['is linked', 'as the directory has sent the subject'],
  },
  {
    write: 'unlink',
    road: 'own session',
    by: 'Security.Unlink',
    mails: ['identityUnlinked'],
    voids: 'its sessions',
  },
  {
    write: 'unlink',
    ...byScreen,
    by: 'Connections.RemoveLink',
    mails: ['identityUnlinked'],
    voids: 'its sessions',
  },
  {
    write: 'unlink',
    road: 'deleted provider',
    by: 'Connections.Delete',
    mails: [],
    voids: 'its sessions',
  },
  // enable, disable
  {
    write: 'enable',
    ...byScreen,
    by: 'Users.Enable',
    effects: ['givesAdministration'],
    mails: [],
    voids: 'promotion',
    hands: ['is enabled as an administrator', 'on the screen'],
    ends: 'enabled as an administrator on the screen',
  },
  {
    write: 'enable',
    ...byBulk,
    effects: ['givesAdministration'],
    mails: [],
    events: ['Users.Enable'],
    voids: 'promotion',
    hands: ['is enabled as an administrator', 'by a bulk operation'],
    ends: 'enabled as an administrator by a bulk operation',
  },
  {
    ...{ write: 'enable', ...byList, effects: ['givesAdministration'], mails: [], voids: 'promotion' },
    ends: 'enabled as an administrator by a list',
  },
  {
    write: 'enable',
    ...byDirectory,
    mails: [],
    events: ['Scim.EnableUser'],
    voids: 'promotion',
    hands: ['is enabled as an administrator', 'by the directory’s PATCH'],
    ends: 'enabled as an administrator by the directory’s PATCH',
  },
  {
    write: 'enable',
    ...byCommand,
    mails: ['rolesChanged', 'systemAdministratorMade'],
    events: ['Operator.MakeAdmin'],
    voids: 'promotion',
    ends: 'enabled as an administrator by the operator’s command',
  },
  {
    write: 'disable',
    ...byScreen,
    by: 'Users.Enable',
    effects: ['endsAccess'],
    mails: [],
    voids: 'disabling',
    ends: 'disabled on the screen',
  },
  {
    write: 'disable',
    ...byBulk,
    effects: ['endsAccess'],
    mails: [],
    events: ['Users.Enable'],
    voids: 'disabling',
    ends: 'disabled by a bulk operation',
  },
  { write: 'disable', ...byList, effects: ['endsAccess'], mails: [], voids: 'disabling', ends: 'disabled by a list' },
  {
    write: 'disable',
    ...byDirectory,
    mails: [],
    events: ['Scim.DisableUser'],
    voids: 'disabling',
    ends: 'disabled by the directory’s PATCH',
  },
  // leave, move, erase
  {
    write: 'leave',
    ...byDirectory,
    mails: [],
    events: ['Scim.SetRoles', 'Scim.DeleteUser'],
    voids: 'leaving',
    ends: 'deleted by the directory',
  },
  {
    ...{ write: 'come back', ...byDirectory, mails: [], mayMail: ['setPassword'], events: ['Scim.ReviveUser'], voids: 'leaving' },
    ends: 'created by the directory again, after it has deleted the user',
    hands: ['is made', 'by the directory, a second time'],
  },
  {
    ...{
      write: 'move',
      ...byScreen,
      by: 'Users.Patch',
      effects: ['givesAdministration', 'endsAccess'],
      mails: [],
    },
    ...{ voids: 'moving', ends: 'moved on the screen', hands: ['is moved into the organisation', 'on the screen'] },
  },
  {
    ...{ write: 'move', ...byBulk, effects: ['givesAdministration', 'endsAccess'], mails: [], events: ['Users.Patch'] },
    ...{ voids: 'moving', ends: 'moved by a bulk operation', hands: ['is moved into the organisation', 'by a bulk operation'] },
  },
  {
    write: 'move',
    ...byList,
    effects: ['givesAdministration', 'endsAccess'],
    mails: [],
    voids: 'moving',
    ends: 'moved by a list',
    hands: ['is moved into the organisation', 'by a list'],
  },
  {
    ...{ write: 'erase', ...byScreen, by: 'Users.Erase', mails: ['accountErased'] },
    ...{ voids: 'the account', ends: 'erased' },
  },
  { write: 'undo an import', ...byCommand, mails: [], events: ['Operator.Import'], voids: 'the account' },
  {
    ...{ write: 'undo an import', ...byForeignFile, by: 'Imports.Undo', effects: ['erases'] },
    ...{ mails: [], events: ['Imports.Finish'], voids: 'the account' },
  },
  { write: 'withdraw', road: 'invitation', by: 'Invite.Delete', mails: [], voids: 'the invitation' },
  // who manages it
  {
    write: 'hand to the directory',
    ...byScreen,
    by: 'Provisioning.Adopt',
    mails: [],
    voids: 'nothing',
  },
  {
    write: 'take from the directory',
    ...byScreen,
    by: 'Provisioning.Release',
    mails: [],
    voids: 'nothing',
  },
  // sessions
  {
    write: 'end sessions',
    ...byScreen,
    by: 'Users.EndSessions',
    mails: ['sessionsEnded'],
    voids: 'sessions',
  },
  {
    ...{ write: 'end sessions', ...byBulk, effects: [], mails: ['sessionsEnded'], events: ['Users.EndSessions'] },
    voids: 'sessions',
  },
  {
    write: 'end sessions',
    ...byOwner,
    by: 'Users.EndOtherSessions',
    mails: [],
    voids: 'other sessions',
  },
  {
    write: 'end a session',
    ...byScreen,
    by: 'Users.EndUserSession',
    mails: ['sessionsEnded'],
    voids: 'the session',
  },
  { write: 'end a session', ...byOwner, by: 'Users.EndSession', mails: [], voids: 'the session' },
  { write: 'end a session', road: 'logout', by: 'Login.Logout', mails: [], voids: 'the session' },
  {
    write: 'end sessions',
    road: 'many on the screen',
    by: 'Organisations.EndSessions',
    mails: [],
    voids: 'sessions',
  },
  { write: 'end sessions', ...byProvider, mails: [], events: ['Connections.Logout'], voids: 'its sessions' },
  {
    write: 'end sessions',
    road: 'provider switched off',
    by: 'Connections.Enable',
    effects: ['endsAccess'],
    mails: [],
    voids: 'its sessions',
  },
];
