/** `Idempotency-Key`: a call that is repeated, because its answer was lost, is done once, with the first answer. */
import { randomUUID } from 'node:crypto';
import type { Operation } from '../../../api/contract/endpoint.ts';
import { operations } from '../../../api/contract/index.ts';
import { openDatabase } from '../../../server/db/database.ts';
import { deleteOldKeys } from '../../../server/http/idempotency.ts';
import { auditEvents, lastSeq } from '../../support/auditEvents.ts';
import { operationNames } from '../../support/callSamples.ts';
import { prepareCall } from '../../support/preparedCalls.ts';
import { logInAs } from '../../support/logInAs.ts';
import { createClient, type Client } from '../../support/client.ts';
import { openTestPool } from '../../support/openTestPool.ts';
import { scaled } from '../../support/scale.ts';
import { authenticatedAgo } from '../../support/sessions.ts';
import { unusedMember } from '../../support/unusedMember.ts';
import { useServer } from '../../support/useServer.ts';

const ROUNDS = scaled(3, 20);
const AT_ONCE = 20;
const HARBOUR = { organisation: 'Harbour Mutual' };
const env = { LIMIT_LOGINS_PER_ADDRESS: '10000' };
const site = useServer({ env });
const second = useServer({ env, beside: site });
let subadmin: Client;
let otherAdmin: Client;
/** The last event of the demo's own history. */
let lastSeeded: number;
beforeAll(async () => {
  lastSeeded = await lastSeq(site);
  [subadmin, otherAdmin] = [await logInAs(site, 'subadmin'), await logInAs(site, 'sysadmin')];
});

/** Mails a link, which a second call would replace by another. */
const reset = (client: Client, userName: string, key: string, type = 'Password') =>
  client.raw(`/api/Users/ResetAuthentication/${userName}?type=${type}`, {
    method: 'PUT',
    headers: { 'Idempotency-Key': `"${key}"` },
  });
const setEnabled = (client: Client, userName: string, enabled: boolean, key: string) =>
  client.raw(`/api/Users/Enable/${userName}/${String(enabled)}`, { method: 'PUT', headers: { 'Idempotency-Key': key } });

const member = async () => (await unusedMember(site, HARBOUR)).userName;
const countResets = async (userName: string) =>
  (await auditEvents(site, { action: 'Users.ResetAuthentication', target: userName, outcome: 'success' })).filter(
    ({ seq }) => seq > lastSeeded,
  ).length;
const countEvents = (action: string) =>
  site.database.query<{ count: number }>('SELECT count(*)::int AS count FROM audit_events WHERE action = $1', [action]);
const countMails = async (userName: string) =>
  (await site.database.query(`SELECT 1 FROM mails WHERE template = 'setPassword' AND recipient LIKE $1`, [`${userName}@%`]))
    .length;

test('a repeated call gets the first answer, also where the user has changed since, and changes nothing', async () => {
  const userName = await member();
  const key = randomUUID();
  const first = await setEnabled(subadmin, userName, false, key);
  expect(first).toMatchObject({ status: 200, body: { enabled: false } });
  await subadmin.ok('Users.Enable', { userName, enabled: true });
  const again = await setEnabled(subadmin, userName, false, `"${key}"`);
  expect([again.status, again.text]).toEqual([200, first.text]);
  expect(await subadmin.ok('Users.User', { userName })).toMatchObject({ enabled: true });
});

const keyed = operationNames.filter((name) => (operations[name] as Operation).idempotencyKey);

test('the calls that take a key are these', () => {
  expect(keyed.toSorted()).toEqual([
    ...['Invite.Resend', 'Operations.Start', 'Operations.Undo', 'Roles.SetUser', 'Support.CreateTicket', 'Tickets.Answer'],
    ...['Tickets.Note', 'Users.Enable', 'Users.ResetAuthentication', 'Users.TakeOwnership', 'Users.Unlock'],
  ]);
});

test.each(keyed)('%s keeps its answer with its change', async (name) => {
  const key = randomUUID();
  const by = createClient(site, { jar: subadmin.jar, headers: { 'Idempotency-Key': key } });
  const { send, end } = await prepareCall(site, name, { by });
  const [{ count: before } = { count: 0 }] = await countEvents(name);
  const [first, second] = [await send(), await send()];
  await end();
  expect([first.status < 300, second.status, second.text]).toEqual([true, first.status, first.text]);
  const [{ count } = { count: 0 }] = await countEvents(name);
  expect(count - before).toBe(1);
  expect(await site.database.query('SELECT reply IS NOT NULL AS kept FROM idempotency_keys WHERE key = $1', [key])).toEqual([
    { kept: true },
  ]);
});

test('twenty calls at once, on two processes, act once and get the same answer', async () => {
  const elsewhere = await logInAs(second, 'sysadmin');
  for (let round = 0; round < ROUNDS; round += 1) {
    // One organisation has too few members for a full run.
    const { userName } = await unusedMember(site);
    const key = randomUUID();
    const sent = Array.from({ length: AT_ONCE }, (_, index) => reset(index % 2 ? otherAdmin : elsewhere, userName, key));
    const answers = await Promise.all(sent);
    expect([...new Set(answers.map(({ status, text }) => `${String(status)} ${text}`))]).toEqual([`200 ${answers[0]!.text}`]);
    expect([round, await countResets(userName), await countMails(userName)]).toEqual([round, 1, 1]);
  }
});

