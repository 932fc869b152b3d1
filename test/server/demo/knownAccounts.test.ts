/** Login of the known demo accounts. */
import { logInAs, DEMO_PASSWORD, type DemoUser, totp } from '../../support/logInAs.ts';
import { createClient } from '../../support/client.ts';
import { useServer } from '../../support/useServer.ts';

const site = useServer();

const logIn = (userName: DemoUser) => createClient(site).ok('Login.Login', { body: { userName, password: DEMO_PASSWORD } });

describe('The known demo accounts:', () => {
  test.each([
    ['sysadmin', ['SubscriberAdministration', 'SystemAdministration']],
    ['subadmin', ['SubscriberAdministration']],
    ['ordinary', ['Member']],
    ['mfa_user', ['Member']],
    ['support_user', ['Support']],
    ['second_sub', ['SubscriberAdministration']],
    ['system_only', ['SystemAdministration']],
  ] as const)('%s logs in and has the roles %j', async (userName, roles) => {
    const self = await (await logInAs(site, userName)).ok('Users.Self');
    expect(self).toMatchObject({ userName, mfaEnabled: userName === 'mfa_user' });
    expect([...self.roles].sort()).toEqual(roles);
  });

  test.each([
    ['disabled_user', { outcome: 'Rejected', reason: 'Disabled' }],
    ['locked_user', { outcome: 'Rejected', reason: 'Locked' }],
    ['must_enrol', { outcome: 'MfaEnrolmentRequired' }],
    ['mfa_user', { outcome: 'MfaCodeRequired' }],
  ] as const)('%s gets no session but %j', async (userName, outcome) => {
    expect(await logIn(userName)).toMatchObject(outcome);
  });

  test('each MFA code logs in once', async () => {
    const next = totp(undefined, 1);
    const withCode = async () => {
      const client = createClient(site);
      await client.ok('Login.Login', { body: { userName: 'mfa_user', password: DEMO_PASSWORD } });
      return client.call('Mfa.Login', { body: { code: next } });
    };
    expect((await withCode()).body).toMatchObject({ outcome: 'SignedIn' });
    expect((await withCode()).problem?.code).toBe('InvalidCode');
  });
});
