/**
 * Every call that changes a credential or who may use it: its mails, what it voids, and that it is barred while impersonating. A new call fails until
 * it is decided here.
 */
import { changesState } from '../../../api/contract/call.ts';
import type { Operation } from '../../../api/contract/endpoint.ts';
import { operations, type OperationName } from '../../../api/contract/index.ts';
import { whyBarredWhileImpersonating } from '../../../api/contract/session.policy.ts';
import type { MailTemplate } from '../../../server/mail/templates.ts';
import { addPasskey, logInWithPasskey } from '../../support/authenticator.ts';
import { succeed } from '../../support/preparedCalls.ts';
import { createLink } from '../../support/callSamples/invite.ts';
import { setPendingEmail } from '../../support/changeUser.ts';
import { logInAs } from '../../support/logInAs.ts';
import { createClient, type Client } from '../../support/client.ts';
import { rememberBrowser } from '../../support/credentials.ts';
import { countOf } from '../../support/facts.ts';
import { queuedMails } from '../../support/queuedMails.ts';
import { unusedMember, type MemberAccount } from '../../support/unusedMember.ts';
import { useServer } from '../../support/useServer.ts';

const site = useServer();

/** Ways for an intruder to return that may outlive a change of credentials. */
const roads = ['sessions', 'browsers', 'pendingEmail', 'recoveryLink', 'apiKeys', 'passkeys'] as const;
type Road = (typeof roads)[number];

interface Effect {
  /** The mail, or the reason why there is none. */
  readonly mail: MailTemplate | { readonly none: string };
  readonly voids: readonly Road[];
  /** How it is done to everything that the person has; absent: as in `callSamples.ts`. */
  readonly act?: (person: Account, sysadmin: Client) => Promise<unknown>;
}
interface Account extends MemberAccount {
  readonly own: Client;
  readonly passkeyId: string;
  readonly confirm: { readonly userId: string; readonly token: string };
}

const reset = (type: 'Password' | 'Mfa' | 'Passkeys' | 'All', voids: readonly Road[]): Effect => ({
  mail: 'authenticationReset',
  voids,
  act: ({ userName }, sysadmin) => sysadmin.ok('Users.ResetAuthentication', { userName, type }),
});

const sync = async (sysadmin: Client, { userName, email }: MemberAccount, change: { email?: string; enabled?: boolean }) => {
  const { publicId } = (await sysadmin.ok('Users.User', { userName })).organisation;
  const row = { externalId: userName, userName, firstName: 'Ada', lastName: 'Example', organisationPublicId: publicId };
  const list = (user: object) => ({
    body: {
      source: 'effects',
      dryRun: false,
      disableMissing: false,
      users: [{ ...row, email, enabled: true, roles: ['Member'], ...user }],
    },
  });
  await sysadmin.ok('Users.Sync', list({}));
  await sysadmin.ok('Users.Sync', list(change));
};

