/** The audit in partitions of a month: they are created ahead, and wrong clocks do no harm. */
import { appendAuditEvent, systemOrigin } from '../../../server/audit/append.ts';
import { dropOldEvents } from '../../../server/audit/retention.ts';
import {
  dropEmptyPartitions,
  endOfMonth,
  makePartitions,
  partitionedMonths,
  partitionOf,
  startOfMonth,
} from '../../../server/audit/partitions.ts';
import { signAudit } from '../../../server/audit/sign.ts';
import { verifyAudit } from '../../../server/audit/verify.ts';
import { openDatabase, type DatabaseAccess } from '../../../server/db/database.ts';
import { eventually } from '../../support/eventually.ts';
import { createDatabase, type TestDatabase } from '../../support/database.ts';
import { openTestPool } from '../../support/openTestPool.ts';

let database: TestDatabase;
let access: DatabaseAccess;

beforeEach(async () => {
  database = await createDatabase();
  const pool = openTestPool(database.url, 6);
  access = { pool, db: openDatabase(pool) };
});
afterEach(async () => {
  await access.db.destroy();
  await database.drop();
});

const append = (at: Date, action = 'Story.Write') => appendAuditEvent(access.db, systemOrigin(at), { action });

const insertAt = (times: readonly string[]) =>
  database.query(
    `INSERT INTO audit_events (event_id, at, action, outcome) SELECT gen_random_uuid(), at, 'Story.At', 'success'
       FROM unnest($1::timestamptz[]) at`,
    [times],
  );

const partitionOfEach = (action: string) =>
  database.query<{ at: Date; name: string }>(
    `SELECT at, tableoid::regclass::text AS name FROM audit_events WHERE action = $1 ORDER BY at`,
    [action],
  );

describe('Partitions', () => {
  const inAYear = new Date(Date.now() + 366 * 24 * 60 * 60_000);
  const names = async () => (await partitionedMonths(access.db)).map(partitionOf);

  test('of the next months are made once by two processes at once; events of any year are taken, and found in their month', async () => {
    const year = inAYear.getUTCFullYear();
    const month = inAYear.toISOString().slice(0, 7);
    await insertAt(['0099-01-01T00:00:00Z', `${month}-01T00:00:00Z`, `${String(year + 9)}-06-01T00:00:00Z`]);
    const former = await names();
    const made = await Promise.all([makePartitions(access.db, inAYear), makePartitions(access.db, inAYear)]);
    expect(made.flat()).toHaveLength(4);
    expect(await names()).toEqual([...former, ...made.flat().sort()]);
    expect(await makePartitions(access.db, inAYear)).toEqual([]);
    const partition = `audit_events_${month.replace('-', '_')}`;
    expect((await partitionOfEach('Story.At')).map(({ name }) => name)).toEqual([
      'audit_events_default',
      partition,
      'audit_events_default',
    ]);
    const indexes = (table: string) =>
      database.query(
        `SELECT replace(pg_get_indexdef(indexrelid), indexrelid::regclass::text, '') ~ 'UNIQUE' AS "isUnique", indkey::text, indoption::text
           FROM pg_index WHERE indrelid = $1::regclass ORDER BY 1, 2, pg_get_indexdef(indexrelid)`,
        [table],
      );
    expect(await indexes(partition)).toEqual(await indexes('audit_events_default'));
    for (const statement of [`UPDATE ${partition} SET actor = 'x'`, `DELETE FROM ${partition}`, `TRUNCATE ${partition}`])
      await expect(database.query(statement)).rejects.toThrow('append-only');
    await signAudit(access.db, new Date());
    expect(await verifyAudit(access)).toMatchObject({ brokenAt: null, unsigned: 0 });
  });

  test('are made without a failure of concurrent writers', async () => {
    const month = inAYear.toISOString().slice(0, 7);
    await append(inAYear, 'Story.Before');
    const making = await access.pool.connect();
    try {
      await making.query('BEGIN');
      await making.query(`SELECT make_audit_partition($1, $2, $3)`, [partitionOf(month), startOfMonth(month), endOfMonth(month)]);
      const writing = append(inAYear, 'Story.Meanwhile');
      await eventually('the event that waits', async () => {
        const waiting = `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query ILIKE 'insert into "audit_events"%'`;
        return (await database.query(waiting)).length === 1;
      });
      await making.query('COMMIT');
      await writing;
    } finally {
      making.release();
    }
    for (const action of ['Story.Before', 'Story.Meanwhile'])
      expect(await partitionOfEach(action)).toMatchObject([{ name: partitionOf(month) }]);
  });

  test('of former months are dropped when retention has emptied them', async () => {
    await makePartitions(access.db, inAYear);
    await append(inAYear);
    await signAudit(access.db, new Date());
    const later = new Date(Number(inAYear) + 200 * 24 * 60 * 60_000);
    await dropEmptyPartitions(access.db, later);
    const kept = await names();
    expect(kept).toContain(`audit_events_${inAYear.toISOString().slice(0, 7).replace('-', '_')}`);
    const keys = { key: undefined, findKey: () => Promise.resolve(undefined) };
    expect(await dropOldEvents(access.db, later, later, keys)).toBeGreaterThan(1);
    expect(await dropEmptyPartitions(access.db, later)).toEqual(kept);
    await append(later);
    expect(await partitionOfEach('Operator.DropOldEvents')).toMatchObject([{ name: 'audit_events_default' }]);
    expect(await verifyAudit(access)).toMatchObject({ brokenAt: null });
  });
});
