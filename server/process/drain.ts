/** Takes a process out of service: not ready, then no new connections, then requests in flight end or are cut. */
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';

/**
 * Time from the signal until running requests are cut; with closing the database and a reserve, the shutdown takes less than ten
 * seconds.
 */
const DRAIN_MS = 7000;
const SWEEP_MS = 100;

export async function drain(app: FastifyInstance, { config, log, pool, readiness }: Context, stopJobs: () => Promise<void>) {
  const cut = setTimeout(() => {
    log.warn('Some requests did not finish in time and were cut');
    app.server.closeAllConnections();
    pool.destroyConnections();
  }, DRAIN_MS);
  readiness.leave();
  const jobsStopped = stopJobs();
  // Waits until balancers notice, and send new requests elsewhere.
  await pause(config.DRAIN_DELAY_MS);
  // Closes idle keep-alive connections, which would delay the shutdown.
  const sweep = setInterval(() => {
    app.server.closeIdleConnections();
  }, SWEEP_MS);
  try {
    await Promise.all([app.close(), jobsStopped]);
  } finally {
    clearInterval(sweep);
    clearTimeout(cut);
  }
}

/** Connections of a process that is leaving end with their response, so that a proxy keeps none for the next request. */
export function closeWhenLeaving(app: FastifyInstance, { readiness }: Context): void {
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (readiness.isLeaving) void reply.header('connection', 'close');
    done();
  });
}
