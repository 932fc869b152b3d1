/** Every call that changes something tells the audit of it: the registry says which they are, and one day in the product makes them all. */
import { createHash, randomBytes } from 'node:crypto';
import { changesState } from '../../api/contract/call.ts';
import { operations } from '../../api/contract/index.ts';
import { as, DEMO_PASSWORD, totp } from '../support/as.ts';
import { createClient } from '../support/client.ts';
import { enrol, halfSignedIn, resetUsedCodes } from '../support/mfa.ts';
import { NEW_PASSWORD, newPassword } from '../support/recovery.ts';
import { unusedMember } from '../support/unusedMember.ts';
import { useServer } from '../support/useServer.ts';

const site = useServer();

/** A key to enrol with is in force only after `Mfa.Enable`; an opened link changes nothing; a search is a POST for its length alone. */
const CHANGES_NOTHING = ['Mfa.BeginEnable', 'Invite.Receive', 'Organisations.Find'];

/** As a mail would bring it. */
async function linkTo(purpose: 'invite' | 'confirmEmail' | 'cancelEmail', userId: string): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await site.database.query(
    `INSERT INTO links (token_hash, purpose, user_id, data, created_at, expires_at)
     VALUES ($1, $2, $3, '{"inviterId": null}', now(), now() + interval '1 day')`,
    [createHash('sha256').update(token).digest(), purpose, userId],
  );
  return token;
}

const person = () => unusedMember(site, { organisation: 'Harbour Mutual' });

async function administrators(): Promise<void> {
  const [sysadmin, subadmin] = [await as(site, 'sysadmin'), await as(site, 'subadmin')];
  const { organisation } = await subadmin.ok('Users.Self');
  const about = { firstName: 'Ada', lastName: 'Example', roles: ['Member'] };

  const { userId } = await subadmin.ok('Invite.CreateUser', { body: { ...about, email: 'one@change.example' } });
  await subadmin.ok('Invite.SendEmail', { body: { userIds: [userId] } });
  await subadmin.ok('Invite.Resend', { userId });
  await subadmin.ok('Invite.Delete', { userId });
  const { userId: invited } = await subadmin.ok('Invite.CreateUser', { body: { ...about, email: 'two@change.example' } });
  const guest = createClient(site);
  await guest.ok('Invite.Receive', { body: { userId: invited, token: await linkTo('invite', invited) } });
  const { roles: _granted, ...told } = about;
  await guest.ok('Invite.Accept', {
    userId: invited,
    body: { ...told, userName: 'accepting', password: NEW_PASSWORD, confirmPassword: NEW_PASSWORD },
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
  await guest.ok('Users.CancelEmail', { body: { userId: created, token: await linkTo('cancelEmail', created) } });
  const { version: refused } = await subadmin.ok('Users.User', { userName });
  await subadmin.ok('Users.Patch', { userName, body: { version: refused, email: 'four@change.example' } });
  await guest.ok('Users.ConfirmEmail', { body: { userId: created, token: await linkTo('confirmEmail', created) } });
  await subadmin.ok('Roles.SetUser', { userName, body: { roles: ['Support'] } });
  await subadmin.ok('Users.Enable', { userName, enabled: false });
  await site.database.query(`UPDATE users SET locked_until = now() + interval '1 hour' WHERE user_name = $1`, [userName]);
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
  await as(site, 'ordinary');
  await subadmin.ok('Users.EndSessions', { userName: 'ordinary' });
  await subadmin.ok('Organisations.EndSessions', { publicId: organisation.publicId });
  await sysadmin.ok('Users.Sync', { body: { source: 'change', dryRun: false, disableMissing: false, users: [] } });
  await subadmin.ok('Users.Impersonate', { userName: (await person()).userName });
}

async function ordinaryPeople(): Promise<void> {
  const { userName, email, userId } = await person();
  await createClient(site).ok('Login.ForgotPassword', { body: { userNameOrEmail: userName } });
  await createClient(site).ok('Login.ForgotUsername', { body: { email } });
  const own = await as(site, userName);
  await own.ok('Login.ConfirmIdentity', { body: { password: DEMO_PASSWORD } });
  await own.ok('ApiKey.Create', { name: 'one' });
  await own.ok('ApiKey.CreateClaims', { body: { name: 'one', claims: [] } });
  await own.ok('ApiKey.Delete', { name: 'one' });
  await own.ok('Users.SetEmailPreferences', { body: { securityAlerts: true, auditDigest: true, productNews: true } });
  await own.ok('Users.SetFontSize', { fontSize: 'compact' });
  await own.ok('Support.CreateTicket', { body: { Email: email, IssueDescription: 'I cannot log in.', Urgency: 'Low' } });
  const other = await as(site, userName);
  const elsewhere = (await own.ok('Users.Sessions')).find(({ current }) => !current);
  await own.ok('Users.EndSession', { sessionId: elsewhere!.sessionId });
  await other.call('Login.Check');
  await own.ok('Users.EndOtherSessions');

  const { key, recoveryCodes } = await enrol(own);
  await (await as(site, 'subadmin')).ok('Mfa.RecoveryFor', { userId });
  await resetUsedCodes(site, userName);
  const half = await halfSignedIn(site, userName);
  await half.ok('Mfa.Login', { body: { code: totp(key), rememberBrowser: true } });
  await half.ok('Mfa.ForgetBrowsers');
  await (await halfSignedIn(site, userName)).ok('Mfa.RecoveryCode', { body: { code: recoveryCodes[0]! } });
  await half.ok('Mfa.Recovery');
  await half.ok('Mfa.Disable');
  await half.ok('ChangeDetails.ChangePassword', { body: { currentPassword: DEMO_PASSWORD, ...newPassword().body } });
  await half.ok('Login.Logout');
}

test('whatever changes something is told', async () => {
  const { last } = await site.database.row<{ last: number }>('SELECT max(seq) AS last FROM audit_events');
  await administrators();
  await ordinaryPeople();
  const told = await site.database.query<{ action: string }>(
    `SELECT DISTINCT action FROM audit_events WHERE seq > $1 AND outcome = 'success' AND ip IS NOT NULL`,
    [last],
  );
  const changing = Object.entries(operations).flatMap(([name, call]) => (changesState(call) ? [name] : []));
  expect(changing.length).toBeGreaterThan(35);
  expect(told.map(({ action }) => action).sort()).toEqual(changing.filter((name) => !CHANGES_NOTHING.includes(name)).sort());
}, 60_000);
