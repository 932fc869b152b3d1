/**
 * A link is a credential: whoever controls the provider controls the account. Which connection finds whom, and what of it reaches an
 * administrator.
 */
import { randomUUID } from 'node:crypto';
import { createClient, type Client } from '../../support/client.ts';
import { DEMO_PASSWORD, logInAs } from '../../support/logInAs.ts';
import { enrol } from '../../support/mfa.ts';
import { arrive } from '../../support/rogueProvider.ts';
import { addConnection, linkIdentity, newMember, REFUSED, type SsoMember, type TestConnection } from '../../support/sso.ts';
import { useOpenIdProvider } from '../../support/useProvider.ts';
import { useServer } from '../../support/useServer.ts';
import { disable, setRoles, setSource } from '../../support/changeUser.ts';
import { last, only } from '../../support/facts.ts';
import { identities } from '../../support/identities.ts';
import { auditEvents } from '../../support/auditEvents.ts';
import { addToDirectory } from '../../support/directories.ts';

const site = useServer();
const DOMAIN = 'links.example';
const ORGANISATION = 'Northgate Portfolio';
const settings = { createsUsers: true };
const { rogue, connection, linked, logIn } = useOpenIdProvider(site, { domain: DOMAIN, organisation: ORGANISATION, settings });

let second: TestConnection;
beforeAll(async () => {
  second = await addConnection(site, { issuer: rogue.issuer, createsUsers: true }, ORGANISATION);
  await second.enable(true);
});
const isLoggedIn = async (client: Client) => (await client.call('Users.Self')).status === 200;
const member = (email?: string) => newMember(site, { organisation: ORGANISATION, ...(email !== undefined && { email }) });
const address = () => `${randomUUID()}@${DOMAIN}`;
const give = ({ userId }: { readonly userId: string }, ...roles: string[]) => setRoles(site, userId, roles);
const userAt = async (client: Client) => (await client.ok('Users.Self')).userId;
const proofOf = async ({ userId }: { readonly userId: string }) =>
  (await only(identities(site, { userId }, 'provenIn'))).provenIn;
/** As the directory sends a user. */
async function send(externalId: string, user: SsoMember): Promise<void> {
  const source = `scim:${connection.organisationPublicId}`;
  await setSource(site, user.userId, source, externalId);
  await addToDirectory(site, user.userId, connection.organisationPublicId, user.email);
}
const verified = (email: string) => ({ email, email_verified: true });

describe('A second provider of the organisation', () => {
  test.each<[string, (email: string) => object]>([
    ['with no address', () => ({})],
    ['with another address', () => verified(address())],
    ['with an unverified one', (email) => ({ email })],
    ['with the address of a stranger', () => verified('ada@stranger.example')],
  ])('does not open an account that the first has made: the same subject %s', async (_what, claims) => {
    const [sub, email] = [randomUUID(), address()];
    const made = await userAt((await logIn({ sub, ...verified(email) })).client);
    const { client } = await logIn({ sub, ...claims(email) }, { at: second });
    if (await isLoggedIn(client)) expect(await userAt(client)).not.toBe(made);
    expect(await identities(site, { userId: made })).toHaveLength(1);
  });

  test('is asked for a proof of the owner by the same address', async () => {
    const email = address();
    const { client: first } = await logIn({ sub: randomUUID(), ...verified(email) });
    const { client, at } = await logIn({ sub: randomUUID(), ...verified(email) }, { at: second });
    expect(at).toContain('/Login?ReturnUrl');
    expect([await isLoggedIn(first), await isLoggedIn(client)]).toEqual([true, false]);
  });

  test('does not find users whom the directory has sent, and the one that is bound to it does', async () => {
    const sub = randomUUID();
    const user = await member();
    await send(sub, user);
    expect((await logIn({ sub }, { at: second })).at).toBe(REFUSED);
    expect(await userAt((await logIn({ sub })).client)).toBe(user.userId);
  });

  test('finds them once the organisation has bound it in place of the first', async () => {
    const [before, after] = [randomUUID(), randomUUID()];
    const users = [await member(), await member()];
    await send(before, users[0]!);
    await send(after, users[1]!);
    await logIn({ sub: before });
    const bind = async (at: TestConnection) => {
      await at.enable(false);
      await at.update({ matchesDirectory: true });
      await at.enable(true);
    };
    await bind(second);
    expect((await logIn({ sub: after })).at).toBe(REFUSED);
    expect(await userAt((await logIn({ sub: before })).client)).toBe(users[0]!.userId);
    expect(await userAt((await logIn({ sub: after }, { at: second })).client)).toBe(users[1]!.userId);
    const { administrator, organisationPublicId } = connection;
    const bound = (await administrator.ok('Connections.List', { organisationPublicId })).filter((each) => each.matchesDirectory);
    expect(bound.map(({ connectionId }) => connectionId)).toEqual([second.connectionId]);
    await bind(connection);
  });
});

