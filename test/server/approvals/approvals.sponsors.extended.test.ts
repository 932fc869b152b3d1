/** An approver whom the requester has created is no second person: created, invited, promoted and enabled users approve nothing. */
import { randomUUID } from 'node:crypto';
import type { ApprovalRequest } from '../../../api/contract/approvals.shapes.ts';
import { auditEvents } from '../../support/auditEvents.ts';
import { disable, setRoles } from '../../support/changeUser.ts';
import type { Client } from '../../support/client.ts';
import { last } from '../../support/facts.ts';
import { logInAs } from '../../support/logInAs.ts';
import { awaitMail, type Mail } from '../../support/mails.ts';
import { startServer } from '../../support/server.ts';
import { unusedMember, type MemberAccount } from '../../support/unusedMember.ts';
import { useServer } from '../../support/useServer.ts';

const site = useServer({ env: { FOUR_EYES: 'on', LIMIT_LOGINS_PER_ADDRESS: '10000', CHANGE_FIRST_PASSWORD: 'off' } });

const reason = 'Asked for in ticket 12';
const code = (status: number, expected: string) => ({ status, problem: { code: expected } });
const needed = code(409, 'ApprovalNeeded');
const notIndependent = code(403, 'NotIndependent');

let sysadmin: Client;
let other: Client;
beforeAll(async () => {
  [sysadmin, other] = [await logInAs(site, 'sysadmin'), await logInAs(site, 'system_only')];
});

async function administrator(role = 'SubscriberAdministration'): Promise<MemberAccount> {
  const member = await unusedMember(site, { organisation: 'Harbour Mutual' });
  await setRoles(site, member.userId, [role]);
  return member;
}
const openOf = async (client: Client, is: (request: ApprovalRequest) => boolean): Promise<ApprovalRequest> => {
  const found = (await client.ok('Approvals.List')).find((request) => request.state === 'open' && is(request));
  if (!found) throw new Error('No such request');
  return found;
};
const about = (target: string) => (request: ApprovalRequest) => request.target === target;
const approve = async (client: Client, target: string) =>
  client.call('Approvals.Approve', { requestId: (await openOf(client, about(target))).requestId });
/** Promotes a user: one administrator asks, and another approves. */
async function promote(asking: Client, { userName }: MemberAccount, approving: Client): Promise<void> {
  expect(await asking.call('Roles.SetUser', { userName, body: { roles: ['SystemAdministration'] }, reason })).toMatchObject(
    needed,
  );
  expect(await approve(approving, userName)).toMatchObject({ status: 200, body: { state: 'done' } });
}
const askToDisable = (client: Client, { userName }: MemberAccount) =>
  client.call('Users.Enable', { userName, enabled: false, reason });
const isEnabled = async ({ userName }: MemberAccount) => (await sysadmin.ok('Users.User', { userName })).enabled;

test('a promoted user does not approve for the promoter, nor the promoter for them, nor a sibling', async () => {
  const [made, sibling, target] = [await administrator('Member'), await administrator('Member'), await administrator()];
  await promote(sysadmin, made, other);
  await promote(sysadmin, sibling, other);
  const [madeClient, siblingClient] = [await logInAs(site, made.userName), await logInAs(site, sibling.userName)];

  expect(await askToDisable(sysadmin, target)).toMatchObject(needed);
  expect(await approve(madeClient, target.userName)).toMatchObject(notIndependent);
  expect(await isEnabled(target)).toBe(true);

  const another = await administrator();
  expect(await askToDisable(madeClient, another)).toMatchObject(needed);
  expect(await approve(sysadmin, another.userName)).toMatchObject(notIndependent);
  expect(await approve(siblingClient, another.userName)).toMatchObject(notIndependent);
  expect(await isEnabled(another)).toBe(true);
  // An administrator of longer standing can approve.
  expect(await approve(other, another.userName)).toMatchObject({ status: 200 });
  expect(await isEnabled(another)).toBe(false);
});

test('neither does a user created by somebody whom the requester created; after 30 days all of them do', async () => {
  const [made, madeByMade, target] = [await administrator('Member'), await administrator('Member'), await administrator()];
  await promote(sysadmin, made, other);
  await promote(await logInAs(site, made.userName), madeByMade, other);
  const grandchild = await logInAs(site, madeByMade.userName);
  await askToDisable(sysadmin, target);
  expect(await approve(grandchild, target.userName)).toMatchObject(notIndependent);
  await site.database.query(`UPDATE sponsorships SET sponsored_at = sponsored_at - interval '31 days' WHERE user_id = $1`, [
    madeByMade.userId,
  ]);
  expect(await approve(grandchild, target.userName)).toMatchObject({ status: 200 });
});

