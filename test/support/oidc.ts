/** An application that signs in by OpenID Connect: plain requests, as a browser and as its server would send them. */
import { createHash, randomBytes } from 'node:crypto';
import type { ApplicationSettings } from '../../api/contract/applications.ts';
import { logInAs } from './logInAs.ts';
import type { Answer, Client } from './client.ts';

export const CALLBACK = 'https://wiki.example/callback';

/** Settings of an application; each name can be registered once. */
export const application = (name: string, changed: Partial<ApplicationSettings> = {}): ApplicationSettings => ({
  applicationName: `Wiki ${name}`,
  displayName: `The wiki ${name}`,
  startUrl: 'https://wiki.example/',
  redirectUris: [CALLBACK],
  postLogoutRedirectUris: ['https://wiki.example/bye'],
  backchannelLogoutUri: null,
  publicKeys: null,
  scopes: ['openid', 'profile', 'email', 'roles', 'organisation', 'offline_access'],
  pairwise: false,
  own: true,
  organisationPublicIds: null,
  roles: null,
  impersonation: false,
  ...changed,
});

/** Settings of an application that a proxy guards. */
export const guarded = (name: string, changed: Partial<ApplicationSettings> = {}): ApplicationSettings => ({
  ...application(name),
  kind: 'guarded',
  redirectUris: [],
  postLogoutRedirectUris: [],
  scopes: ['openid'],
  ...changed,
});

export interface Registered {
  readonly id: string;
  readonly name: string;
  readonly secret: string;
}

let count = 0;

export async function register(
  server: { readonly url: string },
  changed: Partial<ApplicationSettings> = {},
): Promise<Registered> {
  count += 1;
  const administrator = await logInAs(server, 'sysadmin');
  const body = application(String(count), changed);
  const { application: made, secret } = await administrator.ok('Applications.Register', { body });
  return { id: made.applicationId, name: made.applicationName, secret: secret ?? '' };
}

export interface Verifier {
  readonly verifier: string;
  readonly challenge: string;
}

export function pkce(): Verifier {
  const verifier = randomBytes(32).toString('base64url');
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') };
}

export type Params = Readonly<Record<string, string | undefined>>;

export const requestOf = ({ id }: Registered, { challenge }: Verifier, changed: Params = {}): string => {
  const params: Params = {
    client_id: id,
    response_type: 'code',
    redirect_uri: CALLBACK,
    scope: 'openid profile email roles organisation',
    state: 'state-1',
    nonce: 'nonce-1',
    code_challenge: challenge,
    code_challenge_method: 'S256',
    ...changed,
  };
  const given = Object.entries(params).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return `/oidc/auth?${new URLSearchParams(given).toString()}`;
};

/**
 * Follows redirects within the product as a browser does. @returns the address at which they leave it, or the page where they end
 */
export async function follow(browser: Client, path: string): Promise<{ url: string; answer: Answer<unknown> }> {
  let url = new URL(path, browser.url);
  for (let hops = 0; hops < 12; hops += 1) {
    const answer = await browser.raw(url.pathname + url.search, { bare: true });
    const location = answer.headers.get('location');
    if (location === null) return { url: url.href, answer };
    url = new URL(location, url);
    if (url.origin !== browser.url || isPage(url)) return { url: url.href, answer };
  }
  throw new Error(`${path} redirects for ever`);
}

/** Whether an address is a page of the front end, where the user acts. */
const isPage = ({ pathname }: URL): boolean => !pathname.startsWith('/oidc/');

/** The parameters with which a browser comes back to the application. */
export async function authorize(browser: Client, path: string): Promise<Record<string, string>> {
  const { url, answer } = await follow(browser, path);
  if (!url.startsWith(CALLBACK))
    throw new Error(`not back at the application but at ${url}: ${String(answer.status)} ${answer.text}`);
  return Object.fromEntries(new URL(url).searchParams);
}

/** A code that `ordinary` brought to the application, still to be exchanged. */
export async function codeFor(server: { readonly url: string }, into: Registered, changed: Params = {}) {
  const browser = await logInAs(server, 'ordinary');
  const proof = pkce();
  const { code } = await authorize(browser, requestOf(into, proof, changed));
  return { code: code ?? '', proof, browser };
}

export interface Tokens {
  readonly status: number;
  readonly error?: string;
  readonly error_description?: string;
  readonly access_token: string;
  readonly refresh_token: string;
  readonly id_token: string;
  readonly token_type: string;
}

/** A request of the application's server. */
export async function post(
  server: { readonly url: string },
  path: string,
  form: Params,
  { application: sender, headers = {} }: { application?: Registered; headers?: Readonly<Record<string, string>> } = {},
): Promise<Tokens> {
  const given = Object.entries(form).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const basic = sender && Buffer.from(`${sender.id}:${encodeURIComponent(sender.secret)}`).toString('base64');
  const response = await fetch(`${server.url}/oidc${path}`, {
    method: 'POST',
    headers: { ...(basic === undefined ? {} : { authorization: `Basic ${basic}` }), ...headers },
    body: new URLSearchParams(given),
  });
  const text = await response.text();
  return { ...(text.startsWith('{') ? (JSON.parse(text) as Omit<Tokens, 'status'>) : {}), status: response.status } as Tokens;
}

export const exchange = (
  server: { readonly url: string },
  sender: Registered,
  code: string | undefined,
  { verifier }: Pick<Verifier, 'verifier'>,
  changed: Params = {},
): Promise<Tokens> =>
  post(
    server,
    '/token',
    { grant_type: 'authorization_code', code, redirect_uri: CALLBACK, code_verifier: verifier, ...changed },
    { application: sender },
  );

export const refresh = (server: { readonly url: string }, sender: Registered, token: string): Promise<Tokens> =>
  post(server, '/token', { grant_type: 'refresh_token', refresh_token: token }, { application: sender });

/** The whole sign-in of a user who is logged in already. */
export async function signIn(browser: Client, into: Registered, changed: Params = {}): Promise<Tokens> {
  const proof = pkce();
  const { code, ...rest } = await authorize(browser, requestOf(into, proof, changed));
  if (code === undefined) throw new Error(`no code but ${JSON.stringify(rest)}`);
  return exchange(browser, into, code, proof);
}

export async function userinfo(
  server: { readonly url: string },
  accessToken: string,
): Promise<{ status: number } & Record<string, unknown>> {
  const response = await fetch(`${server.url}/oidc/me`, { headers: { authorization: `Bearer ${accessToken}` } });
  return { ...((await response.json()) as Record<string, unknown>), status: response.status };
}

/** The claims, unverified; openid-client verifies them in its own test. */
export const claimsIn = (idToken: string): Record<string, unknown> =>
  JSON.parse(Buffer.from(idToken.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>;