test('another key, or none, is another call', async () => {
  const userName = await member();
  for (const key of [randomUUID(), randomUUID()]) expect((await reset(subadmin, userName, key)).status).toBe(200);
  await subadmin.ok('Users.ResetAuthentication', { userName, type: 'Password' });
  expect(await countResets(userName)).toBe(3);
});

test('a key is refused with another request: another user, another argument, another call', async () => {
  const [userName, another] = [await member(), await member()];
  const key = randomUUID();
  expect((await reset(subadmin, userName, key)).status).toBe(200);
  const refused = [
    await reset(subadmin, another, key),
    await reset(subadmin, userName, key, 'All'),
    await setEnabled(subadmin, userName, false, key),
  ];
  for (const answer of refused) expect(answer).toMatchObject({ status: 422, problem: { code: 'IdempotencyKeyReused' } });
  expect([await countResets(userName), await countResets(another)]).toEqual([1, 0]);
  expect(await subadmin.ok('Users.User', { userName })).toMatchObject({ enabled: true });
});

test('the key of one administrator reveals nothing to another, and does not keep them from acting', async () => {
  const userName = await member();
  const key = randomUUID();
  expect((await setEnabled(subadmin, userName, false, key)).status).toBe(200);
  await subadmin.ok('Users.Enable', { userName, enabled: true });
  expect(await setEnabled(otherAdmin, userName, false, key)).toMatchObject({ status: 200, body: { enabled: false } });
  // A caller without the right gets no kept reply either.
  expect((await setEnabled(await logInAs(site, 'ordinary'), userName, false, key)).status).toBe(403);
});

test('a refusal is not kept: the key may be sent again, with what was missing', async () => {
  const userName = await member();
  const key = randomUUID();
  await authenticatedAgo(site, '2 hours');
  expect(await reset(subadmin, userName, key)).toMatchObject({ status: 403, problem: { code: 'ConfirmIdentity' } });
  await authenticatedAgo(site, '0');
  expect((await reset(subadmin, userName, key)).status).toBe(200);
  expect(await countResets(userName)).toBe(1);
});

test('where the answer can’t be stored, nothing is done, and the repeated call does it once', async () => {
  const userName = await member();
  const key = randomUUID();
  await site.database.query(`CREATE FUNCTION crash() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'crash'; END $$`);
  await site.database.query('CREATE TRIGGER crash BEFORE UPDATE ON idempotency_keys FOR EACH ROW EXECUTE FUNCTION crash()');
  expect((await reset(subadmin, userName, key)).status).toBe(500);
  expect([await countResets(userName), await countMails(userName)]).toEqual([0, 0]);
  await site.database.query('DROP FUNCTION crash CASCADE');
  for (const _ of [1, 2]) expect((await reset(subadmin, userName, key)).status).toBe(200);
  expect([await countResets(userName), await countMails(userName)]).toEqual([1, 1]);
});

test('a call is refused in the session of another than the caller it names, and nothing is done', async () => {
  const userName = await member();
  const { userId } = await subadmin.ok('Users.Self');
  const send = (client: Client, key: string) =>
    client.raw(`/api/Users/ResetAuthentication/${userName}?type=Password`, {
      method: 'PUT',
      headers: { 'Idempotency-Key': key, 'X-Caller-Id': userId },
    });
  const key = randomUUID();
  expect(await send(otherAdmin, key)).toMatchObject({ status: 401, problem: { code: 'SessionRequired' } });
  expect(await countResets(userName)).toBe(0);
  expect((await send(subadmin, key)).status).toBe(200);
  expect(await countResets(userName)).toBe(1);
});

test('an answer is kept for a day', async () => {
  const userName = await member();
  const [old, recent] = [randomUUID(), randomUUID()];
  for (const key of [old, recent]) expect((await reset(subadmin, userName, key)).status).toBe(200);
  const age = (key: string, interval: string) =>
    site.database.query('UPDATE idempotency_keys SET created_at = now() - $2::interval WHERE key = $1', [key, interval]);
  await age(old, '25 hours');
  await age(recent, '23 hours');
  const db = openDatabase(openTestPool(site.database.url, 1));
  await deleteOldKeys(db, new Date());
  await db.destroy();
  for (const key of [old, recent]) expect((await reset(subadmin, userName, key)).status).toBe(200);
  expect(await countResets(userName)).toBe(3);
});

test('a key that is no UUID is refused before anything is done', async () => {
  const userName = await member();
  expect(await reset(subadmin, userName, '1')).toMatchObject({
    status: 400,
    problem: { fields: { 'Idempotency-Key': expect.anything() as unknown } },
  });
  expect(await countResets(userName)).toBe(0);
});

test('a kept answer holds no secret; erasing a user deletes those that mention them', async () => {
  const userName = await member();
  expect((await setEnabled(otherAdmin, userName, false, randomUUID())).status).toBe(200);
  const replies = () =>
    site.database.query<{ reply: string }>('SELECT reply::text AS reply FROM idempotency_keys WHERE reply::text LIKE $1', [
      `%${userName}%`,
    ]);
  expect(await replies()).toHaveLength(1);
  // Checks the replies of all calls of this file.
  for (const { reply } of await site.database.query<{ reply: string }>('SELECT reply::text AS reply FROM idempotency_keys'))
    expect(reply).not.toMatch(/password|token|hash|secret/i);
  await otherAdmin.ok('Users.Erase', { userName });
  expect(await replies()).toEqual([]);
});
