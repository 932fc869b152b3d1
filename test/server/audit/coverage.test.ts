/** Every state-changing operation of the contract is called once and must write an audit event. */
import { randomBytes } from 'node:crypto';
import { changesState } from '../../../api/contract/call.ts';
import { operations } from '../../../api/contract/index.ts';
import { lastSeq } from '../../support/auditEvents.ts';
import { eventually } from '../../support/eventually.ts';
import { holdUsers } from '../../support/holdUsers.ts';
import { logInAs, DEMO_PASSWORD, totp } from '../../support/logInAs.ts';
import { addPasskey, logInWithPasskey } from '../../support/authenticator.ts';
import { lock, setRoles } from '../../support/changeUser.ts';
import { createClient, type Client } from '../../support/client.ts';
import { giveConsent, plantLink } from '../../support/credentials.ts';
import { addGroup } from '../../support/directories.ts';
import { enrol, pendingMfaSession, resetUsedCodes } from '../../support/mfa.ts';
import { application } from '../../support/oidc.ts';
import { NEW_PASSWORD, newPassword } from '../../support/recovery.ts';
import { foreignKey, metadataOf } from '../../support/samlAuthority.ts';
import { linkIdentity, newMember as newSsoMember } from '../../support/sso.ts';
import { holdImports, readForeignFile } from '../../support/foreignImports.ts';
import { resume } from '../../support/operations.ts';
import { requireFourEyes } from '../../support/organisations.ts';
import { unusedMember } from '../../support/unusedMember.ts';
import { useServer } from '../../support/useServer.ts';

const site = useServer();

/**
 * The key of `Mfa.BeginEnable` is valid only after `Mfa.Enable`, a challenge only for a passkey; opening an invitation changes nothing;
 * `Find` is a POST for its length.
 */
const NO_STATE_CHANGE = [
  'Mfa.BeginEnable',
  'Passkeys.RegistrationOptions',
  'Passkeys.LoginOptions',
  'Invite.Receive',
  'Organisations.Find',
  'Support.TicketState',
  'Login.Discover',
  'Settings.Preview',
  'Users.MovePreview',
];

/** @returns the token of a link as sent by mail */
async function createLink(purpose: 'invite' | 'confirmEmail' | 'cancelEmail', userId: string): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await plantLink(site, userId, purpose, token);
  return token;
}

const newMember = () => unusedMember(site, { organisation: 'Harbour Mutual' });

