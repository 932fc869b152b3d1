/** Slow guessing: one password at many names from one address. Each failure makes the next attempt wait longer. */
import { delayMs } from '../../../server/signIn/address.ts';
import { logInAs, DEMO_PASSWORD } from '../../support/logInAs.ts';
import { createClient, type Client } from '../../support/client.ts';
import { useServer } from '../../support/useServer.ts';

const FREE = 20;
const site = useServer({ env: { LIMIT_FREE_LOGIN_FAILURES: String(FREE), LIMIT_LOGIN_DELAY_MS: '4000', TRUST_PROXY: '1' } });

const timed = async (act: () => Promise<unknown>) => {
  const startedAt = performance.now();
  await act();
  return performance.now() - startedAt;
};
const from = (address: string) => createClient(site, { headers: { 'X-Forwarded-For': address } });
const guess = (client: Client, name: string) => client.call('Login.Login', { body: { userName: name, password: 'Summer-2026' } });

test('After twenty failures an address waits, one attempt at a time; another address and a known browser do not', async () => {
  const owner = await logInAs(site, 'ordinary', { headers: { 'X-Forwarded-For': '203.0.113.1' } });
  const sprayer = from('203.0.113.1');
  await sprayer.raw('/api/Login/Login');
  // The owner's login allows one more.
  for (let index = 0; index < FREE + 1; index += 1) expect((await guess(sprayer, `somebody${String(index)}`)).status).toBe(400);
  expect(await timed(() => guess(sprayer, 'onemore'))).toBeGreaterThanOrEqual(240);
  // Concurrent attempts wait for each other, so that parallel connections gain nothing.
  const four = await timed(() => Promise.all(['a', 'b', 'c', 'd'].map((name) => guess(sprayer, name))));
  expect(four).toBeGreaterThanOrEqual(4 * 240);
  // Right or wrong passwords, known or unknown names: all wait alike.
  expect(
    await timed(() => sprayer.ok('Login.Login', { body: { userName: 'second_sub', password: DEMO_PASSWORD } })),
  ).toBeGreaterThanOrEqual(240);
  // The longest delay starts here, which a busy machine does not reach by itself.
  await site.database.query(`UPDATE throttles SET hits = 250 WHERE bucket = 'login:203.0.113.1'`);
  const waited = async (client: Client) => {
    await client.raw('/api/Login/Login');
    return timed(() => client.ok('Login.Login', { body: { userName: 'ordinary', password: DEMO_PASSWORD } }));
  };
  expect(await waited(from('198.51.100.7'))).toBeLessThan(3900);
  expect(await waited(owner)).toBeLessThan(3900);
  // A browser known to another account is not known to this one.
  expect(await timed(() => guess(owner, 'subadmin'))).toBeGreaterThanOrEqual(3900);
});

/** Names of users who can log in with the password of the demo. */
const people = async (count: number) =>
  (
    await site.database.query<{ name: string }>(
      `SELECT user_name AS name FROM users u JOIN organisations o USING (organisation_id)
        WHERE u.enabled AND u.registered AND o.approved AND u.mfa_enrolled_at IS NULL AND u.locked_until IS NULL
          AND NOT coalesce(u.mfa_required_override, o.mfa_required) AND u.password_hash IS NOT NULL
        ORDER BY u.user_id LIMIT $1`,
      [count],
    )
  ).map(({ name }) => name);
const logIn = (address: string, userName: string) =>
  from(address).ok('Login.Login', { body: { userName, password: DEMO_PASSWORD } });
const countsOf = async (address: string): Promise<Record<string, number>> =>
  Object.fromEntries(
    (
      await site.database.query<{ bucket: string; hits: number }>('SELECT bucket, hits FROM throttles WHERE bucket LIKE $1', [
        `login%:${address}`,
      ])
    ).map(({ bucket, hits }) => [bucket.split(':')[0] ?? '', hits]),
  );

