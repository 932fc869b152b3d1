/** Fills an empty database from a backup, all of it or nothing. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline, type Transform } from 'node:stream';
import { pipeline as pipelined } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { schemaVersion } from '../db/migrate.ts';
import { END_OF_TABLE, FORMAT, type Head, type Tail } from './backup.ts';
import { copied, quoted, tablesOf, type Table } from './backup.tables.ts';

/** Why a file can't be restored, as an operator reads it. */
export class RestoreRefused extends Error {
  override readonly name = 'RestoreRefused';
}

/** What the migrations and the first start write by themselves. */
const FILLED_BY_ITSELF = new Set(['roles', 'settings']);

/** @returns how many rows. @throws RestoreRefused, before anything has changed */
export async function restore(client: pg.ClientBase, file: string): Promise<number> {
  const lines = readLines(file);
  await client.query('BEGIN');
  try {
    await client.query('SET LOCAL statement_timeout = 0');
    const tables = await tablesOf(client);
    await demandEmpty(client, tables);
    const rows = await fill(client, tables, lines);
    await goOnCounting(client);
    await client.query('COMMIT');
    return rows;
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  } finally {
    await lines.return(undefined);
  }
}

async function demandEmpty(client: pg.ClientBase, tables: readonly Table[]): Promise<void> {
  for (const { table } of tables.filter((one) => !FILLED_BY_ITSELF.has(one.table))) {
    await client.query(`LOCK TABLE ${quoted(table)}`);
    const { rowCount } = await client.query(`SELECT FROM ${quoted(table)} LIMIT 1`);
    if (rowCount !== 0)
      throw new RestoreRefused(`The database is not empty (${table}). A backup is restored into an empty one only.`);
  }
}

/** The store's own counting (headcounts) is in the backup too, so it rests meanwhile. */
async function fill(client: pg.ClientBase, tables: readonly Table[], lines: AsyncGenerator<string>): Promise<number> {
  const hash = createHash('sha256');
  let rows = 0;
  const next = async (): Promise<string> => {
    const { value, done } = (await lines.next()) as IteratorResult<string, undefined>;
    if (done === true) throw new RestoreRefused('The backup is not complete: its end is missing.');
    return value;
  };
  const head = asJson(await next());
  if ((head.value as Head | undefined)?.format !== FORMAT) throw new RestoreRefused('This file is no backup.');
  if ((head.value as Head).schema !== schemaVersion)
    throw new RestoreRefused(`The backup is of version ${(head.value as Head).schema}, this program of ${schemaVersion}.`);
  hash.update(head.line);

  const order = new Map(tables.map((one) => [one.table, one]));
  for (const { table } of tables) await client.query(`ALTER TABLE ${quoted(table)} DISABLE TRIGGER USER`);
  for (const table of FILLED_BY_ITSELF) await client.query(`DELETE FROM ${quoted(table)}`);
  for (;;) {
    const line = await next();
    const named = asJson(line).value as (Partial<Table> & Partial<Tail>) | undefined;
    if (named?.sha256 !== undefined) {
      if (named.sha256 !== hash.digest('hex') || named.rows !== rows)
        throw new RestoreRefused('The backup is damaged: its content does not fit its seal.');
      break;
    }
    const known = named?.table === undefined ? undefined : order.get(named.table);
    // Names from the file reach a statement only where the database has them.
    if (!known || !named?.columns?.every((column) => known.columns.includes(column)))
      throw new RestoreRefused(`The backup has a table this program does not know: ${line.slice(0, 100)}`);
    hash.update(line);
    await pipelined(tableRows, client.query(copyFrom(`${copied({ table: known.table, columns: named.columns })} FROM STDIN`)));
  }
  for (const { table } of tables) await client.query(`ALTER TABLE ${quoted(table)} ENABLE TRIGGER USER`);
  return rows;

  async function* tableRows(): AsyncGenerator<Buffer> {
    let waiting = '';
    for (;;) {
      const line = await next();
      hash.update(line);
      if (line === END_OF_TABLE) break;
      rows += 1;
      waiting += line;
      if (waiting.length < 64 * 1024) continue;
      yield Buffer.from(waiting);
      waiting = '';
    }
    if (waiting !== '') yield Buffer.from(waiting);
  }
}

/** Numbers go on after the last one given. */
async function goOnCounting(client: pg.ClientBase): Promise<void> {
  await client.query(
    `SELECT setval(pg_get_serial_sequence('audit_events', 'seq'), coalesce((SELECT max(seq) FROM audit_events), 0) + 1, false)`,
  );
}

function asJson(line: string): { line: string; value: unknown } {
  try {
    return { line, value: JSON.parse(line) as unknown };
  } catch {
    throw new RestoreRefused('This file is no backup, or is damaged.');
  }
}

/** Lines with their ends. */
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
