/** Checks once a day whether the proofs are still there. */
import { sql } from 'kysely';
import { systemOrigin } from '../../audit/append.ts';
import { addMs, DAY } from '../../clock.ts';
import { transaction, type Db } from '../../db/database.ts';
import { recordCheck } from './checked.ts';
import { lookForRecord, type ResolveTxt } from './dns.ts';

const BATCH = 20;

interface Due {
  readonly domain_id: string;
  readonly organisation_id: string;
  readonly name: string;
  readonly token: string;
}

/** Every process may call it at any time: each domain is taken by one of them. */
export async function checkDomains(db: Db, resolve: ResolveTxt, now: Date): Promise<void> {
  for (;;) {
    const { rows } = await sql<Due>`
      UPDATE domains SET checked_at = ${now} WHERE domain_id IN (
        SELECT domain_id FROM domains WHERE proven_at IS NOT NULL AND checked_at <= ${addMs(now, -DAY)}
         ORDER BY checked_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)
      RETURNING domain_id, organisation_id, name, token`.execute(db);
    for (const row of rows) {
      const found = await lookForRecord(resolve, row.name, row.token);
      const check = { origin: systemOrigin(now, row.organisation_id), found, now };
      await transaction(db, (tx) => recordCheck(tx, row.domain_id, row.name, check));
    }
    if (rows.length < BATCH) return;
  }
}
