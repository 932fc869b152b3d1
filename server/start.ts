/** Starts a server: database, migrations, application, jobs; and stops it gracefully. */
import { personalData } from './http/personalData.ts';
import { buildApp } from './app.ts';
import { createFastify } from './http/fastify.ts';
import type { FastifyBaseLogger } from 'fastify';
import { systemClock } from './clock.ts';
import type { Config } from './config/config.ts';
import type { Context } from './context.ts';
import { awaitDatabase } from './db/awaitDatabase.ts';
import { openDatabase, openPool } from './db/database.ts';
import { requireAppendOnlyAudit, requireChangeableAudit } from './db/appendOnlyAudit.ts';
import { migrateStore, openOwner, openReads, poolOptions } from './process/databases.ts';
import { drain } from './process/drain.ts';
import { openFiles } from './files/open.ts';
import { readiness } from './health/readiness.ts';
import { startCluster } from './embedded/cluster.ts';
import { removeCluster } from './embedded/home.ts';
import { lockDataDir } from './embedded/dataDirLock.ts';
import { requireMigrated } from './db/migrate.ts';
import { openKeyring } from './encryption/keyring.ts';
import { readMasterKeys } from './encryption/masterKeys.ts';
import { loadSecret } from './session/serverSecret.ts';
import { startJobs, type JobHooks } from './jobs/jobs.ts';
import { readPasswordList } from './password/passwordList.ts';
import { runningProvider } from './oidc/running.ts';
import { openSettings } from './systemSettings/live.ts';
import { supportAddress } from './mail/addresses.ts';
import { bulkActionsOf, runningImports } from './rooms.ts';
import { operationsRunner } from './bulk/runner.ts';
import { importedPasswords } from './password/importedPasswords.ts';
import { passwordHasher, WEAK_PARAMETERS } from './password/passwordHasher.ts';
import { openLog } from './watch/log.ts';
import type { Metrics } from './watch/metrics.ts';
import { observeRequests } from './watch/requests.ts';
import { loadPhrases } from './i18n/phrases.ts';

export interface Running {
  /** The address it listens on, without a slash at its end. */
  readonly url: string;
  /** The address of the metrics; undefined unless METRICS_PORT is set. */
  readonly metricsUrl: string | undefined;
  readonly context: Context;
  close(): Promise<void>;
}

export interface StartOptions extends JobHooks {
  /** Starts with an empty database; built-in database only. */
  fresh?: boolean;
  /** Runs after the migrations, before requests are accepted. */
  prepare?: (context: Context) => Promise<void>;
  /** Stands in the server's address for the IP address it listens on, which passkeys can't be made for. */
  hostName?: string;
}

