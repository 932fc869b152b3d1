/** An administrator is not taken over by way of a demotion: a role lost within the last 24 hours still protects the account. */
import { logInAs } from '../../support/logInAs.ts';
import { createClient, type Client } from '../../support/client.ts';
import { awaitMail } from '../../support/mails.ts';
import { enrol } from '../../support/mfa.ts';
import { linkOf } from '../../support/recovery.ts';
import { unusedMember, type MemberAccount } from '../../support/unusedMember.ts';
import { useServer } from '../../support/useServer.ts';
import { setRoles } from '../../support/changeUser.ts';

const site = useServer();

const refused = { status: 403, problem: { code: 'Forbidden' } };
const approvalNeeded = { status: 409, problem: { code: 'ApprovalNeeded' } };

const withRole = async (role: string): Promise<MemberAccount> => {
  const member = await unusedMember(site, { organisation: 'Harbour Mutual' });
  await setRoles(site, member.userId, [role]);
  return member;
};
const demote = (by: Client, { userName }: MemberAccount) => by.ok('Roles.SetUser', { userName, body: { roles: ['Member'] } });
const changeEmail = async (by: Client, { userName }: MemberAccount, email: string) => {
  const { version } = await by.ok('Users.User', { userName });
  return by.call('Users.Patch', { userName, body: { version, email } });
};
const aDayLater = ({ userId }: MemberAccount) =>
  site.database.query(`UPDATE lost_roles SET lost_at = lost_at - interval '24 hours' WHERE user_id = $1`, [userId]);

it('A subscriber administrator who demotes an equal takes over nothing that day', async () => {
  const [subadmin, equal] = [await logInAs(site, 'subadmin'), await withRole('SubscriberAdministration')];
  const { userName, userId } = equal;
  await enrol(await logInAs(site, userName));
  await demote(subadmin, equal);
  expect(await changeEmail(subadmin, equal, 'taken1@example.net')).toMatchObject(refused);
  expect(await subadmin.call('Users.ResetAuthentication', { userName, type: 'All' })).toMatchObject(refused);
  expect(await subadmin.call('Mfa.RecoveryFor', { userId })).toMatchObject(refused);
  expect(await subadmin.call('Users.Impersonate', { userName })).toMatchObject(refused);
  await aDayLater(equal);
  expect((await changeEmail(subadmin, equal, 'taken1@example.net')).status).toBe(200);
});

it('A system administrator who demotes another still needs a third one’s approval, and reaches nothing by impersonation', async () => {
  const [sysadmin, other] = [await logInAs(site, 'sysadmin'), await withRole('SystemAdministration')];
  const { userName } = other;
  await demote(sysadmin, other);
  expect(await changeEmail(sysadmin, other, 'taken2@example.net')).toMatchObject(approvalNeeded);
  expect(await sysadmin.call('Users.ResetAuthentication', { userName, type: 'Password' })).toMatchObject(approvalNeeded);
  expect(await sysadmin.call('Users.Impersonate', { userName })).toMatchObject(refused);
  await aDayLater(other);
  expect((await sysadmin.call('Users.ResetAuthentication', { userName, type: 'Password' })).status).toBe(200);
});

it('A subscriber administrator does not reach a system administrator demoted an hour ago', async () => {
  const [subadmin, other] = [await logInAs(site, 'subadmin'), await withRole('SystemAdministration')];
  const { userName } = other;
  await demote(await logInAs(site, 'sysadmin'), other);
  expect(await subadmin.call('Users.Enable', { userName, enabled: false })).toMatchObject(refused);
  await aDayLater(other);
  expect((await subadmin.call('Users.Enable', { userName, enabled: false })).status).toBe(200);
});

it('The delay of a new address outlasts the role', async () => {
  const [sysadmin, administrator] = [await logInAs(site, 'sysadmin'), await withRole('SubscriberAdministration')];
  const email = 'taken3@example.net';
  await changeEmail(sysadmin, administrator, email);
  await demote(sysadmin, administrator);
  const mail = await awaitMail(site, ({ to, links }) => to[0] === email && links[0]?.includes('/ConfirmEmail?') === true);
  const confirm = () => createClient(site).call('Users.ConfirmEmail', { body: linkOf(mail) });
  expect(await confirm()).toMatchObject({ status: 409, problem: { code: 'EmailNotYet' } });
  await aDayLater(administrator);
  expect((await confirm()).status).toBe(200);
});
