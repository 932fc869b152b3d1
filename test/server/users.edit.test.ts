/** Changing people's details: who may, of two who do the second is told, and an address holds once it is confirmed. */
import type { UserDetail } from '../../api/contract/users.shapes.ts';
import { as } from '../support/as.ts';
import { createClient, type Client } from '../support/client.ts';
import { awaitMail } from '../support/mails.ts';
import { linkOf, requestLink } from '../support/recovery.ts';
import { unusedMember, type MemberAccount } from '../support/unusedMember.ts';
import { useServer } from '../support/useServer.ts';

const HARBOUR = { organisation: 'Harbour Mutual' };
const site = useServer();
let sysadmin: Client;
let subadmin: Client;
beforeAll(async () => {
  [sysadmin, subadmin] = [await as(site, 'sysadmin'), await as(site, 'subadmin')];
});

const read = (client: Client, { userName }: Pick<MemberAccount, 'userName'>) => client.ok('Users.User', { userName });
const patch = async (client: Client, person: Pick<MemberAccount, 'userName'>, changes: Record<string, unknown>) => {
  const { version } = await read(sysadmin, person);
  return client.call('Users.Patch', { userName: person.userName, body: { version, ...changes } });
};
const lastEvent = async (action: string) => {
  const [event] = await site.database.query<{ actor: string; target: string; details: Record<string, unknown> }>(
    'SELECT actor, target, details FROM audit_events WHERE action = $1 ORDER BY seq DESC LIMIT 1',
    [action],
  );
  return event!;
};
const organisationId = async (name: string) => {
  const [row] = await site.database.query<{ organisation_id: string }>(
    'SELECT organisation_id FROM organisations WHERE name = $1',
    [name],
  );
  return row!.organisation_id;
};

