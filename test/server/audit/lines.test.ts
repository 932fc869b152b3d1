/** The audit report by lines: an act on many users is one line, with its users behind it, and no event is lost. */
import { randomUUID } from 'node:crypto';
import type { ListedEvent } from '@api/contract/audit.ts';
import type { Client } from '../../support/client.ts';
import { eventually } from '../../support/eventually.ts';
import { logInAs } from '../../support/logInAs.ts';
import { type Member, membersOf } from '../../support/membersOf.ts';
import { useServer } from '../../support/useServer.ts';

const site = useServer();
const HARBOUR = 'Harbour Mutual';
const NORTHGATE = 'Northgate Portfolio';

let system: Client;
let harbour: Client;
let northgate: Client;
beforeAll(async () => {
  system = await logInAs(site, 'sysadmin');
  harbour = await logInAs(site, 'subadmin');
  northgate = await logInAs(site, 'second_sub');
});

const linesOf = async (client: Client, query: Parameters<typeof client.ok<'Users.AuditReport'>>[1] = {}) =>
  (await client.ok('Users.AuditReport', { grouped: true, limit: 500, ...query })).events;
const lineOf = async (client: Client, bulkId: string) =>
  (await linesOf(client)).filter(({ details }) => details.operation === bulkId);

async function disable(by: Client, those: readonly Member[]): Promise<string> {
  const userIds = those.map(({ userId }) => userId);
  const { operationId } = await by.ok('Operations.Start', { body: { kind: 'disable', userIds } });
  await eventually('its end', async () => (await by.ok('Operations.Get', { operationId })).finishedAt !== null);
  return operationId;
}

/** Inserts an event about a user for each name of an act, in the order of the list, one second apart from `base` on. */
const plant = (
  base: string,
  events: readonly {
    readonly operation?: string;
    readonly target: string;
    readonly outcome?: string;
    readonly organisation?: string;
  }[],
) =>
  site.database.query(
    `INSERT INTO audit_events (event_id, at, actor, action, target, target_user_id, organisation_id, organisation, outcome, details)
     SELECT gen_random_uuid(), $1::timestamptz + n * interval '1 second', 'planter', 'Users.Unlock', e->>'target', md5(e->>'target')::uuid,
            organisation_id, name, coalesce(e->>'outcome', 'success'),
            CASE WHEN e ? 'operation' THEN jsonb_build_object('operation', e->'operation') ELSE '{}' END
       FROM jsonb_array_elements($2::jsonb) WITH ORDINALITY AS l (e, n)
       JOIN organisations ON name = coalesce(e->>'organisation', $3)`,
    [base, JSON.stringify(events), HARBOUR],
  );

async function everyPage(client: Client, query: object, limit: number, between?: (page: number) => Promise<unknown>) {
  const events: ListedEvent[] = [];
  for (let cursor: string | undefined, page = 1; ; page += 1) {
    const reply = await client.ok('Users.AuditReport', {
      grouped: true,
      limit,
      ...query,
      ...(cursor !== undefined && { cursor }),
    });
    events.push(...reply.events);
    if (reply.nextCursor === null) return { events, lines: reply.lines };
    cursor = reply.nextCursor;
    await between?.(page);
  }
}

test('an act on six users is one line with their number; its address lists and exports each of them, and programs get what they got before', async () => {
  const those = await membersOf(site.database, HARBOUR, 6);
  const bulkId = await disable(harbour, those);
  const [line, ...others] = await lineOf(harbour, bulkId);
  expect(others).toEqual([]);
  expect(line).toMatchObject({
    action: 'Operations.Start',
    actor: 'subadmin',
    bulk: { bulkId, users: 6, failed: 0, first: { action: 'Users.Enable', outcome: 'success', details: { enabled: false } } },
  });

  const members = await harbour.ok('Users.AuditReport', { bulk: bulkId });
  expect(members.total).toBe(7);
  expect(members.events.map(({ target }) => target)).toEqual(expect.arrayContaining(those.map(({ userName }) => userName)));
  expect(members.events.every((event) => !('bulk' in event))).toBe(true);
  expect(members).not.toHaveProperty('lines');
  expect(
    (await harbour.raw(`/api/Users/AuditReport?format=csv&grouped=true&bulk=${bulkId}`)).text.trim().split('\n'),
  ).toHaveLength(8);

  const [all, grouped] = [await harbour.ok('Users.AuditReport', {}), await harbour.ok('Users.AuditReport', { grouped: true })];
  expect(all.events.filter(({ details }) => details.operation === bulkId)).toHaveLength(7);
  expect(grouped.total).toBe(all.total);
  expect(grouped.lines).toBeLessThanOrEqual(all.total - 6);
});

