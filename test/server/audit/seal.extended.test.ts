/** Audit seals, a hash chain over the events: a later change, removal or insertion breaks it, and verification tells where. */
import { createHash, createHmac } from 'node:crypto';
import { digestOf } from '../../../server/audit/digest.ts';
import { latestMark, parseMark, sealAudit } from '../../../server/audit/seal.ts';
import { verifySeals } from '../../../server/audit/verify.ts';
import { openDatabase, openPool, type Db, type DatabaseAccess } from '../../../server/db/database.ts';
import type { AuditKey } from '../../../server/encryption/keyring.ts';
import { createDatabase, type TestDatabase } from '../../support/database.ts';

describe('Audit seals', () => {
  let database: TestDatabase;
  let access: DatabaseAccess;
  let db: Db;

  beforeEach(async () => {
    database = await createDatabase();
    const pool = openPool({ url: database.url, poolSize: 4, connectTimeoutMs: 5000, statementTimeoutMs: 0 });
    db = openDatabase(pool);
    access = { db, pool };
    await sealAudit(db, new Date());
    await insertEvents(3);
    await sealAudit(db, new Date());
  });
  afterEach(async () => {
    await db.destroy();
    await database.drop();
  });

  const insertEvents = (count: number) =>
    database.query(
      `INSERT INTO audit_events (event_id, at, action, outcome) SELECT gen_random_uuid(), now(), 'Story.Seal', 'success' FROM generate_series(1, $1::int)`,
      [count],
    );

  const tamper = async (statement: string) => {
    await database.query(`SET session_replication_role = replica; ${statement}; RESET session_replication_role`);
  };
  const newest = `(SELECT max(seq) FROM audit_events)`;

  test('cover all events when created; newer events count as unsealed', async () => {
    await insertEvents(2);
    const { events, brokenAt, unsealed } = await verifySeals(access);
    const { all } = await database.row<{ all: number }>('SELECT count(*)::int AS all FROM audit_events');
    expect([brokenAt, unsealed, events]).toEqual([null, 2, all - 2]);
    expect(await sealAudit(db, new Date())).toBe(2);
    expect(await sealAudit(db, new Date())).toBe(0);
  });

  test.each([
    ['changed', `UPDATE audit_events SET details = '{"x": 1}' WHERE seq = ${newest}`],
    ['removed', `DELETE FROM audit_events WHERE seq = ${newest} - 1`],
    [
      'inserted',
      `WITH moved AS (DELETE FROM audit_events WHERE seq = ${newest} RETURNING *)
       INSERT INTO audit_events OVERRIDING SYSTEM VALUE
       SELECT -1, gen_random_uuid(), at, 'forger', null, action, null, null, null, null, outcome, null, null, '{}' FROM moved`,
    ],
    ['removed by TRUNCATE', 'TRUNCATE audit_events'],
  ])('break if an event is %s afterwards', async (_how, statement) => {
    expect((await verifySeals(access)).brokenAt).toBeNull();
    await tamper(statement);
    expect((await verifySeals(access)).brokenAt).not.toBeNull();
  });

  test('break if a seal is removed', async () => {
    await database.query(`DELETE FROM audit_seals WHERE last_seq = (SELECT min(last_seq) FROM audit_seals)`);
    expect((await verifySeals(access)).brokenAt).not.toBeNull();
  });

  test('removed at the end together with their events are detected by a noted mark only, even if new ones replace them', async () => {
    const { mark } = await verifySeals(access);
    const kept = parseMark(mark ?? '');
    expect(await verifySeals(access, kept)).toMatchObject({ brokenAt: null, mark });
    await tamper(`DELETE FROM audit_events WHERE seq > (SELECT min(last_seq) FROM audit_seals)`);
    await database.query(`DELETE FROM audit_seals WHERE last_seq > (SELECT min(last_seq) FROM audit_seals)`);
    expect((await verifySeals(access)).brokenAt).toBeNull();
    expect((await verifySeals(access, kept)).brokenAt).toBe(kept?.last_seq);
    await insertEvents(3);
    await sealAudit(db, new Date());
    expect((await verifySeals(access)).brokenAt).toBeNull();
    expect((await verifySeals(access, kept)).brokenAt).toBe(kept?.last_seq);
  });

  describe('with a key', () => {
    const keys: readonly AuditKey[] = ['first', 'second'].map((keyId) => ({
      keyId,
      hmac: () => createHmac('sha256', `key ${keyId}`),
    }));
    const findKey = (keyId: string) => Promise.resolve(keys.find((key) => key.keyId === keyId));
    const verify = () => verifySeals(access, undefined, findKey);

    beforeEach(async () => {
      for (const key of keys) {
        await insertEvents(2);
        await sealAudit(db, new Date(), key);
      }
    });

    /** Attack with write access to the database: rewrites all events and seals as the server would, but without the key. */
    async function forge(keyOf: (seal: { key_id: string | null }) => string | null) {
      await tamper(`UPDATE audit_events SET actor = 'another_user' WHERE seq = ${newest}`);
      const seals = await database.query<{ key_id: string | null; last_seq: string }>(
        'SELECT * FROM audit_seals ORDER BY last_seq',
      );
      await database.query('DELETE FROM audit_seals');
      for (const seal of seals) {
        await database.query(
          `INSERT INTO audit_seals (last_seq, events, hash, sealed_at, key_id, form) VALUES ($1, 0, '', now(), $2, 2)`,
          [seal.last_seq, keyOf(seal)],
        );
      }
      let previousHash = Buffer.alloc(32);
      let from = 0;
      for (const seal of seals) {
        const rows = await db
          .selectFrom('audit_events')
          .selectAll()
          .where('seq', '>', from)
          .where('seq', '<=', Number(seal.last_seq))
          .orderBy('seq')
          .execute();
        const hash = createHash('sha256').update(previousHash);
        for (const row of rows) hash.update(digestOf(row));
        previousHash = hash.digest();
        from = Number(seal.last_seq);
        await database.query('UPDATE audit_seals SET events = $2, hash = $3 WHERE last_seq = $1', [
          from,
          rows.length,
          previousHash,
        ]);
      }
    }

    test('are valid after unkeyed ones and across a key rotation, and the unkeyed ones are counted', async () => {
      expect(await verify()).toMatchObject({ seals: 4, unkeyed: 2, brokenAt: null, unsealed: 0 });
    });

    test('break if all events are rewritten and sealed again without the key', async () => {
      await forge(({ key_id: keyId }) => keyId);
      expect((await verify()).brokenAt).not.toBeNull();
    });

    test('break if an unkeyed seal follows a keyed one', async () => {
      await insertEvents(1);
      await sealAudit(db, new Date());
      expect((await verify()).brokenAt).not.toBeNull();
    });

    test('are counted as unkeyed if all are forged without a key', async () => {
      await forge(() => null);
      expect(await verify()).toMatchObject({ seals: 4, unkeyed: 4, brokenAt: null });
    });
  });

  test('match an older mark, too', async () => {
    const { mark } = await verifySeals(access);
    await insertEvents(1);
    await sealAudit(db, new Date());
    expect(await latestMark(db)).not.toBe(mark);
    expect((await verifySeals(access, parseMark(mark ?? ''))).brokenAt).toBeNull();
  });

  test.each(['', '12', '12-abc', `-1-${'0'.repeat(64)}`, `1-${'g'.repeat(64)}`])('reject the malformed mark "%s"', (text) => {
    expect(parseMark(text)).toBeUndefined();
  });

  test('wait for open transactions, so that no event is committed behind a seal', async () => {
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
    await insertEvents(1);
    expect(await sealAudit(db, new Date())).toBe(0);
    await open.commit().execute();
    expect(await sealAudit(db, new Date())).toBe(2);
    expect((await verifySeals(access)).brokenAt).toBeNull();
  });
});
