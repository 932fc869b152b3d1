/** A database connection lost while idle is reported without the password. */
import { inspect } from 'node:util';
import { openPool } from '../../../server/db/database.ts';
import { createDatabase } from '../../support/database.ts';
import { eventually } from '../../support/eventually.ts';

test('the error of a lost connection contains neither the password nor the client object', async () => {
  const database = await createDatabase({ contents: 'empty' });
  const url = new URL(database.url);
  const errors: Error[] = [];
  const pool = openPool({
    url: url.href,
    poolSize: 1,
    connectTimeoutMs: 5000,
    statementTimeoutMs: 0,
    onIdleError: (error) => errors.push(error),
  });
  try {
    const { rows } = await pool.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    await database.query('SELECT pg_terminate_backend($1)', [rows[0]?.pid]);
    const error = await eventually('the error', () => errors[0]);
    expect(error).toMatchObject({ code: '57P01', message: expect.stringContaining('terminating') as string });
    expect(url.password).not.toBe('');
    const logged = inspect(error, { depth: 10, showHidden: true });
    expect(logged).not.toContain(url.password);
    expect(logged).not.toMatch(/\bClient\b|secretKey|processID/);
  } finally {
    await pool.end();
    await database.drop();
  }
});
