/** An invitation to an organisation that requires its identity provider: the password that is chosen opens nothing by itself. */
import { randomUUID } from 'node:crypto';
import { createClient, type Client } from '../../support/client.ts';
import { awaitMail } from '../../support/mails.ts';
import { requireProvider } from '../../support/organisations.ts';
import { arrive } from '../../support/rogueProvider.ts';
import { useOpenIdProvider } from '../../support/useProvider.ts';
import { useServer } from '../../support/useServer.ts';

const site = useServer();
const DOMAIN = 'invited.example';
const ORGANISATION = 'Northgate Portfolio';
const PASSWORD = 'Tall-ships-9';
const { connection, logIn } = useOpenIdProvider(site, { domain: DOMAIN, organisation: ORGANISATION });

/** The stored fact alone: no act ends a session here. */
const setRequired = (required: boolean) => requireProvider(site, ORGANISATION, required);
beforeEach(() => setRequired(true));
afterEach(() => setRequired(false));

interface Guest {
  readonly client: Client;
  readonly userId: string;
  readonly email: string;
  readonly userName: string;
}

/** A guest whose browser has opened the mailed link. */
async function invited(): Promise<Guest> {
  const { administrator, organisationPublicId } = connection;
  const userName = `guest_${randomUUID().replaceAll('-', '_')}`;
  const email = `${userName}@${DOMAIN}`;
  const body = { email, firstName: 'Grace', lastName: 'Guest', roles: ['Member'], organisationPublicId };
  const { userId } = await administrator.ok('Invite.CreateUser', { body });
  await administrator.ok('Invite.SendEmail', { body: { userIds: [userId] } });
  const mail = await awaitMail(site, ({ to }) => to.includes(email));
  const token = new URL(mail.links.find((link) => link.includes('/ReceivedInvite'))!).searchParams.get('token')!;
  const client = createClient(site);
  await client.ok('Invite.Receive', { body: { userId, token } });
  return { client, userId, email, userName };
}
const register = ({ client, userId, userName }: Guest) =>
  client.ok('Invite.Accept', {
    userId,
    body: { userName, firstName: 'Grace', lastName: 'Guest', password: PASSWORD, confirmPassword: PASSWORD },
  });
const logInByPassword = (client: Client, { userName }: Guest) =>
  client.call('Login.Login', { body: { userName, password: PASSWORD } });
const isLoggedIn = async (client: Client) => (await client.call('Users.Self')).status === 200;

async function ourProvider() {
  const { connectionId, organisationPublicId, administrator } = connection;
  const connections = await administrator.ok('Connections.List', { organisationPublicId });
  const { name } = connections.find((each) => each.connectionId === connectionId)!;
  return { name, address: `/sso/start/${connectionId}` };
}

test('Who registers reads with what one logs in and is led there, and the new password opens nothing by itself', async () => {
  const guest = await invited();
  expect(await register(guest)).toMatchObject({ provider: await ourProvider() });
  expect(await isLoggedIn(guest.client)).toBe(false);
  expect(await logInByPassword(createClient(site), guest)).toMatchObject({
    status: 400,
    problem: { code: 'InvalidCredentials' },
  });

  // There the new password proves the account, once, in the browser to which the provider has answered.
  const { client, at } = await logIn({ sub: randomUUID(), email: guest.email, email_verified: true });
  expect(at).toContain('/Login?ReturnUrl');
  await logInByPassword(client, guest);
  expect(await isLoggedIn(client)).toBe(false);
  expect(await arrive(client, '/sso/finish')).toBe('/');
  expect(await isLoggedIn(client)).toBe(true);
  expect(await logInByPassword(createClient(site), guest)).toMatchObject({ problem: { code: 'InvalidCredentials' } });
});

test('What counts is the requirement at the registration, not at the invitation', async () => {
  await setRequired(false);
  const [early, late] = [await invited(), await invited()];
  expect(await register(early)).toMatchObject({ provider: null });
  expect((await logInByPassword(createClient(site), early)).body).toMatchObject({ outcome: 'SignedIn' });
  await setRequired(true);
  expect(await register(late)).toMatchObject({ provider: await ourProvider() });
});
