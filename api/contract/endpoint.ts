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

/** In an operation `query` and `body` are shapes; the encoding of the body moves to `sends`. */
type Joined<C extends Call, S extends Shapes> = Omit<C, 'query' | 'body'> & S & { readonly sends: Call['body'] };

export type Operation = Joined<Call, Shapes>;

/** Joins a noun's calls with their shapes; a missing counterpart is a compile error. */
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
