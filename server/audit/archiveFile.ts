/**
 * The format of an archive, compressed: the events of a month as PostgreSQL's COPY writes them, with a line of their columns and
 * the end mark `\.`, and in the last line a manifest, the ends of their part of the chain, and a proof of all of it under the key
 * of the audit.
 */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline, type Transform } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { Db } from '../db/database.ts';
import { isProven, proofOf, removalOf, type FindKey } from './chain.ts';
import type { AuditKey } from '../encryption/keyring.ts';

export const ARCHIVE_FORMAT = 'gatehouse-audit-archive-2';
export const END_OF_EVENTS = '\\.\n';

export interface Manifest {
  readonly format: typeof ARCHIVE_FORMAT;
  readonly month: string;
  readonly events: number;
  /** Number of events in which a pseudonym replaces an erased user. */
  readonly erased: number;
  readonly signatures: number;
  /** Number and hash (hexadecimal) of the first and the last signature. */
  readonly first: readonly [number, string];
  readonly last: readonly [number, string];
  /** Hash of everything before the last line. */
  readonly sha256: string;
}

interface Proven {
  readonly manifest: Manifest;
  readonly keyId: string;
  readonly proof: string;
}

export const lastLineOf = (manifest: Manifest, key: AuditKey): string => {
  const proof = proofOf(key, ['archive', JSON.stringify(manifest)]).toString('hex');
  return `${JSON.stringify({ manifest, keyId: key.keyId, proof } satisfies Proven)}\n`;
};

/** The file is no archive, or was changed since it was written; the message says which. */
export class ArchiveDamaged extends Error {
  override readonly name = 'ArchiveDamaged';
}

/** @returns the verified manifest of a file. @throws ArchiveDamaged; ENOENT */
export async function readArchive(file: string, findKey: FindKey): Promise<Manifest> {
  const { sha256, lastLine } = await read(file).catch((error: unknown) => {
    if ((error as { code?: string }).code === 'ENOENT') throw error;
    throw new ArchiveDamaged(`${file} is no archive of the audit, or is damaged.`, { cause: error });
  });
  const { manifest, keyId, proof } = parse(lastLine);
  if (manifest === undefined) throw new ArchiveDamaged(`${file} is no archive of the audit, or is not complete.`);
  const isWritten = await isProven(findKey, { key_id: null }, ['archive', JSON.stringify(manifest)], {
    keyId: typeof keyId === 'string' ? keyId : '',
    proof: Buffer.from(String(proof), 'hex'),
  });
  if (!isWritten || (manifest as Manifest).sha256 !== sha256)
    throw new ArchiveDamaged(`${file} has been changed, or is of another database: its proof does not fit.`);
  return manifest as Manifest;
}

function parse(line: string): { readonly [Key in keyof Proven]?: unknown } {
  try {
    return (JSON.parse(line) as object | null) ?? {};
  } catch {
    return {};
  }
}

/** The maximum in characters. */
const MAX_LAST_LINE_LENGTH = 4096;

/** Reads in constant memory, whatever the file expands to. */
async function read(file: string): Promise<{ readonly sha256: string; readonly lastLine: string }> {
  const hash = createHash('sha256');
  const content = pipeline(createReadStream(file), createGunzip(), () => undefined) as Transform;
  let end = Buffer.alloc(0);
  for await (const chunk of content as AsyncIterable<Buffer>) {
    end = Buffer.concat([end, chunk]);
    const surplus = end.length - MAX_LAST_LINE_LENGTH;
    if (surplus <= 0) continue;
    hash.update(end.subarray(0, surplus));
    end = end.subarray(surplus);
  }
  const start = end.lastIndexOf(END_OF_EVENTS) + END_OF_EVENTS.length;
  return { sha256: hash.update(end.subarray(0, start)).digest('hex'), lastLine: end.subarray(start).toString() };
}

/** @returns whether the database has the signatures of an archive, and the archive covers all of their removed events */
export async function isInChain(
  db: Db,
  { month, first, last, signatures, sha256 }: Manifest,
  findKey: FindKey,
): Promise<boolean> {
  const found = await db
    .selectFrom('audit_signatures')
    .selectAll()
    .where('month', '=', month)
    .where('number', '>=', first[0])
    .where('number', '<=', last[0])
    .orderBy('number')
    .execute();
  const isSame = ([number, hash]: Manifest['first'], one = found[0]) =>
    one?.number === number && one.hash.toString('hex') === hash;
  if (found.length !== signatures || !isSame(first) || !isSame(last, found.at(-1))) return false;
  for (const signature of found.filter(({ archive_sha256: archived }) => archived !== null)) {
    const proof = { keyId: signature.removal_key_id, proof: signature.removal_proof };
    const isOfThis = signature.archive_sha256?.toString('hex') === sha256;
    if (!isOfThis || !(await isProven(findKey, signature, removalOf(signature), proof))) return false;
  }
  return true;
}
