/**
 * Registers one route per operation of the contract, and 405 for the other methods of each path.
 * Each call is authenticated, authorised, validated, handled, and its reply stripped to the contract's schema.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import { Readable } from 'node:stream';
import { z } from 'zod';
import { changesState, type Call } from '../../api/contract/call.ts';
import { MAX_REQUEST_MS, type Operation } from '../../api/contract/endpoint.ts';
import { operations, type OperationName } from '../../api/contract/index.ts';
import { SECOND } from '../clock.ts';
import type { Context } from '../context.ts';
import { chooseLocale } from '../i18n/phrases.ts';
import { authorize, type SecurityContext } from './authorize.ts';
import type { CallOf, Handlers } from './call.ts';
import { sendProblem } from './errors.ts';
import { keyedCallOf } from './idempotency.ts';
import { recordReading } from './recordReading.ts';
import { personalRowsOf } from './personalRows.ts';
import { problem } from './problem.ts';
import { auditDenied } from './auditDenied.ts';
import { ownChanges, type OwnChanges } from './ownChanges.ts';
import { noteCaller } from '../watch/requests.ts';
import { jsonSchema } from './schemas.ts';
import { compileAtFirstReply } from './serializers.ts';
import { typedTexts } from './typedTexts.ts';
import { parseParams, validate } from './validate.ts';

type AnyHandler = (call: CallOf<OperationName>) => Promise<unknown>;

export function mount(
  app: FastifyInstance,
  context: Context,
  security: SecurityContext,
  handlerSets: readonly Partial<Handlers<OperationName>>[],
): void {
  const changes = ownChanges(context.reads, security.cookies, context.config.DATABASE_READ_MAX_LAG_SECONDS * SECOND);
  const handlers = Object.assign({}, ...handlerSets) as Partial<Record<OperationName, AnyHandler>>;
  const names = Object.keys(operations) as OperationName[];
  const missing = names.filter((name) => !handlers[name]);
  if (missing.length > 0) throw new Error(`These operations have no handler: ${missing.join(', ')}`);
  app.setSerializerCompiler(compileAtFirstReply);
  for (const name of names) mountOne(app, context, security, changes, name, handlers[name] as AnyHandler);
  refuseOtherMethods(app, Object.values(operations));
}

const url = (call: Pick<Call, 'path'>) => `/api${call.path.replaceAll(/\{(\w+)\}/g, ':$1')}`;

function mountOne(
  app: FastifyInstance,
  context: Context,
  security: SecurityContext,
  changes: OwnChanges,
  name: OperationName,
  handler: AnyHandler,
): void {
  const operation: Operation = operations[name];
  const { reply: shape, status } = operation;
  const response = shape && !(shape instanceof z.ZodBoolean) ? { schema: { response: { '2xx': jsonSchema(shape) } } } : {};
  const mayChange = changesState(operation) && operation.withoutStepUp !== 'reads';
  const authorizeCall = (request: FastifyRequest, reply: FastifyReply, now: Date) =>
    authorize(context, security, name, operation, request, reply, now);
  const mountOn = (scope: FastifyInstance) =>
    scope.route({
      method: operation.method,
      url: url(operation),
      ...response,
      ...(operation.bodyLimitBytes !== undefined && { bodyLimit: operation.bodyLimitBytes }),
      ...(operation.timeoutMs !== undefined && { handlerTimeout: operation.timeoutMs }),
      config: { slowBody: operation.slowBody === true, call: name },
      onRequest: [
        ...(operation.hashesPassword ? [refuseWhileQueueIsFull(context)] : []),
        // Rejects early, before reading a large body; repeated after parsing.
        ...(operation.rawBody
          ? [
              async (request: FastifyRequest, reply: FastifyReply) => {
                await authorizeCall(request, reply, context.clock.now());
              },
            ]
          : []),
      ],
      handler: async (request, reply) => {
        const now = context.clock.now();
        const locale = chooseLocale(request.headers['accept-language']);
        const authorized = await authorizeCall(request, reply, now);
        if (authorized.person) noteCaller(request, authorized.person.userId);
        const readAfter = changes.readAfter(request, authorized.principal);
        const call = { name, locale, now, readAfter, request, reply, ...authorized } as CallOf<OperationName>;
        // The client is silent while the server works on its file, which may take minutes for a file of an administrator.
        const isLong = operation.rawBody === true || (operation.sends === 'multipart' && authorized.person !== undefined);
        try {
          Object.assign(call, parseParts(operation, request));
          Object.assign(call, { idempotency: keyedCallOf(operation, call) });
          if (isLong) request.raw.setTimeout(MAX_REQUEST_MS);
          const result = await handler(call);
          if (authorized.person && !(result instanceof Readable))
            await context.personalData.take(call, personalRowsOf(name, result, authorized.person));
          if (operation.people === 'unbounded' && result instanceof Readable)
            await recordReading(context.db, call as CallOf<'Users.Page'>, result);
          await call.stepUp.renew();
          // An export is in the audit.
          if (mayChange || result instanceof Readable) await changes.remember(reply);
          if (isLong) request.raw.setTimeout(context.config.LIMIT_REQUEST_MS);
          return result instanceof Readable ? await reply.send(result) : await sendReply(reply, status, shape, result);
        } catch (error) {
          await auditDenied(context, name, operation, call, error);
          // A refusal may change something too: a counted wrong password, an event of the audit.
          if (mayChange) await changes.remember(reply);
          throw error;
        }
      },
    });
  if (operation.rawBody) void app.register(withRawJson(mountOn));
  else mountOn(app);
}

const refuseWhileQueueIsFull = (context: Context): onRequestHookHandler =>
  function rejectWhenFull(request, reply, next) {
    const found = context.passwords.refusal();
    if (found) context.log.warn('Logins are refused: too many passwords wait to be hashed');
    if (found) sendProblem(request, reply, found, context);
    else next();
  };

/** An encapsulated Fastify scope in which JSON arrives as an unparsed buffer. */
const withRawJson =
  (mountOn: (scope: FastifyInstance) => void) => (scope: FastifyInstance, _options: unknown, done: () => void) => {
    scope.removeContentTypeParser('application/json');
    scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, parsed) => {
      parsed(null, body);
    });
    mountOn(scope);
    done();
  };