async function callAdminOperations(): Promise<void> {
  const [sysadmin, subadmin] = [await logInAs(site, 'sysadmin'), await logInAs(site, 'subadmin')];
  const { organisation } = await subadmin.ok('Users.Self');
  const about = { firstName: 'Ada', lastName: 'Example', roles: ['Member'] };

  await subadmin.ok('Overview.SetHome', { home: 'overview' });
  await sysadmin.ok('Settings.Update', { name: 'sessionHours', body: { value: 10, version: 0 } });
  const { userId } = await subadmin.ok('Invite.CreateUser', { body: { ...about, email: 'one@change.example' } });
  await subadmin.ok('Invite.SendEmail', { body: { userIds: [userId] } });
  await subadmin.ok('Invite.Resend', { userId });
  await subadmin.ok('Invite.Delete', { userId });
  const { userId: invited } = await subadmin.ok('Invite.CreateUser', { body: { ...about, email: 'two@change.example' } });
  const guest = createClient(site);
  await guest.ok('Invite.Receive', { body: { userId: invited, token: await createLink('invite', invited) } });
  const { roles: _granted, ...names } = about;
  await guest.ok('Invite.Accept', {
    userId: invited,
    body: { ...names, userName: 'accepting', password: NEW_PASSWORD, confirmPassword: NEW_PASSWORD },
  });

  const account = {
    ...about,
    userName: 'created_here',
    email: 'three@change.example',
    organisationPublicId: organisation.publicId,
  };
  const { version, userId: created } = await sysadmin.ok('Users.Create', { body: account });
  const { userName } = account;
  await subadmin.ok('Users.Patch', { userName, body: { version, email: 'refused@change.example' } });
  await guest.ok('Users.CancelEmail', { body: { userId: created, token: await createLink('cancelEmail', created) } });
  const { version: refused } = await subadmin.ok('Users.User', { userName });
  await subadmin.ok('Users.Patch', { userName, body: { version: refused, email: 'four@change.example' } });
  await guest.ok('Users.ConfirmEmail', { body: { userId: created, token: await createLink('confirmEmail', created) } });
  await subadmin.ok('Roles.SetUser', { userName, body: { roles: ['Support'] } });
  await subadmin.ok('Mfa.Remind', { userId: created });
  await subadmin.ok('Users.Enable', { userName, enabled: false });
  await lock(site, userName);
  await subadmin.ok('Users.Unlock', { userName });
  await subadmin.ok('Users.TakeOwnership', { userName });
  await subadmin.ok('Mfa.Require', { userId: created, body: { required: true } });
  await subadmin.ok('Mfa.OrganizationDefaultReset', { body: { userIds: [created] } });
  await subadmin.ok('Users.ResetAuthentication', { userName, type: 'Password' });
  await subadmin.ok('Organisations.SetMfaRequired', { required: true });
  await subadmin.ok('Organisations.SetMfaRequired', { required: false });
  const { publicId } = await sysadmin.ok('Organisations.Register', {
    publicId: crypto.randomUUID(),
    organisationName: 'Change & Sons',
  });
  await sysadmin.ok('Organisations.Update', { publicId, body: { organisationName: 'Change & Daughters' } });
  const { application: registered } = await sysadmin.ok('Applications.Register', { body: application('change') });
  const { applicationId } = registered;
  await sysadmin.ok('Applications.Update', { applicationId, body: application('changed') });
  await sysadmin.ok('Applications.NewSecret', { applicationId });
  await sysadmin.ok('Applications.Enable', { applicationId, enabled: false });
  await giveConsent(site, 'sysadmin', applicationId, 'openid');
  await sysadmin.ok('Applications.Withdraw', { applicationId });
  await sysadmin.ok('Applications.Delete', { applicationId });
  await provision(subadmin, organisation.publicId);
  await proveDomains(subadmin, organisation.publicId);
  await connect(subadmin, organisation.publicId);
  const content = { filter: 'locked', search: '', sort: [], where: [], columns: null } as const;
  const { viewId } = await subadmin.ok('Views.Create', {
    body: { name: 'Locked out', content: { ...content, sort: [], where: [] } },
  });
  await subadmin.ok('Views.Rename', { viewId, body: { name: 'Locked' } });
  await subadmin.ok('Views.Replace', { viewId, body: { content: { ...content, filter: 'disabled', sort: [], where: [] } } });
  await subadmin.ok('Views.Share', { viewId, shared: true });
  await subadmin.ok('Views.SetDefault', { viewId, isDefault: true });
  await subadmin.ok('Views.Delete', { viewId });
  const filters = { action: 'Views.' };
  const report = { filters, range: { kind: 'days', days: 1 }, format: { type: 'jsonl' }, timeZone: 'UTC' } as const;
  const definition = { name: 'Views', content: { ...report, filters }, shared: false, schedule: null };
  const { reportId } = await subadmin.ok('Reports.Create', { body: definition });
  await subadmin.ok('Reports.Replace', { reportId, body: { ...definition, shared: true } });
  const { exportId } = await subadmin.ok('Reports.Run', { reportId });
  await subadmin.ok('Reports.RunAgain', { exportId });
  await subadmin.ok('Reports.Delete', { reportId });
  await logInAs(site, 'ordinary');
  const [open] = await subadmin.ok('Users.UserSessions', { userName: 'ordinary' });
  await subadmin.ok('Users.EndUserSession', { userName: 'ordinary', sessionId: open!.sessionId });
  await logInAs(site, 'ordinary');
  await subadmin.ok('Users.EndSessions', { userName: 'ordinary' });
  await subadmin.ok('Organisations.EndSessions', { publicId: organisation.publicId });
  const holder = await newMember();
  await (await logInAs(site, holder.userName)).ok('ApiKey.Create', { name: 'held' });
  await subadmin.ok('Users.RevokeApiKey', { userName: holder.userName, name: 'held' });
  await subadmin.ok('Users.Enable', { userName: holder.userName, enabled: false });
  await sysadmin.ok('Users.Erase', { userName: holder.userName });
  await sysadmin.ok('Users.Sync', { body: { source: 'change', dryRun: false, disableMissing: false, users: [] } });
  await subadmin.ok('Users.Impersonate', { userName: (await newMember()).userName });
  await decideRequests(sysadmin);
  await runOperations(sysadmin);
  await runImports(sysadmin);
}

