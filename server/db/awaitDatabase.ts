/** Start-up waits for the database: after a power failure everything starts at once. */
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import { ConfigError } from '../config/config.ts';
import { isStoreLost } from './storeLost.ts';

const RETRY_MS = 1000;
const REPEAT_LOG_MS = 30_000;

/**
 * @param variable that names the database, for the operator
 * @throws ConfigError for a database that refuses the connection, whose certificate is not trusted, or whose encoding can't store
 * all text
 */
export const awaitDatabase = (pool: pg.Pool, variable: string, log: FastifyBaseLogger): Promise<void> =>
  retryUntilReached(log, async () => {
    const encoding = await encodingOf(pool).catch((error: unknown) => {
      throw isStoreLost(error) ? error : new ConfigError(`${variable}: ${(error as Error).message}`);
    });
    if (encoding !== 'UTF8') throw new ConfigError(`${variable}: the database has to be in UTF8, not ${encoding}`);
  });

async function encodingOf(pool: pg.Pool): Promise<string> {
  const { rows } = await pool.query<{ encoding: string }>("SELECT current_setting('server_encoding') AS encoding");
  return rows[0]?.encoding ?? '';
}

/** Repeats `work` as long as the database cannot be reached. */
export async function retryUntilReached<Result>(log: FastifyBaseLogger, work: () => Promise<Result>): Promise<Result> {
  for (let loggedAtMs = Number.NEGATIVE_INFINITY; ;) {
    try {
      return await work();
    } catch (error) {
      if (!isStoreLost(error)) throw error;
      if (performance.now() - loggedAtMs > REPEAT_LOG_MS) {
        loggedAtMs = performance.now();
        log.warn({ reason: (error as Error).message }, 'The database cannot be reached; waiting for it');
      }
    }
    await pause(RETRY_MS);
  }
}
