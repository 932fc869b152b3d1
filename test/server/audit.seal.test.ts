/** The seals of the audit: whatever is changed, taken out or put in afterwards breaks the chain, and where is told. */
import { createHash, createHmac } from 'node:crypto';
import { latestMark, parseMark, sealAudit, serialise } from '../../server/audit/audit.seal.ts';
import { verifySeals } from '../../server/audit/audit.verify.ts';
import { openDatabase, openPool, type Db, type DatabaseAccess } from '../../server/db/database.ts';
import type { AuditKey } from '../../server/encryption/keyring.ts';
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

  describe('with a key', () => {
    const keys: readonly AuditKey[] = ['first', 'second'].map((keyId) => ({
      keyId,
      hmac: () => createHmac('sha256', `key ${keyId}`),
    }));
    const findKey = (keyId: string) => Promise.resolve(keys.find((key) => key.keyId === keyId));
    const verify = () => verifySeals(store, undefined, findKey);

    beforeEach(async () => {
      for (const key of keys) {
        await plant(2);
        await sealAudit(db, new Date(), key);
      }
    });

    /** What a thief of the database does: every event and seal rewritten as the program itself would, but for the key. */
    async function forge(keyOf: (seal: { key_id: string | null }) => string | null) {
      await tamper(`UPDATE audit_events SET actor = 'somebody_else' WHERE seq = ${newest}`);
      const seals = await database.query<{ key_id: string | null; last_seq: string }>(
        'SELECT * FROM audit_seals ORDER BY last_seq',
      );
      await database.query('DELETE FROM audit_seals');
      for (const seal of seals) {
        await database.query(
          `INSERT INTO audit_seals (last_seq, events, hash, sealed_at, key_id) VALUES ($1, 0, '', now(), $2)`,
          [seal.last_seq, keyOf(seal)],
        );
      }
      let former = Buffer.alloc(32);
      let from = 0;
      for (const seal of seals) {
        const rows = await db
          .selectFrom('audit_events')
          .selectAll()
          .where('seq', '>', from)
          .where('seq', '<=', Number(seal.last_seq))
          .orderBy('seq')
          .execute();
        const hash = createHash('sha256').update(former);
        for (const row of rows) hash.update(serialise(row));
        former = hash.digest();
        from = Number(seal.last_seq);
        await database.query('UPDATE audit_seals SET events = $2, hash = $3 WHERE last_seq = $1', [from, rows.length, former]);
      }
    }

    test('hold after older ones without, over a change of the key, and tell how many have none', async () => {
      expect(await verify()).toMatchObject({ seals: 4, unkeyed: 2, brokenAt: null, unsealed: 0 });
    });

    test('break where all is rewritten and sealed anew without the key', async () => {
      await forge(({ key_id: keyId }) => keyId);
      expect((await verify()).brokenAt).not.toBeNull();
    });

    test('break where one without a key follows one with', async () => {
      await plant(1);
      await sealAudit(db, new Date());
      expect((await verify()).brokenAt).not.toBeNull();
    });

    test('show that they have none, where all are forged without', async () => {
      await forge(() => null);
      expect(await verify()).toMatchObject({ seals: 4, unkeyed: 4, brokenAt: null });
    });
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
