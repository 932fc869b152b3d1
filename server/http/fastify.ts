/** The Fastify instance: its limits, and the hooks that every request passes before it reaches a route. */
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import multipart from '@fastify/multipart';
import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { MAX_REQUEST_MS } from '../../api/contract/endpoint.ts';
import type { Config } from '../config/config.ts';
import type { Context } from '../context.ts';
import { closeWhenLeaving } from '../process/drain.ts';
import type { Phrases } from '../i18n/phrases.ts';
import { allowHosts } from './allowedHosts.ts';
import { captureClientAddress } from './auditOrigin.ts';
import { answerClientError } from './clientError.ts';
import { acceptOnlyJson } from './contentTypeParsers.ts';
import { asProblem, sendProblem } from './errors.ts';
import { commonHeaders, secureHeaders } from './headers.ts';
import { MAX_HEADER_BYTES, MAX_READ_HEADER_BYTES, refuseLargeHeaders } from './largeHeaders.ts';
import { cutSlowBodies } from './slowBodies.ts';

const HANDLER_TIMEOUT_MS = 30_000;
const HEADERS_TIMEOUT_MS = 15_000;
/** How often Node checks for requests that arrive too slowly. */
const CHECK_INTERVAL_MS = 1000;
const BODY_LIMIT_BYTES = 1024 * 1024;
/** Names of organisations have no limit of their own, so a path parameter may be as long as Node's limit of a request line. */
const MAX_PARAM_LENGTH = MAX_HEADER_BYTES;

/** @param log the one logger, shared with Fastify */
export function createFastify(config: Config, log: FastifyBaseLogger, phrases: Phrases): FastifyInstance {
  return Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: config.trustProxy,
    bodyLimit: BODY_LIMIT_BYTES,
    // Node's limit for every request; `cutSlowBodies` has the stricter limit per route.
    requestTimeout: MAX_REQUEST_MS,
    connectionTimeout: config.LIMIT_REQUEST_MS,
    handlerTimeout: HANDLER_TIMEOUT_MS,
    http: {
      maxHeaderSize: MAX_READ_HEADER_BYTES,
      requestTimeout: MAX_REQUEST_MS,
      headersTimeout: Math.min(config.LIMIT_REQUEST_MS, HEADERS_TIMEOUT_MS),
      connectionsCheckingInterval: CHECK_INTERVAL_MS,
    },
    forceCloseConnections: 'idle',
    // Requests on open connections are still answered.
    return503OnClosing: false,
    clientErrorHandler: answerClientError({ config, phrases }),
    // No hook has run yet.
    frameworkErrors: (error, request, reply) => {
      void sendProblem(request, reply.headers(commonHeaders), asProblem(error), { config, phrases });
    },
    rewriteUrl: ({ url = '/' }) => escapeInvalidPercent(url),
    routerOptions: { maxParamLength: MAX_PARAM_LENGTH, ignoreTrailingSlash: true },
  });
}

/** Escapes invalid percent signs in the path, so that it gets an ordinary 404. */
function escapeInvalidPercent(url: string): string {
  const [path = ''] = url.split('?', 1);
  try {
    decodeURI(path);
    return url;
  } catch {
    return path.replaceAll('%', '%25') + url.slice(path.length);
  }
}

/** Adds the hooks that every request passes before it reaches a route. */
export async function prepareRequests(app: FastifyInstance, context: Context): Promise<void> {
  const { config, log } = context;
  captureClientAddress(app);
  secureHeaders(app, context);
  refuseLargeHeaders(app);
  cutSlowBodies(app, {
    limitMs: config.LIMIT_REQUEST_MS,
    flowBytes: config.LIMIT_FLOW_BYTES,
    checkIntervalMs: CHECK_INTERVAL_MS,
  });
  acceptOnlyJson(app);
  closeWhenLeaving(app, context);
  allowHosts(app, config);
  app.setErrorHandler((error, request, reply) => {
    const found = asProblem(error);
    if (found.status >= 500 && found.code !== 'Closing')
      log.error({ err: found.options.cause ?? found, url: request.routeOptions.url, requestId: request.id }, found.code);
    return sendProblem(request, reply, found, context);
  });
  await app.register(cookie);
  await app.register(compress, { threshold: 1024, encodings: ['br', 'gzip'], brotliOptions: { params: { 1: 4 } } });
  await app.register(multipart, { limits: { files: config.MAX_ATTACHMENTS, fileSize: config.MAX_ATTACHMENT_BYTES } });
}