async function provision(subadmin: Client, organisationPublicId: string): Promise<void> {
  const expiresAt = new Date(Date.now() + 30 * 86_400_000).toISOString();
  const { keyId } = await subadmin.ok('Provisioning.NewKey', { organisationPublicId, body: { name: 'Directory', expiresAt } });
  const groupId = await addGroup(site, organisationPublicId, 'Clerks');
  await subadmin.ok('Provisioning.MapGroup', { organisationPublicId, groupId, body: { roles: ['Member'] } });
  await subadmin.ok('Provisioning.Adopt', { organisationPublicId, body: { knownBy: 'email' } });
  await subadmin.ok('Provisioning.Release', { organisationPublicId });
  await subadmin.ok('Provisioning.RevokeKey', { organisationPublicId, keyId });
}

async function proveDomains(subadmin: Client, organisationPublicId: string): Promise<void> {
  const { domainId } = await subadmin.ok('Domains.Add', { organisationPublicId, body: { domain: 'harbour.invalid' } });
  await subadmin.ok('Domains.Verify', { organisationPublicId, domainId });
  await subadmin.ok('Domains.Delete', { organisationPublicId, domainId });
}

async function connect(subadmin: Client, organisationPublicId: string): Promise<void> {
  const settings = { name: 'Provider', vendor: 'other', issuer: 'https://10.0.0.1', clientId: 'x', clientSecret: 'x' } as const;
  const { connectionId } = await subadmin.ok('Connections.Create', { organisationPublicId, body: settings });
  const ids = { organisationPublicId, connectionId };
  await subadmin.ok('Connections.Update', { ...ids, body: { name: 'Identity provider' } });
  await subadmin.ok('Connections.Test', ids);
  await subadmin.ok('Connections.RefreshMetadata', ids);
  await subadmin.ok('Connections.Enable', { ...ids, enabled: true });
  const saml = await subadmin.ok('Connections.Create', {
    organisationPublicId,
    body: { name: 'SAML', vendor: 'other', kind: 'saml', metadata: metadataOf() },
  });
  await subadmin.ok('Connections.ReplaceMetadata', {
    organisationPublicId,
    connectionId: saml.connectionId,
    body: { metadata: metadataOf([foreignKey]) },
  });
  const [first, second] = [await newSsoMember(site), await newSsoMember(site)];
  await site.database.query(
    `UPDATE users SET mfa_enrolled_at = now(), mfa_secret = 'x', last_login_at = now() + interval '1 hour' WHERE user_id = ANY ($1)`,
    [[first.userId, second.userId]],
  );
  for (const { userId } of [first, second])
    await subadmin.ok('Connections.SetBreakGlass', { organisationPublicId, userId, kept: true });
  await subadmin.ok('Security.Link', { connectionId });
  const { identityId } = await site.database.row<{ identityId: string }>(
    `INSERT INTO identities (identity_id, connection_id, issuer, subject, user_id, created_at)
     SELECT gen_random_uuid(), $1, 'https://10.0.0.1', 'x', user_id, now() FROM users WHERE user_name = 'subadmin'
     RETURNING identity_id AS "identityId"`,
    [connectionId],
  );
  await site.database.query(`UPDATE identities SET last_login_at = now() WHERE identity_id = $1`, [identityId]);
  const linked = await newSsoMember(site);
  await linkIdentity(site, { connectionId, issuer: 'https://10.0.0.1', sub: 'y', userId: linked.userId });
  await subadmin.ok('Connections.RemoveLink', { ...ids, userName: linked.userName });
  await subadmin.ok('Connections.SetRequired', { organisationPublicId, required: true });
  await subadmin.ok('Connections.SetRequired', { organisationPublicId, required: false });
  await subadmin.ok('Security.Unlink', { identityId });
  await subadmin.ok('Connections.Enable', { ...ids, enabled: false });
  await subadmin.ok('Connections.Delete', ids);
}

