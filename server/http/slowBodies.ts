/**
 * Aborts requests whose body arrives too slowly (slowloris). Node has one such limit per server; here upload routes may take
 * longer as long as enough data keeps arriving.
 */
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The body may take longer than `limitMs` while it keeps flowing. */
    slowBody?: boolean;
  }
}

interface BodyLimits {
  /** Maximum time for a body. */
  limitMs: number;
  /** How many bytes must arrive in any ten seconds on a `slowBody` route after that time. */
  flowBytes: number;
  checkIntervalMs: number;
}

const FLOW_WINDOW_MS = 10_000;

interface PendingBody {
  readonly raw: IncomingMessage;
  readonly startedAtMs: number;
  readonly slowBody: boolean;
  /** Bytes received, and the time, when enough had last arrived. */
  bytes: number;
  lastProgressAtMs: number;
}

/** What has arrived is not read yet: nothing more is taken from the client, however fast it is. */
const waitsForReader = (raw: IncomingMessage): boolean => raw.readableLength >= raw.readableHighWaterMark;

export function cutSlowBodies(app: FastifyInstance, { limitMs, flowBytes, checkIntervalMs }: BodyLimits): void {
  const pendingBodies = new Set<PendingBody>();
  const flowWindowMs = Math.min(FLOW_WINDOW_MS, limitMs);

  app.addHook('onRequest', (request, _reply, next) => {
    const { raw, routeOptions } = request;
    const { 'content-length': length, 'transfer-encoding': encoding } = raw.headers;
    if (encoding !== undefined || Number(length) > 0) {
      const now = performance.now();
      const slowBody = routeOptions.config.slowBody === true;
      pendingBodies.add({ raw, startedAtMs: now, slowBody, bytes: raw.socket.bytesRead, lastProgressAtMs: now });
    }
    next();
  });

  function checkBodies(): void {
    const now = performance.now();
    for (const body of pendingBodies) {
      const { raw, startedAtMs, slowBody } = body;
      const { socket } = raw;
      if (raw.complete || socket.destroyed) pendingBodies.delete(body);
      else if (slowBody && (waitsForReader(raw) || socket.bytesRead - body.bytes >= flowBytes))
        Object.assign(body, { bytes: socket.bytesRead, lastProgressAtMs: now });
      else if (now - startedAtMs > limitMs && (!slowBody || now - body.lastProgressAtMs > flowWindowMs)) {
        pendingBodies.delete(body);
        // Node's own error for this; answered with 408.
        const error = Object.assign(new Error('The body took too long'), {
          code: 'ERR_HTTP_REQUEST_TIMEOUT',
          headers: raw.headers,
        });
        app.server.emit('clientError', error, socket);
      }
    }
  }

  const timer = setInterval(checkBodies, checkIntervalMs).unref();
  app.addHook('onClose', (_app, done) => {
    clearInterval(timer);
    done();
  });
}
