/** A database per test file: a clone of the seeded template, created in about 100 ms. */
import pg from 'pg';
import { CLUSTER_URL, databaseAt, RUN_PREFIX } from './databaseUrl.ts';

export interface TestDatabase {
  readonly url: string;
  /** Queries the database directly, to verify what the API reports. */
  query<Row extends pg.QueryResultRow>(sql: string, values?: readonly unknown[]): Promise<Row[]>;
  /** The only row of a result. @throws Error unless there is exactly one */
  row<Row extends pg.QueryResultRow>(sql: string, values?: readonly unknown[]): Promise<Row>;
  /** Closes all connections and drops the database. */
  drop(): Promise<void>;
}

export interface DatabaseOptions {
  /** `demo`: migrated, 300 users and the demo accounts; `empty`: no schema. */
  readonly contents?: 'demo' | 'empty';
}

let count = 0;

export async function createDatabase({ contents = 'demo' }: DatabaseOptions = {}): Promise<TestDatabase> {
  const clusterUrl = fromEnvironment(CLUSTER_URL);
  const prefix = fromEnvironment(RUN_PREFIX);
  count += 1;
  const name = `${prefix}${process.env.JEST_WORKER_ID ?? '0'}_${String(process.pid)}_${Date.now().toString(36)}_${String(count)}`;
  await execute(clusterUrl, `CREATE DATABASE ${name} TEMPLATE ${contents === 'demo' ? `${prefix}template` : 'template0'}`);
  const url = databaseAt(clusterUrl, name);
  const pool = new pg.Pool({ connectionString: url, max: 2, idleTimeoutMillis: 1_000 });
  // DROP … WITH (FORCE) terminates idle connections, which is reported here.
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
      await execute(clusterUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    },
  };
}

async function execute(url: string, sql: string): Promise<void> {
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
