/** A changed e-mail address is no way into another's account: the owner can refuse, an incident ends it, and an equal needs a higher one. */
import { as, DEMO_PASSWORD } from '../support/as.ts';
import { createClient, type Client } from '../support/client.ts';
import { awaitMail, type Mail } from '../support/mails.ts';
import { enrol } from '../support/mfa.ts';
import { linkOf, NEW_PASSWORD } from '../support/recovery.ts';
import { unusedMember, type MemberAccount } from '../support/unusedMember.ts';
import { useServer } from '../support/useServer.ts';

const site = useServer();
const HARBOUR = { organisation: 'Harbour Mutual' };

let made = 0;
const address = () => `elsewhere${String((made += 1))}@example.net`;
const withRoles = async (roles: string): Promise<MemberAccount> => {
  const person = await unusedMember(site, HARBOUR);
  await site.database.query(`UPDATE users SET roles = $1, locale = 'en-US' WHERE user_id = $2`, [roles, person.userId]);
  return person;
};
const fellow = () => withRoles('{SubscriberAdministration}');
const secondSystemAdministrator = () => withRoles('{SystemAdministration}');

const move = async (by: Client, { userName }: MemberAccount, email: string) => {
  const { version } = await (await as(site, 'sysadmin')).ok('Users.User', { userName });
  return by.call('Users.Patch', { userName, body: { version, email } });
};
const isTo = (email: string) => (mail: Mail) => mail.to[0] === email && mail.links[0]?.includes('/ConfirmEmail?') === true;
const linkTo = async (email: string) => linkOf(await awaitMail(site, isTo(email)));
const confirm = async (email: string) => createClient(site).call('Users.ConfirmEmail', { body: await linkTo(email) });
const gone = { status: 410, problem: { code: 'LinkGone' } };
const refused = { status: 403, problem: { code: 'Forbidden' } };
const approvalNeeded = { status: 409, problem: { code: 'ApprovalNeeded' } };
const timePasses = (userId: string, hours: number) =>
  site.database.query('UPDATE users SET pending_email_at = pending_email_at - make_interval(hours => $2) WHERE user_id = $1', [
    userId,
    hours,
  ]);

describe('the owner', () => {
  it('refuses with the link mailed to the present address; the other link is dead, and so is this one', async () => {
    const [person, email] = [await unusedMember(site, HARBOUR), address()];
    const subadmin = await as(site, 'subadmin');
    await move(subadmin, person, email);
    const mail = await awaitMail(site, isTo(person.email));
    expect(mail.text).toContain(email);
    expect(mail.links[0]).toContain('refuse=true');
    const stranger = createClient(site);
    expect(await stranger.call('Users.CancelEmail', { body: await linkTo(email) })).toMatchObject(gone);
    expect(await stranger.ok('Users.CancelEmail', { body: linkOf(mail) })).toEqual({
      userName: person.userName,
      email: person.email,
    });
    expect(await confirm(email)).toMatchObject(gone);
    expect(await stranger.call('Users.CancelEmail', { body: linkOf(mail) })).toMatchObject(gone);
    expect(await subadmin.ok('Users.User', { userName: person.userName })).toMatchObject({
      email: person.email,
      pendingEmail: null,
    });
  });

  it('is told at the former address once it has changed', async () => {
    const [person, email] = [await unusedMember(site, HARBOUR), address()];
    await move(await as(site, 'subadmin'), person, email);
    expect((await confirm(email)).status).toBe(200);
    const mail = await awaitMail(
      site,
      ({ to, links, text }) => to[0] === person.email && links.length === 0 && text.includes(email),
    );
    expect(mail.text).toContain(person.userName);
  });
});

describe('a pending address ends with the incident that it belongs to', () => {
  const pending = async () => {
    const [person, email] = [await unusedMember(site, HARBOUR), address()];
    await move(await as(site, 'subadmin'), person, email);
    await linkTo(email);
    return { person, email };
  };
  const sysadmin = () => as(site, 'sysadmin');

  it.each(['Password', 'Mfa', 'All'] as const)('a reset of kind %s voids it', async (type) => {
    const { person, email } = await pending();
    await (await sysadmin()).ok('Users.ResetAuthentication', { userName: person.userName, type });
    expect(await confirm(email)).toMatchObject(gone);
    expect(await (await sysadmin()).ok('Users.User', { userName: person.userName })).toMatchObject({ pendingEmail: null });
  });

  it('disabling the account voids it for good', async () => {
    const { person, email } = await pending();
    for (const enabled of [false, true]) await (await sysadmin()).ok('Users.Enable', { userName: person.userName, enabled });
    expect(await confirm(email)).toMatchObject(gone);
  });

  it('a new password voids it', async () => {
    const { person, email } = await pending();
    await (
      await as(site, person.userName)
    ).ok('ChangeDetails.ChangePassword', {
      body: { currentPassword: DEMO_PASSWORD, newPassword: NEW_PASSWORD, confirmPassword: NEW_PASSWORD },
    });
    expect(await confirm(email)).toMatchObject(gone);
  });

  it.each([
    ['disabled', 'enabled = false'],
    ['no administrator any more', "roles = '{Member}'"],
    ['moved away', "organisation_id = (SELECT organisation_id FROM organisations WHERE name = 'Northgate Portfolio')"],
  ])('who asked for it is %s', async (_what, fate) => {
    const [attacker, person, email] = [await fellow(), await unusedMember(site, HARBOUR), address()];
    await move(await as(site, attacker.userName), person, email);
    await linkTo(email);
    await site.database.query(`UPDATE users SET ${fate} WHERE user_id = $1`, [attacker.userId]);
    expect(await confirm(email)).toMatchObject(gone);
    expect(await (await sysadmin()).ok('Users.User', { userName: person.userName })).toMatchObject({ email: person.email });
  });
});