describe('A new subject for a known user', () => {
  test('replaces the link where the directory has sent it', async () => {
    const [old, sub] = [randomUUID(), randomUUID()];
    const user = await member();
    await send(old, user);
    const { client: former } = await logIn({ sub: old });
    await send(sub, user);
    expect(await userAt((await logIn({ sub })).client)).toBe(user.userId);
    expect(await isLoggedIn(former)).toBe(false);
    expect((await logIn({ sub: old })).at).toBe(REFUSED);
    const event = await last(auditEvents(site, { targetUserId: user.userId, action: 'Connections.Link' }, 'details'));
    expect(event.details).toHaveProperty('former');
  });

  test('replaces it once the owner has proven the account, and not before', async () => {
    const user = await member(address());
    const old = randomUUID();
    await linkIdentity(site, { connectionId: connection.connectionId, issuer: rogue.issuer, sub: old, userId: user.userId });
    const sub = randomUUID();
    const { client, at } = await logIn({ sub, ...verified(user.email) });
    expect(at).toContain('/Login?ReturnUrl');
    expect((await logIn({ sub: old })).at).toBe('/SecurityDetails');
    await client.ok('Login.Login', { body: { userName: user.userName, password: DEMO_PASSWORD } });
    expect(await arrive(client, '/sso/finish')).toBe('/');
    expect(await proofOf(user)).toBe('login');
    expect((await logIn({ sub })).at).toBe('/SecurityDetails');
    expect((await logIn({ sub: old })).at).toBe(REFUSED);
  });

  test('replaces it at the request of the owner in a session of their own', async () => {
    const user = await member();
    await linkIdentity(site, {
      connectionId: connection.connectionId,
      issuer: rogue.issuer,
      sub: randomUUID(),
      userId: user.userId,
    });
    const client = await logInAs(site, user.userName);
    const { address: there } = await client.ok('Security.Link', { connectionId: connection.connectionId });
    expect((await logIn({ sub: randomUUID() }, { client, query: new URL(there, site.url).search })).at).toBe('/SecurityDetails');
    expect(await proofOf(user)).toBe('session');
  });
});

