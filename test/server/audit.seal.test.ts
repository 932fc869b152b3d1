/** The seals of the audit: whatever is changed, taken out or put in afterwards breaks the chain, and where is told. */
import { latestMark, parseMark, sealAudit, verifySeals } from '../../server/audit/audit.seal.ts';
import { openDatabase, openPool, type Db, type DatabaseAccess } from '../../server/db/database.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';

describe('The seals of the audit', () => {
  let database: TestDatabase;
  let store: DatabaseAccess;
  let db: Db;

  beforeEach(async () => {
    database = await createDatabase();
    const pool = openPool({ url: database.url, poolSize: 4, connectTimeoutMs: 5000, statementTimeoutMs: 0 });
    db = openDatabase(pool);
    store = { db, pool };
    await sealAudit(db, new Date());
    await plant(3);
    await sealAudit(db, new Date());
  });
  afterEach(async () => {
    await db.destroy();
    await database.drop();
  });

  const plant = (count: number) =>
    database.query(
      `INSERT INTO audit_events (event_id, at, action, outcome) SELECT gen_random_uuid(), now(), 'Story.Seal', 'success' FROM generate_series(1, $1::int)`,
      [count],
    );

  const tamper = async (statement: string) => {
    await database.query('ALTER TABLE audit_events DISABLE TRIGGER USER');
    await database.query(statement);
  };
  const newest = `(SELECT max(seq) FROM audit_events)`;

  test('hold over everything that was sealed, and count what is not sealed yet', async () => {
    await plant(2);
    const { events, brokenAt, unsealed } = await verifySeals(store);
    const { all } = await database.row<{ all: number }>('SELECT count(*)::int AS all FROM audit_events');
    expect([brokenAt, unsealed, events]).toEqual([null, 2, all - 2]);
    expect(await sealAudit(db, new Date())).toBe(2);
    expect(await sealAudit(db, new Date())).toBe(0);
  });

  test.each([
    ['changed', `UPDATE audit_events SET details = '{"x": 1}' WHERE seq = ${newest}`],
    ['taken out', `DELETE FROM audit_events WHERE seq = ${newest} - 1`],
    [
      'put in',
      `WITH moved AS (DELETE FROM audit_events WHERE seq = ${newest} RETURNING *)
       INSERT INTO audit_events OVERRIDING SYSTEM VALUE
       SELECT -1, gen_random_uuid(), at, 'forger', null, action, null, null, null, null, outcome, null, null, '{}' FROM moved`,
    ],
    ['emptied', 'TRUNCATE audit_events'],
  ])('break where an event is %s afterwards', async (_how, statement) => {
    expect((await verifySeals(store)).brokenAt).toBeNull();
    await tamper(statement);
    expect((await verifySeals(store)).brokenAt).not.toBeNull();
  });

  test('break where a seal itself is changed or taken out', async () => {
    await database.query(`DELETE FROM audit_seals WHERE last_seq = (SELECT min(last_seq) FROM audit_seals)`);
    expect((await verifySeals(store)).brokenAt).not.toBeNull();
  });

  test('that are taken away at the end, with all that they seal, are missed by whoever has kept a mark, though others are put there', async () => {
    const { mark } = await verifySeals(store);
    const kept = parseMark(mark ?? '');
    expect(await verifySeals(store, kept)).toMatchObject({ brokenAt: null, mark });
    await tamper(`DELETE FROM audit_events WHERE seq > (SELECT min(last_seq) FROM audit_seals)`);
    await database.query(`DELETE FROM audit_seals WHERE last_seq > (SELECT min(last_seq) FROM audit_seals)`);
    expect((await verifySeals(store)).brokenAt).toBeNull();
    expect((await verifySeals(store, kept)).brokenAt).toBe(kept?.last_seq);
    await plant(3);
    await sealAudit(db, new Date());
    expect((await verifySeals(store)).brokenAt).toBeNull();
    expect((await verifySeals(store, kept)).brokenAt).toBe(kept?.last_seq);
  });

  test('have marks that stand for all before: of an older one too', async () => {
    const { mark } = await verifySeals(store);
    await plant(1);
    await sealAudit(db, new Date());
    expect(await latestMark(db)).not.toBe(mark);
    expect((await verifySeals(store, parseMark(mark ?? ''))).brokenAt).toBeNull();
  });

  test.each(['', '12', '12-abc', `-1-${'0'.repeat(64)}`, `1-${'g'.repeat(64)}`])('have no mark like "%s"', (text) => {
    expect(parseMark(text)).toBeUndefined();
  });

  test('wait for a writer who has not finished, so that nothing slips in behind a seal', async () => {
    const open = await db.startTransaction().execute();
    await open
      .insertInto('audit_events')
      .values({
        event_id: '00000000-0000-4000-8000-000000000000',
        at: new Date(),
        action: 'Story.Slow',
        outcome: 'success',
        details: '{}',
      })
      .execute();
    await plant(1);
    expect(await sealAudit(db, new Date())).toBe(0);
    await open.commit().execute();
    expect(await sealAudit(db, new Date())).toBe(2);
    expect((await verifySeals(store)).brokenAt).toBeNull();
  });
});
