/** Mails about impersonation, about what is done to many at once, and about new system administrators. */
import { eventually } from '../../support/eventually.ts';
import { logInAs } from '../../support/logInAs.ts';
import type { Client } from '../../support/client.ts';
import { queuedMails } from '../../support/queuedMails.ts';
import { unusedMember } from '../../support/unusedMember.ts';
import { useServer } from '../../support/useServer.ts';
import { giveAuthenticator } from '../../support/changeUser.ts';
import { houseId, organisationIdOf } from '../../support/organisations.ts';

const site = useServer();
const HARBOUR = { organisation: 'Harbour Mutual' };

/** Mails in the order they were queued. */
const mailsTo = async (email: string) =>
  (await queuedMails(site, { recipient: email }, 'template')).map(({ template }) => template);

test('Users.Impersonate mails the user', async () => {
  const { userName, email } = await unusedMember(site, HARBOUR);
  await (await logInAs(site, 'sysadmin')).ok('Users.Impersonate', { userName });
  expect(await mailsTo(email)).toContain('impersonated');
});

test('Operations.Start mails each user as the single call does', async () => {
  const member = await unusedMember(site, HARBOUR);
  await giveAuthenticator(site, member.userId);
  const sysadmin = await logInAs(site, 'sysadmin');
  const { operationId } = await sysadmin.ok('Operations.Start', { body: { kind: 'resetMfa', userIds: [member.userId] } });
  await eventually('its end', async () => (await sysadmin.ok('Operations.Get', { operationId })).finishedAt !== null);
  expect(await mailsTo(member.email)).toContain('authenticationReset');
});

describe('All system administrators get a mail', () => {
  const countAdministrators = async () =>
    (
      await site.database.query(
        `SELECT FROM users WHERE roles @> '{SystemAdministration}' AND enabled AND registered_at IS NOT NULL`,
      )
    ).length;
  const countAnnouncements = async () => (await queuedMails(site, { template: 'systemAdministratorMade' })).length;
  const expectAnnounced = async (make: (sysadmin: Client) => Promise<unknown>) => {
    const before = await countAnnouncements();
    await make(await logInAs(site, 'sysadmin'));
    expect((await countAnnouncements()) - before).toBe(await countAdministrators());
  };
  const about = { firstName: 'Ada', lastName: 'Example', roles: ['SystemAdministration'] };

  test('when a user gets the role', async () => {
    const { userName } = await unusedMember(site, HARBOUR);
    await expectAnnounced((sysadmin) => sysadmin.ok('Roles.SetUser', { userName, body: { roles: ['SystemAdministration'] } }));
  });

  test('when an account is created with the role; its owner gets one, too', async () => {
    const account = { ...about, userName: 'new_system_admin', email: 'new.system@example.net', password: 'Quiet-harbour-7' };
    await expectAnnounced(async (sysadmin) =>
      sysadmin.ok('Users.Create', { body: { ...account, organisationPublicId: await houseId(site) } }),
    );
    expect(await mailsTo(account.email)).toContain('accountCreated');
  });

  test('when a directory sync creates one; it also mails the former and the new address of a changed user', async () => {
    const [existing, created] = [await unusedMember(site, HARBOUR), { userName: 'synced_admin', email: 'synced@example.net' }];
    const harbour = await organisationIdOf(site, 'Harbour Mutual');
    const syncOf = (users: { userName: string; email: string; roles: string[] }[]) => ({
      body: {
        source: 'hr',
        dryRun: false,
        disableMissing: false,
        users: users.map((user) => ({
          ...user,
          externalId: user.userName,
          firstName: 'Ada',
          lastName: 'Example',
          organisationPublicId: harbour,
          enabled: true,
        })),
      },
    });
    const known = { userName: existing.userName, email: existing.email, roles: ['Member'] };
    await (await logInAs(site, 'sysadmin')).ok('Users.Sync', syncOf([known]));
    await expectAnnounced((sysadmin) =>
      sysadmin.ok(
        'Users.Sync',
        syncOf([
          { ...known, email: 'moved@example.net' },
          { ...created, roles: ['SystemAdministration'] },
        ]),
      ),
    );
    expect(await mailsTo(existing.email)).toContain('emailChanged');
    expect(await mailsTo('moved@example.net')).toContain('emailSet');
  });
});
