/**
 * The server is killed (SIGKILL) while it writes: acknowledged writes persist, and a change, its audit event and its mail are
 * committed together. A full run has ten rounds of 500 writes.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { logInAs } from '../../support/logInAs.ts';
import type { Client } from '../../support/client.ts';
import { createDatabase, type TestDatabase } from '../../support/database.ts';
import { eventually } from '../../support/eventually.ts';
import { organisationIdOf } from '../../support/organisations.ts';
import { makeMailsDue, queuedMails } from '../../support/queuedMails.ts';
import { scaled } from '../../support/scale.ts';
import { startServerProcess, type ServerProcess } from '../../support/server.ts';

const ROUNDS = scaled(2, 10);
const WRITES = scaled(90, 500);
const CONCURRENT = 10;

let database: TestDatabase;
let dataDir: string;
let server: ServerProcess;
let organisationPublicId: string;

beforeAll(async () => {
  database = await createDatabase();
  dataDir = await mkdtemp(join(tmpdir(), 'gatehouse-test-'));
  server = await startServerProcess({ database, dataDir });
  organisationPublicId = await organisationIdOf({ database }, 'Harbour Mutual');
});
afterAll(async () => {
  await server.stop();
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

/** Creates an account, invites a user or disables one. @returns the name of that user @throws Error on any other status */
async function write(admin: Client, name: string, index: number): Promise<string | undefined> {
  const body = { email: `${name}@crash.example`, firstName: 'Crash', lastName: 'Test', organisationPublicId, roles: ['Member'] };
  const acknowledge = ({ status }: { status: number }, expected: number, changed: string) => {
    // The call waited too long on a busy machine, and was not acknowledged.
    if (status === 503) return undefined;
    if (status !== expected) throw new Error(`A write got ${String(status)}`);
    return changed;
  };
  if (index % 3 === 0) return acknowledge(await admin.call('Users.Create', { body: { ...body, userName: name } }), 201, name);
  if (index % 3 === 1) return acknowledge(await admin.call('Invite.CreateUser', { body }), 201, name);
  const { user_name: userName } = await database.row<{ user_name: string }>(
    `UPDATE users SET title = 'chosen' WHERE user_id = (SELECT user_id FROM users WHERE title IS DISTINCT FROM 'chosen' AND enabled
       AND registered AND roles = '{Member}' ORDER BY user_name LIMIT 1 FOR UPDATE SKIP LOCKED) RETURNING user_name`,
  );
  return acknowledge(await admin.call('Users.Enable', { userName, enabled: false }), 200, userName);
}

/** Kills the server after `killAt` acknowledged writes. @returns the users of all acknowledged writes */
async function writeUntilKilled(admin: Client, round: number, killAt: number): Promise<string[]> {
  const acknowledged: string[] = [];
  let next = 0;
  let killed: Promise<void> | undefined;
  const writer = async () => {
    while (next < WRITES && killed === undefined) {
      const index = (next += 1);
      const name = `crash_${String(round)}_${String(index)}`;
      // `fetch` throws TypeError on a lost connection: not acknowledged.
      const changed = await write(admin, name, index).catch((error: unknown) => {
        if ((error as Error).name !== 'TypeError') throw error;
      });
      if (changed !== undefined) acknowledged.push(changed);
      if (acknowledged.length >= killAt) killed ??= server.kill();
    }
  };
  await Promise.all(Array.from({ length: CONCURRENT }, writer));
  expect(killed).toBeDefined();
  await killed;
  return acknowledged;
}

test('killed during many writes, the server starts again, and each write is complete or absent', async () => {
  for (let round = 1; round <= ROUNDS; round += 1) {
    const admin = await logInAs(server, 'sysadmin');
    const acknowledged = await writeUntilKilled(admin, round, Math.floor((WRITES * (2 + (round % 3))) / 6));
    server = await startServerProcess({ database, dataDir });

    const created = await database.query<{ name: string; invited: boolean; events: number; mails: number; links: number }>(
      `SELECT split_part(u.email, '@', 1) AS name, u.registered_at IS NULL AS invited,
              (SELECT count(*)::int FROM audit_events e WHERE e.target_user_id = u.user_id AND e.action IN ('Users.Create', 'Invite.CreateUser')) AS events,
              (SELECT count(*)::int FROM mails m WHERE m.recipient = u.email) AS mails,
              (SELECT count(*)::int FROM links l WHERE l.user_id = u.user_id) AS links
         FROM users u WHERE u.email LIKE $1`,
      [`crash\\_${String(round)}\\_%@crash.example`],
    );
    for (const { name, invited, events, mails, links } of created)
      expect({ name, events, mails, links }).toEqual({ name, events: 1, mails: invited ? 0 : 1, links: invited ? 0 : 1 });
    const disabled = await database.query<{ name: string }>(
      `SELECT user_name AS name FROM users WHERE title = 'chosen' AND NOT enabled`,
    );
    const present = new Set([...created, ...disabled].map(({ name }) => name));
    expect(acknowledged.filter((name) => !present.has(name))).toEqual([]);
    expect(acknowledged.length).toBeLessThan(WRITES);
  }
  const orphans = await database.query(
    `SELECT action, target FROM audit_events e WHERE action IN ('Users.Create', 'Invite.CreateUser') AND target LIKE 'crash%'
        AND NOT EXISTS (SELECT FROM users u WHERE u.user_id = e.target_user_id)`,
  );
  expect(orphans).toEqual([]);
  const inconsistent = await database.query(
    `SELECT u.user_name, u.enabled, count(e.event_id)::int AS events FROM users u
       LEFT JOIN audit_events e ON e.target_user_id = u.user_id AND e.action = 'Users.Enable' AND e.details->>'enabled' = 'false' AND e.actor = 'sysadmin' AND e.at > now() - interval '10 minutes'
      WHERE u.title = 'chosen' GROUP BY u.user_id HAVING u.enabled = (count(e.event_id) > 0)`,
  );
  expect(inconsistent).toEqual([]);
  // Mails claimed by the killed process are released after a timeout, which is skipped here.
  await makeMailsDue({ database });
  await eventually('every mail to be sent', async () => (await queuedMails({ database }, { sentAt: null })).length === 0);
  const sent = (await server.mails()).flatMap(({ to }) => to).filter((address) => address.endsWith('@crash.example'));
  const queued = await queuedMails({ database }, { recipient: /@crash\.example$/ }, 'recipient');
  expect(sent.sort()).toEqual(queued.map(({ recipient }) => recipient).sort());
}, 600_000);
