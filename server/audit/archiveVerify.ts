/** Verifies an archive by its own seals, in constant memory. */
import type { AuditKey } from '../encryption/keyring.ts';
import {
  readArchive,
  type ArchivedEvent,
  type ArchivedSeal,
  type ArchiveHead,
  type ArchiveTail,
  ARCHIVE_FORMAT,
} from './archiveFile.ts';
import { archiveProof, digestOf, erasureProof, hashWith } from './digest.ts';
import { parseMonth } from './months.ts';
import type { EventRow } from './presenter.ts';
import { isWeaker, type FindKey } from './sealedEvents.ts';

/** Of a seal in an archive: which of its events are in the file. */
export interface SealShare {
  readonly lastSeq: number;
  readonly hash: Buffer;
  readonly previous: Buffer;
  readonly keyId: string | null;
  /** All that the seal covers. */
  readonly events: number;
  readonly seqs: readonly number[];
  /** One after the other, 32 bytes each, in the order of `seqs`. */
  readonly digests: Buffer;
}

export interface ArchiveVerdict {
  readonly month: string;
  readonly events: number;
  readonly erased: number;
  readonly seals: readonly SealShare[];
  /** Seals from before there was a key. */
  readonly unkeyed: number;
  readonly first: { readonly seq: number; readonly eventId: string };
  readonly lastSeq: number;
  readonly sha256: string;
}

/** The file is no archive, or not as it was written; the message says which. */
export class ArchiveDamaged extends Error {
  override readonly name = 'ArchiveDamaged';
}

const DIGEST_BYTES = 32;
/** Of the events under one seal, in characters: they are held until it comes. */
const MAX_RUN_LENGTH = 256 * 1024 * 1024;

/** @throws ArchiveDamaged; ENOENT */
export async function verifyArchive(file: string, findKey: FindKey): Promise<ArchiveVerdict> {
  try {
    return await verify(file, findKey);
  } catch (error) {
    if (error instanceof ArchiveDamaged || (error as { code?: string }).code === 'ENOENT') throw error;
    throw new ArchiveDamaged(`${file} is no archive of the audit, or is damaged.`, { cause: error });
  }
}

async function verify(file: string, findKey: FindKey): Promise<ArchiveVerdict> {
  let month: string | undefined;
  let run: ArchivedEvent[] = [];
  let runLength = 0;
  let [events, erased, unkeyed] = [0, 0, 0];
  let first: ArchiveVerdict['first'] | undefined;
  const seals: SealShare[] = [];
  for await (const { line, length, digestBefore } of readArchive(file)) {
    if (month === undefined) {
      const head = line as Partial<ArchiveHead>;
      month = parseMonth(String(head.month));
      if (month === undefined || head.format !== ARCHIVE_FORMAT) throw new ArchiveDamaged(`${file} is no archive of the audit.`);
    } else if (isEvent(line)) {
      first ??= { seq: line.event.seq, eventId: line.event.event_id };
      if (line.erasure) erased += 1;
      run.push(line);
      runLength += length;
      if (runLength > MAX_RUN_LENGTH) throw new RangeError('Events without a seal');
    } else if (isSeal(line)) {
      const share = await verifySeal(line, run, { month, after: seals.at(-1)?.lastSeq ?? 0, findKey });
      if (share === undefined)
        throw new ArchiveDamaged(`${file} has been changed: its seal at event ${String(line.seal.lastSeq)} does not fit.`);
      if (share.keyId === null) unkeyed += 1;
      seals.push(share);
      events += run.length;
      [run, runLength] = [[], 0];
    } else {
      const tail = line as ArchiveTail;
      const key = tail.keyId === null ? undefined : await findKey(tail.keyId);
      const sha256 = digestBefore();
      const isWhole =
        run.length === 0 && tail.events === events && tail.seals === seals.length && tail.sha256 === sha256.toString('hex');
      const newestKeyed = seals.findLast(({ keyId }) => keyId !== null);
      const isProven = !(tail.keyId === null ? newestKeyed : !key) && archiveProof(key, sha256).toString('hex') === tail.proof;
      if (!isWhole || !isProven) throw new ArchiveDamaged(`${file} has been changed: its end does not fit the rest.`);
      const lastSeq = seals.at(-1)?.seqs.at(-1);
      if (!first || lastSeq === undefined) throw new ArchiveDamaged(`${file} has no events.`);
      return { month, events, erased, seals, unkeyed, first, lastSeq, sha256: tail.sha256 };
    }
  }
  throw new ArchiveDamaged(`${file} is not complete: its end is missing.`);
}

const isEvent = (line: unknown): line is ArchivedEvent => typeof line === 'object' && line !== null && 'event' in line;
/** Its number is shown to the operator, whose terminal would obey another text. */
const isSeal = (line: unknown): line is ArchivedSeal =>
  typeof line === 'object' &&
  line !== null &&
  'seal' in line &&
  Number.isSafeInteger((line.seal as { lastSeq?: unknown } | null)?.lastSeq);

interface SealContext {
  readonly month: string;
  /** All events of the seal are later in the sequence than this. */
  readonly after: number;
  readonly findKey: FindKey;
}

/** @returns undefined unless the seal fits its events */
async function verifySeal(
  { seal, others }: ArchivedSeal,
  run: readonly ArchivedEvent[],
  { month, after, findKey }: SealContext,
): Promise<SealShare | undefined> {
  const key = seal.keyId === null ? undefined : await findKey(seal.keyId);
  if (seal.keyId !== null && !key) return undefined;
  const own: (readonly [number, Buffer])[] = [];
  for (const archived of run) {
    const digest = archived.event.at.startsWith(month) ? await sealedDigestOf(archived, key, findKey) : undefined;
    if (!digest) return undefined;
    own.push([archived.event.seq, digest]);
  }
  const all = [...own, ...others.map(([seq, digest]) => [seq, Buffer.from(digest, 'hex')] as const)].sort(
    ([one], [other]) => one - other,
  );
  const isInOrder = all.every(([seq], index) => seq > (all[index - 1]?.[0] ?? after) && seq <= seal.lastSeq);
  if (own.length === 0 || !isInOrder || all.length !== seal.events) return undefined;
  const previous = Buffer.from(seal.previous, 'hex');
  const hash = hashWith(key).update(previous);
  for (const [, digest] of all) hash.update(digest);
  const found = hash.digest();
  if (found.toString('hex') !== seal.hash) return undefined;
  return {
    lastSeq: seal.lastSeq,
    hash: found,
    previous,
    keyId: seal.keyId,
    events: seal.events,
    seqs: own.map(([seq]) => seq),
    digests: Buffer.concat(own.map(([, digest]) => digest)),
  };
}

/** The digest of an event in a share, by its place. */
export const digestAt = ({ digests }: SealShare, index: number): Buffer =>
  digests.subarray(index * DIGEST_BYTES, (index + 1) * DIGEST_BYTES);

/** What the seal covers of an event; undefined if it was erased by another program. */
async function sealedDigestOf(
  { event, erasure }: ArchivedEvent,
  sealKey: AuditKey | undefined,
  findKey: FindKey,
): Promise<Buffer | undefined> {
  const row: EventRow = { ...event, at: new Date(event.at) };
  if (!erasure) return digestOf(row);
  const key = erasure.keyId === null ? undefined : await findKey(erasure.keyId);
  if (isWeaker(erasure.keyId, key, sealKey)) return undefined;
  const sealedDigest = Buffer.from(erasure.sealedDigest, 'hex');
  return erasureProof(key, sealedDigest, row).toString('hex') === erasure.proof ? sealedDigest : undefined;
}
