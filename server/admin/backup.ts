/**
 * Backup: every table in COPY format, from one snapshot, in one compressed file. The first line is the head; each table begins
 * with a line that names it and ends with `\.`; the last line has the row count, the hash, and a proof of it under the audit's key, which
 * the file has only encrypted under SECRET_KEY: whoever can write the file but has not that key can't change it (a forged administrator).
 */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { link, open, rm } from 'node:fs/promises';
import { finished } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { hashWith } from '../audit/digest.ts';
import { schemaVersion } from '../db/migrate.ts';
import type { AuditKey } from '../encryption/keyring.ts';
import { savedPartitions, type SavedPartition } from './backup.partitions.ts';
import { copyToStatement, tablesOf } from './backup.tables.ts';

export const FORMAT = 'gatehouse-backup-1';

/** Ends a table; COPY writes no such line for a row. */
export const END_OF_TABLE = '\\.\n';

export interface Head {
  readonly format: typeof FORMAT;
  readonly schema: string;
  readonly at: string;
  /** Of the audit; absent before there were any. */
  readonly partitions?: readonly SavedPartition[];
}

export interface Tail {
  readonly rows: number;
  readonly sha256: string;
  /** Of the key of the proof; null without SECRET_KEY. Both are absent in backups of earlier versions. */
  readonly keyId?: string | null;
  readonly proof?: string;
}

/** @param sha256 of all lines before the last */
export const backupProof = (key: Pick<AuditKey, 'hmac'> | undefined, sha256: string): string =>
  hashWith(key).update(`backup ${sha256}`).digest('hex');

interface Backup {
  readonly now: Date;
  readonly key: AuditKey | undefined;
}

/**
 * Writes `file`, which appears when complete and is readable by its owner only: it has the content of the database. @returns the
 * number of rows
 */
export async function backUp(client: pg.ClientBase, file: string, { now, key }: Backup): Promise<number> {
  const part = `${file}.part`;
  const target = await open(part, 'wx', 0o600);
  try {
    const gzip = createGzip({ level: 4 });
    const written = finished(gzip.pipe(target.createWriteStream({ flush: true })));
    const hash = createHash('sha256');
    const put = (text: string | Buffer): Promise<void> | undefined => {
      hash.update(text);
      return gzip.write(text) ? undefined : once(gzip, 'drain').then(() => undefined);
    };
    let rows = 0;
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    await client.query('SET LOCAL statement_timeout = 0');
    const head: Head = {
      format: FORMAT,
      schema: schemaVersion,
      at: now.toISOString(),
      partitions: await savedPartitions(client),
    };
    await put(`${JSON.stringify(head)}\n`);
    for (const one of await tablesOf(client)) {
      await put(`${JSON.stringify(one)}\n`);
      const copy = client.query(copyTo(copyToStatement(one)));
      for await (const chunk of copy as AsyncIterable<Buffer>) await put(chunk);
      rows += copy.rowCount;
      await put(END_OF_TABLE);
    }
    await client.query('COMMIT');
    const sha256 = hash.digest('hex');
    const tail: Tail = { rows, sha256, keyId: key?.keyId ?? null, proof: backupProof(key, sha256) };
    gzip.end(`${JSON.stringify(tail)}\n`);
    await written;
    // Not `rename`, which would silently replace an older backup.
    await link(part, file);
    return rows;
  } finally {
    await rm(part, { force: true });
  }
}