/** Effects by the name of a call, with its case. */
const effects: Readonly<Record<string, Effect>> = {
  'ChangeDetails.ChangePassword': { mail: 'passwordChanged', voids: ['sessions', 'browsers', 'pendingEmail', 'recoveryLink'] },
  'Users.ResetAuthentication of the password': reset('Password', [
    'sessions',
    'browsers',
    'pendingEmail',
    'recoveryLink',
    'apiKeys',
  ]),
  'Users.ResetAuthentication of MFA': reset('Mfa', ['sessions', 'browsers', 'pendingEmail', 'apiKeys']),
  'Users.ResetAuthentication of the passkeys': reset('Passkeys', ['sessions', 'pendingEmail', 'apiKeys', 'passkeys']),
  'Users.ResetAuthentication of all': reset('All', [...roads]),
  'Users.Enable to disable': { mail: { none: 'the next login tells it' }, voids: [...roads] },
  'Users.Enable after disabling revives nothing': {
    mail: { none: 'the next login tells it' },
    // Like the password, a passkey opens the account again.
    voids: roads.filter((road) => road !== 'passkeys'),
    act: async ({ userName }, sysadmin) => {
      for (const enabled of [false, true]) await sysadmin.ok('Users.Enable', { userName, enabled });
    },
  },
  'Users.Erase': { mail: 'accountErased', voids: [...roads] },
  'Users.Sync that disables': {
    mail: { none: 'the next login tells it' },
    voids: [...roads],
    act: (person, sysadmin) => sync(sysadmin, person, { enabled: false }),
  },
  'Users.Sync that moves the address': {
    mail: 'emailChanged',
    voids: ['pendingEmail', 'recoveryLink'],
    act: (person, sysadmin) => sync(sysadmin, person, { email: `${person.userName}@synced.example` }),
  },
  'Users.ConfirmEmail': {
    mail: 'emailChanged',
    voids: ['pendingEmail', 'recoveryLink'],
    act: ({ confirm }) => createClient(site).ok('Users.ConfirmEmail', { body: confirm }),
  },
  'Users.CancelEmail': { mail: { none: 'the owner does it, by a mail' }, voids: ['pendingEmail'] },
  'Users.Patch': { mail: 'emailChanging', voids: [] },
  'Mfa.Enable': { mail: 'mfaTurnedOn', voids: ['sessions', 'browsers'] },
  'Mfa.Disable': { mail: 'mfaTurnedOff', voids: ['sessions', 'browsers'] },
  'Mfa.Recovery': { mail: 'recoveryCodesRenewed', voids: ['sessions', 'browsers'] },
  'Mfa.RecoveryFor': { mail: 'recoveryCodeIssued', voids: [] },
  'Mfa.Require': { mail: 'mfaRequired', voids: [] },
  'Mfa.OrganizationDefaultReset': { mail: 'mfaNotRequired', voids: [] },
  'Users.EndSessions': { mail: 'sessionsEnded', voids: ['sessions'] },
  'Users.EndUserSession': {
    mail: 'sessionsEnded',
    voids: ['sessions'],
    act: async ({ userName }, sysadmin) => {
      for (const { sessionId } of await sysadmin.ok('Users.UserSessions', { userName }))
        await sysadmin.ok('Users.EndUserSession', { userName, sessionId });
    },
  },
  'Users.EndOtherSessions': { mail: { none: 'the owner does it' }, voids: ['sessions'] },
  'Mfa.ForgetBrowsers': { mail: { none: 'the owner does it' }, voids: ['browsers'] },
  'Passkeys.Create': { mail: 'passkeyAdded', voids: [] },
  'Passkeys.Delete': {
    mail: 'passkeyDeleted',
    voids: ['passkeys'],
    act: ({ own, passkeyId }) => own.ok('Passkeys.Delete', { passkeyId }),
  },
  'ApiKey.Create': { mail: 'apiKeyCreated', voids: [] },
  'ApiKey.CreateClaims': { mail: 'apiKeyChanged', voids: [] },
  'ApiKey.Delete': { mail: 'apiKeyDeleted', voids: ['apiKeys'], act: ({ own }) => own.ok('ApiKey.Delete', { name: 'held' }) },
  'Users.RevokeApiKey': {
    mail: 'apiKeyRevoked',
    voids: ['apiKeys'],
    act: ({ userName }, sysadmin) => sysadmin.ok('Users.RevokeApiKey', { userName, name: 'held' }),
  },
  'Roles.SetUser': { mail: 'rolesChanged', voids: [] },
};