describe('an administrator', () => {
  it('is out of reach of an equal: e-mail, reset, recovery code', async () => {
    const [subadmin, equal] = [await as(site, 'subadmin'), await fellow()];
    await enrol(await as(site, equal.userName));
    expect(await move(subadmin, equal, address())).toMatchObject(refused);
    for (const type of ['Password', 'Mfa', 'All'] as const)
      expect(await subadmin.call('Users.ResetAuthentication', { userName: equal.userName, type })).toMatchObject(refused);
    expect(await subadmin.call('Mfa.RecoveryFor', { userId: equal.userId })).toMatchObject(refused);
    const sysadmin = await as(site, 'sysadmin');
    await sysadmin.ok('Mfa.RecoveryFor', { userId: equal.userId });
    await sysadmin.ok('Users.ResetAuthentication', { userName: equal.userName, type: 'All' });
  });

  it('gets a new address a day later at the earliest, and both mails say when', async () => {
    const [equal, email] = [await fellow(), address()];
    await move(await as(site, 'sysadmin'), equal, email);
    for (const to of [equal.email, email]) expect((await awaitMail(site, isTo(to))).text).toMatch(/^Not before: .*UTC$/m);
    const early = await confirm(email);
    expect(early).toMatchObject({ status: 409, problem: { code: 'EmailNotYet' } });
    expect(Number(early.headers.get('retry-after'))).toBeGreaterThan(23 * 3600);
    await timePasses(equal.userId, 23);
    expect(await confirm(email)).toMatchObject({ status: 409 });
    await timePasses(equal.userId, 1);
    expect((await confirm(email)).status).toBe(200);
  });
});

describe('a system administrator', () => {
  it('gets a new address when two others ask for the same one, and is asked about by mail', async () => {
    const [first, second, target] = [
      await as(site, 'sysadmin'),
      await as(site, 'system_only'),
      await secondSystemAdministrator(),
    ];
    const email = address();
    expect(await move(first, target, email)).toMatchObject(approvalNeeded);
    expect(await move(first, target, email)).toMatchObject(approvalNeeded);
    const asked = await awaitMail(site, ({ to, text }) => to[0] === 'system_only@example.com' && text.includes(target.userName));
    expect(asked.text).toMatch(/24 hours/);
    expect(await move(second, target, address())).toMatchObject(approvalNeeded);
    expect((await move(second, target, email)).body).toMatchObject({ pendingEmail: email });
  });

  it('is reset, or given a recovery code, by two others within a day', async () => {
    const [first, second, target] = [
      await as(site, 'sysadmin'),
      await as(site, 'system_only'),
      await secondSystemAdministrator(),
    ];
    await enrol(await as(site, target.userName));
    const { userId, userName } = target;
    expect(await first.call('Mfa.RecoveryFor', { userId })).toMatchObject(approvalNeeded);
    await second.ok('Mfa.RecoveryFor', { userId });
    expect(await second.call('Mfa.RecoveryFor', { userId })).toMatchObject(approvalNeeded);

    const reset = (by: Client, type: 'Password' | 'Mfa') => by.call('Users.ResetAuthentication', { userName, type });
    expect(await reset(first, 'Mfa')).toMatchObject(approvalNeeded);
    expect(await reset(second, 'Password')).toMatchObject(approvalNeeded);
    await site.database.query(`UPDATE approvals SET requested_at = requested_at - interval '25 hours'`);
    expect(await reset(second, 'Mfa')).toMatchObject(approvalNeeded);
    expect((await reset(first, 'Mfa')).status).toBe(200);
  });

  it('is not reset on the request of a former administrator', async () => {
    const [former, target] = [await secondSystemAdministrator(), await secondSystemAdministrator()];
    const reset = (by: Client) => by.call('Users.ResetAuthentication', { userName: target.userName, type: 'Password' });
    expect(await reset(await as(site, former.userName))).toMatchObject(approvalNeeded);
    await site.database.query(`UPDATE users SET roles = '{Member}' WHERE user_id = $1`, [former.userId]);
    expect(await reset(await as(site, 'sysadmin'))).toMatchObject(approvalNeeded);
    expect((await as(site, target.userName).then((own) => own.call('Users.Self'))).status).toBe(200);
  });
});
