/** HTTP client that sends what the browser client sends: cookies, the anti-forgery token and the usual headers. */
import { CookieJar } from 'tough-cookie';
import { changesState, pathParams } from '../../api/contract/call.ts';
import type { Operation } from '../../api/contract/endpoint.ts';
import { operations, type ArgsOf, type OperationName, type ReplyOf } from '../../api/contract/index.ts';
import type { ProblemBody } from '../../api/contract/problem.ts';

export interface Answer<Body> {
  readonly status: number;
  readonly headers: Headers;
  /** Parsed body of a success; `undefined` for a problem or an empty body. */
  readonly body: Body | undefined;
  readonly problem: ProblemBody | undefined;
  readonly text: string;
}

export interface RawRequest {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: RequestInit['body'];
  /** Omit the headers that the browser client always sends (`X-Requested-With`, `X-XSRF-TOKEN`, `Origin`). */
  readonly bare?: boolean;
  readonly signal?: AbortSignal;
}

export interface Client {
  readonly url: string;
  readonly jar: CookieJar;
  /** Calls an operation of the contract; resolves with any status. */
  call<Name extends OperationName>(name: Name, ...args: ArgsFor<Name>): Promise<Answer<ReplyOf<Name>>>;
  /** Calls an operation and resolves with its body. @throws Error for a status of 300 or more */
  ok<Name extends OperationName>(name: Name, ...args: ArgsFor<Name>): Promise<ReplyOf<Name>>;
  /** Any request to the same origin, also ones outside the contract. */
  raw(path: string, request?: RawRequest): Promise<Answer<unknown>>;
  cookie(name: string): Promise<string | undefined>;
}

/** No second argument for operations without arguments; optional if all of them are optional. */
type ArgsFor<Name extends OperationName> =
  undefined extends ArgsOf<Name> ? [] : Partial<ArgsOf<Name>> extends ArgsOf<Name> ? [args?: ArgsOf<Name>] : [args: ArgsOf<Name>];

export interface ClientOptions {
  readonly jar?: CookieJar;
  /** Sent with every request; overrides the default headers (`Authorization`, `Accept-Language`, `User-Agent`). */
  readonly headers?: Readonly<Record<string, string>>;
}

/** In component tests the global `fetch` is jsdom's, with the page's cookies; this client keeps its own. */
const ownFetch = (globalThis as { nodeFetch?: typeof fetch }).nodeFetch ?? fetch;

/** A client without a session. */
export function createClient(
  { url }: { readonly url: string },
  { jar = new CookieJar(), headers = {} }: ClientOptions = {},
): Client {
  const cookie = async (name: string) =>
    (await jar.getCookies(url)).find(({ key }) => key.replace(/^__Host-/, '') === name)?.value;

  const raw = async (
    path: string,
    { method = 'GET', headers: extraHeaders = {}, body, bare = false, signal }: RawRequest = {},
  ) => {
    const xsrf = await cookie('XSRF-TOKEN');
    const cookies = await jar.getCookieString(`${url}${path}`);
    const response = await ownFetch(`${url}${path}`, {
      method,
      redirect: 'manual',
      headers: {
        ...(bare ? {} : { 'X-Requested-With': 'XMLHttpRequest', Origin: url, 'Sec-Fetch-Site': 'same-origin' }),
        ...(bare || xsrf === undefined ? {} : { 'X-XSRF-TOKEN': xsrf }),
        ...(cookies === '' ? {} : { Cookie: cookies }),
        ...headers,
        ...extraHeaders,
      },
      ...(body === undefined ? {} : { body }),
      ...(signal === undefined ? {} : { signal }),
    });
    for (const set of response.headers.getSetCookie()) await jar.setCookie(set, response.url || `${url}${path}`);
    return read(response);
  };

  const call = async <Name extends OperationName>(name: Name, ...[args]: ArgsFor<Name>): Promise<Answer<ReplyOf<Name>>> => {
    const operation: Operation = operations[name];
    const values = { ...(args as Record<string, unknown> | undefined) };
    // In a browser the page has set the anti-forgery cookie before the first write.
    if (changesState(operation) && (await cookie('XSRF-TOKEN')) === undefined) await raw('/api/Login/Login');
    return (await raw(address(operation, values), { method: operation.method, ...payload(operation, values.body) })) as Answer<
      ReplyOf<Name>
    >;
  };

  return {
    url,
    jar,
    raw,
    call,
    cookie,
    async ok(name, ...args) {
      const answer = await call(name, ...args);
      if (answer.status >= 300) throw new Error(`${name} returned ${String(answer.status)}: ${answer.text}`);
      return answer.body as ReplyOf<typeof name>;
    },
  };
}

/** Path and query of a call, with its arguments filled in. */
export function address(operation: Operation, args: Readonly<Record<string, unknown>>): string {
  const path = pathParams(operation.path).reduce<string>(
    (filled, name) => filled.replace(`{${name}}`, encodeURIComponent(textOf(args[name]))),
    operation.path,
  );
  const query = new URLSearchParams();
  for (const name of Object.keys(operation.query?.shape ?? {})) {
    const value = args[name];
    if (value !== undefined) query.set(name, textOf(value));
  }
  return `/api${path}${query.size > 0 ? `?${query.toString()}` : ''}`;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

function payload(operation: Operation, body: unknown): Pick<RawRequest, 'body' | 'headers'> {
  if (operation.sends === undefined || body === undefined) return {};
  if (operation.sends === 'json') return { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } };
  return { body: body instanceof FormData ? body : formOf(body as Record<string, unknown>) };
}

function formOf(fields: Readonly<Record<string, unknown>>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    for (const item of Array.isArray(value) ? (value as unknown[]) : [value]) {
      if (item instanceof Blob) form.append(name, item);
      else if (item !== undefined) form.append(name, textOf(item));
    }
  }
  return form;
}

async function read(response: Response): Promise<Answer<unknown>> {
  const text = await response.text();
  const json = (response.headers.get('content-type') ?? '').includes('json') ? (JSON.parse(text) as unknown) : undefined;
  const failed = response.status >= 400;
  return {
    status: response.status,
    headers: response.headers,
    body: failed ? undefined : json,
    problem: failed ? (json as ProblemBody | undefined) : undefined,
    text,
  };
}