test('a user for whom it fails has an event with the reason, and counts as failed until it succeeds', async () => {
  const those = await membersOf(site.database, HARBOUR, 3);
  await site.database.query(`
    CREATE FUNCTION refuse_one() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'refused'; END $$;
    CREATE TRIGGER refuse_one BEFORE UPDATE ON users FOR EACH ROW WHEN (OLD.user_id = '${those[0]!.userId}') EXECUTE FUNCTION refuse_one()`);
  const bulkId = await disable(harbour, those);
  await site.database.query(`DROP TRIGGER refuse_one ON users`);
  expect((await lineOf(harbour, bulkId))[0]?.bulk).toMatchObject({ users: 3, failed: 1, first: { outcome: 'success' } });
  const [failed] = (await harbour.ok('Users.AuditReport', { bulk: bulkId, outcome: 'failure' })).events;
  expect(failed).toMatchObject({ action: 'Users.Enable', target: those[0]!.userName, actor: 'subadmin', organisation: HARBOUR });
  expect(failed?.details).toMatchObject({ code: 'ServerError', operation: bulkId });

  await harbour.ok('Operations.Retry', { operationId: bulkId });
  await eventually('its end', async () => (await lineOf(harbour, bulkId))[0]?.bulk?.failed === 0);
});

test('who sees two of five gets a line about two, and one user alone is that event', async () => {
  const [own, others] = [await membersOf(site.database, HARBOUR, 3), await membersOf(site.database, NORTHGATE, 3)];
  const bulkId = await disable(system, [...own, ...others.slice(0, 2)]);
  expect((await lineOf(system, bulkId))[0]?.bulk).toMatchObject({ users: 5, organisation: null });
  const [line] = await lineOf(northgate, bulkId);
  expect(line).toMatchObject({
    action: 'Users.Enable',
    organisation: NORTHGATE,
    bulk: { users: 2, failed: 0, organisation: NORTHGATE },
  });
  const members = await northgate.ok('Users.AuditReport', { bulk: bulkId });
  expect(new Set(members.events.map(({ organisation }) => organisation))).toEqual(new Set([NORTHGATE]));
  expect(members.total).toBe(2);

  const second = await disable(system, [...(await membersOf(site.database, HARBOUR, 2)), others[2]!]);
  const [single] = await lineOf(northgate, second);
  expect(single).toMatchObject({ action: 'Users.Enable', target: others[2]!.userName });
  expect(single).not.toHaveProperty('bulk');
  expect((await northgate.ok('Users.AuditReport', { bulk: randomUUID() })).total).toBe(0);
});

test('a filter that names one person finds the event about that person, and one of outcomes the line about those', async () => {
  const operation = randomUUID();
  await plant('2026-02-01T00:00:00Z', [
    { operation, target: 'lines_ann' },
    { operation, target: 'lines_bea', outcome: 'refused' },
    { operation, target: 'lines_cid', outcome: 'refused' },
  ]);
  const [found, ...others] = await linesOf(harbour, { person: 'lines_bea' });
  expect(others).toEqual([]);
  expect(found).toMatchObject({ target: 'lines_bea', action: 'Users.Unlock' });
  expect(found).not.toHaveProperty('bulk');
  expect(await linesOf(harbour, { target: 'lines_ann' })).toMatchObject([{ target: 'lines_ann' }]);
  const period = { from: '2026-02-01T00:00:00Z', to: '2026-02-02T00:00:00Z' };
  expect(await linesOf(harbour, { ...period, outcome: 'refused' })).toMatchObject([{ bulk: { users: 2, failed: 2 } }]);
  expect(await linesOf(harbour, { ...period, person: 'planter' })).toMatchObject([{ bulk: { users: 3, failed: 2 } }]);
});

