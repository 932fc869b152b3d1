/** SCIM 2.0 for the directories of organisations (RFC 7643, RFC 7644). */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Context } from '../../context.ts';
import { SCIM_PATH } from '../status.ts';
import { answer, pathOf, remember, type Handler } from './handle.ts';
import { asScimError, invalid, notFound, ScimError, sendScimError } from './errors.ts';
import { scimGroups } from '../groups/groups.ts';
import { asText, isObject, parseObject, type JsonObject } from './json.ts';
import { keyOf, requireKey } from './authenticate.ts';
import { listOf, type Query } from './paging.ts';
import { resourceTypes, schemas, serviceProviderConfig } from './schemas.ts';
import { scimUsers, type AskForPassword } from '../users/users.ts';

/** A PUT of a group names its thousands of members. */
const BODY_LIMIT_BYTES = 4 * 1024 * 1024;

export function scimRoutes(app: FastifyInstance, context: Context, askForPassword: AskForPassword): void {
  void app.register(
    (scope, _options, done) => {
      prepare(scope, context);
      mountAll(scope, context, askForPassword);
      done();
    },
    { prefix: SCIM_PATH },
  );
}

function prepare(scope: FastifyInstance, context: Context): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(
    ['application/scim+json', 'application/json'],
    { parseAs: 'string', bodyLimit: BODY_LIMIT_BYTES },
    (_request, text, parsed) => {
      try {
        parsed(null, text === '' ? undefined : parseObject(text as string));
      } catch (error) {
        parsed(error as Error);
      }
    },
  );
  // The key is checked before the body is read.
  scope.addHook('onRequest', async (request) => {
    await requireKey(context, request);
  });
  scope.setErrorHandler(async (error, request, reply) => {
    const found = asScimError(error);
    if (found.status >= 500)
      context.log.error({ err: found.options.cause ?? error, requestId: request.id }, 'A request of a directory failed');
    const key = keyOf(request);
    if (key) await remember(context, request, key, found);
    return sendScimError(reply, found);
  });
}

function mountAll(scope: FastifyInstance, context: Context, askForPassword: AskForPassword): void {
  const users = scimUsers(context, askForPassword);
  const groups = scimGroups(context);
  const route = (method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', url: string, handler: Handler) => {
    scope.route({
      method,
      url,
      bodyLimit: BODY_LIMIT_BYTES,
      handler: (request, reply) => answer(context, request, reply, handler),
    });
  };
  const described =
    (one: (address: string) => JsonObject): Handler =>
    ({ address }) => ({ status: 200, body: one(address), outcome: 'read' });
  const listed =
    (all: (address: string) => JsonObject[]): Handler =>
    ({ address }) => ({
      status: 200,
      body: listOf(all(address), all(address).length, { startIndex: 1, count: 0 }),
      outcome: 'read',
    });
  const named =
    (all: (address: string) => JsonObject[]): Handler =>
    ({ address }, request) => {
      const found = all(address).find(({ id }) => asText(id)?.toLowerCase() === idOf(request).toLowerCase());
      if (!found) throw notFound();
      return { status: 200, body: found, outcome: 'read' };
    };

  route('GET', '/ServiceProviderConfig', described(serviceProviderConfig));
  route('GET', '/ResourceTypes', listed(resourceTypes));
  route('GET', '/ResourceTypes/:id', named(resourceTypes));
  route('GET', '/Schemas', listed(schemas));
  route('GET', '/Schemas/:id', named(schemas));

  route('GET', '/Users', (directory, request) => users.list(directory, queryOf(request)));
  route('POST', '/Users', (directory, request) => users.create(directory, bodyOf(request), queryOf(request)));
  route('GET', '/Users/:id', (directory, request) => users.read(directory, idOf(request), queryOf(request), request.headers));
  route('PUT', '/Users/:id', (directory, request) =>
    users.replace(directory, idOf(request), bodyOf(request), queryOf(request), request.headers),
  );
  route('PATCH', '/Users/:id', (directory, request) =>
    users.patch(directory, idOf(request), bodyOf(request), queryOf(request), request.headers),
  );
  route('DELETE', '/Users/:id', (directory, request) => users.remove(directory, idOf(request), request.headers));

  route('GET', '/Groups', (directory, request) => groups.list(directory, queryOf(request)));
  route('POST', '/Groups', (directory, request) => groups.create(directory, bodyOf(request), queryOf(request)));
  route('GET', '/Groups/:id', (directory, request) => groups.read(directory, idOf(request), queryOf(request), request.headers));
  route('PUT', '/Groups/:id', (directory, request) =>
    groups.replace(directory, idOf(request), bodyOf(request), queryOf(request), request.headers),
  );
  route('PATCH', '/Groups/:id', (directory, request) => groups.patch(directory, idOf(request), bodyOf(request), request.headers));
  route('DELETE', '/Groups/:id', (directory, request) => groups.remove(directory, idOf(request), request.headers));

  scope.all('/*', (request, reply) => answer(context, request, reply, refuseUnknown));
}

/** Endpoints of the protocol that this service declares as not supported. */
const notImplemented = /^\/(?:Bulk|Me|\.search|Users\/\.search|Groups\/\.search)\/?$/i;
const known = /^\/(?:Users|Groups|Schemas|ResourceTypes|ServiceProviderConfig)(?:\/[^/]*)?\/?$/;

const refuseUnknown: Handler = (_directory, request) => {
  const path = pathOf(request);
  if (notImplemented.test(path)) throw new ScimError(501, 'method', 'This is not supported, as ServiceProviderConfig says.');
  if (known.test(path)) throw new ScimError(405, 'method', 'This method is not supported here.');
  throw notFound();
};

const queryOf = (request: FastifyRequest): Query => request.query as Query;
const idOf = (request: FastifyRequest): string => (request.params as { readonly id: string }).id;

function bodyOf({ body }: FastifyRequest): JsonObject {
  if (!isObject(body)) throw invalid('invalidSyntax', 'syntax', 'The body is missing.');
  return body;
}