test('an account created, enabled, or given another address by the requester approves nothing either', async () => {
  const userName = `made_${randomUUID().slice(0, 8)}`;
  const email = `${userName}@example.com`;
  const { organisation } = await sysadmin.ok('Users.Self');
  const account = { userName, email, firstName: 'Made', lastName: 'Forthis', organisationPublicId: organisation.publicId };
  const password = 'Chosen-by-me-42';
  const body = { ...account, roles: ['SystemAdministration'], password };
  expect(await sysadmin.call('Users.Create', { body, reason })).toMatchObject(needed);
  const request = await openOf(other, about(userName));
  expect(request).toMatchObject({ action: 'Users.Create', detail: { email, roles: ['SystemAdministration'] } });
  expect(JSON.stringify(request)).not.toMatch(/argon2|Chosen/);
  await approve(other, userName);
  const made = await logInAs(site, userName, { password });

  const [enabled, moved] = [await administrator(), await administrator('SystemAdministration')];
  await disable(site, enabled.userId);
  expect(await sysadmin.call('Users.Enable', { userName: enabled.userName, enabled: true, reason })).toMatchObject(needed);
  await approve(other, enabled.userName);
  const { version } = await sysadmin.ok('Users.User', { userName: moved.userName });
  const change = { version, email: `${randomUUID()}@example.com` };
  expect(await sysadmin.call('Users.Patch', { userName: moved.userName, body: change, reason })).toMatchObject(needed);
  await approve(other, moved.userName);

  const target = await administrator();
  await askToDisable(sysadmin, target);
  for (const client of [made, await logInAs(site, enabled.userName), await logInAs(site, moved.userName)])
    expect(await approve(client, target.userName)).toMatchObject(notIndependent);
  const stored = await site.database.query(`SELECT detail FROM operations WHERE detail ? 'passwordHash'`);
  expect(stored).toEqual([]);
});

test('an invitation of an administrator is created and mailed when it is approved, and its holder approves nothing of the inviter’s', async () => {
  const email = `${randomUUID()}@example.com`;
  const invitation = { email, firstName: 'Made', lastName: 'Forthis', roles: ['SubscriberAdministration'] };
  expect(await sysadmin.call('Invite.CreateUser', { body: invitation })).toMatchObject(code(400, 'ReasonRequired'));
  expect(await sysadmin.call('Invite.CreateUser', { body: invitation, reason })).toMatchObject(needed);
  expect(await sysadmin.ok('Users.Search', { partialName: email })).toEqual([]);
  await approve(other, email);
  await awaitMail(site, ({ to, text }) => to[0] === email && text.includes('/ReceivedInvite'));
  const [{ userId } = { userId: '' }] = await sysadmin.ok('Users.Search', { partialName: email });
  expect(
    await site.database.query(
      `SELECT u.user_name AS by FROM sponsorships s JOIN users u ON u.user_id = s.sponsor_id WHERE s.user_id = $1`,
      [userId],
    ),
  ).toEqual([{ by: 'sysadmin' }]);
});

test('without four eyes, two accounts made for the purpose take over no system administrator', async () => {
  const server = await startServer({
    database: site.database,
    env: { LIMIT_LOGINS_PER_ADDRESS: '10000', CHANGE_FIRST_PASSWORD: 'off' },
  });
  try {
    const attacker = await logInAs(server, 'sysadmin');
    const { organisation } = await attacker.ok('Users.Self');
    const made: Client[] = [];
    for (let at = 0; at < 2; at += 1) {
      const userName = `made_${randomUUID().slice(0, 8)}`;
      const password = 'Chosen-by-me-42';
      const account = { userName, email: `${userName}@example.com`, firstName: 'Made', lastName: 'Forthis', password };
      await attacker.ok('Users.Create', {
        body: { ...account, organisationPublicId: organisation.publicId, roles: ['SystemAdministration'] },
      });
      made.push(await logInAs(server, userName, { password }));
    }
    const victim = await administrator('SystemAdministration');
    const [one, two] = made as [Client, Client];
    const reset = { userName: victim.userName, type: 'All' as const };
    expect(await one.call('Users.ResetAuthentication', reset)).toMatchObject(needed);
    // The same call by another administrator approves nothing.
    expect(await two.call('Users.ResetAuthentication', reset)).toMatchObject(needed);
    const { requestId } = await openOf(two, (request) => request.target === victim.userName && !request.own);
    expect(await two.call('Approvals.Approve', { requestId })).toMatchObject(notIndependent);
    const bySecond = await openOf(one, (request) => request.target === victim.userName && !request.own);
    expect(await attacker.call('Approvals.Approve', { requestId: bySecond.requestId })).toMatchObject(notIndependent);
  } finally {
    await server.stop();
  }
});

