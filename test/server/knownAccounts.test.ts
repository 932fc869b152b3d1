import { as, DEMO_PASSWORD, type DemoUser, totp } from '../support/as.ts';
import { createClient } from '../support/client.ts';
import { useServer } from '../support/useServer.ts';

const site = useServer();

const logIn = (userName: DemoUser) => createClient(site).ok('Login.Login', { body: { userName, password: DEMO_PASSWORD } });

describe('The known accounts of the demo', () => {
  test.each([
    ['sysadmin', ['SubscriberAdministration', 'SystemAdministration']],
    ['subadmin', ['SubscriberAdministration']],
    ['ordinary', ['Member']],
    ['mfa_user', ['Member']],
    ['support_user', ['Support']],
    ['second_sub', ['SubscriberAdministration']],
    ['system_only', ['SystemAdministration']],
  ] as const)('%s logs in and has the roles %j', async (userName, roles) => {
    const self = await (await as(site, userName)).ok('Users.Self');
    expect(self).toMatchObject({ userName, mfaEnabled: userName === 'mfa_user' });
    expect([...self.roles].sort()).toEqual(roles);
  });

  test.each([
    ['disabled_user', { outcome: 'Rejected', reason: 'Disabled' }],
    ['locked_user', { outcome: 'Rejected', reason: 'Locked' }],
    ['must_enrol', { outcome: 'MfaEnrolmentRequired' }],
    ['mfa_user', { outcome: 'MfaCodeRequired' }],
  ] as const)('%s is stopped by %j', async (userName, outcome) => {
    expect(await logIn(userName)).toMatchObject(outcome);
  });

  test('An authenticator code opens one session and no second', async () => {
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
