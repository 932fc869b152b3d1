/** A database of its own for one test file: a clone of the seeded template, made in about a tenth of a second. */
import pg from 'pg';
import { CLUSTER_URL, databaseAt, RUN_PREFIX } from './databaseUrl.ts';

export interface TestDatabase {
  readonly url: string;
  /** Asks the database itself: the oracle of races and faults, where the API alone could deceive. */
  query<Row extends pg.QueryResultRow>(sql: string, values?: readonly unknown[]): Promise<Row[]>;
  /** The one row of an answer; throws where there is another number of them. */
  row<Row extends pg.QueryResultRow>(sql: string, values?: readonly unknown[]): Promise<Row>;
  /** Ends every connection to it, and it. */
  drop(): Promise<void>;
}

export interface DatabaseOptions {
  /** `demo`: migrated, 300 people and the known accounts; `empty`: nothing at all, not even a schema. */
  readonly contents?: 'demo' | 'empty';
}

let made = 0;

export async function createDatabase({ contents = 'demo' }: DatabaseOptions = {}): Promise<TestDatabase> {
  const clusterUrl = fromEnvironment(CLUSTER_URL);
  const prefix = fromEnvironment(RUN_PREFIX);
  made += 1;
  const name = `${prefix}${process.env.JEST_WORKER_ID ?? '0'}_${String(process.pid)}_${Date.now().toString(36)}_${String(made)}`;
  await once(clusterUrl, `CREATE DATABASE ${name} TEMPLATE ${contents === 'demo' ? `${prefix}template` : 'template0'}`);
  const url = databaseAt(clusterUrl, name);
  const pool = new pg.Pool({ connectionString: url, max: 2, idleTimeoutMillis: 1_000 });
  // Dropping by force ends connections that lie idle.
  pool.on('error', () => undefined);
  const query = async <Row extends pg.QueryResultRow>(sql: string, values: readonly unknown[] = []) =>
    (await pool.query<Row>(sql, [...values])).rows;
  return {
    url,
    query,
    async row<Row extends pg.QueryResultRow>(sql: string, values?: readonly unknown[]) {
      const [row, ...more] = await query<Row>(sql, values);
      if (row === undefined || more.length > 0) throw new Error(`One row was expected of: ${sql}`);
      return row;
    },
    async drop() {
      await pool.end();
      await once(clusterUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    },
  };
}

async function once(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

function fromEnvironment(name: string): string {
  const value = process.env[name];
  if (value === undefined)
    throw new Error(`${name} is not set: this test belongs to a project with clusterSetup.ts (see jest.config.ts)`);
  return value;
}
