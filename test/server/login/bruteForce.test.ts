/** Password guessing: five failures lock a name, and responses do not reveal whether the name exists (OWASP user enumeration). */
import { logInAs, DEMO_PASSWORD, totp } from '../../support/logInAs.ts';
import { createClient, type Client } from '../../support/client.ts';
import { resetUsedCodes } from '../../support/mfa.ts';
import { scaled } from '../../support/scale.ts';
import { startServer, startServerProcess, type TestServer } from '../../support/server.ts';
import { forgetFailures } from '../../support/changeUser.ts';
import { clear } from '../../support/facts.ts';
import { forgetThrottles } from '../../support/throttles.ts';

const NAMES = { known: 'ordinary', unknown: 'no_such_user' } as const;

let first: TestServer;
let second: TestServer;
// Twenty logins of one name wait for each other here, on a busy machine.
const env = { LIMIT_LOGINS_PER_ADDRESS: '100000', LIMIT_HASH_WAIT_MS: '60000' };

beforeAll(async () => {
  first = await startServer({ env });
  second = await startServer({ env, database: first.database });
});
afterAll(async () => {
  await second.stop();
  await first.stop();
});

beforeEach(async () => {
  await forgetFailures(first);
  await clear(first, 'unknown_sign_ins');
  await forgetThrottles(first);
});

const guess = (userName: string, password = 'wrong', server = first, headers: Record<string, string> = {}) =>
  createClient(server, { headers }).call('Login.Login', { body: { userName, password } });
const repeat = async (count: number, action: (round: number) => Promise<unknown>) => {
  for (let round = 0; round < count; round += 1) await action(round);
};
const stateOf = async (userName: string) => {
  const [row] = await first.database.query<{ failed_sign_ins: number; locked_until: Date | null }>(
    'SELECT failed_sign_ins, locked_until FROM users WHERE user_name = $1',
    [userName],
  );
  return row;
};

describe.each(Object.entries(NAMES))('A user name (%s)', (_kind, name) => {
  it('is locked for 15 minutes after five failures in a row, for any password', async () => {
    await repeat(5, async () => {
      expect(await guess(name)).toMatchObject({ status: 400, problem: { code: 'InvalidCredentials' } });
    });
    for (const password of ['wrong', DEMO_PASSWORD]) {
      const { status, body } = await guess(name, password);
      expect([status, body?.outcome, body?.reason]).toEqual([200, 'Rejected', 'Locked']);
      expect(body?.retryAfterSeconds).toBeGreaterThan(14 * 60);
      expect(body?.retryAfterSeconds).toBeLessThanOrEqual(15 * 60);
    }
  });

  it('is counted as one name in any case, width or surrounding white space', async () => {
    const variants = [
      name,
      name.toUpperCase(),
      ` ${name}`,
      name.replace('o', 'ｏ'),
      name.replace(/^./, (letter) => letter.toUpperCase()),
    ];
    for (const variant of variants) expect((await guess(variant)).status).toBe(400);
    expect((await guess(name)).body).toMatchObject({ reason: 'Locked' });
  });

  it('is locked on all processes and across restarts', async () => {
    await repeat(4, () => guess(name));
    await second.stop();
    second = await startServer({ env, database: first.database });
    expect((await guess(name, 'wrong', second)).status).toBe(400);
    expect((await guess(name)).body).toMatchObject({ reason: 'Locked' });
  });

  it('is locked again after five more failures, and without end after a hundred', async () => {
    const setFailures = (failures: number) =>
      name === NAMES.known
        ? first.database.query('UPDATE users SET failed_sign_ins = $2, locked_until = NULL WHERE user_name = $1', [
            name,
            failures,
          ])
        : first.database.query('UPDATE unknown_sign_ins SET failures = $1, locked_until = NULL', [failures]);
    await guess(name);
    await setFailures(9);
    await guess(name);
    expect((await guess(name)).body).toMatchObject({ reason: 'Locked', retryAfterSeconds: expect.any(Number) as number });
    await setFailures(98);
    expect((await guess(name)).status).toBe(400);
    expect((await guess(name)).status).toBe(400);
    const { body } = await guess(name, DEMO_PASSWORD);
    expect(body).toEqual({ outcome: 'Rejected', reason: 'Locked' });
  });

  it('has at most five concurrent guesses checked', async () => {
    await repeat(scaled(1, 3), async () => {
      await forgetFailures(first);
      await clear(first, 'unknown_sign_ins');
      const answers = await Promise.all(
        Array.from({ length: 24 }, (_, index) => guess(name, `wrong-${String(index)}`, index % 2 ? first : second)),
      );
      expect(answers.filter(({ problem }) => problem?.code === 'InvalidCredentials')).toHaveLength(5);
    });
  });
});

