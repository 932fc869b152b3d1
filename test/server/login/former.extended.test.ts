/** Users of the former system come at their first login; nobody learns by it who has an account here or there. */
import { createDatabase, type TestDatabase } from '../../support/database.ts';
import { createClient } from '../../support/client.ts';
import { DEMO_PASSWORD } from '../../support/logInAs.ts';
import {
  asking,
  everybody,
  FORMER_PASSWORD,
  sendJson,
  startFormerSystem,
  type FormerSystemServer,
} from '../../support/formerSystem.ts';
import { startServerProcess, type ServerProcess } from '../../support/server.ts';

let former: FormerSystemServer;
let database: TestDatabase;
let first: ServerProcess;
let second: ServerProcess;
beforeAll(async () => {
  [former, database] = await Promise.all([startFormerSystem(), createDatabase()]);
  const start = () => startServerProcess({ database, env: asking(former) });
  [first, second] = await Promise.all([start(), start()]);
});
afterAll(async () => {
  await Promise.all([first.stop(), second.stop()]);
  await Promise.all([former.stop(), database.drop()]);
});
beforeEach(() => {
  former.answer = everybody;
  former.asked.length = 0;
});

const logIn = (userName: string, password = FORMER_PASSWORD, site: ServerProcess = first) =>
  createClient(site).call('Login.Login', { body: { userName, password } });

const userOf = (email: string) =>
  database.query<Record<string, unknown>>(
    `SELECT u.user_name, u.first_name, u.roles, o.name AS organisation, u.password_hash LIKE '$argon2id$%' AS argon2id,
            u.email_proven_at IS NOT NULL AS proven FROM users u JOIN organisations o USING (organisation_id) WHERE email = $1`,
    [email],
  );

const namesAsked = () => former.asked.map(({ userName }) => userName);

test('a right password makes the account, opens it, and is kept: the former system is not asked again', async () => {
  expect(await logIn('frieda_f', 'a wrong one')).toMatchObject({ status: 400, problem: { code: 'InvalidCredentials' } });
  expect((await logIn('frieda_f')).body).toMatchObject({ outcome: 'SignedIn', failedSignIns: 1 });
  expect(await userOf('frieda_f@former.example')).toEqual([
    {
      user_name: 'frieda_f',
      first_name: 'Frieda',
      roles: ['Member'],
      organisation: 'Harbour Mutual',
      argon2id: true,
      proven: true,
    },
  ]);
  former.asked.length = 0;
  expect((await logIn('frieda_f')).status).toBe(200);
  expect((await logIn('FRIEDA_F@former.example', 'a wrong one')).status).toBe(400);
  expect(namesAsked()).toEqual([]);
  const events = await database.query(
    `SELECT action, outcome, target FROM audit_events WHERE target = 'frieda_f' ORDER BY seq LIMIT 2`,
  );
  expect(events).toEqual([
    { action: 'Imports.CreateUser', outcome: 'success', target: 'frieda_f' },
    { action: 'Login.Login', outcome: 'success', target: 'frieda_f' },
  ]);
  expect(await database.query(`SELECT failures, asked_until FROM unknown_sign_ins WHERE failures > 0`)).toEqual([]);
  for (const output of [first.output(), second.output()]) expect(output).not.toContain(FORMER_PASSWORD);
});

test('right here, wrong here, unknown there: a refused login takes the same time, and a name of here is never asked about', async () => {
  const tookMs = async (userName: string, password: string) => {
    const began = performance.now();
    const { status } = await logIn(userName, password);
    return [status, performance.now() - began] as const;
  };
  expect((await logIn('ordinary', DEMO_PASSWORD)).status).toBe(200);
  const refused = await Promise.all([
    tookMs('ordinary', 'a wrong one'),
    tookMs('nobody_here', FORMER_PASSWORD),
    tookMs('frieda_two', 'a wrong one'),
  ]);
  expect(refused.map(([status]) => status)).toEqual([400, 400, 400]);
  // None before the time in which the former system has to answer.
  expect(refused.filter(([, ms]) => ms < 1450)).toEqual([]);
  expect(namesAsked().sort()).toEqual(['frieda_two', 'nobody_here']);
});

