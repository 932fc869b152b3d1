/** Handles a request: carries it out, replies, and records it for the administrators of the organisation. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../context.ts';
import { problem } from '../../http/problem.ts';
import type { DirectoryKey } from '../keys/keys.ts';
import { recordRequest } from '../requests.ts';
import { SCIM_PATH } from '../status.ts';
import { actorOf, audit, type Directory, type Done } from './directory.ts';
import { SCIM_TYPE, ScimError } from './errors.ts';
import { keyOf } from './authenticate.ts';
import { etagOf } from '../users/presenter.ts';

export type Handler = (directory: Directory, request: FastifyRequest) => Promise<Done> | Done;

export async function answer(
  context: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  handler: Handler,
): Promise<FastifyReply> {
  const key = keyOf(request);
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
        details: { code: error.problem === 'lastAdministrator' ? 'LastAdministrator' : 'Forbidden' },
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

/** Records a request for administrators after it was carried out; a failure to record does not undo it. */
export async function remember(
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

/** The path below the mount, without the query. */
export const pathOf = (request: FastifyRequest): string => (request.url.split('?', 1)[0] ?? '').slice(SCIM_PATH.length) || '/';
