/** An operation is a call with its shapes. One entry feeds the route, validation, reply stripping, permission, OpenAPI and the client's types. */
import type { z } from 'zod';
import type { Call, PathParam } from './call.ts';
import type { ProblemCode } from './problem.ts';

/** The longest a request may take to arrive and be worked on. */
export const MAX_REQUEST_MS = 10 * 60_000;
/** The longest a reply may stream. */
export const MAX_STREAM_MS = 60 * 60_000;

export interface Shapes {
  readonly summary: string;
  /** What an integrator could not guess; goes into the OpenAPI document. */
  readonly description?: string;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  /** Absent: 204, no body. */
  readonly reply?: z.ZodType;
  /** Success status; 200 with a reply and 204 without one unless said otherwise. */
  readonly status?: 200 | 201 | 204;
  /** Beyond those that any call of its `who` can meet. */
  readonly problems?: readonly ProblemCode[];
  /** Of the request body; absent: the server's default. */
  readonly bodyLimitBytes?: number;
  /** How long the handler, or the stream it returns, may take; absent: the server's default. */
  readonly timeoutMs?: number;
  /** The body may arrive slowly as long as it flows, up to `timeoutMs`. */
  readonly slowBody?: true;
  /** The handler gets the bytes of a JSON body and validates them itself, off the event loop. */
  readonly rawBody?: true;
  /** Each call takes a place in the queue for password hashes: refused before its body is read while the queue is full. */
  readonly hashesPassword?: true;
}

/** In an operation `query` and `body` are shapes; how the body travels is `sends`. */
type Joined<C extends Call, S extends Shapes> = Omit<C, 'query' | 'body'> & S & { readonly sends: Call['body'] };

export type Operation = Joined<Call, Shapes>;

/** Joins a noun's calls with their shapes; a call without shapes, or shapes without a call, does not compile. */
export function operations<const Calls extends Record<string, Call>, const S extends { [Name in keyof Calls]: Shapes }>(
  calls: Calls,
  shapes: S & Record<Exclude<keyof S, keyof Calls>, never>,
): { readonly [Name in keyof Calls]: Joined<Calls[Name], S[Name]> } {
  const joined = Object.entries(calls).map(([name, { query: _names, body: sends, ...call }]) => [
    name,
    { ...call, ...shapes[name], sends },
  ]);
  return Object.fromEntries(joined) as { readonly [Name in keyof Calls]: Joined<Calls[Name], S[Name]> };
}

type Infer<T> = T extends z.ZodType ? z.infer<T> : unknown;

export type ParamsOf<O extends Operation> = O extends { params: z.ZodType } ? Infer<O['params']> : Record<PathParam<O>, string>;
export type QueryOf<O extends Operation> = O extends { query: z.ZodType } ? Infer<O['query']> : unknown;
export type BodyOf<O extends Operation> = O extends { body: z.ZodType } ? Infer<O['body']> : undefined;
export type ReplyOf<O extends Operation> = O extends { reply: z.ZodType } ? Infer<O['reply']> : undefined;
