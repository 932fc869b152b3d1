/**
 * SCIM 2.0 for the directories of organisations (RFC 7643, RFC 7644): a bearer key and nothing else says whose the request is. No cookie
 * is read, so that nothing can be forged in a browser.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import { MINUTE } from '../clock.ts';
import { addressBlock, throttle } from '../http/throttle.ts';
import { problem } from '../http/problem.ts';
import { findDirectory, type DirectoryKey } from '../provisioning/keys.ts';
import { recordRequest } from '../provisioning/requests.ts';
import { SCIM_PATH } from '../provisioning/status.ts';
import { actorOf, audit, type Directory, type Done } from './directory.ts';
import { asScimError, invalid, notFound, SCIM_TYPE, ScimError, sendScimError } from './errors.ts';
import { scimGroups } from './groups.ts';
import { asText, isObject, parseObject, type JsonObject } from './json.ts';
import { listOf, type Query } from './paging.ts';
import { resourceTypes, schemas, serviceProviderConfig } from './schemas.ts';
import { etagOf } from './users.present.ts';
import { scimUsers } from './users.ts';
import type { CloseAccess } from './users.write.ts';

/** A PUT of a group names its thousands of members. */
const BODY_LIMIT_BYTES = 4 * 1024 * 1024;
const MAX_WRONG_KEYS = 60;
const WRONG_KEYS_WINDOW_MS = 15 * MINUTE;

const keys = new WeakMap<FastifyRequest, DirectoryKey>();

export function scimRoutes(app: FastifyInstance, context: Context, closeAccess: CloseAccess): void {
  void app.register(
    (scope, _options, done) => {
      prepare(scope, context);
      mountAll(scope, context, closeAccess);
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
  // Before the body is read.
  scope.addHook('onRequest', async (request) => {
    keys.set(request, await requireKey(context, request));
  });
  scope.setErrorHandler(async (error, request, reply) => {
    const found = asScimError(error);
    if (found.status >= 500)
      context.log.error({ err: found.options.cause ?? error, requestId: request.id }, 'A request of a directory failed');
    const key = keys.get(request);
    if (key) await remember(context, request, key, found);
    return sendScimError(reply, found);
  });
}

/** A right key is never refused for the wrong ones of others: the tenants of a large directory call from the same addresses. */
async function requireKey({ db, clock }: Context, request: FastifyRequest): Promise<DirectoryKey> {
  const now = clock.now();
  const text = /^Bearer +(\S{1,200})$/i.exec(request.headers.authorization ?? '')?.[1];
  const key = text === undefined ? undefined : await findDirectory(db, text, now);
  if (key) return key;
  const bucket = `scimKey:${addressBlock(request.ip)}`;
  await throttle(db, { bucket, limit: MAX_WRONG_KEYS, windowMs: WRONG_KEYS_WINDOW_MS }, now);
  throw problem('SessionRequired', { headers: { 'www-authenticate': 'Bearer realm="SCIM"' } });
}

type Handler = (directory: Directory, request: FastifyRequest) => Promise<Done> | Done;

function mountAll(scope: FastifyInstance, context: Context, closeAccess: CloseAccess): void {
  const users = scimUsers(context, closeAccess);
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

/** What the protocol has and this service says it has not. */
const notImplemented = /^\/(?:Bulk|Me|\.search|Users\/\.search|Groups\/\.search)\/?$/i;
const known = /^\/(?:Users|Groups|Schemas|ResourceTypes|ServiceProviderConfig)(?:\/[^/]*)?\/?$/;

const refuseUnknown: Handler = (_directory, request) => {
  const path = pathOf(request);
  if (notImplemented.test(path)) throw new ScimError(501, 'method', 'This is not supported, as ServiceProviderConfig says.');
  if (known.test(path)) throw new ScimError(405, 'method', 'This method is not supported here.');
  throw notFound();
};

async function answer(context: Context, request: FastifyRequest, reply: FastifyReply, handler: Handler): Promise<FastifyReply> {
  const key = keys.get(request);
  if (!key) throw problem('SessionRequired');
  const directory = directoryOf(context, request, key);
  try {
    const done = await handler(directory, request);
    await remember(context, request, key, done);
    return await send(reply, done);
  } catch (error) {
    if (error instanceof ScimError && error.status === 403)
      await audit(context.db, directory, 'Refuse', {
        outcome: 'refused',
        target: pathOf(request),
        details: { code: 'Forbidden' },
      });
    throw error;
  }
}

const directoryOf = ({ clock, publicUrl }: Context, request: FastifyRequest, key: DirectoryKey): Directory => {
  const now = clock.now();
  return {
    organisationId: key.organisation_id,
    house: key.house,
    key,
    now,
    address: new URL(SCIM_PATH, publicUrl()).href,
    origin: {
      actor: actorOf(key),
      onBehalfOf: null,
      organisationId: key.organisation_id,
      ip: request.ip,
      userAgent: request.headers['user-agent'] ?? null,
      at: now,
      apiKey: key.prefix,
    },
  };
};

function send(reply: FastifyReply, { status, body, version, location }: Done): FastifyReply {
  if (version !== undefined) void reply.header('etag', etagOf(version));
  if (location !== undefined) void reply.header('location', location);
  void reply.code(status).header('cache-control', 'no-store');
  return body === undefined ? reply.send() : reply.type(SCIM_TYPE).send(JSON.stringify(body));
}

/** Who reads it is told what was done. It never undoes it: the request is remembered when it has been. */
async function remember(
  { db, clock, log }: Context,
  request: FastifyRequest,
  key: DirectoryKey,
  done: Done | ScimError,
): Promise<void> {
  const common = {
    organisationId: key.organisation_id,
    at: clock.now(),
    keyName: key.name,
    method: request.method,
    path: pathOf(request),
    status: done.status,
  };
  const result = done instanceof ScimError ? { outcome: 'refused' as const, problem: done.problem } : done;
  try {
    await recordRequest(db, { ...common, ...result });
  } catch (failure) {
    log.error({ err: failure, requestId: request.id }, 'A request of a directory could not be recorded');
  }
}

/** Below the mount, without the query. */
const pathOf = (request: FastifyRequest): string => (request.url.split('?', 1)[0] ?? '').slice(SCIM_PATH.length) || '/';
const queryOf = (request: FastifyRequest): Query => request.query as Query;
const idOf = (request: FastifyRequest): string => (request.params as { readonly id: string }).id;

function bodyOf({ body }: FastifyRequest): JsonObject {
  if (!isObject(body)) throw invalid('invalidSyntax', 'syntax', 'The body is missing.');
  return body;
}
