/** Changing user details: permissions, optimistic locking, and confirmation of a new e-mail address. */
import type { UserDetail } from '../../../api/contract/users.shapes.ts';
import { auditEvents } from '../../support/auditEvents.ts';
import { moveTo, setEmail } from '../../support/changeUser.ts';
import { logInAs } from '../../support/logInAs.ts';
import { createClient, type Client } from '../../support/client.ts';
import { expireLinks } from '../../support/credentials.ts';
import { last } from '../../support/facts.ts';
import { awaitMail } from '../../support/mails.ts';
import { organisationIdOf } from '../../support/organisations.ts';
import { linkOf, requestLink } from '../../support/recovery.ts';
import { unusedMember, type MemberAccount } from '../../support/unusedMember.ts';
import { useServer } from '../../support/useServer.ts';

const HARBOUR = { organisation: 'Harbour Mutual' };
const site = useServer();
let sysadmin: Client;
let subadmin: Client;
beforeAll(async () => {
  [sysadmin, subadmin] = [await logInAs(site, 'sysadmin'), await logInAs(site, 'subadmin')];
});

const read = (client: Client, { userName }: Pick<MemberAccount, 'userName'>) => client.ok('Users.User', { userName });
const patch = async (client: Client, member: Pick<MemberAccount, 'userName'>, changes: Record<string, unknown>) => {
  const { version } = await read(sysadmin, member);
  return client.call('Users.Patch', { userName: member.userName, body: { version, ...changes } });
};
const lastEvent = (action: string) => last(auditEvents(site, { action }, 'actor', 'target', 'details'));
const organisationId = (name: string) => organisationIdOf(site, name);