test('two acts at once, over the border of pages, are two lines on one page each, in any size of page', async () => {
  const [one, other] = [randomUUID(), randomUUID()];
  await plant('2026-03-01T00:00:00Z', [
    { target: 'first' },
    ...Array.from({ length: 30 }, (_, n) => ({ operation: n % 2 ? one : other, target: `of_${String(n)}` })),
    { target: 'between' },
    ...Array.from({ length: 5 }, (_, n) => ({ operation: one, target: `late_${String(n)}` })),
    { target: 'last' },
  ]);
  const period = { from: '2026-03-01T00:00:00Z', to: '2026-03-02T00:00:00Z' };
  for (const limit of [1, 2, 3, 500]) {
    const { events, lines } = await everyPage(harbour, period, limit);
    expect(events.map(({ target, bulk }) => [target, bulk?.users])).toEqual([
      ['last', undefined],
      ['between', undefined],
      ['of_1', 20],
      ['of_0', 15],
      ['first', undefined],
    ]);
    expect(lines).toBe(5);
  }
});

test('while one scrolls an act goes on: its line stays where it began, and no line comes twice or is left out', async () => {
  const operation = randomUUID();
  await plant('2026-04-01T00:00:00Z', [
    { target: 'oldest' },
    { operation, target: 'one' },
    { operation, target: 'two' },
    ...Array.from({ length: 6 }, (_, n) => ({ target: `later_${String(n)}` })),
  ]);
  const period = { from: '2026-04-01T00:00:00Z', to: '2026-04-02T00:00:00Z' };
  const { events } = await everyPage(harbour, period, 2, (page) =>
    plant(`2026-04-01T01:0${String(page)}:00Z`, [{ operation, target: `more_${String(page)}` }]),
  );
  expect(events.map(({ target }) => target)).toEqual([...[5, 4, 3, 2, 1, 0].map((n) => `later_${String(n)}`), 'one', 'oldest']);
  expect(events.find(({ target }) => target === 'one')?.bulk?.users).toBe(5);
});

test('a list of users that is imported, and invitations sent together, are a line each', async () => {
  const { organisation } = await harbour.ok('Users.Self');
  const users = ['one', 'two', 'three'].map((name) => ({
    externalId: `lines-${name}`,
    userName: `lines_${name}`,
    email: `lines.${name}@example.com`,
    firstName: 'Lines',
    lastName: name,
    organisationPublicId: organisation.publicId,
    enabled: true,
    roles: ['Member'],
  }));
  await system.ok('Users.Sync', { body: { source: 'lines', dryRun: false, disableMissing: false, users } });
  expect((await linesOf(system, { action: 'Users.Sync' }))[0]?.bulk).toMatchObject({
    users: 3,
    failed: 0,
    first: { details: { kind: 'created' } },
  });
  expect((await linesOf(harbour, { action: 'Users.Sync' }))[0]?.bulk).toMatchObject({ users: 3 });

  const about = { firstName: 'Ada', lastName: 'Lines', roles: ['Member'] };
  const ids: string[] = [];
  for (const name of ['a', 'b'])
    ids.push((await harbour.ok('Invite.CreateUser', { body: { ...about, email: `${name}@lines.example` } })).userId);
  await harbour.ok('Invite.SendEmail', { body: { userIds: ids } });
  expect((await linesOf(harbour, { action: 'Invite.SendEmail' }))[0]?.bulk).toMatchObject({ users: 2 });
});