function sendReply(reply: FastifyReply, status: number | undefined, shape: z.ZodType | undefined, result: unknown): FastifyReply {
  if (reply.statusCode === 304) return reply.send();
  if (!shape) return reply.code(status ?? 204).send();
  void reply.code(status ?? 200).type('application/json; charset=utf-8');
  // Fastify sends a bare boolean or string as text; here both are JSON.
  return reply.send(typeof result === 'boolean' || typeof result === 'string' ? JSON.stringify(result) : result);
}

const NOTHING = z.strictObject({});
/** Some clients send an empty object for no body. */
const NO_BODY = NOTHING.nullish();

/** Validates the three parts of a call. Multipart and raw bodies are left to the handler, which reads them itself. */
function parseParts(operation: Operation, request: FastifyRequest): { params: unknown; query: unknown; body: unknown } {
  const texts = request.params as Record<string, string>;
  const query = operation.query ?? NOTHING;
  if (request.isMultipart() && operation.sends !== 'multipart') throw problem('UnsupportedMediaType');
  return {
    params: operation.params ? validate(operation.params, parseParams(operation.params, texts)) : texts,
    query: validate(query, parseParams(query, request.query as Record<string, unknown>)),
    body:
      operation.sends === 'multipart' || operation.rawBody
        ? undefined
        : validate(operation.body ?? NO_BODY, typedTexts(request.body)),
  };
}

/** Answers other methods of a known path with 405 and `Allow`. */
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
