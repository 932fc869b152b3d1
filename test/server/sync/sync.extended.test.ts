/** Directory sync: a list replaces the users of its source, all or nothing; a dry run only returns the changes. */
import { connect } from 'node:net';
import pg from 'pg';
import type { BodyOf, ReplyOf } from '../../../api/contract/index.ts';
import { auditEvents } from '../../support/auditEvents.ts';
import { setSource } from '../../support/changeUser.ts';
import { logInAs } from '../../support/logInAs.ts';
import { createClient, type Client } from '../../support/client.ts';
import { eventually } from '../../support/eventually.ts';
import { addOrganisation, approve, houseId, organisationIdOf } from '../../support/organisations.ts';
import { authenticatedAgo } from '../../support/sessions.ts';
import { useServer } from '../../support/useServer.ts';
import { userOf, users } from '../../support/userFacts.ts';

type Body = BodyOf<'Users.Sync'>;
type Row = Body['users'][number];

describe('A directory sync', () => {
  const site = useServer();
  let admin: Client;
  let harbour: string;
  let northgate: string;
  let sourceCount = 0;

  beforeAll(async () => {
    admin = await logInAs(site, 'sysadmin');
    harbour = await organisation('Harbour Mutual');
    northgate = await organisation('Northgate Portfolio');
  });

  const organisation = async (name: string) => await organisationIdOf(site, name);

  /** A separate source for each test, so that none affects another’s users. */
  const newSource = () => `hr-${String((sourceCount += 1))}`;

  function userRow(name: string, changes: Partial<Row> = {}): Row {
    return {
      externalId: `x-${name}`,
      userName: name,
      email: `${name}@directory.example`,
      firstName: 'Nina',
      lastName: 'Directory',
      organisationPublicId: harbour,
      enabled: true,
      roles: ['Member'],
      ...changes,
    };
  }

  const body = (source: string, users: Row[], more: Partial<Body> = {}): Body => ({
    source,
    dryRun: false,
    disableMissing: false,
    users,
    ...more,
  });

  const run = (source: string, users: Row[], more?: Partial<Body>) => admin.ok('Users.Sync', { body: body(source, users, more) });

  /** Everything a sync may change, read from the database. */
  const snapshot = async () =>
    JSON.stringify([
      await site.database.query('SELECT * FROM users ORDER BY user_id'),
      await site.database.query(`SELECT * FROM audit_events WHERE action = 'Users.Sync' ORDER BY seq`),
      await site.database.query('SELECT * FROM sync_runs ORDER BY at'),
      await site.database.query('SELECT session_id FROM sessions ORDER BY session_id'),
    ]);

  const stored = (userName: string) =>
    site.database.row<{ user_id: string; enabled: boolean; roles: string[]; email: string; last_name: string; version: number }>(
      'SELECT user_id, enabled, roles, email, last_name, version FROM users WHERE user_name = $1',
      [userName],
    );

  const counts = ({ created, updated, disabled, unchanged }: ReplyOf<'Users.Sync'>) => [created, updated, disabled, unchanged];

  test('a dry run returns the same reply as the sync and changes nothing; the sync is recorded as the last run', async () => {
    const source = newSource();
    await run(source, [userRow('stays_as_is'), userRow('gets_married'), userRow('is_leaving'), userRow('is_missing')]);
    const list = [
      userRow('stays_as_is'),
      userRow('gets_married', { lastName: 'Newname', roles: ['Support', 'Member'] }),
      userRow('is_leaving', { enabled: false }),
      userRow('is_brand_new'),
    ];
    const before = await snapshot();
    const dryRunReply = await run(source, list, { dryRun: true, disableMissing: true });
    expect(await snapshot()).toBe(before);
    const reply = await run(source, list, { disableMissing: true });
    expect(reply).toEqual(dryRunReply);
    expect(counts(reply)).toEqual([1, 1, 2, 1]);
    expect(reply.changes).toEqual([
      {
        userName: 'gets_married',
        kind: 'updated',
        fields: { lastName: { from: 'Directory', to: 'Newname' }, roles: { from: ['Member'], to: ['Member', 'Support'] } },
      },
      { userName: 'is_leaving', kind: 'disabled', fields: { enabled: { from: true, to: false } } },
      {
        userName: 'is_brand_new',
        kind: 'created',
        fields: expect.objectContaining({ email: { from: null, to: 'is_brand_new@directory.example' } }) as object,
      },
      { userName: 'is_missing', kind: 'disabled', fields: { enabled: { from: true, to: false } } },
    ]);
    expect(await stored('gets_married')).toMatchObject({ last_name: 'Newname', roles: ['Member', 'Support'], version: 2 });
    expect((await stored('is_missing')).enabled).toBe(false);
    const { lastSync } = await admin.ok('Users.LastSync');
    expect(lastSync).toMatchObject({ source, by: 'sysadmin', created: 1, updated: 1, disabled: 2, unchanged: 1 });
    expect(counts(await run(source, list, { disableMissing: true }))).toEqual([0, 0, 0, 4]);
  });

  test('writes one audit event for each changed user and one for the run', async () => {
    const source = newSource();
    await run(source, [userRow('audited_one'), userRow('audited_two')]);
    const events = await auditEvents(
      site,
      { action: 'Users.Sync', details: { source } },
      'target',
      'actor',
      'organisation',
      'details',
    );
    expect(events.map((event) => event.target)).toEqual(['audited_one', 'audited_two', source]);
    expect(events[0]).toMatchObject({ actor: 'sysadmin', organisation: 'Harbour Mutual', details: { kind: 'created' } });
    expect(events[2]).toMatchObject({ details: { created: 2, updated: 0, disabled: 0, unchanged: 0 } });
  });

  test('changes nothing if one row is invalid, and returns the errors of all rows in the caller’s language', async () => {
    const source = newSource();
    const list = [
      userRow('perfectly_fine'),
      userRow('bad_email', { email: 'nobody' }),
      userRow('short', { userName: 'abc', externalId: ' ' }),
      userRow('nowhere_else', { organisationPublicId: '00000000-0000-4000-8000-000000000000' }),
      userRow('strange_role', { roles: ['Emperor'] }),
      userRow('subadmin'),
      userRow('taken_email', { email: 'SUBADMIN@example.com' }),
      userRow('perfectly_fine', { externalId: 'again', email: 'else@directory.example' }),
      userRow('nul_in_name', { lastName: 'a\u0000b' }),
    ];
    const email = (await userOf(site, 'subadmin', 'email')).email;
    (list[6] as Row).email = email.toUpperCase();
    const before = await snapshot();
    const answer = await run(source, list);
    expect(await snapshot()).toBe(before);
    expect(counts(answer)).toEqual([0, 0, 0, 0]);
    expect(answer.changes).toEqual([]);
    expect(answer.errors).toEqual([
      { row: 2, field: 'email', message: 'Email must be a valid email address' },
      { row: 3, field: 'externalId', message: 'External ID is required' },
      { row: 3, field: 'userName', message: expect.stringMatching(/^The username must contain at least 6 characters/) as string },
      {
        row: 4,
        field: 'organisationPublicId',
        message: 'There is no organisation with the ID “00000000-0000-4000-8000-000000000000”.',
      },
      { row: 5, field: 'roles', message: 'There is no role “Emperor”.' },
      {
        row: 6,
        field: 'userName',
        message: expect.stringMatching(/^The username “subadmin” belongs to another account/) as string,
      },
      { row: 7, field: 'email', message: expect.stringMatching(/^The email address .* belongs to another account/) as string },
      { row: 8, field: 'userName', firstRow: 1, message: 'Username “perfectly_fine” is already in row 1.' },
      { row: 9, field: 'lastName', message: 'Last name contains characters that cannot be stored' },
    ]);
    expect(await run(source, list, { dryRun: true })).toEqual(answer);
    const german = await logInAs(site, 'sysadmin', { headers: { 'Accept-Language': 'de' } });
    const [first, , , fourth] = (await german.ok('Users.Sync', { body: body(source, list) })).errors;
    expect([first?.message, fourth?.message]).toEqual([
      'E-Mail muss eine gültige E-Mail-Adresse sein',
      'Es gibt keine Organisation mit der ID „00000000-0000-4000-8000-000000000000“.',
    ]);
  });

  test('keeps the identity of a user across changed names and addresses, even if two swap theirs', async () => {
    const source = newSource();
    await run(source, [userRow('swaps_with_b', { externalId: 'A' }), userRow('swaps_with_a', { externalId: 'B' })]);
    const [first, second] = [await stored('swaps_with_b'), await stored('swaps_with_a')];
    const swapped = await run(source, [
      userRow('swaps_with_a', { externalId: 'A' }),
      userRow('swaps_with_b', { externalId: 'B' }),
    ]);
    expect([swapped.errors, counts(swapped)]).toEqual([[], [0, 2, 0, 0]]);
    expect((await stored('swaps_with_a')).user_id).toBe(first.user_id);
    expect((await stored('swaps_with_b')).user_id).toBe(second.user_id);
  });

  test('links an unmanaged account if name and address both match, never by name alone', async () => {
    const source = newSource();
    const { user_id: userId, email } = await stored('ordinary');
    const foreign = await run(source, [userRow('ordinary')]);
    expect(foreign.errors).toHaveLength(1);
    const linked = await run(source, [userRow('ordinary', { email })]);
    expect(linked.changes[0]).toMatchObject({ kind: 'updated', fields: { externalId: { from: null, to: 'x-ordinary' } } });
    expect((await stored('ordinary')).user_id).toBe(userId);
    const other = await run(newSource(), [userRow('ordinary', { email })]);
    expect(other.errors[0]?.message).toMatch(/belongs to another account/);
  });

  test('ends the sessions and keys of disabled users at once; enabling restores none', async () => {
    const source = newSource();
    const { email } = await stored('support_user');
    const row = userRow('support_user', { email, roles: ['Support'] });
    await run(source, [row]);
    const worker = await logInAs(site, 'support_user');
    await worker.ok('ApiKey.Create', { name: 'nightly' });
    await run(source, [{ ...row, enabled: false }]);
    expect((await worker.call('Users.Self')).status).toBe(401);
    await run(source, [row]);
    expect((await worker.call('Users.Self')).status).toBe(401);
    expect(
      await site.database.query(`SELECT FROM api_keys k JOIN users u USING (user_id) WHERE u.user_name = 'support_user'`),
    ).toEqual([]);
    expect((await logInAs(site, 'support_user')).url).toBe(site.url);
  });

  test('ends the sessions of users moved to an organisation that is not approved', async () => {
    const source = newSource();
    const { email } = await stored('second_sub');
    const row = userRow('second_sub', { email, organisationPublicId: northgate, roles: ['SubscriberAdministration'] });
    await run(source, [row]);
    const moved = await logInAs(site, 'second_sub');
    const closed = await addOrganisation(site, 'Closed Doors');
    await approve(site, closed, false);
    await run(source, [{ ...row, organisationPublicId: closed }]);
    expect((await moved.call('Users.Self')).status).toBe(401);
  });

  test('invalidates a recovery link that was mailed to the former address', async () => {
    const source = newSource();
    await run(source, [userRow('new_address')]);
    await createClient(site).ok('Login.ForgotPassword', { body: { userNameOrEmail: 'new_address' } });
    const unused = () =>
      site.database.query(
        `SELECT FROM links l JOIN users u USING (user_id) WHERE u.user_name = 'new_address' AND used_at IS NULL`,
      );
    expect(await unused()).toHaveLength(1);
    await run(source, [userRow('new_address', { email: 'other@directory.example' })]);
    expect(await unused()).toEqual([]);
  });

  test('never disables, demotes, renames or moves its own caller, listed or missing', async () => {
    const source = newSource();
    const { email, roles } = await stored('sysadmin');
    const ownRow = userRow('sysadmin', { email, roles, organisationPublicId: await houseId(site) });
    for (const change of [
      { enabled: false },
      { roles: ['Member'] },
      { email: 'me@directory.example' },
      { organisationPublicId: harbour },
    ]) {
      await setSource(site, 'sysadmin', source, 'x-sysadmin');
      const { errors } = await run(source, [{ ...ownRow, ...change }]);
      expect(errors).toEqual([
        { row: 1, field: 'userName', message: expect.stringMatching(/^This is your own account/) as string },
      ]);
    }
    const missing = await run(source, [], { disableMissing: true });
    expect(counts(missing)).toEqual([0, 0, 0, 0]);
    expect(counts(await run(source, [{ ...ownRow, lastName: 'Renamed' }]))).toEqual([0, 1, 0, 0]);
    await admin.ok('Users.Self');
    await setSource(site, 'sysadmin', null, null);
  });

  test('disables missing users of its own source only', async () => {
    const [mine, other] = [newSource(), newSource()];
    await run(mine, [userRow('mine_remains'), userRow('mine_goes')]);
    await run(other, [userRow('of_another')]);
    const answer = await run(mine, [userRow('mine_remains')], { disableMissing: true });
    expect(answer.changes.map((change) => change.userName)).toEqual(['mine_goes']);
    expect((await stored('of_another')).enabled).toBe(true);
  });

  test('needs a system administrator with a fresh proof of identity', async () => {
    const refused = await (await logInAs(site, 'subadmin')).call('Users.Sync', { body: body(newSource(), []) });
    expect([refused.status, refused.problem?.code]).toEqual([403, 'Forbidden']);
    const stale = await logInAs(site, 'sysadmin');
    await authenticatedAgo(site, '31 minutes');
    expect((await stale.call('Users.Sync', { body: body(newSource(), []) })).problem?.code).toBe('ConfirmIdentity');
    await authenticatedAgo(site, '0');
  });

  test('refuses unauthorised callers before reading a large body', async () => {
    const member = await logInAs(site, 'ordinary');
    const answerTo = (headers: string): Promise<string> =>
      new Promise((resolve, reject) => {
        const socket = connect(Number(new URL(site.url).port), '127.0.0.1');
        socket.on('error', reject).once('data', (answer: Buffer) => {
          resolve(answer.toString().slice(9, 12));
          socket.destroy();
        });
        const announced = 'Content-Type: application/json\r\nContent-Length: 30000000';
        socket.write(`PUT /api/Users/Sync HTTP/1.1\r\nHost: x\r\n${headers}${announced}\r\n\r\n{"source": "`);
      });
    expect(await answerTo('')).toBe('401');
    const pair = `X-Requested-With: XMLHttpRequest\r\nX-XSRF-TOKEN: ${String(await member.cookie('XSRF-TOKEN'))}`;
    expect(await answerTo(`Cookie: ${await member.jar.getCookieString(site.url)}\r\n${pair}\r\n`)).toBe('403');
  });

  test('refuses an invalid body with 400 and the field, parsed inline or in a worker thread', async () => {
    const source = newSource();
    const send = (text: string) =>
      admin.raw('/api/Users/Sync', { method: 'PUT', body: text, headers: { 'Content-Type': 'application/json' } });
    const long = Array.from({ length: 500 }, (_, index) => userRow(`long_list_${String(index)}`));
    const bodyOf = (users: object[]) => JSON.stringify({ ...body(source, []), users });
    for (const users of [long.slice(0, 2), long]) {
      const passwords = await send(bodyOf(users.map((row) => ({ ...row, password: 'Tall-ships-9' }))));
      expect([passwords.status, passwords.problem?.code]).toEqual([400, 'Invalid']);
      expect(passwords.problem?.fields).toHaveProperty(['users.0.password']);
      expect((await send(`${bodyOf(users)}]`)).problem?.code).toBe('BadRequest');
      expect((await send(bodyOf(users).replace('"email"', '"__proto__"'))).status).toBe(400);
      expect((await send(bodyOf(users).replace('"email"', '"\\u005f_proto__"'))).status).toBe(400);
    }
    expect((await send('null')).status).toBe(400);
    expect(
      (await admin.raw('/api/Users/Sync', { method: 'PUT', body: 'a=b', headers: { 'Content-Type': 'text/plain' } })).status,
    ).toBe(415);
  });

  test('of thousands runs in a worker thread and in batches, and its reply matches the database', async () => {
    const source = newSource();
    const rows = Array.from({ length: 2500 }, (_, index) => userRow(`bulk_person_${String(index)}`));
    const answer = await run(source, rows);
    expect(counts(answer)).toEqual([2500, 0, 0, 0]);
    expect(answer.changes.map((change) => change.userName)).toEqual(rows.map((row) => row.userName));
    const people = (await users(site, { externalSource: source })).length;
    expect(people).toBe(2500);
  });

  describe('in progress', () => {
    let lockHolder: pg.Client;
    beforeAll(async () => {
      lockHolder = new pg.Client(site.database.url);
      await lockHolder.connect();
    });
    afterAll(() => lockHolder.end());

    const countBlocked = async () =>
      (
        await site.database.query(
          `SELECT FROM pg_stat_activity WHERE datname = current_database() AND query LIKE '%sync_rows%' AND wait_event_type = 'Lock'`,
        )
      ).length;

    /** Starts a sync that is blocked by a row lock on its user. */
    async function blockedSync(name: string, dryRun: boolean) {
      const source = newSource();
      await run(source, [userRow(name)]);
      await lockHolder.query('BEGIN');
      await lockHolder.query('SELECT FROM users WHERE user_name = $1 FOR UPDATE', [name]);
      const caller = new AbortController();
      const answer = admin
        .raw('/api/Users/Sync', {
          method: 'PUT',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify(body(source, [userRow(name, { lastName: 'Changed' })], { dryRun })),
          signal: caller.signal,
        })
        .catch((error: unknown) => error as Error);
      await eventually('the list to wait', async () => (await countBlocked()) === 1);
      return { caller, answer };
    }

    test('refuses another one as busy', async () => {
      const { answer } = await blockedSync('first_come', false);
      const second = await admin.call('Users.Sync', { body: body(newSource(), [userRow('second_come')]) });
      expect(second).toMatchObject({ status: 503, problem: { code: 'Busy' } });
      expect(second.headers.get('retry-after')).toMatch(/^\d+$/);
      await lockHolder.query('ROLLBACK');
      expect(await answer).toMatchObject({ status: 200 });
    });

    test('is cancelled if it is a dry run and its client disconnects, which frees the slot', async () => {
      const { caller, answer } = await blockedSync('held_in_vain', true);
      const other = newSource();
      caller.abort();
      await answer;
      await eventually('its transaction to end', async () => {
        const inTransaction = await site.database.query(
          `SELECT FROM pg_stat_activity WHERE datname = current_database() AND query LIKE '%sync_rows%' AND xact_start IS NOT NULL
              AND pid <> pg_backend_pid()`,
        );
        return inTransaction.length === 0;
      });
      expect(counts(await run(other, [userRow('comes_after_it')]))).toEqual([1, 0, 0, 0]);
      await lockHolder.query('ROLLBACK');
    });

    test('is completed if it is no dry run, even if its client disconnects', async () => {
      const { caller, answer } = await blockedSync('held_for_a_while', false);
      caller.abort();
      await answer;
      await lockHolder.query('ROLLBACK');
      await eventually('the change', async () => (await stored('held_for_a_while')).last_name === 'Changed');
    });
  });
});
