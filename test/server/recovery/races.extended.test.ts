/**
 * 20 browsers with one recovery link set a password concurrently, up to 25 rounds: one succeeds, on one server process and on
 * two. The test fails in its first round if `recover` does not check whether the link was used up; without the comparison with
 * the former password as well, all 20 succeed.
 */
import { randomBytes } from 'node:crypto';
import { createClient, type Client } from '../../support/client.ts';
import { createDatabase, type TestDatabase } from '../../support/database.ts';
import { newPassword } from '../../support/recovery.ts';
import { scaled } from '../../support/scale.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { unusedMember } from '../../support/unusedMember.ts';
import { takePassword } from '../../support/changeUser.ts';
import { auditEvents } from '../../support/auditEvents.ts';
import { plantLink } from '../../support/credentials.ts';
import { countOf } from '../../support/facts.ts';

const ROUNDS = scaled(4, 25);
const CONCURRENT = 20;

let database: TestDatabase;
let servers: [TestServer, TestServer];

beforeAll(async () => {
  database = await createDatabase();
  const start = () => startServer({ database, env: { LIMIT_RECOVERY_PER_ADDRESS: '1000000', LIMIT_HASH_WAIT_MS: '20000' } });
  servers = [await start(), await start()];
});
afterAll(async () => {
  for (const server of servers) await server.stop();
  await database.drop();
});

/** Inserts a link as the mail would contain it; a mail for each round would only take time. */
async function makeLink(userId: string): Promise<{ userId: string; token: string }> {
  const token = randomBytes(32).toString('base64url');
  await plantLink({ database }, userId, 'recovery', token);
  return { userId, token };
}

const countPasswordChanges = async (userId: string) =>
  (await auditEvents({ database }, { action: 'ChangeDetails.ChangePassword', outcome: 'success', targetUserId: userId })).length;

test.each([
  ['one process', 1],
  ['two processes', 2],
])('One of 20 concurrent password changes by the same link succeeds, on %s', async (_where, processes) => {
  const { userId } = await unusedMember({ database });
  const browsers: Client[] = Array.from({ length: CONCURRENT }, (_, index) =>
    createClient(servers[index % processes] as TestServer),
  );
  for (let round = 1; round <= ROUNDS; round += 1) {
    const link = await makeLink(userId);
    // No former password to compare with: slow hashing would spread the requests.
    await takePassword({ database }, userId);
    await database.query('DELETE FROM password_history WHERE user_id = $1', [userId]);
    await Promise.all(browsers.map((browser) => browser.ok('Login.ConfirmIdentity', { body: link })));
    const answers = await Promise.all(
      browsers.map((browser, index) =>
        browser.call('ChangeDetails.ChangePassword', newPassword(`Boat-${String(round)}-number-${String(index)}`)),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([204, ...Array<number>(CONCURRENT - 1).fill(410)]);
    expect(await countOf({ database }, 'grants', userId)).toBe(0);
    expect(await countPasswordChanges(userId)).toBe(round);
  }
});
