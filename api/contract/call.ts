/** A call is what the wire needs to know of an operation: pure data, so that the login page can import it without paying for schemas. */

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * Who may make a call at all; finer rules are policies.
 * `pending` is a session whose password was right and whose MFA is outstanding; a `grant` is a short-lived cookie
 * earned by proving a mailed link (recovery, invitation).
 */
export type Who =
  | 'anyone'
  | 'session'
  | 'pending'
  | 'sessionOrPending'
  | 'sessionOrGrant'
  | 'grant'
  | 'auditReader'
  | 'subscriberAdmin'
  | 'systemAdmin';

export interface Call {
  readonly method: Method;
  /** Below `/api`; path parameters in braces, as OpenAPI writes them. */
  readonly path: `/${string}`;
  readonly who: Who;
  /** Names of the query parameters, in no particular order. */
  readonly query?: readonly string[];
  /** How the body travels; absent: no body. */
  readonly body?: 'json' | 'multipart';
  /** Needs a password or MFA check within the last 30 minutes. */
  readonly stepUp?: true;
  /** A GET that changes state all the same, so that it needs the anti-forgery pair. */
  readonly changesState?: true;
  /** Reads or changes the caller's own credentials or sessions: an API key can't be given a claim for it. */
  readonly ownCredentials?: 'read' | 'change';
  /** Allowed while impersonating although it is a step-up call or changes credentials. */
  readonly allowedWhileImpersonating?: true;
}

type ParamNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | ParamNames<Rest> : never;

/** `'/Users/Unlock/{userName}'` → `'userName'`. */
export type PathParam<C extends Pick<Call, 'path'>> = ParamNames<C['path']>;

export const changesState = (call: Pick<Call, 'method' | 'changesState'>): boolean =>
  call.method !== 'GET' || call.changesState === true;

export const pathParams = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string);
