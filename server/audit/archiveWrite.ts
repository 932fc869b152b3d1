/** Writes the events of a month into an archive, with the seals that cover them. */
import type { DatabaseAccess, Db } from '../db/database.ts';
import type { AuditKey } from '../encryption/keyring.ts';
import { openRowStream } from '../export/rowStream.ts';
import type { AuditOrigin } from './append.ts';
import { ARCHIVE_FORMAT, type ArchivedEvent, type ArchivedSeal, type ArchiveWriter } from './archiveFile.ts';
import { archiveProof, SEAL_FORM } from './digest.ts';
import { endOfMonth, startOfMonth } from './months.ts';
import { NO_SEAL, type Seal } from './seal.ts';
import { sealedDigestOf, sealedEvents, type FindKey, type SealedEvent } from './sealedEvents.ts';

export interface ArchiveJob {
  readonly store: DatabaseAccess;
  readonly folder: string;
  readonly key: AuditKey | undefined;
  readonly findKey: FindKey;
  readonly origin: AuditOrigin;
}

/** A month that can't be archived; the message says why. */
export class ArchiveRefused extends Error {
  override readonly name = 'ArchiveRefused';
}

/** @throws ArchiveRefused if it can't be sealed yet */
export async function writeMonth({ store, key }: ArchiveJob, month: string, archive: ArchiveWriter): Promise<void> {
  const query = sealedEvents(store.db).where('e.at', '>=', startOfMonth(month)).where('e.at', '<', endOfMonth(month));
  const events = await openRowStream<SealedEvent>(store.pool, query);
  let [count, seals, inRun] = [0, 0, 0];
  let seal: CoveringSeal | undefined;
  const endRun = async () => {
    if (seal) await archive.write(await sealLine(store.db, seal, { month, inRun }));
    inRun = 0;
  };
  try {
    await archive.write({ format: ARCHIVE_FORMAT, month });
    for await (const event of events) {
      if (!seal || event.seq > seal.last_seq) {
        await endRun();
        seal = await sealOf(store.db, event.seq, month);
        seals += 1;
      }
      await archive.write(eventLine(event));
      count += 1;
      inRun += 1;
    }
    await endRun();
  } finally {
    events.destroy();
  }
  const sha256 = archive.digest();
  const proof = archiveProof(key, sha256).toString('hex');
  await archive.write({ events: count, seals, sha256: sha256.toString('hex'), keyId: key?.keyId ?? null, proof });
}

function eventLine({ sealed_digest, erasure_key_id, erasure_proof, ...row }: SealedEvent): ArchivedEvent {
  const event = { ...row, at: row.at.toISOString() };
  if (sealed_digest === null || erasure_proof === null) return { event };
  const hex = { sealedDigest: sealed_digest.toString('hex'), proof: erasure_proof.toString('hex') };
  return { event, erasure: { ...hex, keyId: erasure_key_id } };
}

type CoveringSeal = Seal & { previous: Pick<Seal, 'last_seq' | 'hash'> };

async function sealOf(db: Db, seq: number, month: string): Promise<CoveringSeal> {
  const seals = db.selectFrom('audit_seals').selectAll();
  const seal = await seals.where('last_seq', '>=', seq).orderBy('last_seq').limit(1).executeTakeFirst();
  if (!seal) throw new ArchiveRefused(`${month}: event ${String(seq)} is not sealed yet; running servers seal each minute.`);
  if (seal.form !== SEAL_FORM)
    throw new ArchiveRefused(`${month}: its seals are of a former version; a running server makes them anew.`);
  const previous = await seals.where('last_seq', '<', seal.last_seq).orderBy('last_seq', 'desc').limit(1).executeTakeFirst();
  return { ...seal, previous: previous ?? { last_seq: 0, hash: NO_SEAL } };
}

async function sealLine(db: Db, seal: CoveringSeal, { month, inRun }: { month: string; inRun: number }): Promise<ArchivedSeal> {
  const { previous, last_seq: lastSeq, sealed_at: sealedAt, key_id: keyId, events } = seal;
  const others = inRun === events ? [] : await othersOf(db, seal, month);
  const shown = { lastSeq, events, hash: seal.hash.toString('hex'), previous: previous.hash.toString('hex') };
  return { seal: { ...shown, sealedAt: sealedAt.toISOString(), keyId }, others };
}

/** Of other months: in the database, or archived before. */
async function othersOf(db: Db, { previous, last_seq }: CoveringSeal, month: string): Promise<[number, string][]> {
  const events = await sealedEvents(db)
    .where('e.seq', '>', previous.last_seq)
    .where('e.seq', '<=', last_seq)
    .where((where) => where.or([where('e.at', '<', startOfMonth(month)), where('e.at', '>=', endOfMonth(month))]))
    .execute();
  const archived = await db
    .selectFrom('audit_archived')
    .select(['seq', 'sealed_digest'])
    .where('last_seq', '=', last_seq)
    .execute();
  return [
    ...events.map((event): [number, string] => [event.seq, sealedDigestOf(event).toString('hex')]),
    ...archived.map(({ seq, sealed_digest }): [number, string] => [seq, sealed_digest.toString('hex')]),
  ].sort(([one], [other]) => one - other);
}
