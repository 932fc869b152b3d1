/**
 * The process is killed while it writes: whatever it had acknowledged is there, and nothing is there by half. A change, its event in
 * the audit and its mail come and go together. Full count: ten rounds of 500 writes.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { as } from '../support/as.ts';
import type { Client } from '../support/client.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { scaled } from '../support/scale.ts';
import { startServer, type TestServer } from '../support/server.ts';

const ROUNDS = scaled(2, 10);
const WRITES = scaled(90, 500);
const AT_ONCE = 10;
const READY_MS = 5000;

let database: TestDatabase;
let dataDir: string;
let server: TestServer;
let organisationPublicId: string;

beforeAll(async () => {
  database = await createDatabase();
  dataDir = await mkdtemp(join(tmpdir(), 'gatehouse-test-'));
  server = await startServer({ database, dataDir });
  ({ organisationPublicId } = await database.row<{ organisationPublicId: string }>(
    `SELECT organisation_id AS "organisationPublicId" FROM organisations WHERE name = 'Harbour Mutual'`,
  ));
});
afterAll(async () => {
  await server.stop();
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

/** An account with its mail, an invitation, or the end of somebody's access: gives whom it was about, once it was acknowledged. */
async function write(admin: Client, name: string, place: number): Promise<string | undefined> {
  const body = { email: `${name}@crash.example`, firstName: 'Crash', lastName: 'Test', organisationPublicId, roles: ['Member'] };
  const said = ({ status }: { status: number }, expected: number, who: string) => {
    if (status !== expected) throw new Error(`A write got ${String(status)}`);
    return who;
  };
  if (place % 3 === 0) return said(await admin.call('Users.Create', { body: { ...body, userName: name } }), 201, name);
  if (place % 3 === 1) return said(await admin.call('Invite.CreateUser', { body }), 201, name);
  const { user_name: userName } = await database.row<{ user_name: string }>(
    `UPDATE users SET title = 'chosen' WHERE user_id = (SELECT user_id FROM users WHERE title IS DISTINCT FROM 'chosen' AND enabled
       AND registered AND roles = '{Member}' ORDER BY user_name LIMIT 1 FOR UPDATE SKIP LOCKED) RETURNING user_name`,
  );
  return said(await admin.call('Users.Enable', { userName, enabled: false }), 200, userName);
}

/** Writes until `killAt` of them are acknowledged, then no more: the process is gone. Gives whom the acknowledged ones were about. */
async function writeUntilKilled(admin: Client, round: number, killAt: number): Promise<string[]> {
  const acknowledged: string[] = [];
  let next = 0;
  let killed: Promise<void> | undefined;
  const writer = async () => {
    while (next < WRITES && killed === undefined) {
      const place = (next += 1);
      const name = `crash_${String(round)}_${String(place)}`;
      // What breaks off was not acknowledged.
      const who = await write(admin, name, place).catch((error: unknown) => {
        if ((error as Error).name !== 'TypeError') throw error;
      });
      if (who !== undefined) acknowledged.push(who);
      if (acknowledged.length >= killAt) killed ??= server.kill();
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, writer));
  expect(killed).toBeDefined();
  await killed;
  return acknowledged;
}

test('killed in the middle of many writes, it is ready again in 5 s, and each of them has happened whole or not at all', async () => {
  for (let round = 1; round <= ROUNDS; round += 1) {
    const admin = await as(server, 'sysadmin');
    const acknowledged = await writeUntilKilled(admin, round, Math.floor((WRITES * (2 + (round % 3))) / 6));
    const began = performance.now();
    server = await startServer({ database, dataDir });
    expect(performance.now() - began).toBeLessThan(READY_MS);

    const made = await database.query<{ name: string; invited: boolean; events: number; mails: number; links: number }>(
      `SELECT split_part(u.email, '@', 1) AS name, u.registered_at IS NULL AS invited,
              (SELECT count(*)::int FROM audit_events e WHERE e.target_user_id = u.user_id AND e.action IN ('Users.Create', 'Invite.CreateUser')) AS events,
              (SELECT count(*)::int FROM mails m WHERE m.recipient = u.email) AS mails,
              (SELECT count(*)::int FROM links l WHERE l.user_id = u.user_id) AS links
         FROM users u WHERE u.email LIKE $1`,
      [`crash\\_${String(round)}\\_%@crash.example`],
    );
    for (const { name, invited, events, mails, links } of made)
      expect({ name, events, mails, links }).toEqual({ name, events: 1, mails: invited ? 0 : 1, links: invited ? 0 : 1 });
    const disabled = await database.query<{ name: string }>(
      `SELECT user_name AS name FROM users WHERE title = 'chosen' AND NOT enabled`,
    );
    const there = new Set([...made, ...disabled].map(({ name }) => name));
    expect(acknowledged.filter((name) => !there.has(name))).toEqual([]);
    expect(acknowledged.length).toBeLessThan(WRITES);
  }
  const orphans = await database.query(
    `SELECT action, target FROM audit_events e WHERE action IN ('Users.Create', 'Invite.CreateUser') AND target LIKE 'crash%'
        AND NOT EXISTS (SELECT FROM users u WHERE u.user_id = e.target_user_id)`,
  );
  expect(orphans).toEqual([]);
  const halves = await database.query(
    `SELECT u.user_name, u.enabled, count(e.event_id)::int AS events FROM users u
       LEFT JOIN audit_events e ON e.target_user_id = u.user_id AND e.action = 'Users.Enable' AND e.details->>'enabled' = 'false' AND e.actor = 'sysadmin' AND e.at > now() - interval '10 minutes'
      WHERE u.title = 'chosen' GROUP BY u.user_id HAVING u.enabled = (count(e.event_id) > 0)`,
  );
  expect(halves).toEqual([]);
  // What the dead process had in hand is let go after a while; nobody has to wait for that here.
  await database.query('UPDATE mails SET next_attempt_at = now() WHERE sent_at IS NULL');
  await eventually(
    'every mail to be sent',
    async () => (await database.query('SELECT FROM mails WHERE sent_at IS NULL')).length === 0,
    {
      timeoutMs: 30_000,
    },
  );
  const kept = (await server.mails()).flatMap(({ to }) => to).filter((address) => address.endsWith('@crash.example'));
  const asked = await database.query<{ recipient: string }>(`SELECT recipient FROM mails WHERE recipient LIKE '%@crash.example'`);
  expect(kept.sort()).toEqual(asked.map(({ recipient }) => recipient).sort());
}, 600_000);
