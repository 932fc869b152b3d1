/** What must happen once happens once, however many bring it at the same moment, on one process and on two. */
import { as, totp } from '../support/as.ts';
import { type Client } from '../support/client.ts';
import { enrol, halfSignedIn, unspendCodes, wrongCode } from '../support/mfa.ts';
import { startServer, type TestServer } from '../support/server.ts';

const AT_ONCE = 20;
const ROUNDS = 5;

let servers: [TestServer, TestServer];

beforeAll(async () => {
  const first = await startServer();
  servers = [first, await startServer({ database: first.database })];
});
afterAll(async () => {
  await servers[1].stop();
  await servers[0].stop();
});

const query = (sql: string) => servers[0].database.query(sql);
/** Half signed-in browsers, on both processes in turn. */
const waiting = (userName: string, count = AT_ONCE): Promise<Client[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => halfSignedIn(servers[index % 2] as TestServer, userName)));
const signedIn = (answers: { body: { outcome: string } | undefined }[]) =>
  answers.filter(({ body }) => body?.outcome === 'SignedIn').length;

beforeEach(() => query('UPDATE users SET mfa_failures = 0, failed_sign_ins = 0, locked_until = NULL'));

it('lets one code in once', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    await query('UPDATE users SET mfa_failures = 0, locked_until = NULL');
    const clients = await waiting('mfa_user', 8);
    await unspendCodes(servers[0], 'mfa_user');
    const code = totp();
    const answers = await Promise.all(clients.map((client) => client.call('Mfa.Login', { body: { code } })));
    expect(signedIn(answers)).toBe(1);
  }
});

it('lets one recovery code in once', async () => {
  await query("UPDATE users SET mfa_secret = NULL, mfa_enrolled_at = NULL WHERE user_name = 'ordinary'");
  const { recoveryCodes } = await enrol(await as(servers[0], 'ordinary'));
  for (const code of recoveryCodes.slice(0, ROUNDS)) {
    await query('UPDATE users SET mfa_failures = 0, locked_until = NULL');
    const clients = await waiting('ordinary', 8);
    const answers = await Promise.all(clients.map((client) => client.call('Mfa.RecoveryCode', { body: { code } })));
    expect(signedIn(answers)).toBe(1);
  }
});

it('makes one session of one sign-in, whichever of its proofs comes first', async () => {
  await query("UPDATE users SET mfa_secret = NULL, mfa_enrolled_at = NULL WHERE user_name = 'ordinary'");
  const { key, recoveryCodes } = await enrol(await as(servers[0], 'ordinary'));
  for (const recoveryCode of recoveryCodes.slice(0, ROUNDS)) {
    await query('UPDATE users SET mfa_failures = 0, locked_until = NULL');
    const client = await halfSignedIn(servers[0], 'ordinary');
    await unspendCodes(servers[0], 'ordinary');
    const answers = await Promise.all([
      client.call('Mfa.Login', { body: { code: totp(key) } }),
      client.call('Mfa.RecoveryCode', { body: { code: recoveryCode } }),
    ]);
    expect(signedIn(answers)).toBe(1);
  }
});

it('checks five guesses of a sign-in and no more, however many come at once', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    await query('UPDATE users SET mfa_failures = 0, locked_until = NULL');
    const client = await halfSignedIn(servers[0], 'mfa_user');
    const code = wrongCode();
    const answers = await Promise.all(Array.from({ length: AT_ONCE }, () => client.call('Mfa.Login', { body: { code } })));
    expect(answers.filter(({ problem }) => problem?.code === 'InvalidCode')).toHaveLength(5);
  }
});

it('checks ten guesses of an account and no more, however many sign-ins they come from', async () => {
  const clients = await waiting('mfa_user');
  const code = wrongCode();
  const answers = (
    await Promise.all(
      clients.flatMap((client) => [client.call('Mfa.Login', { body: { code } }), client.call('Mfa.Login', { body: { code } })]),
    )
  ).filter(({ problem }) => problem?.code === 'InvalidCode');
  expect(answers).toHaveLength(10);
});

it('enrols one of two authenticators that are set up at once', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    await query("UPDATE users SET mfa_secret = NULL, mfa_enrolled_at = NULL WHERE user_name = 'must_enrol'");
    const clients = await waiting('must_enrol', 4);
    const keys = await Promise.all(clients.map(async (client) => (await client.ok('Mfa.BeginEnable')).sharedKey));
    const answers = await Promise.all(
      clients.map((client, index) => client.call('Mfa.Enable', { body: { code: totp(keys[index]) } })),
    );
    const winners = answers.flatMap(({ status }, index) => (status === 200 ? [index] : []));
    expect(winners).toHaveLength(1);
    const rows = await servers[0].database.query<{ mfa_secret: string; codes: number }>(
      `SELECT mfa_secret, (SELECT count(*)::int FROM recovery_codes c WHERE c.user_id = u.user_id) AS codes
         FROM users u WHERE user_name = 'must_enrol'`,
    );
    expect(rows).toEqual([{ mfa_secret: keys[winners[0] ?? -1], codes: 10 }]);
  }
});

it('leaves one whole set of recovery codes when two are asked for at once', async () => {
  await query("UPDATE users SET mfa_secret = NULL, mfa_enrolled_at = NULL WHERE user_name = 'ordinary'");
  const client = await as(servers[0], 'ordinary');
  await enrol(client);
  await Promise.all(Array.from({ length: AT_ONCE }, () => client.ok('Mfa.Recovery')));
  expect(await client.ok('Mfa.OwnStatus')).toMatchObject({ recoveryCodesLeft: 10 });
});
