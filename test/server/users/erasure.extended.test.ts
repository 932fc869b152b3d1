/** No table has an erased user any more; the audit has a pseudonym, and its chain still holds and still shows a forgery. */
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { auditKeysOf, parseMark, SIGNING_LOCK } from '../../../server/audit/chain.ts';
import { signAudit } from '../../../server/audit/sign.ts';
import { dropOldEvents } from '../../../server/audit/retention.ts';
import { cleanUp } from '../../../server/jobs/cleanUp.ts';
import { verifyAudit } from '../../../server/audit/verify.ts';
import { openDatabase, transaction, type DatabaseAccess } from '../../../server/db/database.ts';
import { openKeyring, type Keyring } from '../../../server/encryption/keyring.ts';
import { readMasterKeys } from '../../../server/encryption/masterKeys.ts';
import { FINDINGS_LOCK } from '../../../server/overview/findings.ts';
import { addPasskey } from '../../support/authenticator.ts';
import { logInAs } from '../../support/logInAs.ts';
import { createClient } from '../../support/client.ts';
import { eventually } from '../../support/eventually.ts';
import { clear } from '../../support/facts.ts';
import { awaitMail } from '../../support/mails.ts';
import { openTestPool } from '../../support/openTestPool.ts';
import { renewOverview } from '../../support/renewOverview.ts';
import { authenticatedAgo } from '../../support/sessions.ts';
import { unusedMember } from '../../support/unusedMember.ts';
import { useServer } from '../../support/useServer.ts';

const SECRET_KEY = randomBytes(32).toString('base64');
const site = useServer({ env: { SECRET_KEY } });

let store: DatabaseAccess;
let keyring: Keyring;
beforeAll(async () => {
  const pool = openTestPool(site.database.url, 4);
  store = { db: openDatabase(pool), pool };
  keyring = await openKeyring(store.db, readMasterKeys({ SECRET_KEY } as Parameters<typeof readMasterKeys>[0]), () => new Date());
});
afterAll(() => store.db.destroy());

const sign = () => signAudit(store.db, new Date(), keyring.auditKey());
const findKey = (keyId: string) => keyring.auditKeyById(store.db, keyId);
const verify = (mark?: string | null) => verifyAudit(store, parseMark(mark ?? ''), findKey);
const cleanUpNow = () =>
  cleanUp({
    ...store,
    owner: store,
    keyring,
    clock: { now: () => new Date() },
    config: { TICKET_RETENTION_DAYS: 9, AUDIT_RETENTION_DAYS: 0 },
  });
const refused = (code: string) => ({ problem: { code } });

/** Every text column of every table, searched for one of the names. */
async function tablesThatKnow(name: string): Promise<string[]> {
  const tables = await site.database.query<{ table_name: string }>(
    `SELECT table_name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`,
  );
  const found: string[] = [];
  for (const { table_name: table } of tables) {
    const [hit] = await site.database.query(`SELECT FROM "${table}" t WHERE strpos(lower(t::text), lower($1)) > 0 LIMIT 1`, [
      name,
    ]);
    if (hit) found.push(table);
  }
  return found;
}

/** A user with a history: changed names, a ticket, failed logins, an impersonation, a former e-mail address. */
async function personWithHistory() {
  const { userId } = await unusedMember(site, { organisation: 'Harbour Mutual' });
  const mark = randomBytes(4).toString('hex');
  const person = { userId, userName: `gone.${mark}`, email: `gone.${mark}@before.example`, lastName: `Vanish${mark}` };
  await site.database.query(
    'UPDATE users SET user_name = $2, email = $3, last_name = $4 WHERE user_id = $1',
    Object.values(person),
  );
  const { userName } = person;
  const [subadmin, sysadmin] = [await logInAs(site, 'subadmin'), await logInAs(site, 'sysadmin')];
  await createClient(site).call('Login.Login', { body: { userName, password: 'Wrong-one-9' } });
  const own = await logInAs(site, userName, { headers: { 'User-Agent': `Browser-of-${mark}` } });
  await addPasskey(own, { name: `Phone of ${mark}, the blue one` });
  const { version } = await own.ok('Users.User', { userName });
  await own.ok('Users.Patch', { userName, body: { version, lastName: `Other${mark}` } });
  await own.ok('Support.CreateTicket', { body: { Email: person.email, IssueDescription: `It is me, ${mark}.`, Urgency: 'Low' } });
  const current = await subadmin.ok('Users.User', { userName });
  await subadmin.ok('Users.Patch', { userName, body: { version: current.version, email: `gone.${mark}@after.example` } });
  await subadmin.ok('Users.TakeOwnership', { userName });
  const impersonating = await logInAs(site, 'subadmin');
  await impersonating.ok('Users.Impersonate', { userName });
  await impersonating.ok('Users.SetFontSize', { fontSize: 'compact' });
  await subadmin.ok('Users.Enable', { userName, enabled: false });
  return { ...person, mark, sysadmin };
}