describe('A new subject, for whose account nothing proves that it is the same user', () => {
  const known = async (email = address()) => {
    const [user, old] = [await member(email), randomUUID()];
    await linkIdentity(site, { connectionId: connection.connectionId, issuer: rogue.issuer, sub: old, userId: user.userId });
    return { user, old };
  };
  const subjects = async ({ userId }: SsoMember) => (await identities(site, { userId }, 'subject')).map(({ subject }) => subject);
  const password = (client: Client, { userName }: SsoMember, typed = DEMO_PASSWORD) =>
    client.call('Login.Login', { body: { userName, password: typed } });

  test.each<[string, (user: SsoMember, sub: string) => Promise<Client>]>([
    ['comes with an unverified address', async ({ email }, sub) => (await logIn({ sub, email, email_verified: false })).client],
    ['comes without an address', async (_user, sub) => (await logIn({ sub })).client],
    [
      'is followed by a wrong password',
      async (user, sub) => {
        const { client } = await logIn({ sub, ...verified(user.email) });
        expect((await password(client, user, 'wrong')).status).toBe(400);
        return client;
      },
    ],
    [
      'is followed by a login in another browser',
      async (user, sub) => {
        const { client } = await logIn({ sub, ...verified(user.email) });
        await logInAs(site, user.userName);
        return client;
      },
    ],
    [
      'is followed by the login of another user',
      async ({ email }, sub) => {
        const { client } = await logIn({ sub, ...verified(email) });
        const other = await member(address());
        expect((await password(client, other)).status).toBe(200);
        await client.raw('/sso/finish', { bare: true });
        expect(await subjects(other)).toEqual([]);
        return createClient(site);
      },
    ],
    [
      'is that of a disabled user',
      async (user, sub) => {
        await disable(site, user.userId);
        const { client } = await logIn({ sub, ...verified(user.email) });
        expect((await password(client, user)).body).toMatchObject({ outcome: 'Rejected', reason: 'Disabled' });
        return client;
      },
    ],
  ])('replaces no link: it %s', async (_what, arriveWith) => {
    const { user, old } = await known();
    const sub = randomUUID();
    expect(await isLoggedIn(await arriveWith(user, sub))).toBe(false);
    expect(await subjects(user)).toEqual([old]);
  });

  test.each<[string, (email: string) => string]>([
    ['in capitals', (email) => email.toUpperCase()],
    ['as the directory writes it', (email) => email.replace(/^./, (letter) => letter.toUpperCase())],
  ])('is asked for a proof if the address is the same %s', async (_how, written) => {
    const { user, old } = await known(`mara.${randomUUID()}@${DOMAIN}`);
    const sub = randomUUID();
    const { client, at } = await logIn({ sub, ...verified(written(user.email)) });
    expect(at).toContain('/Login?ReturnUrl');
    expect(await subjects(user)).toEqual([old]);
    expect((await password(client, user)).status).toBe(200);
    await arrive(client, '/sso/finish');
    expect(await subjects(user)).toEqual([sub]);
  });

  test('leaves one link, the last proven one, where two of them wait in two browsers', async () => {
    const { user } = await known();
    const [first, second] = [randomUUID(), randomUUID()];
    const browsers = [];
    for (const sub of [first, second]) browsers.push((await logIn({ sub, ...verified(user.email) })).client);
    for (const client of browsers) expect((await password(client, user)).status).toBe(200);
    for (const client of browsers) await client.raw('/sso/finish', { bare: true });
    expect(await subjects(user)).toEqual([second]);
  });

  test('is asked for a proof, too, after an administrator has removed the link', async () => {
    const { user, old } = await known();
    const { administrator, organisationPublicId, connectionId } = connection;
    await administrator.ok('Connections.RemoveLink', { organisationPublicId, connectionId, userName: user.userName });
    for (const sub of [old, randomUUID()]) {
      const { client, at } = await logIn({ sub, ...verified(user.email) });
      expect([at.startsWith('/Login?ReturnUrl'), await isLoggedIn(client)]).toEqual([true, false]);
    }
    expect(await subjects(user)).toEqual([]);
  });
});

describe('A link that its owner has not proven', () => {
  const ways: [string, () => Promise<{ sub: string; userId: string }>][] = [
    [
      'of a user whom the directory has sent',
      async () => {
        const [sub, user] = [randomUUID(), await member(address())];
        await send(sub, user);
        return { sub, userId: user.userId };
      },
    ],
    [
      'of a first login',
      async () => {
        const sub = randomUUID();
        return { sub, userId: await userAt((await logIn({ sub, ...verified(address()) })).client) };
      },
    ],
  ];

  test.each(ways)('%s opens no administrator: neither by a new login nor by a session that is open', async (_way, make) => {
    for (const role of ['SubscriberAdministration', 'SystemAdministration']) {
      const { sub, userId } = await make();
      const { client } = await logIn({ sub });
      expect(await userAt(client)).toBe(userId);
      await give({ userId }, 'Member', role);
      expect(await isLoggedIn(client)).toBe(false);
      const { client: again, at } = await logIn({ sub });
      expect(at).toContain('/Login?ReturnUrl');
      expect(await isLoggedIn(again)).toBe(false);
      await give({ userId }, 'Member');
      expect((await logIn({ sub })).at).toBe('/SecurityDetails');
    }
  });

  test('opens it once the owner has proven the account', async () => {
    const [sub, user] = [randomUUID(), await member()];
    await send(sub, user);
    await logIn({ sub });
    expect(await proofOf(user)).toBeNull();
    await give(user, 'SubscriberAdministration');
    const { client, at } = await logIn({ sub });
    expect(at).toContain('/Login?ReturnUrl');
    await client.ok('Login.Login', { body: { userName: user.userName, password: DEMO_PASSWORD } });
    expect(await arrive(client, '/sso/finish')).toBe('/');
    expect(await proofOf(user)).toBe('login');
    const { client: again } = await logIn({ sub });
    expect(await isLoggedIn(again)).toBe(true);
  });

  test('is not proven by linking it anew in a session of the provider itself', async () => {
    const [sub, user] = [randomUUID(), await member()];
    await send(sub, user);
    const { client } = await logIn({ sub });
    const { address: there } = await client.ok('Security.Link', { connectionId: second.connectionId });
    await logIn({ sub: randomUUID() }, { client, at: second, query: new URL(there, site.url).search });
    expect(
      await site.database.query('SELECT FROM identities WHERE user_id = $1 AND proven_at IS NOT NULL', [user.userId]),
    ).toEqual([]);
  });

  test('proves no identity of an administrator in a session that began with a password', async () => {
    const [sub, user] = [randomUUID(), await member()];
    await send(sub, user);
    await logIn({ sub });
    await give(user, 'SubscriberAdministration');
    const client = await logInAs(site, user.userName);
    const auth_time = Math.floor(Date.now() / 1000);
    expect((await logIn({ sub, auth_time }, { client, query: '?purpose=stepUp' })).at).toBe('/SecurityDetails?problem=sso');
    expect((await connection.last()).problem).toBe('notProven');
  });
});