test('An office behind one address does not wait: users who mistype are few among those who log in, however often they do', async () => {
  const office = '192.0.2.10';
  const staff = await people(40);
  expect(staff).toHaveLength(40);
  for (const name of staff.slice(0, 25)) await logIn(office, name);
  for (const name of staff.slice(25))
    for (let typo = 0; typo < 3; typo += 1) expect((await guess(from(office), name)).status).toBe(400);
  expect(await countsOf(office)).toEqual({ login: 45, loginFailed: 15, loginEntered: 25 });
  // Five new browsers at once, each of which would have waited for those before it.
  const newcomers = await timed(() => Promise.all(staff.slice(0, 5).map((name) => logIn(office, name))));
  expect(newcomers).toBeLessThan(5 * 1000);
});

test('A user who mistypes and then logs in takes back the failures of their own name, and no other', async () => {
  const office = '192.0.2.20';
  const [one = '', other = '', ...others] = await people(FREE + 2);
  for (const name of [one, one, other, ...others.slice(0, FREE - 2)]) await guess(from(office), name);
  expect(await countsOf(office)).toEqual({ login: FREE + 1, loginFailed: FREE });
  expect(await timed(() => logIn(office, one))).toBeGreaterThanOrEqual(240);
  expect(await countsOf(office)).toEqual({ login: FREE - 1, loginFailed: FREE - 1, loginEntered: 1 });
  await logIn(office, one);
  expect(await countsOf(office)).toEqual({ login: FREE - 1, loginFailed: FREE - 1, loginEntered: 1 });
});

test('A guesser with an account of their own gains nothing by logging in to it again and again', async () => {
  const sprayer = '192.0.2.30';
  for (let index = 0; index < FREE + 1; index += 1) await guess(from(sprayer), `target${String(index)}`);
  for (let round = 0; round < 5; round += 1) await logIn(sprayer, 'ordinary');
  expect(await timed(() => guess(from(sprayer), 'onemore'))).toBeGreaterThanOrEqual(240);
});

test('Nobody waits longer than ten seconds and everybody is answered: longer waits are refused with the time to try again', async () => {
  const sprayer = '192.0.2.40';
  for (let index = 0; index < FREE; index += 1) await guess(from(sprayer), `sprayed${String(index)}`);
  await site.database.query(`UPDATE throttles SET hits = 250 WHERE bucket IN ('login:${sprayer}', 'loginFailed:${sprayer}')`);
  const clients = await Promise.all(
    Array.from({ length: 8 }, async () => {
      const client = from(sprayer);
      await client.raw('/api/Login/Login');
      return client;
    }),
  );
  const answers = await Promise.all(
    clients.map(async (client, index) => {
      const startedAt = performance.now();
      const { status, headers, problem } = await guess(client, `waiting${String(index)}`);
      return { status, code: problem?.code, retryAfter: Number(headers.get('retry-after')), ms: performance.now() - startedAt };
    }),
  );
  expect(Math.max(...answers.map(({ ms }) => ms))).toBeLessThan(10_000);
  const refused = answers.filter(({ status }) => status === 429);
  expect(answers.filter(({ status }) => status === 400)).toHaveLength(2);
  expect(refused).toHaveLength(6);
  for (const { code, retryAfter } of refused) {
    expect(code).toBe('TooManyRequests');
    expect(retryAfter).toBeGreaterThanOrEqual(4);
    expect(retryAfter).toBeLessThanOrEqual(13);
  }
});

test('The delay doubles with each ten failures, up to its limit: a quarter of an hour has room for some 170 guesses, not 300', () => {
  expect([0, 10, 20, 30, 1000].map((over) => delayMs(over, 8000))).toEqual([250, 500, 1000, 2000, 8000]);
  let guesses = FREE;
  for (let ms = 0; ms < 15 * 60_000; guesses += 1) ms += delayMs(guesses - FREE, 8000);
  expect(guesses).toBeLessThan(200);
});