test('an approved impersonation has the access and the reason that were approved', async () => {
  const { userName } = await administrator();
  const asker = await logInAs(site, 'sysadmin');
  const ticket = 'Ticket 4711';
  expect(await asker.call('Users.Impersonate', { userName, access: 'read', reason: ticket })).toMatchObject(needed);
  const request = await openOf(other, about(userName));
  expect(request).toMatchObject({ detail: { access: 'read' }, reason: ticket });
  await other.ok('Approvals.Approve', { requestId: request.requestId });
  expect(await asker.call('Users.Impersonate', { userName, access: 'act', reason: ticket })).toMatchObject(needed);
  await asker.ok('Users.Impersonate', { userName, access: 'read', reason: 'Another story' });
  const event = await last(auditEvents(site, { action: 'Users.Impersonate', outcome: 'success', target: userName }, 'details'));
  expect(event.details).toMatchObject({
    access: 'read',
    reason: ticket,
    request: request.requestId,
    approvedBy: 'system_only',
  });
});

test('an approver is mailed once an hour, however often requests are repeated', async () => {
  const target = await administrator();
  for (let at = 0; at < 5; at += 1)
    expect(await sysadmin.call('Users.Enable', { userName: target.userName, enabled: false, reason: `Try ${at}` })).toMatchObject(
      needed,
    );
  const isAbout = ({ to, text }: Mail) => to[0] === 'system_only@example.com' && text.includes(target.userName);
  await awaitMail(site, isAbout);
  const next = await administrator();
  await askToDisable(sysadmin, next);
  await awaitMail(site, ({ to, text }) => to[0] === 'system_only@example.com' && text.includes(next.userName));
  const mails = (await site.mails()).filter(isAbout);
  expect(mails).toHaveLength(1);
});

test('an address requested before a promotion does not become that of an administrator', async () => {
  const member = await unusedMember(site, { organisation: 'Harbour Mutual' });
  const { version } = await sysadmin.ok('Users.User', { userName: member.userName });
  await sysadmin.ok('Users.Patch', { userName: member.userName, body: { version, email: `${randomUUID()}@example.com` } });
  expect((await sysadmin.ok('Users.User', { userName: member.userName })).pendingEmail).not.toBeNull();
  await promote(sysadmin, member, other);
  expect((await sysadmin.ok('Users.User', { userName: member.userName })).pendingEmail).toBeNull();
});

test('API keys of an organisation that loses its approval are not restored with it', async () => {
  const server = await startServer({ database: site.database, env: { LIMIT_LOGINS_PER_ADDRESS: '10000' } });
  try {
    const owner = await logInAs(server, 'second_sub');
    await owner.ok('ApiKey.Create', { name: 'nightly' });
    const { organisation } = await owner.ok('Users.Self');
    const operator = await logInAs(server, 'sysadmin');
    for (const approved of [false, true])
      await operator.ok('Organisations.Update', { publicId: organisation.publicId, body: { approved } });
    expect(await (await logInAs(server, 'second_sub')).ok('ApiKey.GetExisting')).toEqual([]);
  } finally {
    await server.stop();
  }
});

test('a list that changes roles mails their holder', async () => {
  const member = await unusedMember(site, { organisation: 'Harbour Mutual' });
  const user = await sysadmin.ok('Users.User', { userName: member.userName });
  const row = {
    externalId: member.userId,
    userName: member.userName,
    email: member.email,
    firstName: user.firstName,
    lastName: user.lastName,
  };
  await sysadmin.ok('Users.Sync', {
    body: {
      source: 'directory',
      dryRun: false,
      disableMissing: false,
      users: [{ ...row, organisationPublicId: user.organisation.publicId, enabled: true, roles: ['Member', 'Support'] }],
    },
  });
  await awaitMail(site, ({ to, text }) => to[0] === member.email && text.includes('Support'));
});
