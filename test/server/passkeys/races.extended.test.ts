/**
 * Concurrent passkeys on two processes, and on a process that is killed in the middle of many. The oracle is the database and the
 * audit.
 */
import { addPasskey, createAuthenticator, type Authenticator } from '../../support/authenticator.ts';
import { createClient, type Client } from '../../support/client.ts';
import { createDatabase, type TestDatabase } from '../../support/database.ts';
import { logInAs } from '../../support/logInAs.ts';
import { racers } from '../../support/racers.ts';
import { scaled } from '../../support/scale.ts';
import { startServerProcess, type ServerProcess } from '../../support/server.ts';
import { auditEvents } from '../../support/auditEvents.ts';
import { countOf } from '../../support/facts.ts';

const ROUNDS = scaled(4, 25);
const AT_ONCE = 20;
const LIMIT_SESSIONS = 20;
const LONG_MS = 300_000;
const env = { LIMIT_LOGINS_PER_ADDRESS: '1000000', LIMIT_PASSKEY_CHALLENGES: '1000000' };

let database: TestDatabase;
let servers: [ServerProcess, ServerProcess];
let origin: string;
beforeAll(async () => {
  database = await createDatabase();
  const first = await startServerProcess({ database, env });
  origin = first.url;
  servers = [first, await startServerProcess({ database, env: { ...env, PUBLIC_URL: origin } })];
});
afterAll(async () => {
  for (const server of servers) await server.stop();
  await database.drop();
});

const range = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, index) => make(index));

const { browser, newUser } = racers(() => servers);
const registration = async (client: Client) =>
  createAuthenticator({ origin, synced: true }).create(await client.ok('Passkeys.RegistrationOptions'));
/** Responses, all signed before any of them is sent. */
async function answers(client: Client, authenticator: Authenticator, count: number) {
  const signed = [];
  for (let made = 0; made < count; made += 1) signed.push(authenticator.get(await client.ok('Passkeys.LoginOptions')));
  return signed;
}
const administrator = async () => browser((await logInAs(servers[0], 'sysadmin')).jar);

const events = (userId: string) => auditEvents({ database }, { targetUserId: userId }, 'action', 'outcome');
const successes = async (userId: string, action: string) =>
  (await events(userId)).filter((event) => event.action === action && event.outcome === 'success').length;
const left = (userId: string) =>
  database.row(
    `SELECT (SELECT count(*)::int FROM passkeys WHERE user_id = $1) AS passkeys,
            (SELECT count(*)::int FROM sessions WHERE user_id = $1) AS sessions,
            (SELECT has_passkey FROM users WHERE user_id = $1) AS marked`,
    [userId],
  );
const statuses = (replies: readonly { readonly status: number }[]) => replies.map(({ status }) => status).sort();

test(
  'A challenge is used once: one passkey is kept, one login succeeds',
  async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { userId, own } = await newUser();
      const phone = createAuthenticator({ origin, synced: true });
      const response = phone.create(await own(0).ok('Passkeys.RegistrationOptions'));
      const kept = await Promise.all(
        range(AT_ONCE, (n) => own(n).call('Passkeys.Create', { body: { name: 'Phone', response } })),
      );
      expect(statuses(kept)).toEqual([201, ...range(AT_ONCE - 1, () => 400)]);
      expect(await successes(userId, 'Passkeys.Create')).toBe(1);

      const visitor = await browser();
      const [signed] = await answers(visitor(0), phone, 1);
      const logins = range(AT_ONCE, (n) => visitor(n).call('Passkeys.Login', { body: { response: signed! } }));
      expect(statuses(await Promise.all(logins))).toEqual([200, ...range(AT_ONCE - 1, () => 400)]);
      expect(await successes(userId, 'Passkeys.Login')).toBe(1);
      expect(await left(userId)).toEqual({ passkeys: 1, sessions: 2, marked: true });
    }
  },
  LONG_MS,
);

test(
  'Answers to many challenges all log in, within the number of sessions; of a counter, none is accepted out of turn',
  async () => {
    const { userId, own } = await newUser();
    const logIn = async (authenticator: Authenticator, count: number) => {
      const visitor = await browser();
      const signed = await answers(visitor(0), authenticator, count);
      // An unknown application is looked up in the database each time; no login may wait for another one's connection.
      return statuses(
        await Promise.all(
          signed.map((response, n) => visitor(n).call('Passkeys.Login', { body: { response, applicationName: 'Unknown' } })),
        ),
      );
    };
    const many = LIMIT_SESSIONS + 5;
    const synced = await addPasskey(own(0), { synced: true });
    expect(await logIn(synced, many)).toEqual(range(many, () => 200));
    expect(await successes(userId, 'Passkeys.Login')).toBe(many);
    expect(await left(userId)).toMatchObject({ sessions: LIMIT_SESSIONS });

    const owner = await newUser();
    const { passkeyId, ...counting } = await addPasskey(owner.own(0));
    const results = await logIn(counting, AT_ONCE);
    const accepted = results.filter((status) => status === 200).length;
    for (const status of results) expect([200, 400]).toContain(status);
    expect(await successes(owner.userId, 'Passkeys.Login')).toBe(accepted);
    expect(await database.row('SELECT sign_count::int AS used FROM passkeys WHERE passkey_id = $1', [passkeyId])).toEqual({
      used: AT_ONCE + 1,
    });
  },
  LONG_MS,
);

