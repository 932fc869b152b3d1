/** The chain of signatures over the audit: a later change, removal or insertion of an event breaks it, and verification tells where. */
import { createHmac } from 'node:crypto';
import { digestOf, hashOf, latestMark, parseMark, type Signature } from '../../../server/audit/chain.ts';
import { signAudit } from '../../../server/audit/sign.ts';
import { verifyAudit } from '../../../server/audit/verify.ts';
import { openDatabase, type Db, type DatabaseAccess } from '../../../server/db/database.ts';
import type { AuditKey } from '../../../server/encryption/keyring.ts';
import { auditEvents } from '../../support/auditEvents.ts';
import { createDatabase, type TestDatabase } from '../../support/database.ts';
import { openTestPool } from '../../support/openTestPool.ts';

describe('Signatures of the audit', () => {
  let database: TestDatabase;
  let access: DatabaseAccess;
  let db: Db;

  beforeEach(async () => {
    database = await createDatabase();
    const pool = openTestPool(database.url, 4);
    db = openDatabase(pool);
    access = { db, pool };
    await signAudit(db, new Date());
    await insertEvents(3);
    await signAudit(db, new Date());
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

  test('cover all events when created; newer events count as unsigned', async () => {
    await insertEvents(2);
    const { events, brokenAt, unsigned } = await verifyAudit(access);
    const all = (await auditEvents({ database }, {})).length;
    expect([brokenAt, unsigned, events]).toEqual([null, 2, all - 2]);
    expect(await signAudit(db, new Date())).toBe(2);
    expect(await signAudit(db, new Date())).toBe(0);
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
    expect((await verifyAudit(access)).brokenAt).toBeNull();
    await tamper(statement);
    expect((await verifyAudit(access)).brokenAt).not.toBeNull();
  });

  test('break if one is removed', async () => {
    await database.query(`DELETE FROM audit_signatures WHERE number = 1`);
    expect((await verifyAudit(access)).brokenAt).not.toBeNull();
  });

  test('removed at the end together with their events are detected by a noted mark only, even if new ones replace them', async () => {
    const { mark } = await verifyAudit(access);
    const kept = parseMark(mark ?? '');
    expect(await verifyAudit(access, kept)).toMatchObject({ brokenAt: null, isMarkMissing: false, mark });
    await tamper(`DELETE FROM audit_events WHERE seq > (SELECT min(through_seq) FROM audit_signatures)`);
    await database.query(`DELETE FROM audit_signatures WHERE through_seq > (SELECT min(through_seq) FROM audit_signatures)`);
    expect((await verifyAudit(access)).brokenAt).toBeNull();
    expect(await verifyAudit(access, kept)).toMatchObject({ brokenAt: null, isMarkMissing: true });
    await insertEvents(3);
    await signAudit(db, new Date());
    expect((await verifyAudit(access)).brokenAt).toBeNull();
    expect(await verifyAudit(access, kept)).toMatchObject({ brokenAt: null, isMarkMissing: true });
  });

  describe('with a key', () => {
    const keys: readonly AuditKey[] = ['first', 'second'].map((keyId) => ({
      keyId,
      hmac: () => createHmac('sha256', `key ${keyId}`),
    }));
    const findKey = (keyId: string) => Promise.resolve(keys.find((key) => key.keyId === keyId));
    const verify = () => verifyAudit(access, undefined, findKey);

    beforeEach(async () => {
      for (const key of keys) {
        await insertEvents(2);
        await signAudit(db, new Date(), key);
      }
    });

    /** Attack with write access to the database: rewrites all events and signatures as the server would, but without the key. */
    async function forge(keyOf: (signature: Signature) => string | null) {
      await tamper(`UPDATE audit_events SET actor = 'another_user' WHERE seq = ${newest}`);
      const signatures = await db.selectFrom('audit_signatures').selectAll().orderBy('number').execute();
      let previous: Buffer = Buffer.alloc(32);
      for (const signature of signatures) {
        const after = signatures.findLast((one) => one.through_seq < signature.through_seq)?.through_seq ?? 0;
        const events = await db
          .selectFrom('audit_events')
          .selectAll()
          .where('seq', '>', after)
          .where('seq', '<=', signature.through_seq)
          .orderBy('seq')
          .execute();
        const own = events.filter(({ at }) => at.toISOString().startsWith(signature.month));
        previous = hashOf(undefined, signature, { previous, digests: own.map(digestOf) });
        await database.query('UPDATE audit_signatures SET hash = $2, key_id = $3 WHERE number = $1', [
          signature.number,
          previous,
          keyOf(signature),
        ]);
      }
    }

    test('are valid after unkeyed ones and across a key rotation, and the unkeyed ones are counted', async () => {
      const { signatures, ...verdict } = await verify();
      expect(verdict).toMatchObject({ unkeyed: signatures - 2, brokenAt: null, unsigned: 0 });
    });

    test('break if all events are rewritten and signed again without the key', async () => {
      await forge(({ key_id: keyId }) => keyId);
      expect((await verify()).brokenAt).not.toBeNull();
    });

    test('break if an unkeyed one follows a keyed one', async () => {
      await insertEvents(1);
      await signAudit(db, new Date());
      expect((await verify()).brokenAt).not.toBeNull();
    });

    test('are counted as unkeyed if all are forged without a key', async () => {
      await forge(() => null);
      const { signatures, unkeyed, brokenAt } = await verify();
      expect([unkeyed, brokenAt]).toEqual([signatures, null]);
    });
  });

  test('match an older mark, too', async () => {
    const { mark } = await verifyAudit(access);
    await insertEvents(1);
    await signAudit(db, new Date());
    expect(await latestMark(db)).not.toBe(mark);
    expect((await verifyAudit(access, parseMark(mark ?? ''))).brokenAt).toBeNull();
  });

  test.each(['', '12', '12-abc', `-1-${'0'.repeat(64)}`, `1-${'g'.repeat(64)}`])('reject the malformed mark "%s"', (text) => {
    expect(parseMark(text)).toBeUndefined();
  });

  test('wait for open transactions, so that no event is committed behind a signature', async () => {
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
    expect(await signAudit(db, new Date())).toBe(0);
    await open.commit().execute();
    expect(await signAudit(db, new Date())).toBe(2);
    expect((await verifyAudit(access)).brokenAt).toBeNull();
  });
});
