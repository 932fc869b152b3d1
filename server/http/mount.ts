/**
 * Mounts the rooms: for every operation of the contract one route, and for every path an answer to the methods it does not
 * know. A call goes through authenticate, refuse what the role may not, validate, handle, strip; each step is a line below.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import { Readable } from 'node:stream';
import { z } from 'zod';
import type { Call } from '../../api/contract/call.ts';
import { MAX_REQUEST_MS, type Operation } from '../../api/contract/endpoint.ts';
import { operations, type OperationName } from '../../api/contract/index.ts';
import type { Context } from '../context.ts';
import { chooseLocale } from '../i18n/phrases.ts';
import { authorize, type SecurityContext } from './authorize.ts';
import type { CallOf, Handlers } from './call.ts';
import { sendProblem } from './errors.ts';
import { problem } from './problem.ts';
import { auditDenied } from './auditDenied.ts';
import { jsonSchema } from './schemas.ts';
import { readTexts, validate } from './validate.ts';

type AnyHandler = (call: CallOf<OperationName>) => Promise<unknown>;

export function mount(
  app: FastifyInstance,
  context: Context,
  security: SecurityContext,
  handlerSets: readonly Partial<Handlers<OperationName>>[],
): void {
  const handlers = Object.assign({}, ...handlerSets) as Partial<Record<OperationName, AnyHandler>>;
  const names = Object.keys(operations) as OperationName[];
  const missing = names.filter((name) => !handlers[name]);
  if (missing.length > 0) throw new Error(`These operations have no handler: ${missing.join(', ')}`);
  for (const name of names) mountOne(app, context, security, name, handlers[name] as AnyHandler);
  refuseOtherMethods(app, Object.values(operations));
}

const url = (call: Pick<Call, 'path'>) => `/api${call.path.replaceAll(/\{(\w+)\}/g, ':$1')}`;

function mountOne(
  app: FastifyInstance,
  context: Context,
  security: SecurityContext,
  name: OperationName,
  handler: AnyHandler,
): void {
  const operation: Operation = operations[name];
  const { reply: shape, status } = operation;
  const response = shape && !(shape instanceof z.ZodBoolean) ? { schema: { response: { '2xx': jsonSchema(shape) } } } : {};
  const ask = (request: FastifyRequest, reply: FastifyReply, now: Date) =>
    authorize(context, security, name, operation, request, reply, now);
  const mountOn = (scope: FastifyInstance) =>
    scope.route({
      method: operation.method,
      url: url(operation),
      ...response,
      ...(operation.bodyLimitBytes !== undefined && { bodyLimit: operation.bodyLimitBytes }),
      ...(operation.timeoutMs !== undefined && { handlerTimeout: operation.timeoutMs }),
      config: { slowBody: operation.slowBody === true },
      onRequest: [
        ...(operation.hashesPassword ? [refuseWhileQueueIsFull(context)] : []),
        // Rejects early, before reading a large body; repeated after parsing.
        ...(operation.rawBody
          ? [
              async (request: FastifyRequest, reply: FastifyReply) => {
                await ask(request, reply, context.clock.now());
              },
            ]
          : []),
      ],
      handler: async (request, reply) => {
        const now = context.clock.now();
        const locale = chooseLocale(request.headers['accept-language']);
        const admitted = await ask(request, reply, now);
        const call = { name, locale, now, request, reply, ...admitted } as CallOf<OperationName>;
        try {
          Object.assign(call, parts(operation, request));
          if (operation.rawBody) request.raw.setTimeout(MAX_REQUEST_MS);
          const result = await handler(call);
          if (operation.rawBody) request.raw.setTimeout(context.config.LIMIT_REQUEST_MS);
          return result instanceof Readable ? await reply.send(result) : await answer(reply, status, shape, result);
        } catch (error) {
          await auditDenied(context, name, operation, call, error);
          throw error;
        }
      },
    });
  if (operation.rawBody) void app.register(unread(mountOn));
  else mountOn(app);
}

const refuseWhileQueueIsFull = (context: Context): onRequestHookHandler =>
  function decide(request, reply, next) {
    const found = context.passwords.refusal();
    if (found) sendProblem(reply, found, context.phrases, chooseLocale(request.headers['accept-language']));
    else next();
  };

/** A scope of its own, in which JSON arrives unread. */
const unread = (mountOn: (scope: FastifyInstance) => void) => (scope: FastifyInstance, _options: unknown, done: () => void) => {
  scope.removeContentTypeParser('application/json');
  scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, parsed) => {
    parsed(null, body);
  });
  mountOn(scope);
  done();
};

function answer(reply: FastifyReply, status: number | undefined, shape: z.ZodType | undefined, result: unknown): FastifyReply {
  if (reply.statusCode === 304) return reply.send();
  if (!shape) return reply.code(status ?? 204).send();
  void reply.code(status ?? 200).type('application/json; charset=utf-8');
  // Fastify would send a bare boolean or string as it is: those are JSON texts here.
  return reply.send(typeof result === 'boolean' || typeof result === 'string' ? JSON.stringify(result) : result);
}

const NOTHING = z.strictObject({});
/** An empty object is what some clients send for nothing. */
const NO_BODY = NOTHING.nullish();

/** The three parts of a call, checked. A multipart body is the room's own to read, as a stream; so is JSON that takes long. */
function parts(operation: Operation, request: FastifyRequest): { params: unknown; query: unknown; body: unknown } {
  const texts = request.params as Record<string, string>;
  const query = operation.query ?? NOTHING;
  if (request.isMultipart() && operation.sends !== 'multipart') throw problem('UnsupportedMediaType');
  return {
    params: operation.params ? validate(operation.params, readTexts(operation.params, texts)) : texts,
    query: validate(query, readTexts(query, request.query as Record<string, unknown>)),
    body: operation.sends === 'multipart' || operation.rawBody ? undefined : validate(operation.body ?? NO_BODY, request.body),
  };
}

/** A known path with another method: 405, and `Allow` says what it knows. */
function refuseOtherMethods(app: FastifyInstance, all: readonly Operation[]): void {
  const byUrl = Map.groupBy(all, url);
  for (const [path, calls] of byUrl) {
    const known = new Set<string>(calls.map((call) => call.method));
    if (known.has('GET')) known.add('HEAD');
    const others = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'].filter((method) => !known.has(method));
    app.route({
      method: others,
      url: path,
      exposeHeadRoute: false,
      handler: () => {
        throw problem('MethodNotAllowed', { headers: { allow: [...known].join(', ') } });
      },
    });
  }
}