it('Nothing is left of the user but a pseudonym, and the chain holds, including earlier signatures', async () => {
  const { userName, email, lastName, mark, sysadmin } = await personWithHistory();
  await sign();
  const { mark: known, events } = await verify();
  expect((await tablesThatKnow(userName)).sort()).toEqual(expect.arrayContaining(['audit_events', 'mails', 'users']));
  const { pseudonym } = await sysadmin.ok('Users.Erase', { userName });
  await awaitMail(site, ({ to, text }) => to[0] === email && text.includes('the last mail'));
  // The mail is deleted, with its address, once it has been sent.
  await cleanUpNow();
  for (const name of [
    userName,
    email,
    lastName,
    `Other${mark}`,
    `Browser-of-${mark}`,
    `Phone of ${mark}`,
    `It is me, ${mark}`,
    `gone.${mark}@after.example`,
  ])
    expect([name, await tablesThatKnow(name)]).toEqual([name, []]);
  const eventsOfUser = await site.database.query(
    `SELECT FROM audit_events WHERE target = $1 OR actor = $1 OR on_behalf_of = $1`,
    [pseudonym],
  );
  expect(eventsOfUser.length).toBeGreaterThan(5);
  expect(await verify(known)).toMatchObject({ brokenAt: null, events });
  expect((await verify()).erased).toBeGreaterThan(5);
  await sign();
  expect(await verify(known)).toMatchObject({ brokenAt: null, unsigned: 0 });
});

