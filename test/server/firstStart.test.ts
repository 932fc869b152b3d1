/** The first start on an empty store: one printed link makes the first administrator, and then the door is shut. */
import { createDatabase, type TestDatabase } from '../support/database.ts';
import { createClient } from '../support/client.ts';
import { startServer, type TestServer } from '../support/server.ts';

const LINK = /Set up the first administrator: (\S+)/;

describe('The first start', () => {
  let database: TestDatabase;
  let server: TestServer;

  beforeAll(async () => {
    database = await createDatabase({ contents: 'empty' });
    server = await startServer({ database });
  });
  afterAll(async () => {
    await server.stop();
    await database.drop();
  });

  async function linkOf(running: TestServer) {
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

  test('prints one link, voids it at the next start, and lets nobody in before it is used', async () => {
    const former = await linkOf(server);
    expect(former.origin).toBe(server.url);
    const guest = createClient(server);
    const login = await guest.call('Login.Login', { body: { userName: 'admin@127.0.0.1', password: 'Demo-pass-1' } });
    expect(login.problem?.code).toBe('InvalidCredentials');
    await server.stop();
    server = await startServer({ database });
    const link = await linkOf(server);
    const visitor = createClient(server);
    expect((await visitor.call('Invite.Receive', { body: { userId: former.userId, token: former.token } })).status).toBe(410);
    await visitor.ok('Invite.Receive', { body: { userId: link.userId, token: link.token } });
    await visitor.ok('Invite.Accept', { userId: link.userId, body: registration });
    await visitor.ok('Login.Login', { body: { userName: 'first_admin', password: 'Tall-ships-9' } });
    expect((await visitor.ok('Users.Self')).roles).toEqual(['SubscriberAdministration', 'SystemAdministration']);
  });

  test('leaves the door shut afterwards', async () => {
    await server.stop();
    server = await startServer({ database });
    const [{ links }] = (await database.query<{ links: number }>(
      'SELECT count(*)::int AS links FROM links WHERE used_at IS NULL',
    )) as [{ links: number }];
    expect(links).toBe(0);
    expect(server.output()).not.toMatch(LINK);
  });
});
