/** The histogram of the audit: the same events as the report counts, by time, outcome and the most frequent values. */
import { barEdges } from '../../../server/audit/barEdges.ts';
import { signAudit } from '../../../server/audit/sign.ts';
import { openDatabase, type Db } from '../../../server/db/database.ts';
import type { Client } from '../../support/client.ts';
import { logInAs } from '../../support/logInAs.ts';
import { openTestPool } from '../../support/openTestPool.ts';
import { useServer } from '../../support/useServer.ts';

const site = useServer();
let db: Db;
let system: Client;
let harbour: Client;

beforeAll(async () => {
  db = openDatabase(openTestPool(site.database.url, 2));
  system = await logInAs(site, 'sysadmin');
  harbour = await logInAs(site, 'subadmin');
});
afterAll(() => db.destroy());

/** Events of an organisation, with actions that no operation writes. */
const insertEvents = (action: string, at: string, count: number, of: Record<string, string> = {}) =>
  site.database.query(
    `INSERT INTO audit_events (event_id, at, actor, action, target, organisation_id, organisation, outcome, ip)
     SELECT gen_random_uuid(), $2::timestamptz + n * interval '1 millisecond', $4, $1, 'planted', organisation_id, name, $5, $6
       FROM organisations, generate_series(1, $3::int) n WHERE name = $7`,
    [action, at, count, of.actor ?? 'planter', of.outcome ?? 'success', of.ip ?? null, of.organisation ?? 'Harbour Mutual'],
  );

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
type Filters = NonNullable<Parameters<typeof ask>[1]>;
const ask = (client: Client, query: Parameters<typeof client.ok<'Users.AuditHistogram'>>[1] = {}) =>
  client.ok('Users.AuditHistogram', query);
const totalOf = async (client: Client, query: Filters) => {
  const { bars } = await ask(client, query);
  return sum([...bars.success, ...bars.failure, ...bars.refused]);
};

it('has as many events as the report, for every filter, signed and rolled up or not yet', async () => {
  await insertEvents('Story.Bars', '2026-03-29T00:50:00Z', 7, { ip: '203.0.113.4' });
  await insertEvents('Story.Bars', '2026-03-29T01:20:00Z', 3, { outcome: 'refused', actor: 'other' });
  const filters: Filters[] = [
    {},
    { action: 'Story.' },
    { action: 'Story.Bars', outcome: 'refused' },
    { from: '2026-03-29T00:50:00.004Z', to: '2026-03-29T01:20:00.002Z' },
    { actor: 'Planter', from: '2026-03-29T00:00:00Z', to: '2026-03-30T00:00:00Z' },
    { target: 'planted', ip: '203.0.113.4' },
    { actor: 'nobody-is-called-so' },
    { from: '2026-03-30T00:00:00Z', to: '2026-03-29T00:00:00Z' },
  ];
  for (const round of ['before', 'after'])
    for (const client of [system, harbour])
      for (const filter of filters) {
        const { total } = await client.ok('Users.AuditReport', { ...filter, limit: 1 });
        expect([round, filter, await totalOf(client, filter)]).toEqual([round, filter, total]);
        if (round === 'after') continue;
        await signAudit(db, new Date());
      }
});

it('shows no events that the reader’s report does not have, neither in bars nor among the values', async () => {
  await insertEvents('Story.Foreign', '2026-05-05T10:00:00Z', 5, {
    organisation: 'Northgate Portfolio',
    actor: 'foreign_actor',
    ip: '198.51.100.77',
  });
  const own = JSON.stringify(await ask(harbour, { from: '2026-05-05T00:00:00Z', to: '2026-05-06T00:00:00Z' }));
  expect(own).not.toMatch(/Story\.Foreign|foreign_actor|198\.51\.100\.77/);
  expect(await totalOf(harbour, { action: 'Story.Foreign' })).toBe(0);
  expect(await totalOf(harbour, { actor: 'foreign_actor' })).toBe(0);
  expect((await ask(system, { action: 'Story.Foreign' })).facets).toEqual({
    action: [{ value: 'Story.Foreign', events: 5 }],
    actor: [{ value: 'foreign_actor', events: 5 }],
    ip: [{ value: '198.51.100.77', events: 5 }],
  });
});

