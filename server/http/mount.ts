/** Registers one route per operation of the contract, and 405 for the other methods of each path. */
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import { z } from 'zod';
import type { Call } from '../../api/contract/call.ts';
import type { Operation } from '../../api/contract/endpoint.ts';
import { operations, type OperationName } from '../../api/contract/index.ts';
import { SECOND } from '../clock.ts';
import type { Context } from '../context.ts';
import { authorize, type SecurityContext } from './authorize.ts';
import type { Handlers } from './call.ts';
import { sendProblem } from './errors.ts';
import { handleCall, type AnyHandler, type MountedOperation } from './handleCall.ts';
import { problem } from './problem.ts';
import { ownChanges } from './ownChanges.ts';
import { jsonSchema } from './schemas.ts';
import { compileAtFirstReply } from './serializers.ts';

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
  for (const name of names) {
    const operation: Operation = operations[name];
    mountOne(app, {
      name,
      operation,
      context,
      changes,
      authorizeCall: (request, reply, now) => authorize(context, security, name, operation, request, reply, now),
      handler: handlers[name] as AnyHandler,
    });
  }
  refuseOtherMethods(app, Object.values(operations));
}

const url = (call: Pick<Call, 'path'>) => `/api${call.path.replaceAll(/\{(\w+)\}/g, ':$1')}`;

function mountOne(app: FastifyInstance, mounted: MountedOperation): void {
  const { operation, context, authorizeCall } = mounted;
  const { reply: shape } = operation;
  const response = shape && !(shape instanceof z.ZodBoolean) ? { schema: { response: { '2xx': jsonSchema(shape) } } } : {};
  const mountOn = (scope: FastifyInstance) =>
    scope.route({
      method: operation.method,
      url: url(operation),
      ...response,
      ...(operation.bodyLimitBytes !== undefined && { bodyLimit: operation.bodyLimitBytes }),
      ...(operation.timeoutMs !== undefined && { handlerTimeout: operation.timeoutMs }),
      config: { slowBody: operation.slowBody === true, call: mounted.name },
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
      handler: (request, reply) => handleCall(mounted, request, reply),
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
