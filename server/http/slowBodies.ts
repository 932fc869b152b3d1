/**
 * Cuts off whoever takes too long to send the body of a request. Node has one such limit for a whole server; here a route that takes
 * files lets its caller go on for as long as enough keeps arriving.
 */
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A body that may take longer than others, as long as it keeps flowing. */
    slowBody?: boolean;
  }
}

export interface BodyLimits {
  /** How long a body may take. */
  limitMs: number;
  /** How much of a file has to arrive in any ten seconds, in bytes, once that time is over. */
  flowBytes: number;
  lookEveryMs: number;
}

const FLOW_MS = 10_000;

interface Arriving {
  readonly raw: IncomingMessage;
  readonly began: number;
  readonly slowBody: boolean;
  /** How much had come when enough had last come, and when that was. */
  bytes: number;
  since: number;
}

export function cutSlowBodies(app: FastifyInstance, { limitMs, flowBytes, lookEveryMs }: BodyLimits): void {
  const arriving = new Set<Arriving>();
  const flowMs = Math.min(FLOW_MS, limitMs);

  app.addHook('onRequest', (request, _reply, next) => {
    const { raw, routeOptions } = request;
    const { 'content-length': length, 'transfer-encoding': encoding } = raw.headers;
    if (encoding !== undefined || Number(length) > 0) {
      const now = performance.now();
      const slowBody = routeOptions.config.slowBody === true;
      arriving.add({ raw, began: now, slowBody, bytes: raw.socket.bytesRead, since: now });
    }
    next();
  });

  function look(): void {
    const now = performance.now();
    for (const body of arriving) {
      const { raw, began, slowBody } = body;
      const { socket } = raw;
      if (raw.complete || socket.destroyed) arriving.delete(body);
      else if (slowBody && socket.bytesRead - body.bytes >= flowBytes)
        Object.assign(body, { bytes: socket.bytesRead, since: now });
      else if (now - began > limitMs && (!slowBody || now - body.since > flowMs)) {
        arriving.delete(body);
        // As Node itself tells of it: the answer is 408.
        const error = Object.assign(new Error('The body took too long'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
        app.server.emit('clientError', error, socket);
      }
    }
  }

  const looking = setInterval(look, lookEveryMs).unref();
  app.addHook('onClose', (_app, done) => {
    clearInterval(looking);
    done();
  });
}
