/** Restores a backup into an empty database, all or nothing. */
import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { schemaVersion } from '../db/migrate.ts';
import { END_OF_TABLE } from './backup.ts';
import { restorePartitions } from './backup.partitions.ts';
import { copyFromStatement, quoteName, tablesOf, type Table } from './backup.tables.ts';
import { dropAccess } from './restore.access.ts';
import { parseHead, parseSection, readLines, RestoreRefused } from './restore.lines.ts';
import { requireProof } from './restore.proof.ts';
import type { MasterKeys } from '../encryption/masterKeys.ts';

/** Tables filled by migrations and first start; the backup's rows replace them. */
const PREFILLED_TABLES = new Set(['roles', 'settings', 'data_keys']);

interface Restored {
  readonly rows: number;
  /** When the backup was made. */
  readonly at: string;
}

/** @throws RestoreRefused before anything has changed */
export async function restore(client: pg.ClientBase, file: string, masters: MasterKeys | undefined): Promise<Restored> {
  const lines = readLines(file);
  await client.query('BEGIN');
  try {
    await client.query('SET LOCAL statement_timeout = 0');
    const tables = await tablesOf(client);
    await requireEmpty(client, tables);
    const restored = await fill(client, tables, { lines, masters });
    await advanceSequence(client);
    await dropAccess(client);
    // Findings of a server that has run on the empty database.
    await client.query('DELETE FROM unusual_findings');
    await client.query('COMMIT');
    return restored;
  } catch (error) {
    await client.query('ROLLBACK');
    throw refusalOf(error);
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

interface Source {
  readonly lines: AsyncGenerator<string>;
  readonly masters: MasterKeys | undefined;
}

/** Triggers are disabled: what they maintain is in the backup too. */
async function fill(client: pg.ClientBase, tables: readonly Table[], { lines, masters }: Source): Promise<Restored> {
  const hash = createHash('sha256');
  let rows = 0;
  const next = async (): Promise<string> => {
    const { value, done } = (await lines.next()) as IteratorResult<string, undefined>;
    if (done === true) throw new RestoreRefused('The backup is not complete: its end is missing.');
    return value;
  };
  const headLine = await next();
  const { schema, at, partitions } = parseHead(headLine);
  if (schema !== schemaVersion)
    throw new RestoreRefused(
      `The backup is of version ${schema}, this program of ${schemaVersion}: restore it with the program of that version, then upgrade.`,
    );
  hash.update(headLine);
  await restorePartitions(client, partitions);

  const order = new Map(tables.map((one) => [one.table, one]));
  for (const { table } of tables) await client.query(`ALTER TABLE ${quoteName(table)} DISABLE TRIGGER USER`);
  for (const table of PREFILLED_TABLES) await client.query(`DELETE FROM ${quoteName(table)}`);
  for (;;) {
    const line = await next();
    const section = parseSection(line);
    if ('sha256' in section) {
      if (section.sha256 !== hash.digest('hex') || section.rows !== rows)
        throw new RestoreRefused('The backup is damaged: its content does not fit its hash.');
      await requireProof(client, section, masters);
      break;
    }
    const known = order.get(section.table);
    // Names from the file enter a statement only if the database has them (SQL injection).
    if (!known || !section.columns.every((column) => known.columns.includes(column)))
      throw new RestoreRefused(`The backup has a table this program does not know: ${printable(line)}`);
    hash.update(line);
    await pipeline(tableRows, client.query(copyFrom(copyFromStatement({ table: known.table, columns: section.columns }))));
  }
  for (const { table } of tables) await client.query(`ALTER TABLE ${quoteName(table)} ENABLE TRIGGER USER`);
  return { rows, at };

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

/** The operator's terminal would obey control characters. */
const printable = (text: string): string =>
  text
    .slice(0, 100)
    .replaceAll(/[^ -~]/g, '?')
    .trimEnd();

/** SQLSTATE classes of faults in data, constraints and statements; others are faults of the connection or the server. */
const FAULTS_OF_ROWS = /^(?:22|23|42)/;

/** Errors of the database about rows quote them, including hashes of passwords. */
function refusalOf(error: unknown): unknown {
  if (!(error instanceof pg.DatabaseError) || !FAULTS_OF_ROWS.test(error.code ?? '')) return error;
  const where = error.table === undefined ? '' : ` (${error.table})`;
  return new RestoreRefused(`The backup is damaged: its rows are not such as this program writes${where}.`);
}

/** Sets the audit's sequence to continue after the restored events. */
async function advanceSequence(client: pg.ClientBase): Promise<void> {
  await client.query(
    `SELECT setval(pg_get_serial_sequence('audit_events', 'seq'), coalesce((SELECT max(seq) FROM audit_events), 0) + 1, false)`,
  );
}
