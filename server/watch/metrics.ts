/** Metrics in Prometheus' format, on a port of their own. Loaded where METRICS_PORT is set. */
import { createHash, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Context } from '../context.ts';
import type { ReadFigures } from '../db/reads.ts';
import { storeFigures, type StoreFigures } from './storeFigures.ts';
import type { FinishedRequest } from './requests.ts';

export interface Metrics {
  readonly url: string;
  observeRequest(finished: FinishedRequest): void;
  observeJob(job: string, succeeded: boolean): void;
  close(): Promise<void>;
}

const DURATION_BUCKETS_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

const FIGURES: Readonly<Record<keyof StoreFigures, string>> = {
  mails_due: 'Mails of the outbox that could be sent now',
  mails_oldest_seconds: 'Age of the oldest mail that is not sent',
  mails_given_up: 'Mails that were refused for good in the last four days',
  sessions: 'Sessions that have not expired',
  accounts_locked: 'Accounts locked after failed logins',
  database_locks_waiting: 'Statements that wait for a lock',
  audit_unsealed_seconds: 'Age of the first audit event that is not sealed',
  audit_unstreamed_seconds: 'Age of the first audit event that the collector of logs does not have',
  file_removals_due: 'Files that have to be removed from their store and are not yet',
};

export async function openMetrics(context: Context): Promise<Metrics> {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const seconds = new Histogram({
    name: 'gatehouse_request_seconds',
    help: 'Duration of requests',
    labelNames: ['call', 'status'],
    buckets: DURATION_BUCKETS_SECONDS,
    registers: [registry],
  });
  const jobRuns = new Counter({
    name: 'gatehouse_job_runs_total',
    help: 'Runs of periodic jobs',
    labelNames: ['job', 'outcome'],
    registers: [registry],
  });
  const jobSuccess = new Gauge({
    name: 'gatehouse_job_last_success_seconds',
    help: 'When a periodic job last succeeded, in seconds since 1970',
    labelNames: ['job'],
    registers: [registry],
  });
  measureProcess(context, registry);
  measureStore(context, registry);
  measureReads(context, registry);
  measureFiles(context, registry);
  const server = serve(registry, context.config.METRICS_TOKEN);
  server.listen(context.config.METRICS_PORT, context.config.METRICS_HOST);
  await once(server, 'listening');
  const { address, port } = server.address() as AddressInfo;
  return {
    url: `http://${address.includes(':') ? `[${address}]` : address}:${String(port)}/metrics`,
    observeRequest({ call, status, durationMs }) {
      seconds.observe({ call, status: String(status) }, durationMs / 1000);
    },
    observeJob(job, succeeded) {
      jobRuns.inc({ job, outcome: succeeded ? 'success' : 'failure' });
      if (succeeded) jobSuccess.set({ job }, Date.now() / 1000);
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Metrics that the process has in memory. */
function measureProcess({ pool, passwords, readiness }: Context, registry: Registry): void {
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name: `gatehouse_${name}`,
      help,
      registers: [registry],
      collect() {
        this.set(read());
      },
    });
  gauge('pool_connections', 'Connections to the database', () => pool.totalCount);
  gauge('pool_idle', 'Idle connections', () => pool.idleCount);
  gauge('pool_waiting', 'Callers that wait for a connection', () => pool.waitingCount);
  gauge('hash_running', 'Passwords being hashed', () => passwords.load().running);
  gauge('hash_waiting', 'Logins that wait for their password to be hashed', () => passwords.load().waiting);
  gauge('hash_refused_total', 'Logins refused because the queue was full', () => passwords.load().refused);
  gauge('leaving', '1 while the process is being stopped', () => Number(readiness.isLeaving));
}

/** The metrics are absent while the database does not answer; `gatehouse_database_up` is 0 then. */
function measureStore({ db, config }: Context, registry: Registry): void {
  const read = storeFigures(db);
  const isStreamed = config.AUDIT_STREAM_URL !== undefined || config.AUDIT_STREAM !== 'off';
  for (const [name, help] of Object.entries(FIGURES).filter(([one]) => isStreamed || one !== 'audit_unstreamed_seconds'))
    new Gauge({
      name: `gatehouse_${name}`,
      help,
      registers: [registry],
      async collect() {
        const figures = await read();
        if (figures) this.set(figures[name as keyof StoreFigures]);
        else this.remove();
      },
    });
  new Gauge({
    name: 'gatehouse_database_up',
    help: 'Whether the database answers',
    registers: [registry],
    async collect() {
      this.set((await read()) ? 1 : 0);
    },
  });
}

/** Metrics with DATABASE_READ_URL only. */
function measureReads({ reads }: Context, registry: Registry): void {
  if (!reads.figures()) return;
  const gauge = (name: string, help: string, read: (figures: ReadFigures) => number) =>
    new Gauge({
      name: `gatehouse_${name}`,
      help,
      registers: [registry],
      collect() {
        const figures = reads.figures();
        if (figures) this.set(read(figures));
      },
    });
  gauge('replica_up', 'Whether the replica answers', ({ isUp }) => Number(isUp));
  gauge('replica_lag_seconds', 'Age of the oldest change that the replica does not have', ({ lagSeconds }) => lagSeconds);
  new Counter({
    name: 'gatehouse_reads_total',
    help: 'Lists, counts, reports and exports: read from the replica, or from the primary because the replica was behind or away',
    labelNames: ['from', 'reason'],
    registers: [registry],
    collect() {
      const { replica = 0, behind = 0, unreachable = 0 } = reads.figures()?.reads ?? {};
      this.reset();
      this.inc({ from: 'replica', reason: 'replica' }, replica);
      this.inc({ from: 'primary', reason: 'behind' }, behind);
      this.inc({ from: 'primary', reason: 'unreachable' }, unreachable);
    },
  });
}

/** Metrics with FILES_URL only. */
function measureFiles({ files }: Context, registry: Registry): void {
  if (!files) return;
  new Gauge({
    name: 'gatehouse_files_up',
    help: 'Whether the store of files answered last',
    registers: [registry],
    collect() {
      this.set(Number(files.isUp));
    },
  });
  new Counter({
    name: 'gatehouse_file_operations_total',
    help: 'Operations on the store of files',
    labelNames: ['operation', 'outcome'],
    registers: [registry],
    collect() {
      this.reset();
      for (const { operation, outcome, count } of files.counts) this.inc({ operation, outcome }, count);
    },
  });
}

const serve = (registry: Registry, token: string | undefined): Server =>
  createServer((request, response) => {
    if (!isBearer(request.headers.authorization, token)) {
      response.writeHead(401, { 'www-authenticate': 'Bearer' }).end();
      return;
    }
    if (request.method !== 'GET' || request.url?.split('?')[0] !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    registry.metrics().then(
      (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });

/** Compares in constant time, over digests, which have the same length. */
const isBearer = (header = '', token: string | undefined): boolean =>
  token === undefined || timingSafeEqual(digest(header), digest(`Bearer ${token}`));

const digest = (text: string) => createHash('sha256').update(text).digest();