it('No finding of the overview names the user, even if a run has read the events before', async () => {
  const { userName, sysadmin } = await personWithHistory();
  const address = `2001:db8::${randomBytes(2).toString('hex')}:1`;
  await site.database.query(
    `INSERT INTO audit_events (event_id, at, action, target, outcome, ip)
     SELECT gen_random_uuid(), now() - n * interval '1 second', 'Login.Login', $1, 'failure', $2 FROM generate_series(1, 25) n`,
    [userName, address],
  );
  await renewOverview(site.database);
  for (const name of [userName, address]) expect(await tablesThatKnow(name)).toContain('unusual_findings');
  let erased: Promise<{ pseudonym: string }> | undefined;
  await transaction(store.db, async (tx) => {
    await sql`SELECT pg_advisory_xact_lock(${FINDINGS_LOCK})`.execute(tx);
    erased = sysadmin.ok('Users.Erase', { userName });
    await eventually('the erasure to wait for the run', async () => {
      const waiting = await site.database.query(
        `SELECT FROM pg_locks WHERE locktype = 'advisory' AND objid = $1 AND NOT granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
        [FINDINGS_LOCK],
      );
      return waiting.length > 0;
    });
    await sql`UPDATE unusual_findings SET found_at = now()`.execute(tx);
  });
  const { pseudonym } = (await erased) as { pseudonym: string };
  // The last mail goes to the person.
  for (const name of [userName, address]) expect((await tablesThatKnow(name)).filter((table) => table !== 'mails')).toEqual([]);
  const { unusual } = await sysadmin.ok('Overview.Read', {});
  expect(unusual).toContainEqual(expect.objectContaining({ kind: 'failuresOnAccount', subject: pseudonym, events: 26 }));
});

it('While a month is archived nobody is erased, and the administrator gets a message to try later', async () => {
  const { userName, sysadmin } = await personWithHistory();
  await transaction(store.db, async (tx) => {
    await sql`SELECT pg_advisory_xact_lock(${SIGNING_LOCK})`.execute(tx);
    expect(await sysadmin.call('Users.Erase', { userName })).toMatchObject({ status: 503, problem: { code: 'Busy' } });
  });
  expect((await sysadmin.call('Users.Erase', { userName })).status).toBe(200);
});

it('an event changed by another program in the same way is a forgery', async () => {
  const { sysadmin, userName } = await personWithHistory();
  await sign();
  const { pseudonym } = await sysadmin.ok('Users.Erase', { userName });
  expect((await verify()).brokenAt).toBeNull();
  const forge = (statement: string) =>
    site.database.query(`BEGIN; SET LOCAL gatehouse.audit_change = 'erasure'; ${statement}; COMMIT`);
  await forge(`UPDATE audit_events SET actor = 'sysadmin' WHERE actor = '${pseudonym}'`);
  expect((await verify()).brokenAt).not.toBeNull();
  await forge(
    `UPDATE audit_events e SET actor = '${pseudonym}' FROM audit_erasures x WHERE x.seq = e.seq AND actor = 'sysadmin' AND target = '${pseudonym}'`,
  );
  await forge(
    `UPDATE audit_events SET actor = '${pseudonym}' WHERE actor = 'sysadmin' AND seq IN (SELECT seq FROM audit_erasures)`,
  );
  await forge(`UPDATE audit_erasures SET key_id = NULL`);
  expect((await verify()).brokenAt).not.toBeNull();
  // The next stories have a whole chain.
  await site.database.query('BEGIN; DELETE FROM audit_erasures; DELETE FROM audit_signatures; DELETE FROM audit_daily; COMMIT');
});

it('Only a system administrator erases, only a disabled account, with a fresh proof, never the own; a system administrator only two', async () => {
  const { userName, userId } = await unusedMember(site, { organisation: 'Harbour Mutual' });
  const [subadmin, sysadmin, other] = [
    await logInAs(site, 'subadmin'),
    await logInAs(site, 'sysadmin'),
    await logInAs(site, 'system_only'),
  ];
  expect(await subadmin.call('Users.Erase', { userName })).toMatchObject(refused('Forbidden'));
  expect(await sysadmin.call('Users.Erase', { userName })).toMatchObject(refused('StillEnabled'));
  expect(await sysadmin.call('Users.Erase', { userName: 'sysadmin' })).toMatchObject(refused('OwnAccount'));
  await site.database.query(`UPDATE users SET roles = '{SystemAdministration}', enabled = false WHERE user_id = $1`, [userId]);
  expect(await sysadmin.call('Users.Erase', { userName })).toMatchObject(refused('ApprovalNeeded'));
  await authenticatedAgo(site, '1 hour', 'sysadmin');
  expect(await sysadmin.call('Users.Erase', { userName })).toMatchObject(refused('ConfirmIdentity'));
  // The same call by another administrator is another request.
  expect(await other.call('Users.Erase', { userName })).toMatchObject(refused('ApprovalNeeded'));
  const asked = (await other.ok('Approvals.List')).find(({ target, own }) => target === userName && !own);
  await other.ok('Approvals.Approve', { requestId: asked!.requestId });
  expect((await (await logInAs(site, 'sysadmin')).call('Users.Erase', { userName })).status).toBe(200);
  expect(await other.call('Users.User', { userName })).toMatchObject({ status: 404 });
});

it('Events older than AUDIT_RETENTION_DAYS are dropped, and their signatures prove that nothing else is missing', async () => {
  await sign();
  const { signatures, events, mark } = await verify();
  expect(signatures).toBeGreaterThan(0);
  const inADay = new Date(Date.now() + 86_400_000);
  expect(await dropOldEvents(store.db, inADay, new Date(), auditKeysOf(keyring, store.db))).toBe(events);
  expect(await verify(mark)).toMatchObject({ brokenAt: null, removed: events, events: 0, unsigned: 1 });
  await sign();
  expect(await verify(mark)).toMatchObject({ brokenAt: null, events: 1 });
  await site.database
    .query(`UPDATE audit_signatures SET removed_at = now(), removal_key_id = key_id, removal_proof = '\\x00'::bytea
    WHERE number = (SELECT max(number) FROM audit_signatures)`);
  await site.database.query(`BEGIN; SET LOCAL gatehouse.audit_change = 'retention'; DELETE FROM audit_events; COMMIT`);
  expect((await verify()).brokenAt).not.toBeNull();
});

it('Tickets are deleted with their attachments TICKET_RETENTION_DAYS after their last entry; expired tokens of applications at once', async () => {
  const anonymous = createClient(site);
  const send = (Email: string) =>
    anonymous.ok('Support.CreateTicket', {
      body: { Email, IssueDescription: 'Help.', Urgency: 'Low', attachments: [new File(['note'], 'note.txt')] },
    } as never);
  await send('old@example.net');
  await send('answered@example.net');
  await site.database.query(`UPDATE tickets SET created_at = created_at - interval '10 days'`);
  await clear(site, 'ticket_entries');
  const desk = await logInAs(site, 'support_user');
  const { rows } = await desk.ok('Tickets.List', { search: 'answered@example.net' });
  await desk.ok('Tickets.Note', { ticketNumber: rows[0]?.ticketNumber ?? '', body: { text: 'I ask the vendor.' } });
  await send('new@example.net');
  await site.database.query(
    `INSERT INTO oidc_tokens (model, token_hash, payload, created_at, expires_at)
     SELECT model, 'hash', '{}', now(), now() + minutes * interval '1 minute'
       FROM (VALUES ('Interaction', -1), ('PushedAuthorizationRequest', 1)) AS t (model, minutes)`,
  );
  await cleanUpNow();
  expect(await site.database.query(`SELECT fields ->> 'Email' AS email FROM tickets ORDER BY 1`)).toEqual([
    { email: 'answered@example.net' },
    { email: 'new@example.net' },
  ]);
  expect(await site.database.query('SELECT FROM attachments')).toHaveLength(2);
  expect(await site.database.query('SELECT model FROM oidc_tokens')).toEqual([{ model: 'PushedAuthorizationRequest' }]);
});

it('Without an announcement, no statement changes, drops or empties the audit', async () => {
  for (const statement of [`UPDATE audit_events SET actor = 'x'`, 'DELETE FROM audit_events', 'TRUNCATE audit_events'])
    await expect(site.database.query(statement)).rejects.toThrow(/append-only/);
  await expect(
    site.database.query(`BEGIN; SET LOCAL gatehouse.audit_change = 'erasure'; TRUNCATE audit_events; COMMIT`),
  ).rejects.toThrow(/append-only/);
  await site.database.query('ROLLBACK');
});
