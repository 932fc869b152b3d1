/** Invitations: sending, receiving, accepting, resending and withdrawing. */
import { logInAs } from '../../support/logInAs.ts';
import { createClient, type Client } from '../../support/client.ts';
import { useServer } from '../../support/useServer.ts';
import { endInvitation, setRoles } from '../../support/changeUser.ts';
import { auditEvents } from '../../support/auditEvents.ts';
import { organisationIdOf } from '../../support/organisations.ts';
import { userIdOf } from '../../support/userFacts.ts';

const PASSWORD = 'Tall-ships-9';

describe('An invitation', () => {
  const site = useServer();
  let admin: Client;
  let created = 0;

  beforeAll(async () => {
    admin = await logInAs(site, 'subadmin');
  });

  async function invite(inviter: Client = admin, roles: string[] = ['Member']) {
    created += 1;
    const email = `guest${String(created)}@example.net`;
    const { userId } = await inviter.ok('Invite.CreateUser', { body: { email, firstName: 'Grace', lastName: 'Guest', roles } });
    await inviter.ok('Invite.SendEmail', { body: { userIds: [userId], message: 'Welcome aboard' } });
    return { email, userId, token: await tokenOf(userId) };
  }

  /** Reads the newest token from the outbox: the link is deleted from the database once its mail is sent. */
  async function tokenOf(userId: string): Promise<string> {
    for (;;) {
      const mails = await site.mails();
      const links = mails.flatMap((mail) => [...mail.text.matchAll(new RegExp(`userId=${userId}&token=([\\w-]+)`, 'g'))]);
      const token = links.at(-1)?.[1];
      if (token !== undefined && !usedTokens.has(token)) {
        usedTokens.add(token);
        return token;
      }
      await site.database.query('SELECT pg_sleep(0.05)');
    }
  }
  const usedTokens = new Set<string>();

  const registration = (userName: string) => ({
    userName,
    firstName: 'Grace',
    lastName: 'Hopper',
    password: PASSWORD,
    confirmPassword: PASSWORD,
  });

  async function receive(link: { userId: string; token: string }): Promise<Client> {
    const guest = createClient(site);
    await guest.ok('Invite.Receive', { body: { userId: link.userId, token: link.token } });
    return guest;
  }

  test('is mailed, opened and accepted, and the new account can log in', async () => {
    const { userId, token, email } = await invite();
    const guest = createClient(site);
    const view = await guest.ok('Invite.View', { userId, token });
    expect(view).toMatchObject({ email, organisationName: 'Harbour Mutual', state: 'Invited' });
    await guest.ok('Invite.Receive', { body: { userId, token } });
    const { userName } = await guest.ok('Invite.Accept', { userId, body: registration('grace_hopper') });
    expect(userName).toBe('grace_hopper');
    const self = await (await logInAs(site, 'grace_hopper', { password: PASSWORD })).ok('Users.Self');
    expect(self).toMatchObject({ email, roles: ['Member'], organisation: { organisationName: 'Harbour Mutual' } });
  });

  test('expires, is valid again under a new link when resent, and the old link stays invalid', async () => {
    const first = await invite();
    await endInvitation(site, first.userId);
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

  test('when resent, ends registrations started with an older link', async () => {
    const first = await invite();
    const guest = await receive(first);
    await admin.ok('Invite.Resend', { userId: first.userId });
    const answer = await guest.call('Invite.Accept', { userId: first.userId, body: registration('too_late_now') });
    expect(answer.problem?.code).toBe('GrantRequired');
  });

  test('returns the same response for a wrong token and an unknown user', async () => {
    const { userId, token } = await invite();
    const guest = createClient(site);
    const wrong = await guest.call('Invite.View', { userId, token: 'a'.repeat(43) });
    const unknown = await guest.call('Invite.View', { userId: '00000000-0000-4000-8000-000000000000', token });
    expect([wrong.status, wrong.text]).toEqual([404, unknown.text]);
  });

  test('is accepted once by 20 concurrent requests', async () => {
    const { userId, token } = await invite();
    const guests = await Promise.all(Array.from({ length: 20 }, () => receive({ userId, token })));
    const answers = await Promise.all(
      guests.map((guest, index) => guest.call('Invite.Accept', { userId, body: registration(`racer_${String(index)}`) })),
    );
    const statuses = answers.map((answer) => answer.status).sort();
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status !== 200).every((status) => [403, 410, 503].includes(status))).toBe(true);
    const events = await auditEvents(site, { action: 'Invite.Accept', targetUserId: userId });
    expect(events).toHaveLength(1);
  });

  test('rejects a registration that contains e-mail, organisation, roles or status', async () => {
    const { userId, token } = await invite();
    const guest = await receive({ userId, token });
    for (const extraFields of [
      { roles: ['SystemAdministration'] },
      { email: 'evil@example.org' },
      { organisationPublicId: userId },
      { enabled: true },
    ]) {
      const body = { ...registration('smuggler_1'), ...extraFields };
      expect((await guest.call('Invite.Accept', { userId, body })).problem?.code).toBe('Invalid');
    }
  });

  test('cannot be accepted with the grant of another invitation', async () => {
    const [own, other] = [await invite(), await invite()];
    const guest = await receive(own);
    const answer = await guest.call('Invite.Accept', { userId: other.userId, body: registration('other_taker') });
    expect(answer.problem?.code).toBe('GrantRequired');
  });

  test('reports a taken user name at its field, and can be accepted with another', async () => {
    const { userId, token } = await invite();
    const guest = await receive({ userId, token });
    const taken = await guest.call('Invite.Accept', { userId, body: registration('SUBADMIN') });
    expect([taken.status, taken.problem?.code]).toEqual([409, 'NameTaken']);
    expect(taken.problem?.fields?.userName).toMatch(/taken/);
    await guest.ok('Invite.Accept', { userId, body: registration('not_subadmin') });
  });

  test('reports a weak, common or guessable password at its field', async () => {
    const { userId, token } = await invite();
    const guest = await receive({ userId, token });
    for (const password of ['short', 'alllowercase1', 'Password1', 'Harbour-Mutual-1']) {
      const answer = await guest.call('Invite.Accept', {
        userId,
        body: { ...registration('weak_one'), password, confirmPassword: password },
      });
      expect(answer.status).toBe(400);
      expect(Object.keys(answer.problem?.fields ?? {})).toEqual(['password']);
    }
    const mismatch = await guest.call('Invite.Accept', {
      userId,
      body: { ...registration('weak_one'), confirmPassword: 'Tall-ships-8' },
    });
    expect(mismatch.problem?.fields?.confirmPassword).toBe('The confirmation must match Password');
  });

  test('is invalid if its sender may no longer invite', async () => {
    const secondAdmin = await logInAs(site, 'second_sub');
    const { userId, token } = await invite(secondAdmin);
    const guest = await receive({ userId, token });
    await setRoles(site, 'second_sub', ['Member']);
    const answer = await guest.call('Invite.Accept', { userId, body: registration('orphaned_1') });
    await setRoles(site, 'second_sub', ['SubscriberAdministration']);
    expect(answer.problem?.code).toBe('LinkGone');
  });

  test('with an administrative role or to another organisation is refused to subscriber administrators', async () => {
    const body = { email: 'boss@example.net', firstName: 'B', lastName: 'Oss', roles: ['SystemAdministration'] };
    expect((await admin.call('Invite.CreateUser', { body })).problem?.fields).toHaveProperty('roles');
    const organisationPublicId = await organisationIdOf(site, 'Northgate Portfolio');
    const otherOrganisationBody = { ...body, roles: ['Member'], organisationPublicId };
    expect((await admin.call('Invite.CreateUser', { body: otherOrganisationBody })).status).toBe(404);
    expect((await (await logInAs(site, 'sysadmin')).call('Invite.CreateUser', { body: otherOrganisationBody })).status).toBe(201);
  });

  test('of a system administrator can be neither sent nor withdrawn by a subscriber administrator', async () => {
    const sysadmin = await logInAs(site, 'sysadmin');
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
    const guest = await receive({ userId, token });
    await guest.ok('Invite.Accept', { userId, body: registration('higher_one') });
  });

  test('to an address in use is refused, whatever its case', async () => {
    const body = { email: 'INVITED@example.com', firstName: 'In', lastName: 'Vited', roles: [] };
    const answer = await admin.call('Invite.CreateUser', { body });
    expect([answer.status, answer.problem?.code]).toEqual([409, 'EmailTaken']);
  });

  test('can be withdrawn until it is accepted', async () => {
    const pending = await invite();
    await admin.ok('Invite.Delete', { userId: pending.userId });
    expect((await createClient(site).call('Invite.View', pending)).status).toBe(404);
    const userId = await userIdOf(site, 'ordinary');
    for (const operation of ['Invite.Delete', 'Invite.Resend'] as const)
      expect(await admin.call(operation, { userId })).toMatchObject({ status: 409, problem: { code: 'AlreadyAccepted' } });
  });

  test('reports each user that could not be mailed, and mails the others', async () => {
    const { userId } = await admin.ok('Invite.CreateUser', {
      body: { email: 'third@example.net', firstName: 'T', lastName: 'Hird', roles: [] },
    });
    const unknown = '00000000-0000-4000-8000-000000000000';
    const { sent, failed } = await admin.ok('Invite.SendEmail', { body: { userIds: [unknown, userId] } });
    expect(sent).toEqual([{ userId, email: 'third@example.net' }]);
    expect(failed.map((one) => one.userId)).toEqual([unknown]);
  });

  test('has its token in the mail only, not in responses, the database or the log', async () => {
    const { userId, token } = await invite();
    const responses = [await admin.call('Users.Page', { search: userId }), await admin.call('Users.AuditReport', { limit: 50 })];
    for (const answer of responses) expect(answer.text).not.toContain(token);
    const stored = await site.database.query<{ all: string }>(
      `SELECT row_to_json(l)::text AS all FROM links l WHERE user_id = $1`,
      [userId],
    );
    expect(stored.map((row) => row.all).join()).not.toContain(token);
    expect(site.output()).not.toContain(token);
  });
});