test('a profile with an account’s address or name brings nobody, and says so in the audit', async () => {
  former.answer = ({ userName }, response) =>
    sendJson(response, 200, { userName, email: userName === 'takes_name' ? 'other@former.example' : 'ordinary@example.com' });
  const [byAddress] = await Promise.all([logIn('takes_address')]);
  expect(byAddress.problem?.code).toBe('InvalidCredentials');
  former.answer = (_question, response) => sendJson(response, 200, { userName: 'ordinary', email: 'takes@former.example' });
  expect((await logIn('takes@former.example')).problem?.code).toBe('InvalidCredentials');
  const events = await database.query(
    `SELECT outcome, details->>'reason' AS reason FROM audit_events WHERE action = 'Imports.CreateUser' AND outcome <> 'success' ORDER BY seq`,
  );
  expect(events).toEqual([
    { outcome: 'refused', reason: 'emailTaken' },
    { outcome: 'refused', reason: 'nameTaken' },
  ]);
  expect(await userOf('takes@former.example')).toEqual([]);
});

test('whatever role the answer has, the user administers nothing', async () => {
  former.answer = ({ userName }, response) =>
    sendJson(response, 200, {
      userName,
      email: 'boss@former.example',
      roles: ['SystemAdministration'],
      role: 'SystemAdministration',
    });
  expect((await logIn('former_boss')).status).toBe(200);
  expect(await userOf('boss@former.example')).toMatchObject([{ roles: ['Member'], proven: false }]);
});

test('a proven address leads to the organisation that has proven its domain, an unproven one does not', async () => {
  await database.query(
    `INSERT INTO domains (domain_id, organisation_id, name, token, created_at, proven_at, verified_at)
     SELECT gen_random_uuid(), organisation_id, 'proven.example', 'x', now(), now(), now() FROM organisations WHERE name <> 'Harbour Mutual' AND NOT house
     ORDER BY name LIMIT 1`,
  );
  former.answer = ({ userName }, response) =>
    sendJson(response, 200, { userName, email: `${userName}@proven.example`, emailVerified: userName === 'proven_one' });
  await Promise.all([logIn('proven_one'), logIn('unproven_one')]);
  const [[proven], [unproven]] = await Promise.all([userOf('proven_one@proven.example'), userOf('unproven_one@proven.example')]);
  expect(proven?.organisation).not.toBe('Harbour Mutual');
  expect(unproven?.organisation).toBe('Harbour Mutual');
});

test('two logins at once, in one process and in two, ask once and both enter', async () => {
  for (const [name, other] of [['twice_one', first] as const, ['twice_two', second] as const]) {
    former.asked.length = 0;
    const replies = await Promise.all([logIn(name), logIn(name, FORMER_PASSWORD, other)]);
    expect(replies.map(({ status }) => status)).toEqual([200, 200]);
    expect(namesAsked()).toEqual([name]);
    expect(await userOf(`${name}@former.example`)).toHaveLength(1);
  }
});

test('a user who has another name here by now is not made a second time', async () => {
  expect((await logIn('renamed_one')).status).toBe(200);
  await database.query(
    `UPDATE users SET user_name = 'renamed_two', email = 'renamed@here.example' WHERE user_name = 'renamed_one'`,
  );
  expect((await logIn('renamed_one')).problem?.code).toBe('InvalidCredentials');
  expect((await logIn('renamed_two')).status).toBe(200);
  expect(await userOf('renamed_one@former.example')).toEqual([]);
});

test('guesses at a name of the former system lock it as any other, and it is asked no more', async () => {
  for (let count = 0; count < 5; count += 1) expect((await logIn('guessed_at', `guess ${String(count)}`)).status).toBe(400);
  expect((await logIn('guessed_at')).body).toMatchObject({ outcome: 'Rejected', reason: 'Locked' });
  expect(namesAsked()).toHaveLength(5);
});

test('while the former system does not answer, users of here log in, and others are refused as for a wrong password', async () => {
  former.answer = () => undefined;
  const [waiting, here] = await Promise.all([logIn('waits_for_it'), logIn('ordinary', DEMO_PASSWORD)]);
  expect([waiting.problem?.code, here.status]).toEqual(['InvalidCredentials', 200]);
  former.answer = everybody;
  expect((await logIn('waits_for_it')).status).toBe(200);
  expect(first.output()).toContain('FORMER_LOGIN_URL:');
});

test('after its last day it is asked no more, and nothing waits', async () => {
  const ended = await startServerProcess({ database, env: { ...asking(former), FORMER_LOGIN_UNTIL: '2020-01-01' } });
  try {
    expect((await logIn('too_late_one', FORMER_PASSWORD, ended)).problem?.code).toBe('InvalidCredentials');
    expect(namesAsked()).toEqual([]);
  } finally {
    await ended.stop();
  }
});