/** Calls that change something, but no credential, or open no new access, by reason. */
const others: Readonly<Record<string, readonly OperationName[]>> = {
  'opens a session, or ends one, with the credentials as they are': [
    'Login.Login',
    'Login.Logout',
    'Login.ConfirmIdentity',
    'Mfa.Login',
    'Mfa.RecoveryCode',
    'Passkeys.LoginOptions',
    'Passkeys.Login',
    'Users.EndSession',
    'Users.Impersonate',
    'Organisations.EndSessions',
    'Users.Unlock',
  ],
  'mails a link that is void after its use': ['Login.ForgotPassword', 'Login.ForgotUsername'],
  'is about an account that nobody can use yet': [
    'Invite.CreateUser',
    'Invite.SendEmail',
    'Invite.Resend',
    'Invite.Delete',
    'Invite.Receive',
    'Invite.Accept',
    'Users.Create',
  ],
  'begins what opens nothing before its end, which is decided above': ['Mfa.BeginEnable', 'Passkeys.RegistrationOptions'],
  'sets a rule of the organisation that is met at the next login': ['Organisations.SetMfaRequired', 'Organisations.Update'],
  'does what another administrator asked for, whose own call is decided above': ['Approvals.Approve'],
  'does to many what the single call does, which is decided above': [
    'Operations.Start',
    'Operations.Resume',
    'Operations.Retry',
    'Operations.Undo',
  ],
  'is about an application, and opens no account': [
    'Applications.Register',
    'Applications.Update',
    'Applications.NewSecret',
    'Applications.Enable',
    'Applications.Delete',
    'Applications.Withdraw',
  ],
  'connects an organisation with its directory, whose requests are decided in scim': [
    'Provisioning.NewKey',
    'Provisioning.RevokeKey',
    'Provisioning.MapGroup',
    'Provisioning.Adopt',
    'Provisioning.Release',
  ],
  'says for which addresses an identity provider may speak, and links no account': [
    'Domains.Add',
    'Domains.Verify',
    'Domains.Delete',
  ],
  'opens accounts by the word of an identity provider, as server/identityProviders tells': [
    'Connections.Create',
    'Connections.Update',
    'Connections.Enable',
    'Connections.Delete',
    'Connections.Test',
    'Connections.RefreshMetadata',
    'Connections.ReplaceMetadata',
    'Connections.RemoveLink',
    'Connections.SetRequired',
    'Connections.SetBreakGlass',
    'Login.Discover',
    'Security.Link',
    'Security.Unlink',
  ],
  'makes accounts, and takes back what it made, as server/imports tells': [
    'Imports.Read',
    'Imports.Choose',
    'Imports.Start',
    'Imports.Pause',
    'Imports.Resume',
    'Imports.Cancel',
    'Imports.Undo',
  ],
  'sets a rule of the installation, as server/systemSettings tells': ['Settings.Preview', 'Settings.Update'],
  'mails what to do, and nothing that opens the account': ['Mfa.Remind'],
  'touches no credential': [
    'Passkeys.Rename',
    'Users.SetEmailPreferences',
    'Overview.SetHome',
    'Users.SetFontSize',
    'Users.TakeOwnership',
    'Approvals.Refuse',
    'Approvals.Withdraw',
    'Operations.Pause',
    'Operations.Cancel',
    'Views.Create',
    'Views.Rename',
    'Views.Replace',
    'Views.Share',
    'Views.SetDefault',
    'Views.Delete',
    'Reports.Create',
    'Reports.Replace',
    'Reports.Delete',
    'Reports.Run',
    'Reports.RunAgain',
    'Organisations.Register',
    'Organisations.Find',
    'Users.MovePreview',
    'Support.CreateTicket',
    'Support.TicketState',
    'Tickets.Answer',
    'Tickets.Note',
    'Tickets.Assign',
    'Tickets.Close',
    'Tickets.Reopen',
  ],
};

/** Calls not barred while impersonating, because their proof is not the session's. */
const BY_MAILED_LINK: readonly string[] = ['Users.ConfirmEmail', 'Users.CancelEmail'];

const callOf = (row: string) => row.split(' ')[0] as OperationName;

test('Every call that changes something, or needs a fresh proof of identity (step-up), is listed in this file, once', () => {
  const changing = (Object.entries(operations) as [OperationName, Operation][]).flatMap(([name, operation]) =>
    changesState(operation) || operation.stepUp ? [name] : [],
  );
  const decided = [...new Set(Object.keys(effects).map(callOf)), ...Object.values(others).flat()];
  expect([...decided].sort()).toEqual([...changing].sort());
});

