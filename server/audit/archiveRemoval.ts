/** Removes a month that is archived, in one transaction: its events and counts go, its seals stay and prove that nothing else is missing. */
import { basename } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { waitForLock } from '../db/advisoryLock.ts';
import { transaction, type Queries, type Transaction } from '../db/database.ts';
import type { AuditKey } from '../encryption/keyring.ts';
import { appendAuditEvent } from './append.ts';
import { digestAt, type ArchiveVerdict, type SealShare } from './archiveVerify.ts';
import type { ArchiveJob } from './archiveWrite.ts';
import { uncountTime } from './counting.ts';
import { allowChange, archivedProof, dropProof, SEAL_FORM, SEAL_LOCK } from './digest.ts';
import { endOfMonth, startOfMonth } from './months.ts';
import { lockOutReaders, lockPartitions, partitionOf } from './partitions.ts';

/** The database has changed since the file was written. */
export class ArchiveOutdated extends Error {
  override readonly name = 'ArchiveOutdated';
}

const LOCK_NOT_AVAILABLE = '55P03';
const MAX_ATTEMPTS = 120;
const RETRY_MS = 1000;

interface Removal {
  readonly verdict: ArchiveVerdict;
  readonly file: string;
  /** {@link erasuresMark} from before the file was written. */
  readonly mark: string;
}

/** Waits for reports that read the month, without holding up others. @throws ArchiveOutdated */
export async function removeArchived(job: ArchiveJob, removal: Removal, attempt = 1): Promise<void> {
  try {
    await transaction(job.store.db, (tx) => remove(tx, job, removal));
  } catch (error) {
    if ((error as { code?: string }).code !== LOCK_NOT_AVAILABLE || attempt === MAX_ATTEMPTS) throw error;
    await pause(RETRY_MS);
    await removeArchived(job, removal, attempt + 1);
  }
}

async function remove(tx: Transaction, { key, origin }: ArchiveJob, { verdict, file, mark }: Removal): Promise<void> {
  await sql`SET LOCAL statement_timeout = 0`.execute(tx);
  // Nothing is sealed, erased or dropped meanwhile.
  await waitForLock(tx, SEAL_LOCK);
  await lockPartitions(tx);
  if ((await erasuresMark(tx)) !== mark) throw new ArchiveOutdated('A person has been erased');
  for (const share of verdict.seals) await releaseSeal(tx, share, { key, now: origin.at });

  const { month, events, lastSeq, sha256 } = verdict;
  const ofMonth = sql`at >= ${startOfMonth(month)} AND at < ${endOfMonth(month)}`;
  await sql`DELETE FROM audit_erasures WHERE seq IN (
    SELECT x.seq FROM audit_erasures x JOIN audit_events e USING (seq) WHERE ${ofMonth})`.execute(tx);
  await uncountTime(tx, startOfMonth(month), endOfMonth(month));
  await appendAuditEvent(tx, origin, {
    action: 'Operator.ArchiveEvents',
    target: month,
    details: { events, through: lastSeq, file: basename(file), sha256 },
  });
  const { rows } = await sql`SELECT FROM pg_class WHERE oid = to_regclass(${partitionOf(month)}) AND relispartition`.execute(tx);
  const isPartition = rows.length > 0;
  if (isPartition) await lockOutReaders(tx);
  else {
    await allowChange(tx, 'retention');
    await sql`DELETE FROM audit_events WHERE seq <= ${lastSeq} AND ${ofMonth}`.execute(tx);
    await allowChange(tx, 'none');
  }
  const { rows: later } = await sql`SELECT FROM audit_events WHERE seq > ${lastSeq} AND ${ofMonth} ORDER BY seq LIMIT 1`.execute(
    tx,
  );
  if (later.length > 0) throw new ArchiveOutdated('An event has been written');
  if (isPartition) await sql`DROP TABLE ${sql.table(partitionOf(month))}`.execute(tx);
}

/** Changes with each erasure. */
export async function erasuresMark(queries: Queries): Promise<string> {
  const { rows } = await sql<{ mark: string }>`
    SELECT count(*) || ' ' || coalesce(md5(string_agg(encode(proof, 'hex'), '' ORDER BY seq)), '') AS mark
      FROM audit_erasures`.execute(queries);
  return rows[0]?.mark ?? '';
}

/** A seal whose events are all archived is proven to be dropped; of another, what it covers of the archived ones stays. */
async function releaseSeal(
  tx: Transaction,
  share: SealShare,
  { key, now }: { key: AuditKey | undefined; now: Date },
): Promise<void> {
  const { lastSeq, hash, events, seqs } = share;
  const keyId = key?.keyId ?? null;
  const earlier = await tx
    .selectFrom('audit_archived')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('last_seq', '=', lastSeq)
    .executeTakeFirstOrThrow();
  const isWhole = earlier.count + seqs.length === events;
  const seal = tx
    .updateTable('audit_seals')
    .where('last_seq', '=', lastSeq)
    .where('hash', '=', hash)
    .where('form', '=', SEAL_FORM)
    .where('dropped_at', 'is', null);
  // Without a key a dropped seal counts at the beginning only.
  if (isWhole && (key !== undefined || (await isFirst(tx, lastSeq)))) {
    const proof = dropProof(key, { last_seq: lastSeq, hash });
    const { numUpdatedRows } = await seal.set({ dropped_at: now, drop_key_id: keyId, drop_proof: proof }).executeTakeFirst();
    if (numUpdatedRows !== 1n) throw new ArchiveOutdated('A seal has changed');
    await tx.deleteFrom('audit_archived').where('last_seq', '=', lastSeq).execute();
    return;
  }
  const digests = seqs.map((_, index) => digestAt(share, index));
  const proofs = seqs.map((seq, index) => archivedProof(key, seq, digests[index] as Buffer));
  await sql`INSERT INTO audit_archived (seq, last_seq, sealed_digest, key_id, proof)
    SELECT seq, ${lastSeq}, digest, ${keyId}, proof
      FROM unnest(${seqs}::bigint[], ${digests}::bytea[], ${proofs}::bytea[]) archived (seq, digest, proof)`.execute(tx);
}

async function isFirst(tx: Transaction, lastSeq: number): Promise<boolean> {
  const kept = tx.selectFrom('audit_seals').select('last_seq').where('dropped_at', 'is', null).orderBy('last_seq').limit(1);
  return (await kept.executeTakeFirst())?.last_seq === lastSeq;
}
