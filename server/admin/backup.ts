/**
 * Backup: every table in COPY format, from one snapshot, in one compressed file. The first line is the head; each table begins
 * with a line that names it and ends with `\.`; the last line has the row count, the hash, and a proof of the hash under the audit's
 * key. The file has that key only as SECRET_KEY encrypts it, so nobody without SECRET_KEY can forge a backup, as with an administrator
 * of their own.
 */
import { link, rm } from 'node:fs/promises';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { hashWith } from '../audit/chain.ts';
import { schemaVersion } from '../db/migrate.ts';
import type { AuditKey } from '../encryption/keyring.ts';
import { hashedGzip } from '../export/hashedGzip.ts';
import { savedPartitions } from './backup.partitions.ts';
import { copyToStatement, tablesOf } from './backup.tables.ts';

export const FORMAT = 'gatehouse-backup-1';

/** Ends a table; COPY writes no such line for a row. */
export const END_OF_TABLE = '\\.\n';

export interface Head {
  readonly format: typeof FORMAT;
  readonly schema: string;
  readonly at: string;
  /** Months of the audit that have a partition. */
  readonly partitions: readonly string[];
}

export interface Tail {
  readonly rows: number;
  readonly sha256: string;
  /** Id of the key of the proof; null without SECRET_KEY. */
  readonly keyId: string | null;
  readonly proof: string;
}

/** @param sha256 hash of all lines before the last */
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
  const target = await hashedGzip(part, 'wx');
  try {
    let rows = 0;
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    await client.query('SET LOCAL statement_timeout = 0');
    const head: Head = {
      format: FORMAT,
      schema: schemaVersion,
      at: now.toISOString(),
      partitions: await savedPartitions(client),
    };
    await target.put(`${JSON.stringify(head)}\n`);
    for (const table of await tablesOf(client)) {
      await target.put(`${JSON.stringify(table)}\n`);
      const copy = client.query(copyTo(copyToStatement(table)));
      for await (const chunk of copy as AsyncIterable<Buffer>) await target.put(chunk);
      rows += copy.rowCount;
      await target.put(END_OF_TABLE);
    }
    await client.query('COMMIT');
    const sha256 = target.sha256();
    const tail: Tail = { rows, sha256, keyId: key?.keyId ?? null, proof: backupProof(key, sha256) };
    await target.end(`${JSON.stringify(tail)}\n`);
    // Uses no `rename`, which would silently replace an older backup.
    await link(part, file);
    return rows;
  } finally {
    await rm(part, { force: true });
  }
}