/** Pending TCP connections; the system drops further ones, which retry a second later. */
const BACKLOG = 4096;
export async function startServer(config: Config, options: StartOptions = {}): Promise<Running> {
  const log = openLog(config);
  const cleanups: (() => Promise<void> | void)[] = [];
  const stop = async () => {
    for (const step of cleanups.splice(0).reverse()) await step();
  };
  try {
    const url = config.DATABASE_URL ?? (await startBuiltIn(config, log, options.fresh === true, cleanups));
    const pool = openPool({ ...poolOptions(config, log), url, directUrl: config.DATABASE_DIRECT_URL });
    const db = openDatabase(pool);
    cleanups.push(() => db.destroy());
    await awaitDatabase(pool, 'DATABASE_URL', log);
    const reads = openReads(config, log, { db, pool });
    cleanups.push(() => reads.close());
    const owner = openOwner(config, log, { db, pool });
    if (owner.db !== db) cleanups.push(() => owner.db.destroy());
    await awaitDatabase(owner.pool, 'DATABASE_OWNER_URL', log);
    if (config.MIGRATE === 'on') await migrateStore(config, { url, db: owner.db });
    else await requireMigrated(owner.db);
    if (owner.db === db) await requireChangeableAudit(db);
    else await requireAppendOnlyAudit(db);

    const clock = systemClock(config.TEST_CLOCK_OFFSET_MS);
    const files = await openFiles(config, db, log);
    const masters = readMasterKeys(config);
    if (!masters)
      log.warn('SECRET_KEY is not set: authenticator keys and links in queued mail are in the database in clear text');
    const keyring = await openKeyring(db, masters, () => clock.now());
    const secret = await loadSecret(db, keyring);
    const settings = await openSettings(db, config);
    let baseUrl = config.PUBLIC_URL ?? `http://${config.HOST}:${config.PORT}`;
    const publicUrl = () => baseUrl;
    const context: Context = {
      config: settings.config,
      settings,
      log,
      db,
      pool,
      owner,
      reads,
      files,
      clock,
      phrases: await loadPhrases(),
      secret,
      keyring,
      passwords: passwordHasher(
        { parallel: config.LIMIT_PARALLEL_HASHES, maxWaitMs: config.LIMIT_HASH_WAIT_MS },
        config.TEST_WEAK_HASHES === 'on' ? WEAK_PARAMETERS : undefined,
        importedPasswords(db, keyring, secret),
      ),
      passwordList: await readPasswordList(config),
      readiness: readiness(db, clock, files),
      personalData: personalData(db, settings.config, () => supportAddress({ config: settings.config, publicUrl })),
      publicUrl,
    };
    await options.prepare?.(context);

    const app = createFastify(config, log, context.phrases);
    const metrics = await startMetrics(context);
    if (metrics) cleanups.push(() => metrics.close());
    const access = config.ACCESS_LOG === 'on' ? log.child({}, { level: 'info' }) : undefined;
    observeRequests(app, (finished) => {
      metrics?.observeRequest(finished);
      access?.info(finished, 'request');
    });
    const oidc = runningProvider(context);
    const bulkActions = bulkActionsOf(context);
    const runner = operationsRunner(context, bulkActions);
    const imports = runningImports(context);
    await buildApp(app, context, { oidc, bulkActions, runner, imports });
    const listening = named(await app.listen({ host: config.HOST, port: config.PORT, backlog: BACKLOG }), options.hostName);
    if (!config.PUBLIC_URL) baseUrl = listening;
    const stopJobs = startJobs(
      context,
      {
        oidc,
        runner,
        imports,
        directUrl: config.DATABASE_DIRECT_URL ?? url,
      },
      { ...options, onJob: (job, succeeded) => metrics?.observeJob(job, succeeded) },
    );
    cleanups.push(() => drain(app, context, stopJobs));
    return { url: listening, metricsUrl: metrics?.url, context, close: stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

const named = (address: string, hostName?: string): string =>
  hostName === undefined ? address : address.replace(new URL(address).hostname, hostName);

/** Metrics are imported on demand: most servers run without them. */
async function startMetrics(context: Context): Promise<Metrics | undefined> {
  if (context.config.METRICS_PORT === undefined) return undefined;
  const { openMetrics } = await import('./watch/metrics.ts');
  return openMetrics(context);
}

type Cleanups = (() => Promise<void> | void)[];

async function startBuiltIn(config: Config, log: FastifyBaseLogger, fresh: boolean, undo: Cleanups): Promise<string> {
  undo.push(lockDataDir(config.DATA_DIR, `http://${config.HOST}:${config.PORT}`));
  if (fresh) await removeCluster(config.DATA_DIR);
  const cluster = await startCluster({
    dataDir: config.DATA_DIR,
    log: (line) => {
      log[ROUTINE.test(line) ? 'info' : 'warn'](`PostgreSQL: ${line}`);
    },
  });
  undo.push(() => cluster.stop());
  return cluster.url('postgres');
}

/** Messages of PostgreSQL that need no action, and those that belong to another message. */
const ROUTINE = /^(DEBUG\d?|LOG|INFO|NOTICE|DETAIL|HINT|CONTEXT):/;
