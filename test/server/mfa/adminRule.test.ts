/** Administrative roles need MFA, whatever their organisation's rule and any exemption say (ADMIN_MFA). */
import { addPasskey, logInWithPasskey } from '../../support/authenticator.ts';
import { setRoles } from '../../support/changeUser.ts';
import { logInAs, DEMO_PASSWORD } from '../../support/logInAs.ts';
import { createClient } from '../../support/client.ts';
import { enrol, pendingMfaSession } from '../../support/mfa.ts';
import { unusedMember } from '../../support/unusedMember.ts';
import { useServer } from '../../support/useServer.ts';

const site = useServer({ env: { ADMIN_MFA: 'required' } });

const outcomeOf = async (userName: string) => {
  const client = createClient(site);
  return (await client.ok('Login.Login', { body: { userName, password: DEMO_PASSWORD } })).outcome;
};

it('Every administrative role enrols at the next login; ordinary users are not asked', async () => {
  for (const userName of ['sysadmin', 'subadmin', 'system_only', 'second_sub'])
    expect(await outcomeOf(userName)).toBe('MfaEnrolmentRequired');
  expect(await outcomeOf('ordinary')).toBe('SignedIn');
  expect((await pendingMfaSession(site, 'subadmin').then((half) => half.call('Users.Counts'))).status).toBe(401);
});

it('It applies from the first login after the role is granted, to an exempted user too, and cannot be turned off', async () => {
  const { userId, userName } = await unusedMember(site);
  expect(await outcomeOf(userName)).toBe('SignedIn');
  await site.database.query(
    `UPDATE users SET roles = '{SubscriberAdministration}', mfa_required_override = false WHERE user_id = $1`,
    [userId],
  );
  const administrator = await pendingMfaSession(site, userName);
  await enrol(administrator);
  expect(await administrator.ok('Mfa.OwnStatus')).toMatchObject({ enabled: true, required: true, requiredBy: 'role' });
  expect(await administrator.ok('Users.Self')).toMatchObject({ mfaRequired: true });
  expect(await administrator.call('Mfa.Disable')).toMatchObject({ status: 409, problem: { code: 'MfaRequired' } });
});

it('A passkey satisfies it: the password alone leads to it, it alone logs in, and the last of them stays', async () => {
  const { userId, userName } = await unusedMember(site);
  const phone = await addPasskey(await logInAs(site, userName));
  await setRoles(site, userId, ['SubscriberAdministration']);
  const half = await pendingMfaSession(site, userName);
  expect((await half.call('Login.Check')).headers.get('location')).toBe('/LoginMfa/false?passkey=only');
  expect((await half.call('Users.Counts')).status).toBe(401);
  const administrator = createClient(site);
  expect((await logInWithPasskey(administrator, phone)).body).toMatchObject({ outcome: 'SignedIn' });
  await administrator.ok('Users.Counts');
  const { passkeyId } = phone;
  expect(await administrator.call('Passkeys.Delete', { passkeyId })).toMatchObject({
    status: 409,
    problem: { code: 'LastFactor' },
  });
  expect(await administrator.ok('Users.Diagnosis', { userName })).toMatchObject({ canLogIn: true, passkeys: 1 });
});

it('The diagnosis of an administrator without MFA names the enrolment', async () => {
  const sysadmin = await pendingMfaSession(site, 'sysadmin');
  await enrol(sysadmin);
  const { causes } = await sysadmin.ok('Users.Diagnosis', { userName: 'second_sub' });
  expect(causes).toMatchObject([{ code: 'MfaEnrolmentOutstanding' }]);
  expect((await sysadmin.ok('Users.Diagnosis', { userName: 'ordinary' })).causes).toEqual([]);
});

it('A set-up administrator is asked too: ADMIN_MFA is on unless switched off', async () => {
  const { readConfig } = await import('../../../server/config/config.ts');
  expect(readConfig({}).ADMIN_MFA).toBe('required');
  expect((await logInAs(site, 'ordinary').then((client) => client.call('Users.Self'))).status).toBe(200);
});