it('says so where only the newest events are counted', async () => {
  await insertEvents('Story.Many', '2026-06-01T08:00:00Z', 1_000, { actor: 'early' });
  await insertEvents('Story.Many', '2026-06-01T09:00:00Z', 10_000, { actor: 'crowd' });
  const counted = await ask(system, { action: 'Story.Many' });
  expect(counted.countedNewest).toEqual({ bars: null, facets: 10_000 });
  expect([sum(counted.bars.success), counted.facets.action]).toEqual([11_000, [{ value: 'Story.Many', events: 11_000 }]]);
  expect(counted.facets.actor).toEqual([{ value: 'crowd', events: 10_000 }]);
  const read = await ask(system, { action: 'Story.Many', target: 'planted' });
  expect(read.countedNewest).toEqual({ bars: 10_000, facets: 10_000 });
  expect(sum(read.bars.success)).toBe(10_000);
  expect(read.edges[0]).toBe('2026-06-01T09:00:00.001Z');
});

it('has bars by the clock of the requested time zone, and refuses unknown zones', async () => {
  const query = { from: '2026-03-28T12:00:00+01:00', to: '2026-03-31T00:00:00+02:00' };
  const { edges } = await ask(system, { ...query, timeZone: 'Europe/Berlin' });
  expect(edges.slice(0, 2)).toEqual(['2026-03-28T11:00:00.000Z', '2026-03-28T12:00:00.000Z']);
  expect(edges).toContain('2026-03-28T23:00:00.000Z');
  expect(edges).toContain('2026-03-29T22:00:00.000Z');
  const refused = await system.call('Users.AuditHistogram', { timeZone: 'Moon/Base' });
  expect([refused.status, refused.problem]).toMatchObject([
    400,
    { code: 'Invalid', fields: { timeZone: expect.any(String) as string } },
  ]);
});

describe('Edges of bars', () => {
  const texts = (from: string, to: string, zone: string) =>
    barEdges(new Date(from), new Date(to), zone).map((edge) => edge.toISOString().replace(':00.000Z', 'Z'));

  it('are never a hundred, ascend, and are whole quarters of an hour within', () => {
    for (const zone of ['UTC', 'Europe/Berlin', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'America/St_Johns', 'Pacific/Apia'])
      for (let minutes = 1; minutes < 2_000_000_000; minutes *= 3) {
        const edges = barEdges(new Date(-1 - minutes * 10_000), new Date(minutes * 50_000), zone);
        expect(edges.length).toBeLessThan(100);
        for (const [index, edge] of edges.entries()) {
          if (index > 0) expect(edge > (edges[index - 1] as Date)).toBe(true);
          if (index > 0 && index < edges.length - 1) expect(Math.abs(edge.getTime() % 900_000)).toBe(0);
        }
      }
  });

  it.each([
    ['the hour that is not there', '2026-03-29T00:00Z', '2026-03-29T03:00Z', 13],
    ['the hour that is there twice', '2026-10-25T00:00Z', '2026-10-25T03:00Z', 9],
  ])('go over %s', (_which, from, to, count) => {
    expect(texts(from, to, 'Europe/Berlin')).toHaveLength(count);
  });

  it('are days, weeks from Monday, months or years of the zone', () => {
    expect(texts('2026-03-20T00:00Z', '2026-05-20T00:00Z', 'Europe/Berlin').slice(7, 10)).toEqual([
      '2026-03-26T23:00Z',
      '2026-03-27T23:00Z',
      '2026-03-28T23:00Z',
    ]);
    expect(texts('2025-01-01T00:00Z', '2026-01-01T00:00Z', 'UTC').slice(0, 3)).toEqual([
      '2025-01-01T00:00Z',
      '2025-01-06T00:00Z',
      '2025-01-13T00:00Z',
    ]);
    expect(texts('2022-01-15T00:00Z', '2026-01-01T00:00Z', 'UTC')[1]).toBe('2022-02-01T00:00Z');
    expect(texts('1990-01-15T00:00Z', '2026-01-01T00:00Z', 'UTC')[1]).toBe('1991-01-01T00:00Z');
  });
});
