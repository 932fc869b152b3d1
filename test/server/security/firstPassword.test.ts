/** An initial password set by an administrator only permits changing it. */
import { logInAs } from '../../support/logInAs.ts';
import { createClient } from '../../support/client.ts';
import { NEW_PASSWORD } from '../../support/recovery.ts';
import { useServer } from '../../support/useServer.ts';
import { userOf } from '../../support/userFacts.ts';

const site = useServer();
const INITIAL_PASSWORD = 'Chosen-for-you-1';

async function createAndLogIn(userName: string, roles: string[]) {
  const sysadmin = await logInAs(site, 'sysadmin');
  const { organisation } = await (await logInAs(site, 'subadmin')).ok('Users.Self');
  const about = { firstName: 'Ada', lastName: 'Example', email: `${userName}@example.net`, password: INITIAL_PASSWORD };
  await sysadmin.ok('Users.Create', { body: { ...about, userName, roles, organisationPublicId: organisation.publicId } });
  const client = createClient(site);
  const outcome = await client.ok('Login.Login', { body: { userName, password: INITIAL_PASSWORD, returnUrl: '/Users/List' } });
  return { client, outcome };
}

test('It logs in, redirects to the security details, and permits only one’s own account until it is changed', async () => {
  const { client, outcome } = await createAndLogIn('given_admin', ['SubscriberAdministration']);
  expect(outcome).toMatchObject({ outcome: 'SignedIn', redirectUrl: '/SecurityDetails' });
  expect(await client.ok('Users.Self')).toMatchObject({ userName: 'given_admin', passwordChangeRequired: true });
  // Neither does it open an application behind forward authentication.
  const check = await client.call('Login.Check');
  expect(check).toMatchObject({ status: 403, problem: { code: 'PasswordChangeRequired' } });
  expect(check.headers.get('location')).toBe('/SecurityDetails');
  expect([...check.headers.keys()].filter((name) => name.startsWith('remote-'))).toEqual([]);
  const refused = { status: 403, problem: { code: 'PasswordChangeRequired' } };
  expect(await client.call('Users.All')).toMatchObject(refused);
  expect(await client.call('Users.AuditReport', {})).toMatchObject(refused);
  expect(await client.call('ApiKey.Create', { name: 'too early' })).toMatchObject(refused);
  expect(await client.call('Passkeys.RegistrationOptions')).toMatchObject(refused);
  expect(await client.call('Mfa.BeginEnable')).toMatchObject(refused);
  expect(await client.call('Users.Impersonate', { userName: 'ordinary' })).toMatchObject(refused);

  const change = (newPassword: string) =>
    client.call('ChangeDetails.ChangePassword', {
      body: { currentPassword: INITIAL_PASSWORD, newPassword, confirmPassword: newPassword },
    });
  expect(await change(INITIAL_PASSWORD)).toMatchObject({ status: 400, problem: { code: 'PasswordReused' } });
  expect((await change(NEW_PASSWORD)).status).toBe(204);
  expect(await client.ok('Users.Self')).toMatchObject({ passwordChangeRequired: false });
  expect((await client.call('Login.Check')).headers.get('remote-user')).toBe('given_admin');
  await client.ok('Users.All');
  const nextLogin = await createClient(site).ok('Login.Login', {
    body: { userName: 'given_admin', password: NEW_PASSWORD, returnUrl: '/Users/List' },
  });
  expect(nextLogin.redirectUrl).toBe('/Users/List');
});

test('A password reset removes it, and with it the requirement to change it', async () => {
  const { client } = await createAndLogIn('given_member', ['Member']);
  expect((await client.call('Users.SetFontSize', { fontSize: 'compact' })).status).toBe(403);
  await client.ok('Login.Logout');
  const sysadmin = await logInAs(site, 'sysadmin');
  await sysadmin.ok('Users.ResetAuthentication', { userName: 'given_member', type: 'Password' });
  const { passwordMustChange: isRequired } = await userOf(site, 'given_member', 'passwordMustChange');
  expect(isRequired).toBe(false);
});
