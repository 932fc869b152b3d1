/** Starts a server: database, migrations, application, jobs; and stops it gracefully. */
import type { FastifyInstance } from 'fastify';
import pino from 'pino';
import { buildApp, createFastify } from './app.ts';
import { systemClock } from './clock.ts';
import type { Config } from './config.ts';
import type { Context } from './context.ts';
import { openDatabase, openPool, type CancellablePool } from './db/database.ts';
import { startCluster } from './embedded/cluster.ts';
import { removeCluster } from './embedded/home.ts';
import { lockDataDir } from './embedded/dataDirLock.ts';
import { migrate } from './db/migrate.ts';
import { openKeyring } from './encryption/keyring.ts';
import { readMasterKeys } from './encryption/masterKeys.ts';
import { loadSecret } from './session/serverSecret.ts';
import { startJobs, type JobHooks } from './jobs.ts';
import { passwordHasher } from './password/passwordHasher.ts';
import { loadPhrases } from './i18n/phrases.ts';

export interface Running {
  /** The address it listens on. */
  readonly url: string;
  readonly context: Context;
  close(): Promise<void>;
}

export interface StartOptions extends JobHooks {
  /** Starts with an empty database; built-in database only. */
  fresh?: boolean;
  /** Runs after the migrations, before requests are accepted. */
  prepare?: (context: Context) => Promise<void>;
}

const CONNECT_TIMEOUT_MS = 1500;
const STATEMENT_TIMEOUT_MS = 20_000;
/** Pending TCP connections; the system drops further ones, which retry a second later. */
const BACKLOG = 4096;
/** Time for running requests to finish after SIGTERM. */
const DRAIN_MS = 7000;
const SWEEP_MS = 100;

export async function startServer(config: Config, options: StartOptions = {}): Promise<Running> {
  const log = pino({ level: config.LOG_LEVEL });
  const cleanups: (() => Promise<void> | void)[] = [];
  const stop = async () => {
    for (const step of cleanups.splice(0).reverse()) await step();
  };
  try {
    const url = config.DATABASE_URL ?? (await startBuiltIn(config, options.fresh === true, cleanups));
    const pool = openPool({
      url,
      poolSize: config.DATABASE_POOL,
      connectTimeoutMs: CONNECT_TIMEOUT_MS,
      statementTimeoutMs: STATEMENT_TIMEOUT_MS,
      onIdleError: (error) => log.warn(error, 'A database connection was lost'),
    });
    const db = openDatabase(pool);
    cleanups.push(() => db.destroy());
    await migrate(db);

    const clock = systemClock(config.TEST_CLOCK_OFFSET_MS);
    const masters = readMasterKeys(config);
    if (!masters)
      log.warn('SECRET_KEY is not set: authenticator keys and links in queued mail are in the database in clear text');
    const keyring = await openKeyring(db, masters, () => clock.now());
    let baseUrl = config.PUBLIC_URL ?? `http://${config.HOST}:${config.PORT}`;
    const context: Context = {
      config,
      log,
      db,
      pool,
      clock,
      phrases: await loadPhrases(),
      secret: await loadSecret(db, keyring),
      keyring,
      passwords: passwordHasher({ parallel: config.LIMIT_PARALLEL_HASHES, maxWaitMs: config.LIMIT_HASH_WAIT_MS }),
      publicUrl: () => baseUrl,
    };
    await options.prepare?.(context);

    const app = createFastify(config, log, context.phrases);
    await buildApp(app, context);
    const listening = await app.listen({ host: config.HOST, port: config.PORT, backlog: BACKLOG });
    if (!config.PUBLIC_URL) baseUrl = listening;
    const stopJobs = startJobs(context, options);
    cleanups.push(() => Promise.all([drain(app, pool, log), stopJobs()]).then(() => undefined));
    return { url: listening, context, close: stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function startBuiltIn(config: Config, fresh: boolean, undo: (() => Promise<void> | void)[]): Promise<string> {
  undo.push(lockDataDir(config.DATA_DIR, `http://${config.HOST}:${config.PORT}`));
  if (fresh) await removeCluster(config.DATA_DIR);
  const cluster = await startCluster({ dataDir: config.DATA_DIR });
  undo.push(() => cluster.stop());
  return cluster.url('postgres');
}

/** Finishes running requests and accepts no new ones. After DRAIN_MS connections are cut, and open transactions roll back. */
async function drain(app: FastifyInstance, pool: CancellablePool, log: pino.Logger): Promise<void> {
  // Closes idle keep-alive connections, which would delay the shutdown.
  const sweep = setInterval(() => {
    app.server.closeIdleConnections();
  }, SWEEP_MS);
  const cut = setTimeout(() => {
    log.warn('Some requests did not finish in time and were cut');
    app.server.closeAllConnections();
    pool.destroyConnections();
  }, DRAIN_MS);
  await app.close();
  clearInterval(sweep);
  clearTimeout(cut);
}