describe('The failure counter of an account', () => {
  it('is shared by user name and e-mail address', async () => {
    await repeat(5, (round) => guess(round % 2 ? 'ordinary' : 'Ordinary@EXAMPLE.com'));
    expect((await guess('ordinary@example.com', DEMO_PASSWORD)).body).toMatchObject({ reason: 'Locked' });
    expect(await first.database.query('SELECT 1 FROM unknown_sign_ins')).toEqual([]);
  });

  it('is reset by a right password, and an expired lock does not prevent the login', async () => {
    await repeat(4, () => guess('ordinary'));
    expect((await guess('ordinary', DEMO_PASSWORD)).body).toMatchObject({ outcome: 'SignedIn', failedSignIns: 4 });
    await repeat(5, () => guess('ordinary'));
    await first.database.query("UPDATE users SET locked_until = now() - interval '1 second' WHERE user_name = 'ordinary'");
    expect((await guess('ordinary', DEMO_PASSWORD)).body).toMatchObject({ outcome: 'SignedIn', failedSignIns: 5 });
  });

  it('is not reset by a right password whose MFA code is still pending', async () => {
    await repeat(4, () => guess('mfa_user'));
    expect((await guess('mfa_user', DEMO_PASSWORD)).body).toMatchObject({ outcome: 'MfaCodeRequired' });
    expect(await stateOf('mfa_user')).toEqual({ failed_sign_ins: 4, locked_until: null });
    await guess('mfa_user');
    expect((await guess('mfa_user', DEMO_PASSWORD)).body).toMatchObject({ reason: 'Locked' });
  });

  it('permits 20 concurrent right logins after four failures, on two processes', async () => {
    await repeat(scaled(1, 2), async () => {
      await repeat(4, () => guess('ordinary'));
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, index) => guess('ordinary', DEMO_PASSWORD, index % 2 ? first : second)),
      );
      expect(answers.map(({ body }) => body?.outcome)).toEqual(Array<string>(20).fill('SignedIn'));
      expect(await stateOf('ordinary')).toEqual({ failed_sign_ins: 0, locked_until: null });
    });
  });
});

describe('A browser that has logged in before', () => {
  const logIn = (client: Client, userName: string, password = DEMO_PASSWORD) =>
    client.call('Login.Login', { body: { userName, password } });

  it.each(['ordinary', 'mfa_user'])('can log in to %s although others have locked the name', async (userName) => {
    const knownBrowser = createClient(first);
    await logIn(knownBrowser, userName);
    await repeat(5, () => guess(userName));
    expect((await guess(userName, DEMO_PASSWORD)).body).toMatchObject({ reason: 'Locked' });
    const answer = await logIn(knownBrowser, userName);
    if (userName === 'mfa_user') {
      await resetUsedCodes(first, userName);
      expect(await knownBrowser.ok('Mfa.Login', { body: { code: totp() } })).toMatchObject({ outcome: 'SignedIn' });
    } else expect(answer.body).toMatchObject({ outcome: 'SignedIn', failedSignIns: 5 });
  });

  it('is locked by five failures of its own, together with the account, until an administrator unlocks both', async () => {
    const knownBrowser = createClient(first);
    await logIn(knownBrowser, 'ordinary');
    await repeat(5, async () => {
      expect(await logIn(knownBrowser, 'ordinary', 'wrong')).toMatchObject({
        status: 400,
        problem: { code: 'InvalidCredentials' },
      });
    });
    for (const client of [knownBrowser, createClient(second)])
      expect((await logIn(client, 'ordinary')).body).toMatchObject({ reason: 'Locked' });
    await (await logInAs(first, 'subadmin')).ok('Users.Unlock', { userName: 'ordinary' });
    for (const client of [knownBrowser, createClient(second)])
      expect((await logIn(client, 'ordinary')).body).toMatchObject({ outcome: 'SignedIn' });
  });

  it('has no advantage for other accounts or with concurrent guesses', async () => {
    const knownBrowser = createClient(first);
    await logIn(knownBrowser, 'ordinary');
    await repeat(5, () => guess('support_user'));
    expect((await logIn(knownBrowser, 'support_user')).body).toMatchObject({ reason: 'Locked' });
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) => logIn(knownBrowser, 'ordinary', `wrong-${String(index)}`)),
    );
    expect(answers.filter(({ problem }) => problem?.code === 'InvalidCredentials')).toHaveLength(5);
  });
});

