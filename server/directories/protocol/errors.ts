/** Refusals in the form of RFC 7644 (3.12), with the problem shown to the organisation's administrators. */
import type { FastifyReply } from 'fastify';
import type { ProvisioningProblem } from '../../../api/contract/directories.shapes.ts';
import type { ProblemCode } from '../../../api/contract/problem.ts';
import { asProblem } from '../../http/errors.ts';
import { Problem } from '../../http/problem.ts';

export const SCIM_TYPE = 'application/scim+json; charset=utf-8';

type ScimType =
  'invalidFilter' | 'tooMany' | 'uniqueness' | 'mutability' | 'invalidSyntax' | 'invalidPath' | 'noTarget' | 'invalidValue';

interface Options {
  readonly scimType?: ScimType;
  readonly headers?: Readonly<Record<string, string>>;
  readonly cause?: unknown;
}

export class ScimError extends Error {
  override readonly name = 'ScimError';
  readonly status: number;
  readonly problem: ProvisioningProblem;
  readonly options: Options;

  /** @param detail for the directory's log: it never says whose an address is */
  constructor(status: number, problem: ProvisioningProblem, detail: string, options: Options = {}) {
    super(detail, { cause: options.cause });
    this.status = status;
    this.problem = problem;
    this.options = options;
  }
}

export const invalid = (scimType: ScimType, problem: ProvisioningProblem, detail: string): ScimError =>
  new ScimError(400, problem, detail, { scimType });
export const notFound = (): ScimError => new ScimError(404, 'notFound', 'There is no such resource.');
const lastAdministrator = (): ScimError =>
  new ScimError(
    403,
    'lastAdministrator',
    'The organisation would have no administrator left who can log in. Make another user an administrator first.',
  );
export const duplicate = (problem: 'duplicate' | 'notAdopted' | 'taken'): ScimError =>
  new ScimError(409, problem, conflicts[problem], { scimType: 'uniqueness' });

/** The texts do not reveal anything about another organisation, not even that there is one. */
const conflicts = {
  duplicate: 'There is such a resource already.',
  notAdopted:
    'A user of this organisation has this name or address, and is not managed by the directory. Adopt existing users first.',
  taken: 'The value is in use.',
};

const problems: Partial<Record<ProblemCode, ProvisioningProblem>> = {
  NotFound: 'notFound',
  MethodNotAllowed: 'method',
  UnsupportedMediaType: 'mediaType',
  PayloadTooLarge: 'tooLarge',
  TooManyRequests: 'tooMany',
  BadRequest: 'syntax',
  Invalid: 'value',
};

export function asScimError(error: unknown): ScimError {
  if (error instanceof ScimError) return error;
  const found = error instanceof Problem ? error : asProblem(error);
  if (found.code === 'LastAdministrator') return lastAdministrator();
  const { retryAfterSeconds, headers } = found.options;
  const retryAfter = retryAfterSeconds === undefined ? {} : { 'retry-after': String(Math.max(1, Math.ceil(retryAfterSeconds))) };
  const scimType = found.code === 'BadRequest' ? 'invalidSyntax' : found.code === 'Invalid' ? 'invalidValue' : undefined;
  return new ScimError(found.status, problems[found.code] ?? 'server', details[found.code] ?? 'The request could not be done.', {
    ...(scimType && { scimType }),
    headers: { ...headers, ...retryAfter },
    cause: found.options.cause ?? error,
  });
}

const details: Partial<Record<ProblemCode, string>> = {
  SessionRequired: 'The key is missing, unknown, revoked or expired.',
  NotFound: 'There is no such resource.',
  UnsupportedMediaType: 'The body has to be application/scim+json or application/json.',
  PayloadTooLarge: 'The body is too large.',
  TooManyRequests: 'There were too many requests with unknown keys, or for addresses that are in use. Try again later.',
  BadRequest: 'The body is no JSON object that SCIM knows.',
  Invalid: 'A value can’t be stored.',
  StoreUnavailable: 'The service is not available for the moment.',
};

export function sendScimError(reply: FastifyReply, { status, message, options }: ScimError): FastifyReply {
  if (options.headers) void reply.headers(options.headers);
  return reply
    .code(status)
    .type(SCIM_TYPE)
    .send(
      JSON.stringify({
        schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
        ...(options.scimType && { scimType: options.scimType }),
        detail: message,
        status: String(status),
      }),
    );
}