test.each([...new Set(Object.keys(effects).map(callOf))])('%s is barred while impersonating', async (name) => {
  const operation: Operation = operations[name];
  if (BY_MAILED_LINK.includes(name)) {
    expect(operation.withoutStepUp).toBe('mailedLink');
    return;
  }
  if (whyBarredWhileImpersonating(operation, 'act')) return;
  // These calls need the proof in a case that the handler finds, or are an administrator's acts on access, so they are tried.
  const impersonating = await logInAs(site, 'sysadmin');
  await impersonating.ok('Users.Impersonate', { userName: 'subadmin' });
  const { userName } = await unusedMember(site, { organisation: 'Harbour Mutual' });
  if (name === 'Users.Enable') {
    expect(operation.withoutStepUp).toBe('access');
    return;
  }
  const { version } = await impersonating.ok('Users.User', { userName });
  expect(name).toBe('Users.Patch');
  expect(
    await impersonating.call('Users.Patch', { userName, body: { version, email: 'while@impersonating.example' } }),
  ).toMatchObject({ status: 403, problem: { code: 'Impersonating' } });
});

async function account(): Promise<Account & { readonly openRoads: () => Promise<Road[]> }> {
  const member = await unusedMember(site, { organisation: 'Harbour Mutual' });
  const { userId, userName } = member;
  const [own, elsewhere] = [await logInAs(site, userName), await logInAs(site, userName)];
  const { passkeyId, ...phone } = await addPasskey(own, { synced: true });
  const { key } = await own.ok('ApiKey.Create', { name: 'held' });
  await own.ok('ApiKey.CreateClaims', { body: { name: 'held', claims: [{ type: 'call', value: 'Users.Self' }] } });
  await rememberBrowser(site, userId);
  await setPendingEmail(site, userId, `${userName}@pending.example`);
  const [confirm, recovery] = [
    await createLink({ site }, 'confirmEmail', userId),
    await createLink({ site }, 'recovery', userId),
  ];
  const withKey = createClient(site, { headers: { Authorization: `Bearer ${key}` } });
  const isOpen: Record<Road, () => Promise<boolean>> = {
    sessions: async () => (await elsewhere.call('Users.Self')).status === 200,
    passkeys: async () => (await logInWithPasskey(createClient(site), phone)).body?.outcome === 'SignedIn',
    apiKeys: async () => (await withKey.call('Users.Self')).status === 200,
    browsers: async () => (await countOf(site, 'remembered_browsers', userId)) > 0,
    // A link that has confirmed the address says so again, and changes nothing.
    pendingEmail: async () => {
      const { status, body } = await createClient(site).call('Users.ConfirmEmail', { body: confirm });
      return status === 200 && body?.already !== true;
    },
    // With MFA on the link asks for a code, so it lives.
    recoveryLink: async () => (await createClient(site).call('Login.ConfirmIdentity', { body: recovery })).status !== 410,
  };
  // The confirmation is tried last: it voids the recovery link.
  const order: readonly Road[] = ['sessions', 'apiKeys', 'passkeys', 'browsers', 'recoveryLink', 'pendingEmail'];
  return {
    ...member,
    own,
    passkeyId,
    confirm,
    async openRoads() {
      const open: Road[] = [];
      for (const road of order) if (await isOpen[road]()) open.push(road);
      return open;
    },
  };
}

test('Everything to be voided exists before', async () => {
  expect((await (await account()).openRoads()).sort()).toEqual([...roads].sort());
});

test.each(Object.entries(effects))('%s', async (name, { mail, voids, act }) => {
  const person = await account();
  if (act) await act(person, await logInAs(site, 'sysadmin'));
  else expect((await succeed(site, callOf(name), { who: person.userName, own: person.own })).problem).toBeUndefined();
  const mails = await queuedMails(site, { recipient: person.email }, 'template');
  const templates = mails.map(({ template }) => template);
  if (typeof mail === 'string') expect([name, templates]).toEqual([name, expect.arrayContaining([mail])]);
  const open = await person.openRoads();
  expect([name, voids.filter((road) => open.includes(road))]).toEqual([name, []]);
});
