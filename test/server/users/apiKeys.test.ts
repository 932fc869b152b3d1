/** Administrators see and revoke the API keys of users in their reach; the secret is shown to none of them. */
import { logInAs } from '../../support/logInAs.ts';
import { createClient } from '../../support/client.ts';
import { awaitMail } from '../../support/mails.ts';
import { unusedMember } from '../../support/unusedMember.ts';
import { useServer } from '../../support/useServer.ts';
import { auditEvents } from '../../support/auditEvents.ts';
import { setRoles } from '../../support/changeUser.ts';
import { only } from '../../support/facts.ts';
import { authenticatedAgo } from '../../support/sessions.ts';

const site = useServer();

async function holderOfKey() {
  const member = await unusedMember(site, { organisation: 'Harbour Mutual' });
  await site.database.query(`UPDATE users SET locale = 'en-US' WHERE user_id = $1`, [member.userId]);
  const owner = await logInAs(site, member.userName);
  const { key, prefix } = await owner.ok('ApiKey.Create', { name: 'nightly' });
  await owner.ok('ApiKey.CreateClaims', { body: { name: 'nightly', claims: [{ type: 'call', value: 'Users.Self' }] } });
  const withKey = createClient(site, { headers: { Authorization: `Bearer ${key}` } });
  return { ...member, key, prefix, withKey };
}

it('an administrator sees the keys of a user, without their secret, and revokes one: it ends at once and the owner gets a mail', async () => {
  const { userName, email, key, prefix, withKey } = await holderOfKey();
  const subadmin = await logInAs(site, 'subadmin');
  const answer = await subadmin.call('Users.ApiKeys', { userName });
  expect(answer.body).toMatchObject([{ name: 'nightly', prefix, claims: [{ value: 'Users.Self' }] }]);
  expect(answer.text).not.toContain(key);
  expect((await withKey.call('Users.Self')).status).toBe(200);
  await subadmin.ok('Users.RevokeApiKey', { userName, name: 'NIGHTLY' });
  expect((await withKey.call('Users.Self')).status).toBe(401);
  expect(await subadmin.ok('Users.ApiKeys', { userName })).toEqual([]);
  const mail = await awaitMail(site, ({ to, text }) => to[0] === email && text.includes('An administrator deleted an API key'));
  expect(mail.text).toContain('nightly');
  const event = await only(auditEvents(site, { action: 'Users.RevokeApiKey', outcome: 'success' }, 'target', 'details'));
  expect(event).toEqual({ target: userName, details: { key: 'nightly', prefix } });
});

it('Revoking needs a fresh proof of identity and reaches neither other organisations, nor higher roles, nor the own account', async () => {
  const { userName, withKey } = await holderOfKey();
  const other = await logInAs(site, 'second_sub');
  expect(await other.call('Users.ApiKeys', { userName })).toMatchObject({ status: 404 });
  expect(await other.call('Users.RevokeApiKey', { userName, name: 'nightly' })).toMatchObject({ status: 404 });
  const subadmin = await logInAs(site, 'subadmin');
  await subadmin.ok('ApiKey.Create', { name: 'own' });
  expect(await subadmin.call('Users.RevokeApiKey', { userName: 'subadmin', name: 'own' })).toMatchObject({
    problem: { code: 'OwnAccount' },
  });
  await authenticatedAgo(site, '1 hour');
  expect(await subadmin.call('Users.RevokeApiKey', { userName, name: 'nightly' })).toMatchObject({
    problem: { code: 'ConfirmIdentity' },
  });
  expect((await withKey.call('Users.Self')).status).toBe(200);
  await setRoles(site, userName, ['SystemAdministration']);
  expect(await (await logInAs(site, 'subadmin')).call('Users.RevokeApiKey', { userName, name: 'nightly' })).toMatchObject({
    problem: { code: 'Forbidden' },
  });
});
