/** Concurrent MFA requests on two processes: each effect happens once. */
import { createHash, randomBytes } from 'node:crypto';
import { logInAs, totp } from '../../support/logInAs.ts';
import { type Answer, type Client, createClient } from '../../support/client.ts';
import { enrol, pendingMfaSession, resetUsedCodes, removeMfa, wrongCode } from '../../support/mfa.ts';
import { scaled } from '../../support/scale.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { forgetFailures } from '../../support/changeUser.ts';

const CONCURRENT = 20;
const ROUNDS = scaled(4, 25);
/** More than one round of wrong codes, so that the account lock does not stop them. */
const FAILURES_TO_LOCK = 40;

let servers: [TestServer, TestServer];

beforeAll(async () => {
  const env = { LIMIT_MFA_FAILURES_TO_LOCK: String(FAILURES_TO_LOCK), LIMIT_LOGINS_PER_ADDRESS: '100000' };
  const first = await startServer({ env });
  servers = [first, await startServer({ env, database: first.database })];
});
afterAll(async () => {
  await servers[1].stop();
  await servers[0].stop();
});

const resetFailures = () => forgetFailures(servers[0]);
beforeEach(resetFailures);

/** Clients with a pending login of `userName`, alternating between both processes. One logs in; SQL copies its session for the others. */
async function pendingClients(userName: string, count = CONCURRENT): Promise<Client[]> {
  await pendingMfaSession(servers[0], userName);
  const tokens = Array.from({ length: count }, () => randomBytes(32).toString('base64url'));
  await servers[0].database.query(
    `INSERT INTO sessions (session_id, token_hash, user_id, kind, remember, created_at, last_seen_at, authenticated_at, expires_at, idle_ms)
     SELECT gen_random_uuid(), hash, user_id, kind, remember, created_at, last_seen_at, authenticated_at, expires_at, idle_ms
       FROM unnest($2::bytea[]) hash,
            (SELECT s.* FROM sessions s JOIN users USING (user_id) WHERE user_name = $1 AND kind = 'pending' ORDER BY s.created_at DESC LIMIT 1) one`,
    [userName, tokens.map((token) => createHash('sha256').update(token).digest())],
  );
  return Promise.all(
    tokens.map(async (token, index) => {
      const server = servers[index % 2] as TestServer;
      const client = createClient(server);
      await client.jar.setCookie(`session=${token}; Path=/`, server.url);
      await client.raw('/api/Login/Login');
      return client;
    }),
  );
}

const countSignedIn = (answers: readonly Answer<{ outcome: string }>[]) =>
  answers.filter(({ body }) => body?.outcome === 'SignedIn').length;
const countChecked = (answers: readonly Answer<unknown>[]) =>
  answers.filter(({ problem }) => problem?.code === 'InvalidCode').length;

async function repeatWithReset(count: number, runRound: () => Promise<void>): Promise<void> {
  for (let round = 0; round < count; round += 1) {
    await resetFailures();
    await runRound();
  }
}

it('one code logs in once', async () => {
  await repeatWithReset(ROUNDS, async () => {
    const clients = await pendingClients('mfa_user');
    await resetUsedCodes(servers[0], 'mfa_user');
    const code = totp();
    expect(countSignedIn(await Promise.all(clients.map((client) => client.call('Mfa.Login', { body: { code } }))))).toBe(1);
  });
});

it('one recovery code logs in once', async () => {
  await removeMfa(servers[0], 'ordinary');
  const { recoveryCodes } = await enrol(await logInAs(servers[0], 'ordinary'));
  await repeatWithReset(ROUNDS, async () => {
    await servers[0].database.query('UPDATE recovery_codes SET used_at = NULL');
    const [clients, code = ''] = [await pendingClients('ordinary'), recoveryCodes[0]];
    expect(countSignedIn(await Promise.all(clients.map((client) => client.call('Mfa.RecoveryCode', { body: { code } }))))).toBe(
      1,
    );
  });
});

it('one pending login becomes one session, whether code or recovery code is first', async () => {
  await removeMfa(servers[0], 'ordinary');
  const { key, recoveryCodes } = await enrol(await logInAs(servers[0], 'ordinary'));
  await repeatWithReset(ROUNDS, async () => {
    await servers[0].database.query('UPDATE recovery_codes SET used_at = NULL');
    const [client] = (await pendingClients('ordinary', 1)) as [Client];
    await resetUsedCodes(servers[0], 'ordinary');
    const answers = await Promise.all([
      client.call('Mfa.Login', { body: { code: totp(key) } }),
      client.call('Mfa.RecoveryCode', { body: { code: recoveryCodes[0] ?? '' } }),
    ]);
    expect(countSignedIn(answers)).toBe(1);
  });
});

it('at most five concurrent guesses of a login are checked', async () => {
  await repeatWithReset(ROUNDS, async () => {
    const [client] = (await pendingClients('mfa_user', 1)) as [Client];
    const code = wrongCode();
    expect(
      countChecked(await Promise.all(Array.from({ length: CONCURRENT }, () => client.call('Mfa.Login', { body: { code } })))),
    ).toBe(5);
  });
});

it('at most as many concurrent guesses of an account are checked as lock it, over any number of logins', async () => {
  await repeatWithReset(3, async () => {
    const [clients, code] = [await pendingClients('mfa_user'), wrongCode()];
    const guesses = clients.flatMap((client) => [1, 2, 3].map(() => client.call('Mfa.Login', { body: { code } })));
    expect(countChecked(await Promise.all(guesses))).toBe(FAILURES_TO_LOCK);
  });
});

it('of several authenticators set up concurrently, one is enrolled', async () => {
  await repeatWithReset(5, async () => {
    await removeMfa(servers[0], 'must_enrol');
    const clients = await pendingClients('must_enrol');
    const keys = await Promise.all(clients.map(async (client) => (await client.ok('Mfa.BeginEnable')).sharedKey));
    const answers = await Promise.all(
      clients.map((client, index) => client.call('Mfa.Enable', { body: { code: totp(keys[index]) } })),
    );
    const winners = answers.flatMap(({ status }, index) => (status === 200 ? [index] : []));
    expect(winners).toHaveLength(1);
    const row = await servers[0].database.row<{ mfa_secret: string; codes: number }>(
      `SELECT mfa_secret, (SELECT count(*)::int FROM recovery_codes c WHERE c.user_id = u.user_id) AS codes
         FROM users u WHERE user_name = 'must_enrol'`,
    );
    expect(row).toEqual({ mfa_secret: keys[winners[0] ?? -1], codes: 10 });
  });
});

it('concurrent requests for recovery codes leave one complete set', async () => {
  await removeMfa(servers[0], 'ordinary');
  const client = await logInAs(servers[0], 'ordinary');
  await enrol(client);
  await Promise.all(Array.from({ length: CONCURRENT }, () => client.ok('Mfa.Recovery')));
  expect(await client.ok('Mfa.OwnStatus')).toMatchObject({ recoveryCodesLeft: 10 });
});
