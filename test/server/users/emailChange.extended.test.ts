/**
 * A changed e-mail address cannot be used to take over an account: the owner can refuse it, an incident voids it, and
 * administrators need a delay or a second approval.
 */
import type { ApprovalRequest } from '../../../api/contract/approvals.shapes.ts';
import { pendingEmailAges, setRoles } from '../../support/changeUser.ts';
import { logInAs, DEMO_PASSWORD } from '../../support/logInAs.ts';
import { createClient, type Client } from '../../support/client.ts';
import { awaitMail, type Mail } from '../../support/mails.ts';
import { enrol } from '../../support/mfa.ts';
import { requestsAge } from '../../support/operations.ts';
import { linkOf, NEW_PASSWORD } from '../../support/recovery.ts';
import { unusedMember, type MemberAccount } from '../../support/unusedMember.ts';
import { useServer } from '../../support/useServer.ts';

const site = useServer();
const HARBOUR = { organisation: 'Harbour Mutual' };

let addressCount = 0;
const newAddress = () => `elsewhere${String((addressCount += 1))}@example.net`;
const withRoles = async (roles: string): Promise<MemberAccount> => {
  const member = await unusedMember(site, HARBOUR);
  await site.database.query(`UPDATE users SET roles = $1, locale = 'en-US' WHERE user_id = $2`, [roles, member.userId]);
  return member;
};
const anotherAdministrator = () => withRoles('{SubscriberAdministration}');
const secondSystemAdministrator = () => withRoles('{SystemAdministration}');

const changeEmail = async (by: Client, { userName }: MemberAccount, email: string) => {
  const { version } = await (await logInAs(site, 'sysadmin')).ok('Users.User', { userName });
  return by.call('Users.Patch', { userName, body: { version, email } });
};
const isTo = (email: string) => (mail: Mail) => mail.to[0] === email && mail.links[0]?.includes('/ConfirmEmail?') === true;
const linkTo = async (email: string) => linkOf(await awaitMail(site, isTo(email)));
const confirm = async (email: string) => createClient(site).call('Users.ConfirmEmail', { body: await linkTo(email) });
const gone = { status: 410, problem: { code: 'LinkGone' } };
const refused = { status: 403, problem: { code: 'Forbidden' } };
const approvalNeeded = { status: 409, problem: { code: 'ApprovalNeeded' } };
const agePendingEmail = (userId: string, hours: number) => pendingEmailAges(site, userId, `${String(hours)} hours`);

describe('The owner', () => {
  it('refuses it with the link mailed to the present address, which invalidates both links', async () => {
    const [member, email] = [await unusedMember(site, HARBOUR), newAddress()];
    const subadmin = await logInAs(site, 'subadmin');
    await changeEmail(subadmin, member, email);
    const mail = await awaitMail(site, isTo(member.email));
    expect(mail.text).toContain(email);
    expect(mail.links[0]).toContain('refuse=true');
    const anonymous = createClient(site);
    expect(await anonymous.call('Users.CancelEmail', { body: await linkTo(email) })).toMatchObject(gone);
    expect(await anonymous.ok('Users.CancelEmail', { body: linkOf(mail) })).toEqual({
      userName: member.userName,
      email: member.email,
    });
    expect(await confirm(email)).toMatchObject(gone);
    expect(await anonymous.ok('Users.CancelEmail', { body: linkOf(mail) })).toMatchObject({ email: member.email, already: true });
    expect(await subadmin.ok('Users.User', { userName: member.userName })).toMatchObject({
      email: member.email,
      pendingEmail: null,
    });
  });

  it('is notified at the former address once it has changed', async () => {
    const [member, email] = [await unusedMember(site, HARBOUR), newAddress()];
    await changeEmail(await logInAs(site, 'subadmin'), member, email);
    expect((await confirm(email)).status).toBe(200);
    const mail = await awaitMail(
      site,
      ({ to, links, text }) => to[0] === member.email && links.length === 0 && text.includes(email),
    );
    expect(mail.text).toContain(member.userName);
  });
});

