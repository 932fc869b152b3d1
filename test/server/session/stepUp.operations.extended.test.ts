/** Every operation that needs a fresh proof of identity refuses a stale session with ConfirmIdentity, and changes nothing. */
import { operations } from '../../../api/contract/index.ts';
import type { Operation } from '../../../api/contract/endpoint.ts';
import { argsOf, callWith, operationNames, sceneOf } from '../../support/callSamples.ts';
import type { Scene } from '../../support/callSamples/sample.ts';
import { logInAs } from '../../support/logInAs.ts';
import type { Client } from '../../support/client.ts';
import { unusedMember } from '../../support/unusedMember.ts';
import { useServer } from '../../support/useServer.ts';
import { auditEvents } from '../../support/auditEvents.ts';
import { organisationIdOf } from '../../support/organisations.ts';
import { authenticatedAgo, sessions } from '../../support/sessions.ts';

const site = useServer();
const confirmIdentity = { status: 403, problem: { code: 'ConfirmIdentity' } };
const alwaysStepUp = operationNames.filter((name) => (operations[name] as Operation).stepUp === true);

/** A session whose last proof of identity was 20 days ago. */
async function oldSession(userName: string): Promise<Client> {
  const client = await logInAs(site, userName);
  await authenticatedAgo(site, '20 days', userName);
  return client;
}

const newScene = async () => sceneOf(site, (await unusedMember(site, { organisation: 'Harbour Mutual' })).userId);
/** Whose calls are all refused. */
let scene: Scene;
beforeAll(async () => {
  scene = await newScene();
});

test.each(alwaysStepUp)('%s requires a fresh proof of identity', async (name) => {
  const staleClient = await oldSession('sysadmin');
  const countSuccesses = async () => (await auditEvents(site, { action: name, outcome: 'success' })).length;
  const before = await countSuccesses();
  expect(await callWith(staleClient, name, argsOf(name, scene))).toMatchObject(confirmIdentity);
  expect(await countSuccesses()).toBe(before);
});

test.each(
  alwaysStepUp.filter(
    (name) => !(operations[name] as Operation).allowedWhileImpersonating && operations[name].who !== 'systemAdmin',
  ),
)('Impersonating an administrator does not allow %s', async (name) => {
  const impersonating = await logInAs(site, 'sysadmin');
  await impersonating.ok('Users.Impersonate', { userName: 'subadmin' });
  expect(await callWith(impersonating, name, argsOf(name, scene))).toMatchObject({
    status: 403,
    problem: { code: 'Impersonating' },
  });
});

describe('An invitation', () => {
  let invitations = 0;
  const invitation = (roles: string[]) => {
    invitations += 1;
    return { body: { email: `asked.${String(invitations)}@example.net`, firstName: 'Ada', lastName: 'Example', roles } };
  };

  it('with an administrative role is created, sent, resent and deleted with a fresh proof only', async () => {
    const { userId } = await (await logInAs(site, 'subadmin')).ok('Invite.CreateUser', invitation(['SubscriberAdministration']));
    const staleClient = await oldSession('subadmin');
    expect(await staleClient.call('Invite.CreateUser', invitation(['SubscriberAdministration']))).toMatchObject(confirmIdentity);
    const { userId: ordinary } = await staleClient.ok('Invite.CreateUser', invitation(['Member']));
    const mails = () => site.database.row(`SELECT count(*) FROM links WHERE purpose = 'invite'`);
    const before = await mails();
    expect(await staleClient.call('Invite.SendEmail', { body: { userIds: [ordinary, userId] } })).toMatchObject(confirmIdentity);
    expect(await staleClient.call('Invite.Resend', { userId })).toMatchObject(confirmIdentity);
    expect(await staleClient.call('Invite.Delete', { userId })).toMatchObject(confirmIdentity);
    expect(await mails()).toEqual(before);
  });

  it('with ordinary roles needs no fresh proof', async () => {
    const staleClient = await oldSession('subadmin');
    const { userId } = await staleClient.ok('Invite.CreateUser', invitation(['Member']));
    expect(await staleClient.ok('Invite.SendEmail', { body: { userIds: [userId] } })).toMatchObject({ failed: [] });
    await staleClient.ok('Invite.Resend', { userId });
    await staleClient.ok('Invite.Delete', { userId });
  });
});

describe('Changing details of a user', () => {
  it('needs a fresh proof for the e-mail address and the organisation only', async () => {
    const { userName, version } = (await newScene()).member;
    const staleClient = await oldSession('sysadmin');
    const organisationPublicId = await organisationIdOf(site, 'Northgate Portfolio');
    for (const change of [{ email: 'taken.over@example.net' }, { organisationPublicId }])
      expect(await staleClient.call('Users.Patch', { userName, body: { version, ...change } })).toMatchObject(confirmIdentity);
    const { email } = await staleClient.ok('Users.User', { userName });
    expect(await staleClient.ok('Users.Patch', { userName, body: { version, email, title: 'Pilot' } })).toMatchObject({
      title: 'Pilot',
    });
  });

  it('does not include the e-mail address while impersonating an administrator', async () => {
    const { userName, version } = (await newScene()).member;
    const impersonating = await logInAs(site, 'sysadmin');
    await impersonating.ok('Users.Impersonate', { userName: 'subadmin' });
    const body = { version, email: 'impersonating@example.net' };
    expect(await impersonating.call('Users.Patch', { userName, body })).toMatchObject({
      status: 403,
      problem: { code: 'Impersonating' },
    });
  });
});

test('A failed call does not renew the proof; a successful one does', async () => {
  const client = await logInAs(site, 'subadmin');
  const { userName } = (await newScene()).member;
  const age = async () => {
    const own = await sessions(site, { userName: 'subadmin' });
    return Math.round(Math.min(...own.map(({ authenticatedSecondsAgo }) => authenticatedSecondsAgo)) / 60);
  };
  await authenticatedAgo(site, '20 minutes', 'subadmin');
  for (const roles of [['No such role'], ['SystemAdministration']])
    expect((await client.call('Roles.SetUser', { userName, body: { roles } })).status).toBeGreaterThan(399);
  expect(await client.call('ApiKey.Delete', { name: 'no such key' })).toMatchObject({ status: 404 });
  expect(await age()).toBe(20);
  await client.ok('Roles.SetUser', { userName, body: { roles: [] } });
  expect(await age()).toBe(0);
});
