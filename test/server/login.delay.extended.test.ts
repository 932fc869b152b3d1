/** Slow guessing: one password at many names from one address. Each failure makes the next attempt wait longer. */
import { delayMs } from '../../server/login/login.delay.ts';
import { logInAs, DEMO_PASSWORD } from '../support/logInAs.ts';
import { createClient, type Client } from '../support/client.ts';
import { useServer } from '../support/useServer.ts';

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
  for (let index = 0; index < FREE; index += 1) expect((await guess(sprayer, `somebody${String(index)}`)).status).toBe(400);
  expect(await timed(() => guess(sprayer, 'onemore'))).toBeGreaterThanOrEqual(240);
  // At once they wait for each other, so that connections in parallel gain nothing.
  const four = await timed(() => Promise.all(['a', 'b', 'c', 'd'].map((name) => guess(sprayer, name))));
  expect(four).toBeGreaterThanOrEqual(4 * 240);
  // Right or wrong, known or unknown: all wait alike.
  expect(
    await timed(() => sprayer.ok('Login.Login', { body: { userName: 'second_sub', password: DEMO_PASSWORD } })),
  ).toBeGreaterThanOrEqual(240);
  // From here on the longest delay, which a busy machine does not reach by itself.
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

test('The delay doubles with each ten failures, up to its limit: a quarter of an hour has room for some 170 guesses, not 300', () => {
  expect([0, 10, 20, 30, 1000].map((over) => delayMs(over, 8000))).toEqual([250, 500, 1000, 2000, 8000]);
  let guesses = FREE;
  for (let ms = 0; ms < 15 * 60_000; guesses += 1) ms += delayMs(guesses - FREE, 8000);
  expect(guesses).toBeLessThan(200);
});
