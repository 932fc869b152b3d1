/** An operation: a call with its shapes. Source of route, validation, response filter, permission, OpenAPI and client types. */
import type { z } from 'zod';
import type { Call, Effect, PathParam } from './call.ts';
import type { ProblemCode } from './problem.ts';

/** Maximum time for receiving and handling a request. */
export const MAX_REQUEST_MS = 10 * 60_000;
/** Maximum duration of a streamed response. */
export const MAX_STREAM_MS = 60 * 60_000;

export interface Shapes {
  readonly summary: string;
  /** All effects of a call that changes state; empty if it has none. They are not part of the browser bundle. */
  readonly effects?: readonly Effect[];
  /** Describes what is not obvious from the names; goes into the OpenAPI document. */
  readonly description?: string;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  /** Encoding of the body; absent: JSON, if there is one. */
  readonly sends?: Call['body'];
  /** Absent: 204, no body. */
  readonly reply?: z.ZodType;
  /** Success status; default: 200 with a body, 204 without. */
  readonly status?: 200 | 201 | 204;
  /** Problems in addition to those that every operation of its `who` can return. */
  readonly problems?: readonly ProblemCode[];
  /** Limit of the request body; absent: the server's default. */
  readonly bodyLimitBytes?: number;
  /** Timeout of the handler, or of the stream it returns; absent: the server's default. */
  readonly timeoutMs?: number;
  /** The body may arrive slowly, as long as data arrives, up to `timeoutMs`. */
  readonly slowBody?: true;
  /** The handler gets the bytes of a JSON body and parses them itself, off the event loop. */
  readonly rawBody?: true;
  /** Takes a slot in the password hash queue: rejected before the body is read while the queue is full. */
  readonly hashesPassword?: true;
}

export type Operation = Omit<Call, 'query' | 'body'> & Shapes;

/** The encoding of a body is JSON where nothing else is said. */
type Sent<O extends Operation> = Omit<O, 'sends'> & { readonly sends: Call['body'] };

/** A noun's operations, each written once. */
export const operations = <const Written extends Record<string, Operation>>(
  written: Written,
): { readonly [Name in keyof Written]: Sent<Written[Name]> } =>
  Object.fromEntries(
    Object.entries(written).map(([name, operation]) => [
      name,
      { ...operation, sends: operation.sends ?? (operation.body ? 'json' : undefined) },
    ]),
  ) as never;

/** What of an operation is a fact of its call. */
const callFacts: Readonly<Record<Exclude<keyof Call, 'query' | 'body'>, true>> = {
  method: true,
  path: true,
  who: true,
  stepUp: true,
  withoutStepUp: true,
  changesState: true,
  ownCredentials: true,
  people: true,
  rotatesSession: true,
  idempotencyKey: true,
  allowedWhileImpersonating: true,
};

type CallOf<O> = Pick<O, Extract<keyof O, keyof typeof callFacts>> & Pick<Call, 'query' | 'body'>;

/** The calls of `known`, without shapes. The build of the browser keeps these alone (`webpack.contract.ts`). */
export const callsOf = <const Known extends Record<string, Operation>>(
  known: Known,
): { readonly [Name in keyof Known]: CallOf<Known[Name]> } =>
  Object.fromEntries(
    Object.entries(known).map(([name, operation]) => {
      const facts = Object.entries(operation).filter(([fact]) => Object.hasOwn(callFacts, fact));
      const query = operation.query && { query: Object.keys(operation.query.shape) };
      return [name, { ...Object.fromEntries(facts), ...(operation.sends && { body: operation.sends }), ...query }];
    }),
  ) as never;

type Infer<T> = T extends z.ZodType ? z.infer<T> : unknown;

export type ParamsOf<O extends Operation> = O extends { params: z.ZodType } ? Infer<O['params']> : Record<PathParam<O>, string>;
export type QueryOf<O extends Operation> = O extends { query: z.ZodType } ? Infer<O['query']> : unknown;
export type BodyOf<O extends Operation> = O extends { body: z.ZodType } ? Infer<O['body']> : undefined;
export type ReplyOf<O extends Operation> = O extends { reply: z.ZodType } ? Infer<O['reply']> : undefined;