/** Decides requests of a system administrator about another one, which need a third in any configuration. */
async function decideRequests(sysadmin: Client): Promise<void> {
  const decider = await logInAs(site, 'system_only');
  const { userName, userId } = await newMember();
  await setRoles(site, userId, ['SystemAdministration']);
  const ask = async () => {
    await sysadmin.call('Users.ResetAuthentication', { userName, type: 'Password' });
    const open = (await sysadmin.ok('Approvals.List')).find(({ state }) => state === 'open');
    return { requestId: open!.requestId };
  };
  await decider.ok('Approvals.Refuse', await ask());
  await sysadmin.ok('Approvals.Withdraw', await ask());
  await decider.ok('Approvals.Approve', await ask());
  const member = await newMember();
  await requireFourEyes(site, 'Harbour Mutual');
  const administrator = await newMember();
  await setRoles(site, administrator.userId, ['SubscriberAdministration']);
  const userIds = [member.userId, administrator.userId];
  await sysadmin.ok('Operations.Start', { body: { kind: 'disable', userIds }, reason: 'They left' });
  await requireFourEyes(site, 'Harbour Mutual', false);
}

async function runOperations(sysadmin: Client): Promise<void> {
  const [first, second] = [await newMember(), await newMember()];
  const held = await holdUsers(site.database, first.userId);
  const userIds = [first.userId, second.userId];
  const { operationId } = await sysadmin.ok('Operations.Start', { body: { kind: 'disable', userIds } });
  await held.awaited();
  await sysadmin.ok('Operations.Pause', { operationId });
  await held.release();
  await sysadmin.ok('Operations.Resume', { operationId });
  await isFinished(sysadmin, operationId);
  await resume(site, operationId, 'paused');
  await sysadmin.ok('Operations.Cancel', { operationId });
  await site.database.query(`UPDATE operation_targets SET outcome = 'failed' WHERE operation_id = $1 AND user_id = $2`, [
    operationId,
    first.userId,
  ]);
  await sysadmin.ok('Operations.Retry', { operationId });
  await isFinished(sysadmin, operationId);
  await sysadmin.ok('Operations.Undo', { operationId });
}

const isFinished = (by: Client, operationId: string) =>
  eventually('the end of the operation', async () => (await by.ok('Operations.Get', { operationId })).finishedAt !== null);

async function runImports(sysadmin: Client): Promise<void> {
  const { importId, choices } = await readForeignFile(sysadmin, 'email,login\nmoved@former.example,moved_here\n');
  await sysadmin.ok('Imports.Choose', { importId, body: choices });
  await sysadmin.ok('Imports.Start', { importId });
  await eventually('the end of the import', async () => (await sysadmin.ok('Imports.Get', { importId })).state === 'done');
  await sysadmin.ok('Imports.Undo', { importId });
  await eventually('the end of the undo', async () => (await sysadmin.ok('Imports.Get', { importId })).state === 'undone');
  const other = await readForeignFile(sysadmin, 'email,login\nlater@former.example,moved_later\n');
  const release = await holdImports(site.database);
  await sysadmin.ok('Imports.Start', other);
  await sysadmin.ok('Imports.Pause', other);
  await sysadmin.ok('Imports.Resume', other);
  await sysadmin.ok('Imports.Cancel', other);
  await release();
}

