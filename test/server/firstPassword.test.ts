/** A password chosen by an administrator is good for one thing: to choose another. */
import { as } from '../support/as.ts';
import { createClient } from '../support/client.ts';
import { NEW_PASSWORD } from '../support/recovery.ts';
import { useServer } from '../support/useServer.ts';

const site = useServer();
const CHOSEN = 'Chosen-for-you-1';

async function account(userName: string, roles: string[]) {
  const sysadmin = await as(site, 'sysadmin');
  const { organisation } = await (await as(site, 'subadmin')).ok('Users.Self');
  const about = { firstName: 'Ada', lastName: 'Example', email: `${userName}@example.net`, password: CHOSEN };
  await sysadmin.ok('Users.Create', { body: { ...about, userName, roles, organisationPublicId: organisation.publicId } });
  const client = createClient(site);
  const outcome = await client.ok('Login.Login', { body: { userName, password: CHOSEN, returnUrl: '/Users/List' } });
  return { client, outcome };
}

test('It logs in, leads to the security details, and opens nothing but the own account until it is changed', async () => {
  const { client, outcome } = await account('given_admin', ['SubscriberAdministration']);
  expect(outcome).toMatchObject({ outcome: 'SignedIn', redirectUrl: '/SecurityDetails' });
  expect(await client.ok('Users.Self')).toMatchObject({ userName: 'given_admin', passwordChangeRequired: true });
  await client.ok('Login.Check');
  const refused = { status: 403, problem: { code: 'PasswordChangeRequired' } };
  expect(await client.call('Users.All')).toMatchObject(refused);
  expect(await client.call('Users.AuditReport', {})).toMatchObject(refused);
  expect(await client.call('ApiKey.Create', { name: 'too early' })).toMatchObject(refused);
  expect(await client.call('Users.Impersonate', { userName: 'ordinary' })).toMatchObject(refused);

  const change = (newPassword: string) =>
    client.call('ChangeDetails.ChangePassword', {
      body: { currentPassword: CHOSEN, newPassword, confirmPassword: newPassword },
    });
  expect(await change(CHOSEN)).toMatchObject({ status: 400, problem: { code: 'PasswordReused' } });
  expect((await change(NEW_PASSWORD)).status).toBe(204);
  expect(await client.ok('Users.Self')).toMatchObject({ passwordChangeRequired: false });
  await client.ok('Users.All');
  const again = await createClient(site).ok('Login.Login', {
    body: { userName: 'given_admin', password: NEW_PASSWORD, returnUrl: '/Users/List' },
  });
  expect(again.redirectUrl).toBe('/Users/List');
});

test('A reset takes it away, and with it the duty to change it', async () => {
  const { client } = await account('given_member', ['Member']);
  expect((await client.call('Users.SetFontSize', { fontSize: 'compact' })).status).toBe(403);
  await client.ok('Login.Logout');
  const sysadmin = await as(site, 'sysadmin');
  await sysadmin.ok('Users.ResetAuthentication', { userName: 'given_member', type: 'Password' });
  const { must } = await site.database.row<{ must: boolean }>(
    `SELECT password_must_change AS must FROM users WHERE user_name = 'given_member'`,
  );
  expect(must).toBe(false);
});
