/** Speaks to a server as our browser code does: cookies, the anti-forgery pair and the headers come by themselves. */
import { CookieJar } from 'tough-cookie';
import { changesState, pathParams } from '../../api/contract/call.ts';
import type { Operation } from '../../api/contract/endpoint.ts';
import { operations, type ArgsOf, type OperationName, type ReplyOf } from '../../api/contract/index.ts';
import type { ProblemBody } from '../../api/contract/problem.ts';

export interface Answer<Body> {
  readonly status: number;
  readonly headers: Headers;
  /** The reply, or `undefined` where it is a problem or empty. */
  readonly body: Body | undefined;
  readonly problem: ProblemBody | undefined;
  readonly text: string;
}

export interface RawRequest {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: RequestInit['body'];
  /** Leave out what our client always sends (`X-Requested-With`, the anti-forgery header, `Origin`). */
  readonly bare?: boolean;
  readonly signal?: AbortSignal;
}

export interface Client {
  readonly url: string;
  readonly jar: CookieJar;
  /** Makes a call of the contract and gives whatever comes back. */
  call<Name extends OperationName>(name: Name, ...args: ArgsFor<Name>): Promise<Answer<ReplyOf<Name>>>;
  /** The reply itself; throws where the call does not succeed. */
  ok<Name extends OperationName>(name: Name, ...args: ArgsFor<Name>): Promise<ReplyOf<Name>>;
  /** Any request on the same origin, for what the contract has no words for. */
  raw(path: string, request?: RawRequest): Promise<Answer<unknown>>;
  cookie(name: string): Promise<string | undefined>;
}

/** No second argument where a call takes nothing, an optional one where it takes only what may be left out. */
type ArgsFor<Name extends OperationName> =
  undefined extends ArgsOf<Name> ? [] : Partial<ArgsOf<Name>> extends ArgsOf<Name> ? [args?: ArgsOf<Name>] : [args: ArgsOf<Name>];

export interface ClientOptions {
  readonly jar?: CookieJar;
  /** Sent with every request, over our own (`Authorization`, `Accept-Language`, `User-Agent`). */
  readonly headers?: Readonly<Record<string, string>>;
}

/** In component tests `fetch` is the page's; these clients are other browsers. */
const outsideFetch = (globalThis as { nodeFetch?: typeof fetch }).nodeFetch ?? fetch;

/** A browser that nobody has logged in to. */
export function createClient(
  { url }: { readonly url: string },
  { jar = new CookieJar(), headers = {} }: ClientOptions = {},
): Client {
  const cookie = async (name: string) =>
    (await jar.getCookies(url)).find(({ key }) => key.replace(/^__Host-/, '') === name)?.value;

  const raw = async (path: string, { method = 'GET', headers: more = {}, body, bare = false, signal }: RawRequest = {}) => {
    const xsrf = await cookie('XSRF-TOKEN');
    const cookies = await jar.getCookieString(`${url}${path}`);
    const response = await outsideFetch(`${url}${path}`, {
      method,
      redirect: 'manual',
      headers: {
        ...(bare ? {} : { 'X-Requested-With': 'XMLHttpRequest', Origin: url, 'Sec-Fetch-Site': 'same-origin' }),
        ...(bare || xsrf === undefined ? {} : { 'X-XSRF-TOKEN': xsrf }),
        ...(cookies === '' ? {} : { Cookie: cookies }),
        ...headers,
        ...more,
      },
      ...(body === undefined ? {} : { body }),
      ...(signal === undefined ? {} : { signal }),
    });
    for (const set of response.headers.getSetCookie()) await jar.setCookie(set, response.url || `${url}${path}`);
    return read(response);
  };

  const call = async <Name extends OperationName>(name: Name, ...[args]: ArgsFor<Name>): Promise<Answer<ReplyOf<Name>>> => {
    const operation: Operation = operations[name];
    const given = { ...(args as Record<string, unknown> | undefined) };
    // As in a browser: whoever changes something has seen a page before, and the page brought the cookie.
    if (changesState(operation) && (await cookie('XSRF-TOKEN')) === undefined) await raw('/api/Login/Login');
    return (await raw(address(operation, given), { method: operation.method, ...payload(operation, given.body) })) as Answer<
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
      if (answer.status >= 300) throw new Error(`${name} gave ${String(answer.status)}: ${answer.text}`);
      return answer.body as ReplyOf<typeof name>;
    },
  };
}

/** The address of a call, below the origin. */
export function address(operation: Operation, args: Readonly<Record<string, unknown>>): string {
  const path = pathParams(operation.path).reduce<string>(
    (filled, name) => filled.replace(`{${name}}`, encodeURIComponent(written(args[name]))),
    operation.path,
  );
  const query = new URLSearchParams();
  for (const name of Object.keys(operation.query?.shape ?? {})) {
    const value = args[name];
    if (value !== undefined) query.set(name, written(value));
  }
  return `/api${path}${query.size > 0 ? `?${query.toString()}` : ''}`;
}

const written = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

function payload(operation: Operation, body: unknown): Pick<RawRequest, 'body' | 'headers'> {
  if (operation.sends === undefined || body === undefined) return {};
  if (operation.sends === 'json') return { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } };
  return { body: body instanceof FormData ? body : formOf(body as Record<string, unknown>) };
}

function formOf(fields: Readonly<Record<string, unknown>>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    for (const one of Array.isArray(value) ? (value as unknown[]) : [value]) {
      if (one instanceof Blob) form.append(name, one);
      else if (one !== undefined) form.append(name, written(one));
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
