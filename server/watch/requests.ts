/** Observes every request: its id, call, caller, outcome and duration. Never its address, which may contain names and tokens. */
import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The operation of the contract; undefined for the page and its files. */
    call?: string;
  }
}

export interface FinishedRequest {
  requestId: string;
  traceId: string | undefined;
  method: string;
  /** An operation of the contract, `page` or `other`. */
  call: string;
  userId: string | undefined;
  /** 499: the client left before the response was complete. */
  status: number;
  durationMs: number;
}

/** nginx's number for a client that left. */
const CLIENT_LEFT = 499;
const REQUEST_ID = /^[\w.:+/=-]{1,128}$/;
/** https://www.w3.org/TR/trace-context/ */
const TRACE_PARENT = /^[0-9a-f]{2}-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}/;

const callers = new WeakMap<FastifyRequest, string>();

/** Called once the caller is known. */
export const noteCaller = (request: FastifyRequest, userId: string): unknown => callers.set(request, userId);

/** Takes the id of a trusted proxy, so that its log and ours can be joined, but never one that a client has made up. */
function requestIdOf(request: FastifyRequest): string {
  const given = request.headers['x-request-id'];
  const isProxied = (request.ips?.length ?? 0) > 1;
  return isProxied && typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID();
}

const traceIdOf = ({ headers }: FastifyRequest): string | undefined =>
  typeof headers.traceparent === 'string' ? TRACE_PARENT.exec(headers.traceparent)?.[1] : undefined;

const callOf = (request: FastifyRequest): string =>
  request.routeOptions.config.call ?? (request.routeOptions.url?.startsWith('/api/') === true ? 'other' : 'page');

/** Call it before the routes are added. @param observe called once for every request */
export function observeRequests(app: FastifyInstance, observe: (finished: FinishedRequest) => void): void {
  const seen = new WeakSet<FastifyRequest>();
  const finish = (request: FastifyRequest, reply: FastifyReply, status: number) => {
    if (seen.has(request)) return;
    seen.add(request);
    observe({
      requestId: request.id,
      traceId: traceIdOf(request),
      method: request.method,
      call: callOf(request),
      userId: callers.get(request),
      status,
      durationMs: Math.round(reply.elapsedTime * 10) / 10,
    });
  };
  app.addHook('onRequest', (request, reply, done) => {
    request.id = requestIdOf(request);
    void reply.header('x-request-id', request.id);
    reply.raw.once('close', () => {
      if (!reply.raw.writableFinished) finish(request, reply, CLIENT_LEFT);
    });
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    finish(request, reply, reply.statusCode);
    done();
  });
}
