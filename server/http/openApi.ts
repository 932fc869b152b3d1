/** The OpenAPI 3.1 document, generated from the contract. */
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { pathParams } from '../../api/contract/call.ts';
import type { Operation } from '../../api/contract/endpoint.ts';
import { operations } from '../../api/contract/index.ts';
import { problemStatus, type ProblemCode } from '../../api/contract/problem.ts';
import { grantableToKey } from '../../api/contract/session.policy.ts';
import { stepUpCases, stepUpExemptions } from '../../api/contract/stepUp.ts';
import type { Config } from '../config/config.ts';
import { jsonSchema, type JsonSchema } from './schemas.ts';

type DocumentConfig = Pick<Config, 'PRODUCT_NAME' | 'STEP_UP_MINUTES'>;

const ANY_CALL: readonly ProblemCode[] = ['Invalid', 'TooManyRequests', 'ServerError', 'StoreUnavailable'];

export function openApiRoute(app: FastifyInstance, config: Config): void {
  let document: string | undefined;
  app.get('/api/openapi.json', (_request, reply) => {
    document ??= JSON.stringify(openApiDocument(config));
    return reply.header('cache-control', 'no-cache').type('application/json; charset=utf-8').send(document);
  });
}

export function openApiDocument(config: DocumentConfig): JsonSchema {
  const paths: Record<string, JsonSchema> = {};
  for (const [name, operation] of Object.entries(operations)) {
    const path = (paths[operation.path] ??= {});
    path[operation.method.toLowerCase()] = describe(name, operation, config);
  }
  return {
    openapi: '3.1.0',
    info: { title: `${config.PRODUCT_NAME} API`, version: '1' },
    servers: [{ url: '/api' }],
    components: {
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: 'session', description: 'Changes also need the anti-forgery pair.' },
        key: {
          type: 'http',
          scheme: 'bearer',
          description: 'An API key, limited to its claims and to its owner’s present rights.',
        },
      },
      schemas: {
        Problem: jsonSchema(
          z.object({
            message: z.string(),
            code: z.enum(Object.keys(problemStatus) as [string]),
            fields: z.record(z.string(), z.string()).optional(),
          }),
        ),
      },
    },
    paths,
  };
}

function describe(name: string, operation: Operation, config: DocumentConfig): JsonSchema {
  const { summary, description, body, reply, status, who } = operation;
  const notes = [description, stepUpNote(operation, config), WHO[who]];
  const codes = new Set<ProblemCode>([
    ...ANY_CALL,
    ...(operation.problems ?? []),
    ...(operation.idempotencyKey ? (['IdempotencyKeyReused'] as const) : []),
    ...(who === 'anyone' ? [] : (['SessionRequired', 'Forbidden'] as const)),
  ]);
  const media = operation.sends === 'multipart' ? 'multipart/form-data' : 'application/json';
  return {
    operationId: name.replace('.', '_'),
    tags: [name.split('.')[0]],
    summary,
    description: notes.filter(Boolean).join('\n\n'),
    parameters: [...pathParameters(operation), ...queryParameters(operation.query), ...headerParameters(operation)],
    ...(body ? { requestBody: { required: true, content: { [media]: { schema: jsonSchema(body) } } } } : {}),
    responses: {
      [String(status ?? (reply ? 200 : 204))]: reply
        ? { description: 'Done', content: replyContent(reply) }
        : { description: 'Done' },
      ...problemResponses(codes),
    },
    security: security(operation),
  };
}

/** A plain text reply is the bytes of a file, whose type depends on its content. */
const replyContent = (reply: z.ZodType): JsonSchema =>
  reply instanceof z.ZodString
    ? { '*/*': { schema: { type: 'string', format: 'binary' } } }
    : { 'application/json': { schema: jsonSchema(reply) } };

function stepUpNote({ stepUp, withoutStepUp }: Operation, { STEP_UP_MINUTES }: DocumentConfig): string | undefined {
  if (withoutStepUp) return `Needs no step-up: ${stepUpExemptions[withoutStepUp]}.`;
  if (!stepUp) return undefined;
  const when = stepUp === true ? '' : `, ${stepUpCases[stepUp]}`;
  return `Needs a proof of identity within the last ${String(STEP_UP_MINUTES)} minutes (step-up)${when}.`;
}

const WHO: Readonly<Record<Operation['who'], string>> = {
  anyone: 'Anyone may call it.',
  session: 'Needs a session.',
  pending: 'Needs a pending session: the password was right, MFA is outstanding.',
  sessionOrPending: 'Needs a session, or a pending one.',
  sessionOrGrant: 'Needs a session, or the grant of a recovery link.',
  grant: 'Needs the grant of an invitation link.',
  auditReader: 'Needs Support or SubscriberAdministration (own organisation), or SystemAdministration.',
  subscriberAdmin: 'Needs SubscriberAdministration (own organisation) or SystemAdministration.',
  systemAdmin: 'Needs SystemAdministration.',
};

function security(operation: Operation): Record<string, string[]>[] {
  if (operation.who === 'anyone') return [{}];
  return grantableToKey(operation) ? [{ session: [] }, { key: [] }] : [{ session: [] }];
}

function pathParameters({ path, params }: Operation): JsonSchema[] {
  return pathParams(path).map((name) => ({
    name,
    in: 'path',
    required: true,
    schema: params?.shape[name] ? jsonSchema(params.shape[name] as z.ZodType) : { type: 'string' },
  }));
}

function queryParameters(query: z.ZodObject | undefined): JsonSchema[] {
  return Object.entries(query?.shape ?? {}).map(([name, type]) => {
    const schema = jsonSchema(type as z.ZodType);
    const required = !(type instanceof z.ZodOptional);
    const structured = schema.type === 'array' || schema.type === 'object';
    return { name, in: 'query', required, ...(structured ? { content: { 'application/json': { schema } } } : { schema }) };
  });
}

const headerParameters = ({ idempotencyKey }: Operation): JsonSchema[] =>
  idempotencyKey ? [{ name: 'Idempotency-Key', in: 'header', required: false, schema: { type: 'string', format: 'uuid' } }] : [];

function problemResponses(codes: ReadonlySet<ProblemCode>): Record<string, JsonSchema> {
  const byStatus = Map.groupBy(codes, (code) => problemStatus[code]);
  return Object.fromEntries(
    [...byStatus].map(([status, group]) => [
      String(status),
      { description: group.join(', '), content: { 'application/json': { schema: { $ref: '#/components/schemas/Problem' } } } },
    ]),
  );
}