describe('Logins from one IP address', () => {
  it('are refused for all names above the limit; forged X-Forwarded-For headers are ignored', async () => {
    const strict = await startServer({ env: { LIMIT_LOGINS_PER_ADDRESS: '6' }, database: first.database });
    try {
      await repeat(6, (round) => guess(`nobody_${String(round)}`, 'wrong', strict));
      for (const headers of [
        {},
        { 'X-Forwarded-For': '203.0.113.9' },
        { Forwarded: 'for=203.0.113.9' },
        { 'X-Real-IP': '203.0.113.9' },
      ]) {
        const answer = await guess('ordinary', DEMO_PASSWORD, strict, headers);
        expect(answer).toMatchObject({ status: 429, problem: { code: 'TooManyRequests' } });
        expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(60);
      }
      expect((await guess('ordinary', DEMO_PASSWORD, second)).status).toBe(200);
    } finally {
      await strict.stop();
    }
  });
});

describe('Logins through a proxy', () => {
  const LIMIT = 6;
  let behindProxy: TestServer;
  beforeAll(async () => {
    const limits = { LIMIT_LOGINS_PER_ADDRESS: String(LIMIT), TRUST_PROXY: '1' };
    behindProxy = await startServer({ env: limits, database: first.database });
  });
  afterAll(() => behindProxy.stop());

  const loginFrom = async (address: string) =>
    (await guess(`nobody_${address}`, 'wrong', behindProxy, { 'X-Forwarded-For': address })).status;

  it('are counted by the address that the proxy saw, and for IPv6 by its /64 network', async () => {
    for (const suffix of ['::1', '::2', ':0:0:a:b', ':3:4:5:6', ':ffff:ffff:ffff:ffff', ':0:0:0:9'])
      expect(await loginFrom(`2001:db8:0:7${suffix}`)).toBe(400);
    for (const same of ['2001:db8:0:7::77', '2001:DB8::7:1:2:3:4', '203.0.113.9, 2001:db8:0:7:8::', '::1, x, 2001:db8:0:7::1'])
      expect([same, await loginFrom(same)]).toEqual([same, 429]);
    for (const other of ['2001:db8:0:8::1', '2001:db8:0:7::1, 203.0.113.9', '198.51.100.1'])
      expect([other, await loginFrom(other)]).toEqual([other, 400]);
    for (let round = 0; round < 5; round += 1) expect(await loginFrom('::ffff:198.51.100.1')).toBe(400);
    expect(await loginFrom('198.51.100.1')).toBe(429);
  });

  it.each([
    ['203.0.113.9:', 'an address with a port'],
    ['[2001:db8:0:9::1]:', 'an IPv6 address with a port'],
    ['garbage-', 'not an address'],
  ])('with X-Forwarded-For %s… (%s) open no new count for each suffix', async (prefix) => {
    const statuses: number[] = [];
    for (let port = 4000; port <= 4000 + LIMIT; port += 1) statuses.push(await loginFrom(prefix + String(port)));
    expect(statuses).toEqual([...Array<number>(LIMIT).fill(400), 429]);
  });
});

describe('An unknown user name', () => {
  const responseTo = async (name: string) => {
    const client = createClient(first);
    await client.raw('/api/Login/Login');
    const { status, headers, text } = await client.call('Login.Login', { body: { userName: name, password: 'wrong' } });
    return { status, text, headers: [...headers.keys()].sort(), cookies: headers.getSetCookie().length };
  };

  it('gets the same status, body, headers and cookies as a wrong password', async () => {
    const known = await responseTo('ordinary');
    for (const name of ['no_such_user', 'nobody@example.com', 'invited@example.com', 'disabled_user', 'x'])
      expect(await responseTo(name)).toEqual(known);
  });

  it('takes the server as many hashes as a known one', async () => {
    const counting = await startServerProcess({ env, database: first.database, preload: ['./test/support/costlyWork.mjs'] });
    const workFor = async (name: string) => {
      await counting.queryPreload();
      expect((await guess(name, 'wrong', counting)).status).toBe(400);
      return counting.queryPreload();
    };
    try {
      const known = await workFor('ordinary');
      expect(known).toEqual({ hashes: 1, signatures: 0 });
      for (const name of ['no_such_user', 'invited@example.com', 'disabled_user']) expect(await workFor(name)).toEqual(known);
    } finally {
      await counting.stop();
    }
  });
});