describe('The second factor of the provider', () => {
  let trusting: TestConnection;
  let subscriber: Client;
  const off = async (act: () => Promise<unknown>) => {
    await trusting.enable(false);
    await act();
    await trusting.enable(true);
  };
  beforeAll(async () => {
    trusting = await addConnection(site, { issuer: rogue.issuer, mfaTrust: 'always' }, ORGANISATION);
    await trusting.enable(true);
    subscriber = await logInAs(site, 'second_sub');
  });
  const ids = () => ({ organisationPublicId: trusting.organisationPublicId, connectionId: trusting.connectionId });
  async function provenAdministrator() {
    const user = await linked(trusting);
    await site.database.query(`UPDATE identities SET proven_at = now(), proven_in = 'session' WHERE user_id = $1`, [user.userId]);
    await enrol(await logInAs(site, user.userName));
    await give(user, 'SubscriberAdministration');
    return user;
  }

  test('counts for members, and for no administrator', async () => {
    const user = await provenAdministrator();
    expect((await logIn({ sub: user.sub }, { at: trusting })).at).toBe('/LoginMfa/false');
    await give(user, 'Member');
    const { client, at } = await logIn({ sub: user.sub }, { at: trusting });
    expect(at).toBe('/SecurityDetails');
    // The session of yesterday's member is that of an administrator without a second factor.
    expect((await client.call('ApiKey.Create', { name: 'member' })).status).toBe(201);
    await give(user, 'SubscriberAdministration');
    expect((await client.call('ApiKey.Create', { name: 'administrator' })).problem?.code).toBe('ConfirmIdentity');
    const auth_time = Math.floor(Date.now() / 1000);
    expect((await logIn({ sub: user.sub, auth_time }, { client, at: trusting, query: '?purpose=stepUp' })).at).toContain(
      'problem=sso',
    );
    expect((await trusting.last()).problem).toBe('administratorFactor');
  });

  test('counts for administrators if a system administrator has said so, until somebody else changes the provider', async () => {
    const user = await provenAdministrator();
    const asSubscriber = (body: object) => subscriber.call('Connections.Update', { ...ids(), body });
    await off(async () => {
      expect((await asSubscriber({ administratorMfa: true })).status).toBe(403);
      await trusting.update({ administratorMfa: true });
      expect((await asSubscriber({ name: `Trusting ${randomUUID()}`, mfaTrust: 'always' })).body).toMatchObject({
        administratorMfa: true,
      });
    });
    expect((await logIn({ sub: user.sub }, { at: trusting })).at).toBe('/Users/List');
    await off(async () => {
      for (const change of [
        { clientSecret: 'another' },
        { createsUsers: true },
        { issuer: 'https://idp.example' },
        { mfaValues: ['mfa'] },
      ]) {
        await trusting.update({ administratorMfa: true, createsUsers: false, mfaValues: [], issuer: rogue.issuer });
        expect((await asSubscriber(change)).body).toMatchObject({ administratorMfa: false });
      }
      await trusting.update({ issuer: rogue.issuer, clientSecret: 'a secret of the provider' });
    });
    expect((await logIn({ sub: user.sub }, { at: trusting })).at).toBe('/LoginMfa/false');
    expect(createClient(site)).toBeDefined();
  });

  test('is nothing that a subscriber administrator can set when adding a provider', async () => {
    const { organisationPublicId } = trusting;
    const body = { name: `New ${randomUUID()}`, vendor: 'other', administratorMfa: true } as const;
    expect((await subscriber.call('Connections.Create', { organisationPublicId, body })).status).toBe(403);
    const { administratorMfa } = await subscriber.ok('Connections.Create', {
      organisationPublicId,
      body: { ...body, administratorMfa: false },
    });
    expect(administratorMfa).toBe(false);
  });
});
