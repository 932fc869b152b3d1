/** Much can change between the provider's response and the owner's proof: the state at the time of linking counts. */
import { randomUUID } from 'node:crypto';
import type { Client } from '../../support/client.ts';
import { identities } from '../../support/identities.ts';
import { DEMO_PASSWORD } from '../../support/logInAs.ts';
import { arrive, startRogueProvider } from '../../support/rogueProvider.ts';
import { newMember, REFUSED, type SsoMember } from '../../support/sso.ts';
import { useOpenIdProvider } from '../../support/useProvider.ts';
import { useServer } from '../../support/useServer.ts';
import { setRoles } from '../../support/changeUser.ts';

const site = useServer();
const DOMAIN = 'proof.example';
const { rogue, connection, logIn } = useOpenIdProvider(site, { domain: DOMAIN });

/** A user whom the provider has named, and who has then proven the account. */
async function proven(): Promise<{ client: Client; member: SsoMember }> {
  const member = await newMember(site, { email: `${randomUUID()}@${DOMAIN}` });
  const { client, at } = await logIn({ sub: randomUUID(), email: member.email, email_verified: true });
  expect(at).toContain('/Login?ReturnUrl');
  await client.ok('Login.Login', { body: { userName: member.userName, password: DEMO_PASSWORD } });
  return { client, member };
}
const identitiesOf = ({ userId }: SsoMember) => identities(site, { userId });

async function expectRefusal(change: (member: SsoMember) => Promise<unknown>, problem: string) {
  const { client, member } = await proven();
  await change(member);
  expect(await arrive(client, '/sso/finish')).toBe(REFUSED);
  expect(await connection.last()).toMatchObject({ purpose: 'login', outcome: 'refused', problem });
  expect(await identitiesOf(member)).toEqual([]);
}

test('The account is linked where nothing has changed, for comparison', async () => {
  const { client, member } = await proven();
  expect(await arrive(client, '/sso/finish')).toBe('/');
  expect(await identitiesOf(member)).toHaveLength(1);
});

test('No account is linked after the connection was disabled', async () => {
  await expectRefusal(() => connection.enable(false), 'disabledConnection');
  await connection.enable(true);
});

test.each([
  ['with a federated login alone', `UPDATE sessions SET methods = '{fed}' WHERE user_id = $1`],
  ['with a proof that is too old', `UPDATE sessions SET authenticated_at = now() - interval '1 hour' WHERE user_id = $1`],
  ['without a login', 'DELETE FROM sessions WHERE user_id = $1'],
])('No account is linked %s', async (_how, change) => {
  await expectRefusal(({ userId }) => site.database.query(change, [userId]), 'notProven');
});

test('No account is linked by a connection that is another provider’s now', async () => {
  const other = await startRogueProvider();
  const become = async (issuer: string) => {
    await connection.enable(false);
    await connection.update({ issuer });
    await connection.enable(true);
  };
  await expectRefusal(() => become(other.issuer), 'issuer');
  await become(rogue.issuer);
  other.close();
});

test('No account is linked that has an administrative role now', async () => {
  await expectRefusal(({ userId }) => setRoles(site, userId, ['SubscriberAdministration']), 'administrator');
});

test.each(['frozen_at', 'contested_at'])('No account is linked when its domain is %s', async (column) => {
  await expectRefusal(() => site.database.query(`UPDATE domains SET ${column} = now() WHERE name = $1`, [DOMAIN]), 'domain');
  await site.database.query(`UPDATE domains SET ${column} = NULL WHERE name = $1`, [DOMAIN]);
});

test('No account is linked that has another address now, nor the one that has taken this address', async () => {
  await expectRefusal(async ({ userId, email }) => {
    await site.database.query(`UPDATE users SET email = 'moved.' || email WHERE user_id = $1`, [userId]);
    await newMember(site, { email });
  }, 'linkedElsewhere');
});