describe('A pending address is voided', () => {
  const pending = async () => {
    const [member, email] = [await unusedMember(site, HARBOUR), newAddress()];
    await changeEmail(await logInAs(site, 'subadmin'), member, email);
    await linkTo(email);
    return { member, email };
  };
  const sysadmin = () => logInAs(site, 'sysadmin');

  it.each(['Password', 'Mfa', 'All'] as const)('by a reset of kind %s', async (type) => {
    const { member, email } = await pending();
    await (await sysadmin()).ok('Users.ResetAuthentication', { userName: member.userName, type });
    expect(await confirm(email)).toMatchObject(gone);
    expect(await (await sysadmin()).ok('Users.User', { userName: member.userName })).toMatchObject({ pendingEmail: null });
  });

  it('by disabling the account, permanently', async () => {
    const { member, email } = await pending();
    for (const enabled of [false, true]) await (await sysadmin()).ok('Users.Enable', { userName: member.userName, enabled });
    expect(await confirm(email)).toMatchObject(gone);
  });

  it('by a password change', async () => {
    const { member, email } = await pending();
    await (
      await logInAs(site, member.userName)
    ).ok('ChangeDetails.ChangePassword', {
      body: { currentPassword: DEMO_PASSWORD, newPassword: NEW_PASSWORD, confirmPassword: NEW_PASSWORD },
    });
    expect(await confirm(email)).toMatchObject(gone);
  });

  it.each([
    ['disabled', 'enabled = false'],
    ['no longer an administrator', "roles = '{Member}'"],
    [
      'moved to another organisation',
      "organisation_id = (SELECT organisation_id FROM organisations WHERE name = 'Northgate Portfolio')",
    ],
  ])('if the administrator who set it is %s', async (_what, change) => {
    const [attacker, member, email] = [await anotherAdministrator(), await unusedMember(site, HARBOUR), newAddress()];
    await changeEmail(await logInAs(site, attacker.userName), member, email);
    await linkTo(email);
    await site.database.query(`UPDATE users SET ${change} WHERE user_id = $1`, [attacker.userId]);
    expect(await confirm(email)).toMatchObject(gone);
    expect(await (await sysadmin()).ok('Users.User', { userName: member.userName })).toMatchObject({ email: member.email });
  });
});

describe('An administrator', () => {
  it('cannot be changed by an equal: e-mail, reset, recovery code', async () => {
    const [subadmin, equal] = [await logInAs(site, 'subadmin'), await anotherAdministrator()];
    await enrol(await logInAs(site, equal.userName));
    expect(await changeEmail(subadmin, equal, newAddress())).toMatchObject(refused);
    for (const type of ['Password', 'Mfa', 'All'] as const)
      expect(await subadmin.call('Users.ResetAuthentication', { userName: equal.userName, type })).toMatchObject(refused);
    expect(await subadmin.call('Mfa.RecoveryFor', { userId: equal.userId })).toMatchObject(refused);
    const sysadmin = await logInAs(site, 'sysadmin');
    await sysadmin.ok('Mfa.RecoveryFor', { userId: equal.userId });
    await sysadmin.ok('Users.ResetAuthentication', { userName: equal.userName, type: 'All' });
  });

  it('gets a new address after a day at the earliest, and both mails have the time', async () => {
    const [equal, email] = [await anotherAdministrator(), newAddress()];
    await changeEmail(await logInAs(site, 'sysadmin'), equal, email);
    for (const to of [equal.email, email]) expect((await awaitMail(site, isTo(to))).text).toMatch(/^Not before: .*UTC$/m);
    const early = await confirm(email);
    expect(early).toMatchObject({ status: 409, problem: { code: 'EmailNotYet' } });
    expect(Number(early.headers.get('retry-after'))).toBeGreaterThan(23 * 3600);
    await agePendingEmail(equal.userId, 23);
    expect(await confirm(email)).toMatchObject({ status: 409 });
    await agePendingEmail(equal.userId, 1);
    expect((await confirm(email)).status).toBe(200);
  });
});

