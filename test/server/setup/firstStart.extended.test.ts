/** First start on an empty database: a link printed once creates the first administrator; afterwards none is valid. */
import { createDatabase, type TestDatabase } from '../../support/database.ts';
import { createClient } from '../../support/client.ts';
import { startServerProcess, type TestServer } from '../../support/server.ts';

const LINK = /Set up the first administrator: (\S+)/;

describe('The first start', () => {
  let database: TestDatabase;
  let server: TestServer;

  beforeAll(async () => {
    database = await createDatabase({ contents: 'empty' });
    server = await startServerProcess({ database });
  });
  afterAll(async () => {
    await server.stop();
    await database.drop();
  });

  async function readLink(running: TestServer) {
    for (;;) {
      const printed = LINK.exec(running.output())?.[1];
      if (printed !== undefined) {
        const { searchParams, origin } = new URL(printed);
        return { origin, userId: searchParams.get('userId') as string, token: searchParams.get('token') as string };
      }
      await database.query('SELECT pg_sleep(0.05)');
    }
  }

  const registration = {
    userName: 'first_admin',
    firstName: 'Ada',
    lastName: 'Lovelace',
    password: 'Tall-ships-9',
    confirmPassword: 'Tall-ships-9',
  };

  test('prints a link for the first administrator, replaces it at the next start, and has no account before it is used', async () => {
    const formerLink = await readLink(server);
    expect(formerLink.origin).toBe(server.url);
    const anonymous = createClient(server);
    const login = await anonymous.call('Login.Login', { body: { userName: 'admin@127.0.0.1', password: 'Demo-pass-1' } });
    expect(login.problem?.code).toBe('InvalidCredentials');
    await server.stop();
    server = await startServerProcess({ database });
    const link = await readLink(server);
    const administrator = createClient(server);
    expect(
      (await administrator.call('Invite.Receive', { body: { userId: formerLink.userId, token: formerLink.token } })).status,
    ).toBe(410);
    await administrator.ok('Invite.Receive', { body: { userId: link.userId, token: link.token } });
    await administrator.ok('Invite.Accept', { userId: link.userId, body: registration });
    await administrator.ok('Login.Login', { body: { userName: 'first_admin', password: 'Tall-ships-9' } });
    expect((await administrator.ok('Users.Self')).roles).toEqual(['SubscriberAdministration', 'SystemAdministration']);
  });

  test('is over once an administrator exists: no further link is printed or valid', async () => {
    await server.stop();
    server = await startServerProcess({ database });
    const [{ links }] = (await database.query<{ links: number }>(
      'SELECT count(*)::int AS links FROM links WHERE used_at IS NULL',
    )) as [{ links: number }];
    expect(links).toBe(0);
    expect(server.output()).not.toMatch(LINK);
  });
});
