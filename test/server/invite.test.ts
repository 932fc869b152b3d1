/** Invitations, from an administrator's hand to an account that logs in; and what can go wrong on the way. */
import { as } from '../support/as.ts';
import { createClient, type Client } from '../support/client.ts';
import { useServer } from '../support/useServer.ts';

const PASSWORD = 'Tall-ships-9';

describe('An invitation', () => {
  const site = useServer();
  let admin: Client;
  let made = 0;

  beforeAll(async () => {
    admin = await as(site, 'subadmin');
  });

  async function invite(by: Client = admin, roles: string[] = ['Member']) {
    made += 1;
    const email = `guest${String(made)}@example.net`;
    const { userId } = await by.ok('Invite.CreateUser', { body: { email, firstName: 'Grace', lastName: 'Guest', roles } });
    await by.ok('Invite.SendEmail', { body: { userIds: [userId], message: 'Welcome aboard' } });
    return { email, userId, token: await tokenOf(userId) };
  }

  /** The mail waits in the store with its link until it is sent; the link then leaves the store. Tests read it from the outbox. */
  async function tokenOf(userId: string): Promise<string> {
    for (;;) {
      const mails = await site.mails();
      const links = mails.flatMap((mail) => [...mail.text.matchAll(new RegExp(`userId=${userId}&token=([\\w-]+)`, 'g'))]);
      const token = links.at(-1)?.[1];
      if (token !== undefined && !seen.has(token)) {
        seen.add(token);
        return token;
      }
      await site.database.query('SELECT pg_sleep(0.05)');
    }
  }
  const seen = new Set<string>();

  const registration = (userName: string) => ({
    userName,
    firstName: 'Grace',
    lastName: 'Hopper',
    password: PASSWORD,
    confirmPassword: PASSWORD,
  });

  async function open(presented: { userId: string; token: string }): Promise<Client> {
    const guest = createClient(site);
    await guest.ok('Invite.Receive', { body: { userId: presented.userId, token: presented.token } });
    return guest;
  }

  test('is mailed, opened, accepted, and the new account logs in', async () => {
    const { userId, token, email } = await invite();
    const guest = createClient(site);
    const view = await guest.ok('Invite.View', { userId, token });
    expect(view).toMatchObject({ email, organisationName: 'Harbour Mutual', state: 'Invited' });
    await guest.ok('Invite.Receive', { body: { userId, token } });
    const { userName } = await guest.ok('Invite.Accept', { userId, body: registration('grace_hopper') });
    expect(userName).toBe('grace_hopper');
    const self = await (await as(site, 'grace_hopper', { password: PASSWORD })).ok('Users.Self');
    expect(self).toMatchObject({ email, roles: ['Member'], organisation: { organisationName: 'Harbour Mutual' } });
  });

  test('expires, says so, and works again when it is sent anew; the old link is dead', async () => {
    const first = await invite();
    await site.database.query(`UPDATE users SET invite_expires_at = now() - interval '1 minute' WHERE user_id = $1`, [
      first.userId,
    ]);
    const guest = createClient(site);
    expect((await guest.ok('Invite.View', first)).state).toBe('InviteExpired');
    expect((await guest.call('Invite.Receive', { body: { userId: first.userId, token: first.token } })).status).toBe(410);
    expect((await admin.ok('Invite.Resend', { userId: first.userId })).state).toBe('Invited');
    const token = await tokenOf(first.userId);
    expect((await guest.call('Invite.Receive', { body: { userId: first.userId, token: first.token } })).problem?.code).toBe(
      'LinkGone',
    );
    await guest.ok('Invite.Receive', { body: { userId: first.userId, token } });
    await guest.ok('Invite.Accept', { userId: first.userId, body: registration('second_try') });
  });

  test('ends a registration that an older link had opened, when it is sent anew', async () => {
    const first = await invite();
    const guest = await open(first);
    await admin.ok('Invite.Resend', { userId: first.userId });
    const answer = await guest.call('Invite.Accept', { userId: first.userId, body: registration('too_late_now') });
    expect(answer.problem?.code).toBe('GrantRequired');
  });

  test('gives a wrong token and an unknown person the same answer', async () => {
    const { userId, token } = await invite();
    const guest = createClient(site);
    const wrong = await guest.call('Invite.View', { userId, token: 'a'.repeat(43) });
    const unknown = await guest.call('Invite.View', { userId: '00000000-0000-4000-8000-000000000000', token });
    expect([wrong.status, wrong.text]).toEqual([404, unknown.text]);
  });

  test('is accepted once, however many try at once', async () => {
    const { userId, token } = await invite();
    const guests = await Promise.all(Array.from({ length: 20 }, () => open({ userId, token })));
    const answers = await Promise.all(
      guests.map((guest, index) => guest.call('Invite.Accept', { userId, body: registration(`racer_${String(index)}`) })),
    );
    const statuses = answers.map((answer) => answer.status).sort();
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status !== 200).every((status) => [403, 410, 503].includes(status))).toBe(true);
    const events = await site.database.query(
      `SELECT 1 FROM audit_events WHERE action = 'Invite.Accept' AND target_user_id = $1`,
      [userId],
    );
    expect(events).toHaveLength(1);
  });

  test('keeps its e-mail, organisation and roles, whatever the registration says', async () => {
    const { userId, token } = await invite();
    const guest = await open({ userId, token });
    for (const smuggled of [
      { roles: ['SystemAdministration'] },
      { email: 'evil@example.org' },
      { organisationPublicId: userId },
      { enabled: true },
    ]) {
      const body = { ...registration('smuggler_1'), ...smuggled };
      expect((await guest.call('Invite.Accept', { userId, body })).problem?.code).toBe('Invalid');
    }
  });

  test('of somebody else is not opened by a grant of one’s own', async () => {
    const [mine, other] = [await invite(), await invite()];
    const guest = await open(mine);
    const answer = await guest.call('Invite.Accept', { userId: other.userId, body: registration('other_taker') });
    expect(answer.problem?.code).toBe('GrantRequired');
  });

  test('tells of a name that is taken, at its field, and can be tried again', async () => {
    const { userId, token } = await invite();
    const guest = await open({ userId, token });
    const taken = await guest.call('Invite.Accept', { userId, body: registration('SUBADMIN') });
    expect([taken.status, taken.problem?.code]).toEqual([409, 'NameTaken']);
    expect(taken.problem?.fields?.userName).toMatch(/taken/);
    await guest.ok('Invite.Accept', { userId, body: registration('not_subadmin') });
  });

  test('refuses a weak, a common and a telling password at its field', async () => {
    const { userId, token } = await invite();
    const guest = await open({ userId, token });
    for (const password of ['short', 'alllowercase1', 'Password1', 'Harbour-Mutual-1']) {
      const answer = await guest.call('Invite.Accept', {
        userId,
        body: { ...registration('weak_one'), password, confirmPassword: password },
      });
      expect(answer.status).toBe(400);
      expect(Object.keys(answer.problem?.fields ?? {})).toEqual(['password']);
    }
    const unlike = await guest.call('Invite.Accept', {
      userId,
      body: { ...registration('weak_one'), confirmPassword: 'Tall-ships-8' },
    });
    expect(unlike.problem?.fields?.confirmPassword).toBe('The confirmation must match Password');
  });

  test('is void when who sent it may no longer invite', async () => {
    const second = await as(site, 'second_sub');
    const { userId, token } = await invite(second);
    const guest = await open({ userId, token });
    await site.database.query(`UPDATE users SET roles = '{Member}' WHERE user_name = 'second_sub'`);
    const answer = await guest.call('Invite.Accept', { userId, body: registration('orphaned_1') });
    await site.database.query(`UPDATE users SET roles = '{SubscriberAdministration}' WHERE user_name = 'second_sub'`);
    expect(answer.problem?.code).toBe('LinkGone');
  });

  test('to an administrative role is a system administrator’s alone, and to another organisation nobody else’s', async () => {
    const body = { email: 'boss@example.net', firstName: 'B', lastName: 'Oss', roles: ['SystemAdministration'] };
    expect((await admin.call('Invite.CreateUser', { body })).problem?.fields).toHaveProperty('roles');
    const [other] = await site.database.query<{ organisation_id: string }>(
      `SELECT organisation_id FROM organisations WHERE name = 'Northgate Portfolio'`,
    );
    const elsewhere = { ...body, roles: ['Member'], organisationPublicId: other?.organisation_id as string };
    expect((await admin.call('Invite.CreateUser', { body: elsewhere })).status).toBe(404);
    expect((await (await as(site, 'sysadmin')).call('Invite.CreateUser', { body: elsewhere })).status).toBe(201);
  });

  test('to be a system administrator is nobody’s to send anew or to withdraw who may not make one', async () => {
    const sysadmin = await as(site, 'sysadmin');
    const { publicId } = (await sysadmin.ok('Organisations.List')).find((one) => one.organisationName === 'Harbour Mutual')!;
    const { userId } = await sysadmin.ok('Invite.CreateUser', {
      body: {
        email: 'higher@example.net',
        firstName: 'H',
        lastName: 'Igher',
        roles: ['SystemAdministration'],
        organisationPublicId: publicId,
      },
    });
    await sysadmin.ok('Invite.SendEmail', { body: { userIds: [userId] } });
    const token = await tokenOf(userId);
    const { sent, failed } = await admin.ok('Invite.SendEmail', { body: { userIds: [userId] } });
    expect([sent, failed.map((one) => one.userId)]).toEqual([[], [userId]]);
    expect(await admin.call('Invite.Resend', { userId })).toMatchObject({ status: 403 });
    expect(await admin.call('Invite.Delete', { userId })).toMatchObject({ status: 403 });
    const guest = await open({ userId, token });
    await guest.ok('Invite.Accept', { userId, body: registration('higher_one') });
  });

  test('of an address that somebody has is refused, whatever its case', async () => {
    const body = { email: 'INVITED@example.com', firstName: 'In', lastName: 'Vited', roles: [] };
    const answer = await admin.call('Invite.CreateUser', { body });
    expect([answer.status, answer.problem?.code]).toEqual([409, 'EmailTaken']);
  });

  test('can be withdrawn until it is accepted', async () => {
    const open_ = await invite();
    await admin.ok('Invite.Delete', { userId: open_.userId });
    expect((await createClient(site).call('Invite.View', open_)).status).toBe(404);
    const [accepted] = await site.database.query<{ user_id: string }>(`SELECT user_id FROM users WHERE user_name = 'ordinary'`);
    expect((await admin.call('Invite.Delete', { userId: accepted?.user_id as string })).status).toBe(409);
  });

  test('names each address that could not be mailed, and mails the others', async () => {
    const { userId } = await admin.ok('Invite.CreateUser', {
      body: { email: 'third@example.net', firstName: 'T', lastName: 'Hird', roles: [] },
    });
    const unknown = '00000000-0000-4000-8000-000000000000';
    const { sent, failed } = await admin.ok('Invite.SendEmail', { body: { userIds: [unknown, userId] } });
    expect(sent).toEqual([{ userId, email: 'third@example.net' }]);
    expect(failed.map((one) => one.userId)).toEqual([unknown]);
  });

  test('shows its link to nobody but the mail', async () => {
    const { userId, token } = await invite();
    const seenBy = [await admin.call('Users.Page', { search: userId }), await admin.call('Users.AuditReport', { limit: 50 })];
    for (const answer of seenBy) expect(answer.text).not.toContain(token);
    const stored = await site.database.query<{ all: string }>(
      `SELECT row_to_json(l)::text AS all FROM links l WHERE user_id = $1`,
      [userId],
    );
    expect(stored.map((row) => row.all).join()).not.toContain(token);
    expect(site.output()).not.toContain(token);
  });
});