describe('User details', () => {
  it('are changed by an administrator, and the audit event has the old and the new values', async () => {
    const member = await unusedMember(site, HARBOUR);
    const before = await read(subadmin, member);
    const { body } = await patch(subadmin, member, { firstName: "Zoë-Anne O'Hara", title: 'Pilot' });
    expect(body).toMatchObject({
      firstName: "Zoë-Anne O'Hara",
      title: 'Pilot',
      lastName: before.lastName,
      version: before.version + 1,
    });
    expect(await lastEvent('Users.Patch')).toMatchObject({
      actor: 'subadmin',
      target: member.userName,
      details: {
        fields: { firstName: { from: before.firstName, to: "Zoë-Anne O'Hara" }, title: { from: before.title, to: 'Pilot' } },
      },
    });
    expect((await patch(subadmin, member, { title: null })).body).toMatchObject({ title: null });
  });

  it('of oneself can be changed as far as names and title', async () => {
    const member = await unusedMember(site);
    const own = await logInAs(site, member.userName);
    expect((await patch(own, member, { lastName: 'Ngũgĩ', title: 'Author' })).body).toMatchObject({
      lastName: 'Ngũgĩ',
      title: 'Author',
    });
    for (const changes of [{ email: 'mine@example.net' }, { organisationPublicId: await organisationId('Kaveri Finance') }])
      expect(await patch(own, member, changes)).toMatchObject({ status: 403, problem: { code: 'OwnAccount' } });
    expect(await patch(sysadmin, { userName: 'sysadmin' }, { email: 'mine@example.net' })).toMatchObject({
      problem: { code: 'OwnAccount' },
    });
  });

  it('of others are refused: in another organisation, of higher roles, for members', async () => {
    expect(await patch(subadmin, { userName: 'second_sub' }, { title: 'x' })).toMatchObject({ status: 404 });
    expect(await patch(await logInAs(site, 'ordinary'), { userName: 'mfa_user' }, { title: 'x' })).toMatchObject({ status: 404 });
    await moveTo(site, 'sysadmin', await organisationId('Harbour Mutual'));
    expect(await patch(subadmin, { userName: 'sysadmin' }, { title: 'x' })).toMatchObject({
      status: 403,
      problem: { code: 'Forbidden' },
    });
    await moveTo(site, 'sysadmin', await organisationId('Gatehouse'));
    const member = await unusedMember(site, HARBOUR);
    expect(await patch(subadmin, member, { organisationPublicId: await organisationId('Kaveri Finance') })).toMatchObject({
      status: 403,
    });
  });

  it.each([
    ['roles', ['SystemAdministration']],
    ['enabled', false],
    ['userName', 'another_name'],
    ['owner', null],
    ['password', 'Tall-ships-9'],
    ['mfaEnabled', false],
    ['constructor', {}],
  ])('refuse the unknown or protected field %s', async (field, value) => {
    const member = await unusedMember(site, HARBOUR);
    const before = await read(subadmin, member);
    expect(await patch(subadmin, member, { title: 'Smuggler', [field]: value })).toMatchObject({
      status: 400,
      problem: { code: 'Invalid' },
    });
    expect(await read(subadmin, member)).toEqual(before);
  });

  it.each([
    [{ firstName: '' }, 'firstName'],
    [{ lastName: 'a\u202Eb' }, 'lastName'],
    [{ firstName: 'x'.repeat(101) }, 'firstName'],
    [{ title: 'x'.repeat(256) }, 'title'],
    [{ title: '\0' }, 'title'],
    [{ email: 'nobody' }, 'email'],
    [{ email: null }, 'email'],
  ])('are validated: %j', async (changes, field) => {
    const member = await unusedMember(site, HARBOUR);
    const { status, problem } = await patch(subadmin, member, changes);
    expect([status, Object.keys(problem?.fields ?? {})]).toEqual([400, [field]]);
  });

  it('unchanged write no new version', async () => {
    const member = await unusedMember(site, HARBOUR);
    const before = await read(subadmin, member);
    const { firstName, lastName, title, email } = before;
    expect((await patch(subadmin, member, { firstName, lastName, title, email })).body).toEqual(before);
  });

  it('changed concurrently by another administrator are not overwritten', async () => {
    const member = await unusedMember(site, HARBOUR);
    const { version } = await read(subadmin, member);
    const both = await Promise.all(
      [subadmin, sysadmin].map((client, editor) =>
        client.call('Users.Patch', { userName: member.userName, body: { version, title: `Editor ${String(editor)}` } }),
      ),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(both.find(({ status }) => status === 409)?.problem?.code).toBe('StaleVersion');
    expect(await read(subadmin, member)).toMatchObject({
      version: version + 1,
      title: both.find(({ status }) => status === 200)?.body?.title,
    });
  });

  it('are refused with an outdated version, whatever has changed since', async () => {
    const member = await unusedMember(site, HARBOUR);
    const changes: ((version: UserDetail) => Promise<unknown>)[] = [
      () => subadmin.ok('Users.Enable', { userName: member.userName, enabled: false }),
      () => subadmin.ok('Users.Enable', { userName: member.userName, enabled: true }),
      () => subadmin.ok('Users.TakeOwnership', { userName: member.userName }),
      () => subadmin.ok('Roles.SetUser', { userName: member.userName, body: { roles: [] } }),
      () => subadmin.ok('Users.ResetAuthentication', { userName: member.userName, type: 'All' }),
    ];
    for (const change of changes) {
      const before = await read(subadmin, member);
      await change(before);
      expect(
        await subadmin.call('Users.Patch', { userName: member.userName, body: { version: before.version, title: 'Late' } }),
      ).toMatchObject({ status: 409 });
    }
  });
});

describe('Another organisation', () => {
  it('is assigned by a system administrator, and the former administrator no longer sees the user', async () => {
    const member = await unusedMember(site, HARBOUR);
    const { body } = await patch(sysadmin, member, { organisationPublicId: await organisationId('Northgate Portfolio') });
    expect(body?.organisation.organisationName).toBe('Northgate Portfolio');
    expect(await subadmin.call('Users.User', { userName: member.userName })).toMatchObject({ status: 404 });
    expect(await (await logInAs(site, 'second_sub')).call('Users.User', { userName: member.userName })).toMatchObject({
      status: 200,
    });
  });

  it('that is unknown is refused, and one that is not approved ends the sessions', async () => {
    const member = await unusedMember(site, HARBOUR);
    expect(await patch(sysadmin, member, { organisationPublicId: crypto.randomUUID() })).toMatchObject({
      status: 400,
      problem: { fields: { organisationPublicId: expect.any(String) as string } },
    });
    const own = await logInAs(site, member.userName);
    await patch(sysadmin, member, { organisationPublicId: await organisationId('Blue Heron Partners') });
    expect((await own.call('Users.Self')).status).toBe(401);
  });
});

describe('A new e-mail address', () => {
  const newAddress = (() => {
    let addressCount = 0;
    return () => `fresh${String((addressCount += 1))}@example.net`;
  })();
  const linkTo = async (email: string) =>
    linkOf(await awaitMail(site, (mail) => mail.to[0] === email && mail.links[0]?.includes('/ConfirmEmail?') === true));

  it('is pending until confirmed from the new mailbox; the old address is notified', async () => {
    const member = await unusedMember(site, HARBOUR);
    const email = newAddress();
    expect((await patch(subadmin, member, { email })).body).toMatchObject({ email: member.email, pendingEmail: email });
    await awaitMail(site, (mail) => mail.to[0] === member.email && mail.text.includes(email));
    const link = await linkTo(email);
    const reader = createClient(site);
    expect((await reader.raw(`/ConfirmEmail?userId=${link.userId}&token=${link.token}`)).status).toBe(200);
    expect(await read(subadmin, member)).toMatchObject({ email: member.email });
    expect(await reader.ok('Users.ConfirmEmail', { body: link })).toEqual({ userName: member.userName, email });
    expect(await read(subadmin, member)).toMatchObject({ email, pendingEmail: null });
    expect((await reader.call('Users.Self')).status).toBe(401);
    // A mail scanner, a second click, another device: the aim is reached, and stays reached while the address is this one.
    for (const again of [reader, createClient(site), subadmin])
      expect(await again.ok('Users.ConfirmEmail', { body: link })).toEqual({ userName: member.userName, email, already: true });
    expect(await reader.call('Users.CancelEmail', { body: link })).toMatchObject({ status: 410, problem: { code: 'LinkGone' } });
    const next = newAddress();
    await patch(subadmin, member, { email: next });
    expect(await reader.ok('Users.ConfirmEmail', { body: link })).toMatchObject({ email, already: true });
    await reader.ok('Users.ConfirmEmail', { body: await linkTo(next) });
    expect(await reader.call('Users.ConfirmEmail', { body: link })).toMatchObject({ status: 410, problem: { code: 'LinkGone' } });
    await expireLinks(site, member.userId);
    expect((await reader.call('Users.ConfirmEmail', { body: await linkTo(next) })).status).toBe(410);
  });

  it('cannot be confirmed with a guessed token, another link, another user’s link, or an expired link', async () => {
    const [member, other] = [await unusedMember(site, HARBOUR), await unusedMember(site, HARBOUR)];
    const email = newAddress();
    await patch(subadmin, member, { email });
    const link = await linkTo(email);
    const recovery = await requestLink(site, member);
    const anonymous = createClient(site);
    for (const body of [
      { ...link, token: 'x'.repeat(43) },
      { ...link, userId: other.userId },
      recovery,
      { ...link, userId: crypto.randomUUID() },
    ])
      expect(await anonymous.call('Users.ConfirmEmail', { body })).toMatchObject({ status: 410 });
    await expireLinks(site, member.userId);
    expect(await anonymous.call('Users.ConfirmEmail', { body: link })).toMatchObject({ status: 410 });
    expect(await read(subadmin, member)).toMatchObject({ email: member.email });
  });

  it('is replaced by a newer one, and withdrawn by entering the old one again', async () => {
    const member = await unusedMember(site, HARBOUR);
    const [wrong, right] = [newAddress(), newAddress()];
    await patch(subadmin, member, { email: wrong });
    const first = await linkTo(wrong);
    await patch(subadmin, member, { email: right });
    expect(await createClient(site).call('Users.ConfirmEmail', { body: first })).toMatchObject({ status: 410 });
    const second = await linkTo(right);
    expect((await patch(subadmin, member, { email: member.email })).body).toMatchObject({ pendingEmail: null });
    expect(await createClient(site).call('Users.ConfirmEmail', { body: second })).toMatchObject({ status: 410 });
  });

  it('of another user is refused, also if it is taken while pending', async () => {
    const [member, other] = [await unusedMember(site, HARBOUR), await unusedMember(site, HARBOUR)];
    expect(await patch(subadmin, member, { email: 'ORDINARY@example.com' })).toMatchObject({
      status: 409,
      problem: { code: 'EmailTaken', fields: { email: expect.any(String) as string } },
    });
    const email = newAddress();
    await patch(subadmin, member, { email });
    const link = await linkTo(email);
    await setEmail(site, other.userId, email);
    expect(await createClient(site).call('Users.ConfirmEmail', { body: link })).toMatchObject({
      status: 409,
      problem: { code: 'EmailTaken' },
    });
  });

  it('once confirmed, invalidates the links sent to the former address', async () => {
    const member = await unusedMember(site, HARBOUR);
    const recovery = await requestLink(site, member);
    const email = newAddress();
    await patch(subadmin, member, { email });
    await createClient(site).ok('Users.ConfirmEmail', { body: await linkTo(email) });
    expect(await createClient(site).call('Login.ConfirmIdentity', { body: recovery })).toMatchObject({ status: 410 });
  });

  it('of an invitation applies at once, and invalidates the link sent to the former address', async () => {
    const { userId } = await subadmin.ok('Invite.CreateUser', {
      body: { email: 'typo@example.net', firstName: 'Ty', lastName: 'Po', roles: ['Member'] },
    });
    await subadmin.ok('Invite.SendEmail', { body: { userIds: [userId] } });
    const link = linkOf(await awaitMail(site, (mail) => mail.to[0] === 'typo@example.net'));
    const email = newAddress();
    expect((await patch(subadmin, { userName: 'typo@example.net' }, { email })).body).toMatchObject({
      email,
      userName: email,
      pendingEmail: null,
    });
    expect(await createClient(site).call('Invite.Receive', { body: link })).toMatchObject({ problem: { code: 'LinkGone' } });
  });

  it('is confirmed once, also for concurrent requests', async () => {
    const member = await unusedMember(site, HARBOUR);
    const email = newAddress();
    await patch(subadmin, member, { email });
    const link = await linkTo(email);
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => createClient(site).call('Users.ConfirmEmail', { body: link })),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(answers.filter(({ body }) => body?.already === undefined)).toHaveLength(1);
  });
});