test(
  'No passkey and no session outlives a reset or an erasure, whatever is added, used and deleted at the same moment',
  async () => {
    const admin = await administrator();
    for (let round = 0; round < ROUNDS; round += 1) {
      const { userId, userName, own } = await newUser();
      const { passkeyId, ...phone } = await addPasskey(own(0), { synced: true });
      const responses: Awaited<ReturnType<typeof registration>>[] = [];
      while (responses.length < 6) responses.push(await registration(own(0)));
      const visitor = await browser();
      const signed = await answers(visitor(0), phone, 6);
      const creating = responses.map((response, n) => own(n).call('Passkeys.Create', { body: { name: `Key ${n}`, response } }));
      const entering = signed.map((response, n) => visitor(n).call('Passkeys.Login', { body: { response } }));
      const [reset, deleted] = [
        admin(round).ok('Users.ResetAuthentication', { userName, type: 'Passkeys' }),
        own(round).call('Passkeys.Delete', { passkeyId }),
      ];
      const [created, entered] = [await Promise.all(creating), await Promise.all(entering)];
      await reset;
      for (const { status } of created) expect([201, 401]).toContain(status);
      for (const { status } of entered) expect([200, 400]).toContain(status);
      expect([204, 401, 404]).toContain((await deleted).status);
      expect(await left(userId)).toEqual({ passkeys: 0, sessions: 0, marked: false });
      expect(await successes(userId, 'Passkeys.Create')).toBe(1 + created.filter(({ status }) => status === 201).length);
      expect(await successes(userId, 'Passkeys.Login')).toBe(entered.filter(({ status }) => status === 200).length);
      expect(await successes(userId, 'Passkeys.Delete')).toBe((await deleted).status === 204 ? 1 : 0);

      const lost = await newUser();
      const key = await addPasskey(lost.own(0), { synced: true });
      const stranger = await browser();
      const late = await answers(stranger(0), key, 5);
      await admin(0).ok('Users.Enable', { userName: lost.userName, enabled: false });
      const [erased, ...others] = await Promise.all([
        Promise.all(range(3, (n) => admin(n).call('Users.Erase', { userName: lost.userName }))),
        admin(1).call('Users.ResetAuthentication', { userName: lost.userName, type: 'Passkeys' }),
        ...late.map((response, n) => stranger(n).call('Passkeys.Login', { body: { response } })),
      ]);
      expect(statuses(erased)).toEqual([200, 404, 404]);
      for (const { status } of others) expect([200, 400, 404]).toContain(status);
      expect(await left(lost.userId)).toEqual({ passkeys: 0, sessions: 0, marked: null });
      expect(await countOf({ database }, 'passkey_challenges', lost.userId)).toBe(0);
      expect(await successes(lost.userId, 'Users.Erase')).toBe(1);
      expect(await successes(lost.userId, 'Passkeys.Login')).toBe(0);
    }
  },
  LONG_MS,
);

test(
  'Killed in the middle of many, each has happened whole or not at all',
  async () => {
    const admin = createClient(servers[0], { jar: (await logInAs(servers[0], 'sysadmin')).jar });
    const owners = await Promise.all(range(scaled(40, 200), () => newUser()));
    const ready = await Promise.all(owners.map(async (owner) => ({ ...owner, response: await registration(owner.own(0)) })));
    const acknowledged = new Map<string, number>();
    let killed: Promise<void> | undefined;
    const queue = ready.entries();
    const writer = async () => {
      for (const [index, { userId, userName, own, response }] of queue) {
        if (killed) return;
        const done = (count: number) => acknowledged.set(userId, count);
        const kept = await own(0)
          .call('Passkeys.Create', { body: { name: 'Phone', response } })
          .catch(() => undefined);
        if (kept?.status !== 201) continue;
        done(1);
        const ended =
          index % 3 === 0
            ? await own(0)
                .call('Passkeys.Delete', { passkeyId: kept.body!.passkeyId })
                .catch(() => undefined)
            : index % 3 === 1
              ? await admin.call('Users.ResetAuthentication', { userName, type: 'Passkeys' }).catch(() => undefined)
              : undefined;
        if (ended && ended.status < 300) done(2);
        if (acknowledged.size >= owners.length / 2) killed ??= servers[0].kill();
      }
    };
    await Promise.all(range(8, writer));
    await killed;
    for (const { userId, email } of owners) {
      const row = await database.row<{ passkeys: number; marked: boolean; events: string[]; mails: string[] }>(
        `SELECT (SELECT count(*)::int FROM passkeys WHERE user_id = $1) AS passkeys, has_passkey AS marked,
                ARRAY(SELECT action FROM audit_events WHERE target_user_id = $1 AND outcome = 'success' ORDER BY seq) AS events,
                ARRAY(SELECT template FROM mails WHERE recipient = $2 ORDER BY created_at) AS mails
           FROM users WHERE user_id = $1`,
        [userId, email],
      );
      const mailOf: Record<string, string> = {
        'Passkeys.Create': 'passkeyAdded',
        'Passkeys.Delete': 'passkeyDeleted',
        'Users.ResetAuthentication': 'authenticationReset',
      };
      expect(row.mails.sort()).toEqual(row.events.map((action) => mailOf[action]).sort());
      expect(row).toMatchObject({ passkeys: row.events.length % 2, marked: row.events.length % 2 === 1 });
      expect(row.events.length).toBeGreaterThanOrEqual(acknowledged.get(userId) ?? 0);
      expect(row.events.length).toBeLessThanOrEqual(2);
    }
    expect(acknowledged.size).toBeLessThan(owners.length);
    servers[0] = await startServerProcess({ database, env });
  },
  LONG_MS,
);
