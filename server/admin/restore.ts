/** Restores a backup into an empty database, all or nothing. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline, type Transform } from 'node:stream';
import { pipeline as pipelined } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { keepsRowsOf, schemaVersion } from '../db/migrate.ts';
import { END_OF_TABLE, FORMAT, type Head, type Tail } from './backup.ts';
import { restorePartitions } from './backup.partitions.ts';
import { copyFromStatement, quoteName, tablesOf, type Table } from './backup.tables.ts';

/** A refused restore; the message is shown to the operator. */
export class RestoreRefused extends Error {
  override readonly name = 'RestoreRefused';
}

/** Filled by migrations and first start; replaced by the backup's rows. */
const PREFILLED_TABLES = new Set(['roles', 'settings', 'data_keys']);

/** @returns the number of rows. @throws RestoreRefused before anything has changed */
export async function restore(client: pg.ClientBase, file: string): Promise<number> {
  const lines = readLines(file);
  await client.query('BEGIN');
  try {
    await client.query('SET LOCAL statement_timeout = 0');
    const tables = await tablesOf(client);
    await requireEmpty(client, tables);
    const rows = await fill(client, tables, lines);
    await advanceSequence(client);
    await dropAccess(client);
    await sumAuditCounts(client);
    // Found by a server that has run on the empty database.
    for (const table of ['unusual_findings', 'timed_counts']) await client.query(`DELETE FROM ${quoteName(table)}`);
    await client.query('COMMIT');
    return rows;
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  } finally {
    await lines.return(undefined);
  }
}

async function requireEmpty(client: pg.ClientBase, tables: readonly Table[]): Promise<void> {
  for (const { table } of tables.filter((one) => !PREFILLED_TABLES.has(one.table))) {
    await client.query(`LOCK TABLE ${quoteName(table)}`);
    const { rowCount } = await client.query(`SELECT FROM ${quoteName(table)} LIMIT 1`);
    if (rowCount !== 0)
      throw new RestoreRefused(`The database is not empty (${table}). A backup is restored into an empty one only.`);
  }
}

/** Triggers are disabled: the rows that they maintain (headcounts) are in the backup too. */
async function fill(client: pg.ClientBase, tables: readonly Table[], lines: AsyncGenerator<string>): Promise<number> {
  const hash = createHash('sha256');
  let rows = 0;
  const next = async (): Promise<string> => {
    const { value, done } = (await lines.next()) as IteratorResult<string, undefined>;
    if (done === true) throw new RestoreRefused('The backup is not complete: its end is missing.');
    return value;
  };
  const head = parseLine(await next());
  if ((head.value as Head | undefined)?.format !== FORMAT) throw new RestoreRefused('This file is no backup.');
  const { schema, partitions } = head.value as Head;
  if (!keepsRowsOf(schema)) throw new RestoreRefused(`The backup is of version ${schema}, this program of ${schemaVersion}.`);
  hash.update(head.line);
  if (partitions) await restorePartitions(client, partitions);

  const order = new Map(tables.map((one) => [one.table, one]));
  for (const { table } of tables) await client.query(`ALTER TABLE ${quoteName(table)} DISABLE TRIGGER USER`);
  for (const table of PREFILLED_TABLES) await client.query(`DELETE FROM ${quoteName(table)}`);
  for (;;) {
    const line = await next();
    const parsed = parseLine(line).value as (Partial<Table> & Partial<Tail>) | undefined;
    if (parsed?.sha256 !== undefined) {
      if (parsed.sha256 !== hash.digest('hex') || parsed.rows !== rows)
        throw new RestoreRefused('The backup is damaged: its content does not fit its seal.');
      break;
    }
    const known = parsed?.table === undefined ? undefined : order.get(parsed.table);
    // Names from the file enter a statement only if the database has them (SQL injection).
    if (!known || !parsed?.columns?.every((column) => known.columns.includes(column)))
      throw new RestoreRefused(`The backup has a table this program does not know: ${line.slice(0, 100)}`);
    hash.update(line);
    await pipelined(tableRows, client.query(copyFrom(copyFromStatement({ table: known.table, columns: parsed.columns }))));
  }
  for (const { table } of tables) await client.query(`ALTER TABLE ${quoteName(table)} ENABLE TRIGGER USER`);
  return rows;

  async function* tableRows(): AsyncGenerator<Buffer> {
    let buffered = '';
    for (;;) {
      const line = await next();
      hash.update(line);
      if (line === END_OF_TABLE) break;
      rows += 1;
      buffered += line;
      if (buffered.length < 64 * 1024) continue;
      yield Buffer.from(buffered);
      buffered = '';
    }
    if (buffered !== '') yield Buffer.from(buffered);
  }
}

/** Backups of earlier versions have no totals. */
async function sumAuditCounts(client: pg.ClientBase): Promise<void> {
  const key = 'scope, minutes, starts_at, outcome';
  await client.query('DELETE FROM audit_totals');
  await client.query(`INSERT INTO audit_totals (${key}, events) SELECT ${key}, sum(events) FROM audit_counts GROUP BY ${key}`);
}

/** What gave access when the backup was made may have been revoked since: everybody logs in anew, links are mailed anew. */
const ACCESS_TABLES = ['sessions', 'grants', 'links', 'remembered_browsers', 'passkey_challenges', 'oidc_tokens', 'oidc_logouts'];

async function dropAccess(client: pg.ClientBase): Promise<void> {
  for (const table of ACCESS_TABLES) await client.query(`DELETE FROM ${quoteName(table)}`);
  await client.query('DELETE FROM mails WHERE sent_at IS NULL');
}

/** Sets the audit's sequence to continue after the restored events. */
async function advanceSequence(client: pg.ClientBase): Promise<void> {
  await client.query(
    `SELECT setval(pg_get_serial_sequence('audit_events', 'seq'), coalesce((SELECT max(seq) FROM audit_events), 0) + 1, false)`,
  );
}

function parseLine(line: string): { line: string; value: unknown } {
  try {
    return { line, value: JSON.parse(line) as unknown };
  } catch {
    throw new RestoreRefused('This file is no backup, or is damaged.');
  }
}

/** Lines including their line ends. */
async function* readLines(file: string): AsyncGenerator<string> {
  const source = pipeline(createReadStream(file), createGunzip(), () => undefined) as Transform;
  source.setEncoding('utf8');
  let rest = '';
  try {
    for await (const chunk of source as AsyncIterable<string>) {
      const lines = (rest + chunk).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) yield `${line}\n`;
    }
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') throw new RestoreRefused(`There is no file ${file}.`);
    throw new RestoreRefused('This file is no backup, or is damaged.', { cause: error });
  }
}
