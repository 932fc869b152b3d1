/** One recovery link, 20 who use it at the same moment, 25 times over: one gets in, on one server process and on two. */
import { createHash, randomBytes } from 'node:crypto';
import { createClient, type Client } from '../support/client.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { somebody } from '../support/somebody.ts';

const ROUNDS = 25;
const AT_ONCE = 20;

let database: TestDatabase;
let servers: [TestServer, TestServer];

beforeAll(async () => {
  database = await createDatabase();
  const start = () => startServer({ database, env: { LIMIT_RECOVERY_PER_ADDRESS: '1000000' } });
  servers = [await start(), await start()];
});
afterAll(async () => {
  for (const server of servers) await server.stop();
  await database.drop();
});

/** As the mail would bring it; a mail for every round would only take time. */
async function makeLink(userId: string): Promise<{ userId: string; token: string }> {
  const token = randomBytes(32).toString('base64url');
  await database.query(
    `INSERT INTO links (token_hash, purpose, user_id, created_at, expires_at) VALUES ($1, 'recovery', $2, now(), now() + interval '1 hour')`,
    [createHash('sha256').update(token).digest(), userId],
  );
  return { userId, token };
}

const confirmedOnes = async (userId: string) => {
  const [row] = await database.query<{ events: number }>(
    `SELECT count(*)::int AS events FROM audit_events WHERE action = 'Login.ConfirmIdentity' AND outcome = 'success' AND target_user_id = $1`,
    [userId],
  );
  return row?.events;
};

test.each([
  ['one process', 1],
  ['two processes', 2],
])('On %s', async (_where, processes) => {
  const { userId } = await somebody({ database });
  const clients: Client[] = servers.slice(0, processes).map((server) => createClient(server));
  for (const client of clients) await client.ok('Login.Page');
  for (let round = 1; round <= ROUNDS; round += 1) {
    const link = await makeLink(userId);
    const answers = await Promise.all(
      Array.from({ length: AT_ONCE }, (_, index) =>
        (clients[index % processes] as Client).call('Login.ConfirmIdentity', { body: link }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(AT_ONCE - 1).fill(410)]);
    expect(await database.query('SELECT 1 FROM grants WHERE user_id = $1', [userId])).toHaveLength(1);
    expect(await confirmedOnes(userId)).toBe(round);
  }
});