async function callTicketOperations(ticketNumber: string): Promise<void> {
  const support = await logInAs(site, 'support_user');
  const { userId } = await support.ok('Users.Self');
  const note = await support.ok('Tickets.Note', { ticketNumber, body: { text: 'Called back.' } });
  const assigned = await support.ok('Tickets.Assign', { ticketNumber, body: { version: note.version, userId } });
  const answered = await support.ok('Tickets.Answer', { ticketNumber, body: { version: assigned.version, text: 'Try again.' } });
  const closed = await support.ok('Tickets.Close', { ticketNumber, body: { version: answered.version } });
  await support.ok('Tickets.Reopen', { ticketNumber, body: { version: closed.version } });
}

async function callUserOperations(): Promise<void> {
  const { userName, email, userId } = await newMember();
  await createClient(site).ok('Login.ForgotPassword', { body: { userNameOrEmail: userName } });
  await createClient(site).ok('Login.ForgotUsername', { body: { email } });
  const own = await logInAs(site, userName);
  await own.ok('Login.ConfirmIdentity', { body: { password: DEMO_PASSWORD } });
  await own.ok('ApiKey.Create', { name: 'one' });
  await own.ok('ApiKey.CreateClaims', { body: { name: 'one', claims: [] } });
  await own.ok('ApiKey.Delete', { name: 'one' });
  await own.ok('Users.SetEmailPreferences', { body: { securityAlerts: true, auditDigest: true, productNews: true } });
  await own.ok('Users.SetFontSize', { fontSize: 'compact' });
  const { ticketNumber } = await own.ok('Support.CreateTicket', {
    body: { Email: email, IssueDescription: 'I cannot log in.', Urgency: 'Low' },
  });
  await callTicketOperations(ticketNumber);
  const other = await logInAs(site, userName);
  const otherSession = (await own.ok('Users.Sessions')).find(({ current }) => !current);
  await own.ok('Users.EndSession', { sessionId: otherSession!.sessionId });
  await other.call('Login.Check');
  await own.ok('Users.EndOtherSessions');

  const phone = await addPasskey(own);
  await own.ok('Passkeys.Rename', { passkeyId: phone.passkeyId, body: { name: 'My phone' } });
  await logInWithPasskey(createClient(site), phone);
  await own.ok('Passkeys.Delete', { passkeyId: phone.passkeyId });

  const { key, recoveryCodes } = await enrol(own);
  await (await logInAs(site, 'subadmin')).ok('Mfa.RecoveryFor', { userId });
  await resetUsedCodes(site, userName);
  const pendingClient = await pendingMfaSession(site, userName);
  await pendingClient.ok('Mfa.Login', { body: { code: totp(key), rememberBrowser: true } });
  await pendingClient.ok('Mfa.ForgetBrowsers');
  await (await pendingMfaSession(site, userName)).ok('Mfa.RecoveryCode', { body: { code: recoveryCodes[0]! } });
  await pendingClient.ok('Mfa.Recovery');
  await pendingClient.ok('Mfa.Disable');
  await pendingClient.ok('ChangeDetails.ChangePassword', { body: { currentPassword: DEMO_PASSWORD, ...newPassword().body } });
  await pendingClient.ok('Login.Logout');
}

test('every state-changing operation writes a success event with the IP address', async () => {
  const last = await lastSeq(site);
  await callAdminOperations();
  await callUserOperations();
  const audited = await site.database.query<{ action: string }>(
    `SELECT DISTINCT action FROM audit_events WHERE seq > $1 AND outcome = 'success' AND ip IS NOT NULL`,
    [last],
  );
  const changing = Object.entries(operations).flatMap(([name, call]) => (changesState(call) ? [name] : []));
  expect(changing.length).toBeGreaterThan(35);
  expect(audited.map(({ action }) => action).sort()).toEqual(changing.filter((name) => !NO_STATE_CHANGE.includes(name)).sort());
});