describe('A system administrator', () => {
  it('gets a new address if one asks for it and another, asked by mail, approves exactly that one', async () => {
    const [first, second, target] = [
      await logInAs(site, 'sysadmin'),
      await logInAs(site, 'system_only'),
      await secondSystemAdministrator(),
    ];
    const email = newAddress();
    expect(await changeEmail(first, target, email)).toMatchObject(approvalNeeded);
    expect(await changeEmail(first, target, email)).toMatchObject(approvalNeeded);
    const approvalMail = await awaitMail(
      site,
      ({ to, text }) => to[0] === 'system_only@example.com' && text.includes(target.userName),
    );
    expect(approvalMail.text).toMatch(/24 hours/);
    expect(await changeEmail(second, target, newAddress())).toMatchObject(approvalNeeded);
    const asked = (await second.ok('Approvals.List')).find(({ detail }) => detail.email === email);
    await second.ok('Approvals.Approve', { requestId: asked!.requestId });
    expect(await first.ok('Users.User', { userName: target.userName })).toMatchObject({ pendingEmail: email });
  });

  it('is reset, or given a recovery code, by one who asks and another who approves within a day', async () => {
    const [first, second, target] = [
      await logInAs(site, 'sysadmin'),
      await logInAs(site, 'system_only'),
      await secondSystemAdministrator(),
    ];
    await enrol(await logInAs(site, target.userName));
    const { userId, userName } = target;
    expect(await first.call('Mfa.RecoveryFor', { userId })).toMatchObject(approvalNeeded);
    // The same call by another administrator is another request.
    expect(await second.call('Mfa.RecoveryFor', { userId })).toMatchObject(approvalNeeded);
    const approve = async (by: Client, is: (request: ApprovalRequest) => boolean) => {
      const open = (await by.ok('Approvals.List')).find((request) => request.target === userName && !request.own && is(request));
      return by.call('Approvals.Approve', { requestId: open!.requestId });
    };
    expect(await approve(second, ({ action }) => action === 'Mfa.RecoveryFor')).toMatchObject({ status: 200 });
    await first.ok('Mfa.RecoveryFor', { userId });
    expect(await first.call('Mfa.RecoveryFor', { userId })).toMatchObject(approvalNeeded);

    const reset = (by: Client, type: 'Password' | 'Mfa') => by.call('Users.ResetAuthentication', { userName, type });
    expect(await reset(first, 'Mfa')).toMatchObject(approvalNeeded);
    expect(await reset(second, 'Password')).toMatchObject(approvalNeeded);
    const isMfa = ({ detail }: ApprovalRequest) => detail.type === 'Mfa';
    await requestsAge(site, '25 hours');
    await expect(approve(second, isMfa)).rejects.toThrow();
    expect(await reset(first, 'Mfa')).toMatchObject(approvalNeeded);
    expect(await approve(second, isMfa)).toMatchObject({ status: 200, body: { state: 'done' } });
  });

  it('is not reset on the request of a former administrator', async () => {
    const [former, target] = [await secondSystemAdministrator(), await secondSystemAdministrator()];
    const reset = (by: Client) => by.call('Users.ResetAuthentication', { userName: target.userName, type: 'Password' });
    expect(await reset(await logInAs(site, former.userName))).toMatchObject(approvalNeeded);
    await setRoles(site, former.userId, ['Member']);
    expect(await reset(await logInAs(site, 'sysadmin'))).toMatchObject(approvalNeeded);
    expect((await logInAs(site, target.userName).then((own) => own.call('Users.Self'))).status).toBe(200);
  });
});