describe('details', () => {
  it('are changed by an administrator, and the audit tells from what to what', async () => {
    const person = await unusedMember(site, HARBOUR);
    const before = await read(subadmin, person);
    const { body } = await patch(subadmin, person, { firstName: "Zoë-Anne O'Hara", title: 'Pilot' });
    expect(body).toMatchObject({
      firstName: "Zoë-Anne O'Hara",
      title: 'Pilot',
      lastName: before.lastName,
      version: before.version + 1,
    });
    expect(await lastEvent('Users.Patch')).toMatchObject({
      actor: 'subadmin',
      target: person.userName,
      details: {
        fields: { firstName: { from: before.firstName, to: "Zoë-Anne O'Hara" }, title: { from: before.title, to: 'Pilot' } },
      },
    });
    expect((await patch(subadmin, person, { title: null })).body).toMatchObject({ title: null });
  });

  it('are everybody’s own to change, as far as names and title go', async () => {
    const person = await unusedMember(site);
    const own = await as(site, person.userName);
    expect((await patch(own, person, { lastName: 'Ngũgĩ', title: 'Author' })).body).toMatchObject({
      lastName: 'Ngũgĩ',
      title: 'Author',
    });
    for (const changes of [{ email: 'mine@example.net' }, { organisationPublicId: await organisationId('Kaveri Finance') }])
      expect(await patch(own, person, changes)).toMatchObject({ status: 403, problem: { code: 'OwnAccount' } });
    expect(await patch(sysadmin, { userName: 'sysadmin' }, { email: 'mine@example.net' })).toMatchObject({
      problem: { code: 'OwnAccount' },
    });
  });

  it('of others are out of reach: in another organisation, of higher ones, for ordinary people', async () => {
    expect(await patch(subadmin, { userName: 'second_sub' }, { title: 'x' })).toMatchObject({ status: 404 });
    expect(await patch(await as(site, 'ordinary'), { userName: 'mfa_user' }, { title: 'x' })).toMatchObject({ status: 404 });
    await site.database.query(`UPDATE users SET organisation_id = $1 WHERE user_name = 'sysadmin'`, [
      await organisationId('Harbour Mutual'),
    ]);
    expect(await patch(subadmin, { userName: 'sysadmin' }, { title: 'x' })).toMatchObject({
      status: 403,
      problem: { code: 'Forbidden' },
    });
    await site.database.query(`UPDATE users SET organisation_id = $1 WHERE user_name = 'sysadmin'`, [
      await organisationId('Gatehouse'),
    ]);
    const person = await unusedMember(site, HARBOUR);
    expect(await patch(subadmin, person, { organisationPublicId: await organisationId('Kaveri Finance') })).toMatchObject({
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
  ])('take no field that is not theirs: %s', async (field, value) => {
    const person = await unusedMember(site, HARBOUR);
    const before = await read(subadmin, person);
    expect(await patch(subadmin, person, { title: 'Smuggler', [field]: value })).toMatchObject({
      status: 400,
      problem: { code: 'Invalid' },
    });
    expect(await read(subadmin, person)).toEqual(before);
  });

  it.each([
    [{ firstName: '' }, 'firstName'],
    [{ lastName: 'a\u202Eb' }, 'lastName'],
    [{ firstName: 'x'.repeat(101) }, 'firstName'],
    [{ title: 'x'.repeat(256) }, 'title'],
    [{ title: '\0' }, 'title'],
    [{ email: 'nobody' }, 'email'],
    [{ email: null }, 'email'],
  ])('keep the rules of their fields: %j', async (changes, field) => {
    const person = await unusedMember(site, HARBOUR);
    const { status, problem } = await patch(subadmin, person, changes);
    expect([status, Object.keys(problem?.fields ?? {})]).toEqual([400, [field]]);
  });

  it('that are the same already are no news', async () => {
    const person = await unusedMember(site, HARBOUR);
    const before = await read(subadmin, person);
    const { firstName, lastName, title, email } = before;
    expect((await patch(subadmin, person, { firstName, lastName, title, email })).body).toEqual(before);
  });

  it('that another user has changed meanwhile are not overwritten', async () => {
    const person = await unusedMember(site, HARBOUR);
    const { version } = await read(subadmin, person);
    const both = await Promise.all(
      [subadmin, sysadmin].map((client, editor) =>
        client.call('Users.Patch', { userName: person.userName, body: { version, title: `Editor ${String(editor)}` } }),
      ),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(both.find(({ status }) => status === 409)?.problem?.code).toBe('StaleVersion');
    expect(await read(subadmin, person)).toMatchObject({
      version: version + 1,
      title: both.find(({ status }) => status === 200)?.body?.title,
    });
  });

  it('are gone from the form of whoever still looks at an older version, whatever has changed', async () => {
    const person = await unusedMember(site, HARBOUR);
    const acts: ((version: UserDetail) => Promise<unknown>)[] = [
      () => subadmin.ok('Users.Enable', { userName: person.userName, enabled: false }),
      () => subadmin.ok('Users.Enable', { userName: person.userName, enabled: true }),
      () => subadmin.ok('Users.TakeOwnership', { userName: person.userName }),
      () => subadmin.ok('Roles.SetUser', { userName: person.userName, body: { roles: [] } }),
      () => subadmin.ok('Users.ResetAuthentication', { userName: person.userName, type: 'All' }),
    ];
    for (const act of acts) {
      const before = await read(subadmin, person);
      await act(before);
      expect(
        await subadmin.call('Users.Patch', { userName: person.userName, body: { version: before.version, title: 'Late' } }),
      ).toMatchObject({ status: 409 });
    }
  });
});

describe('another organisation', () => {
  it('is given by a system administrator, and the former administrator sees nobody any more', async () => {
    const person = await unusedMember(site, HARBOUR);
    const { body } = await patch(sysadmin, person, { organisationPublicId: await organisationId('Northgate Portfolio') });
    expect(body?.organisation.organisationName).toBe('Northgate Portfolio');
    expect(await subadmin.call('Users.User', { userName: person.userName })).toMatchObject({ status: 404 });
    expect(await (await as(site, 'second_sub')).call('Users.User', { userName: person.userName })).toMatchObject({ status: 200 });
  });

  it('that there is not is refused, and one that is not approved ends the sessions', async () => {
    const person = await unusedMember(site, HARBOUR);
    expect(await patch(sysadmin, person, { organisationPublicId: crypto.randomUUID() })).toMatchObject({
      status: 400,
      problem: { fields: { organisationPublicId: expect.any(String) as string } },
    });
    const own = await as(site, person.userName);
    await patch(sysadmin, person, { organisationPublicId: await organisationId('Blue Heron Partners') });
    expect((await own.call('Users.Self')).status).toBe(401);
  });
});

describe('an e-mail address', () => {
  const address = (() => {
    let made = 0;
    return () => `fresh${String((made += 1))}@example.net`;
  })();
  const linkTo = async (email: string) =>
    linkOf(await awaitMail(site, (mail) => mail.to[0] === email && mail.links[0]?.includes('/ConfirmEmail?') === true));

  it('waits until it is confirmed from the new mailbox; the old one is told', async () => {
    const person = await unusedMember(site, HARBOUR);
    const email = address();
    expect((await patch(subadmin, person, { email })).body).toMatchObject({ email: person.email, pendingEmail: email });
    await awaitMail(site, (mail) => mail.to[0] === person.email && mail.text.includes(email));
    const link = await linkTo(email);
    const reader = createClient(site);
    expect((await reader.raw(`/ConfirmEmail?userId=${link.userId}&token=${link.token}`)).status).toBe(200);
    expect(await read(subadmin, person)).toMatchObject({ email: person.email });
    expect(await reader.ok('Users.ConfirmEmail', { body: link })).toEqual({ userName: person.userName, email });
    expect(await read(subadmin, person)).toMatchObject({ email, pendingEmail: null });
    expect((await reader.call('Users.Self')).status).toBe(401);
    expect(await reader.call('Users.ConfirmEmail', { body: link })).toMatchObject({ status: 410, problem: { code: 'LinkGone' } });
  });

  it('can’t be confirmed by guesses, by other links, by another’s link, or too late', async () => {
    const [person, other] = [await unusedMember(site, HARBOUR), await unusedMember(site, HARBOUR)];
    const email = address();
    await patch(subadmin, person, { email });
    const link = await linkTo(email);
    const recovery = await requestLink(site, person);
    const stranger = createClient(site);
    for (const body of [
      { ...link, token: 'x'.repeat(43) },
      { ...link, userId: other.userId },
      recovery,
      { ...link, userId: crypto.randomUUID() },
    ])
      expect(await stranger.call('Users.ConfirmEmail', { body })).toMatchObject({ status: 410 });
    await site.database.query(`UPDATE links SET expires_at = now() WHERE purpose = 'confirmEmail' AND user_id = $1`, [
      person.userId,
    ]);
    expect(await stranger.call('Users.ConfirmEmail', { body: link })).toMatchObject({ status: 410 });
    expect(await read(subadmin, person)).toMatchObject({ email: person.email });
  });

  it('typed wrong is corrected: the newest alone can be confirmed, and the old address again withdraws it', async () => {
    const person = await unusedMember(site, HARBOUR);
    const [wrong, right] = [address(), address()];
    await patch(subadmin, person, { email: wrong });
    const first = await linkTo(wrong);
    await patch(subadmin, person, { email: right });
    expect(await createClient(site).call('Users.ConfirmEmail', { body: first })).toMatchObject({ status: 410 });
    const second = await linkTo(right);
    expect((await patch(subadmin, person, { email: person.email })).body).toMatchObject({ pendingEmail: null });
    expect(await createClient(site).call('Users.ConfirmEmail', { body: second })).toMatchObject({ status: 410 });
  });

  it('of another user is refused, also when they get it while it waits', async () => {
    const [person, other] = [await unusedMember(site, HARBOUR), await unusedMember(site, HARBOUR)];
    expect(await patch(subadmin, person, { email: 'ORDINARY@example.com' })).toMatchObject({
      status: 409,
      problem: { code: 'EmailTaken', fields: { email: expect.any(String) as string } },
    });
    const email = address();
    await patch(subadmin, person, { email });
    const link = await linkTo(email);
    await site.database.query('UPDATE users SET email = $1 WHERE user_id = $2', [email, other.userId]);
    expect(await createClient(site).call('Users.ConfirmEmail', { body: link })).toMatchObject({
      status: 409,
      problem: { code: 'EmailTaken' },
    });
  });

  it('once confirmed, makes the links dead that went to the former one', async () => {
    const person = await unusedMember(site, HARBOUR);
    const recovery = await requestLink(site, person);
    const email = address();
    await patch(subadmin, person, { email });
    await createClient(site).ok('Users.ConfirmEmail', { body: await linkTo(email) });
    expect(await createClient(site).call('Login.ConfirmIdentity', { body: recovery })).toMatchObject({ status: 410 });
  });

  it('of an invitation changes at once, and the link that went to the former one is dead', async () => {
    const { userId } = await subadmin.ok('Invite.CreateUser', {
      body: { email: 'typo@example.net', firstName: 'Ty', lastName: 'Po', roles: ['Member'] },
    });
    await subadmin.ok('Invite.SendEmail', { body: { userIds: [userId] } });
    const link = linkOf(await awaitMail(site, (mail) => mail.to[0] === 'typo@example.net'));
    const email = address();
    expect((await patch(subadmin, { userName: 'typo@example.net' }, { email })).body).toMatchObject({
      email,
      userName: email,
      pendingEmail: null,
    });
    expect(await createClient(site).call('Invite.Receive', { body: link })).toMatchObject({ problem: { code: 'LinkGone' } });
  });

  it('is confirmed once, however many try at once', async () => {
    const person = await unusedMember(site, HARBOUR);
    const email = address();
    await patch(subadmin, person, { email });
    const link = await linkTo(email);
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => createClient(site).call('Users.ConfirmEmail', { body: link })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(9).fill(410)]);
  });
});
