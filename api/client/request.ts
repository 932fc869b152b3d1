/** Builds the HTTP request from an operation's flat arguments; throws if a path parameter is missing. */
import { type Call, pathParams } from '../contract/call.ts';
import type { ArgsOf, OperationName, ReplyOf } from '../contract/index.ts';
import type { Progress } from './transport.ts';

export interface WireRequest {
  readonly operation: OperationName;
  readonly call: Call;
  /** Starts with `/api`. */
  readonly url: string;
  readonly body?: string | FormData;
  /** A UUID, repeated with the same body: the server does it once. */
  readonly idempotencyKey?: string;
  /** User ID of the only user for whom it may be sent. */
  readonly callerId?: string;
  readonly onUploadProgress?: (progress: Progress) => void;
}

/** A bug of the caller: a path parameter is missing. */
export class RequiredParameterError extends Error {
  override readonly name = 'RequiredParameterError';
  /** Operation and parameter. RTK Query keeps only name, message and code of an error. */
  readonly code: string;
  constructor(parameter: string, operation: string) {
    super(`Required parameter ${parameter} was null or undefined when calling ${operation}.`);
    this.code = `${operation} ${parameter}`;
  }
}

/** Type of a response; null if it has no body, as RTK Query requires a value. */
export type Reply<Name extends OperationName> = ReplyOf<Name> extends undefined ? null : ReplyOf<Name>;

type Args = Readonly<Record<string, unknown>>;

/** Strings are sent as they are, everything else as JSON. */
const serialise = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

function fillPath(operation: string, path: string, args: Args): string {
  return pathParams(path).reduce((filledPath, name) => {
    const value = args[name];
    if (value === null || value === undefined || value === '') throw new RequiredParameterError(name, operation);
    const segment = serialise(value);
    // Browsers resolve dot segments even when escaped, so the request would reach another operation.
    if (/^\.{1,2}$/.test(segment)) throw new TypeError(`Parameter ${name} of ${operation} can't be "${segment}".`);
    return filledPath.replace(`{${name}}`, () => encodeURIComponent(segment));
  }, path);
}

function queryOf(names: readonly string[], args: Args): string {
  const query = new URLSearchParams();
  for (const name of names) {
    const value = args[name];
    if (value !== undefined && value !== null) query.set(name, serialise(value));
  }
  const text = query.toString();
  return text && `?${text}`;
}

/** Arrays become repeated fields; undefined is left out. */
export function formData(fields: Args): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    for (const item of Array.isArray(value) ? (value as unknown[]) : [value]) {
      if (item instanceof Blob) form.append(name, item);
      else if (item !== undefined && item !== null) form.append(name, serialise(item));
    }
  }
  return form;
}

const bodyOf = (call: Call, body: unknown): { body: string | FormData } | undefined => {
  if (!call.body || body === undefined) return undefined;
  return { body: call.body === 'json' ? JSON.stringify(body) : formData(body as Args) };
};

/** `request(usersCalls, 'Users.Unlock')` → a function from that operation's arguments to its request. */
export function request<Name extends OperationName>(
  calls: Readonly<Record<Name, Call>>,
  operation: Name,
): (args: ArgsOf<Name>) => WireRequest {
  const call = calls[operation];
  return (args) => {
    const flatArgs = (args ?? {}) as Args;
    return {
      operation,
      call,
      url: `/api${fillPath(operation, call.path, flatArgs)}${queryOf(call.query ?? [], flatArgs)}`,
      ...bodyOf(call, flatArgs.body),
    };
  };
}
