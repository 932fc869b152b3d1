/** An identity provider in this process (oidc-provider), at which the user named by `account` is logged in without a question. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWK } from 'jose';
import { Provider, type Adapter, type AdapterPayload } from 'oidc-provider';
import { CookieJar } from 'tough-cookie';

export const UPSTREAM_CLIENT = { clientId: 'gatehouse', clientSecret: 'a secret of the provider' };

export interface UpstreamAccount {
  readonly sub: string;
  readonly [claim: string]: unknown;
}

export interface Upstream {
  readonly issuer: string;
  /** The user at the browser. */
  account: UpstreamAccount;
  /** Whether the account is disabled there. */
  disabled: boolean;
  readonly key: JWK;
  /** Notifies us that a user has logged out there (back-channel). */
  logOut(sub: string, sid: string): Promise<void>;
  /** Visits the provider like a browser. @returns the address to which it is sent back */
  visit(address: string, jar?: CookieJar): Promise<string>;
  close(): Promise<void>;
}

/** Storage of the provider, for as long as the test. */
class MemoryAdapter implements Adapter {
  static readonly stored = new Map<string, AdapterPayload>();
  readonly #model: string;
  constructor(model: string) {
    this.#model = model;
  }
  #key(id: string): string {
    return `${this.#model}:${id}`;
  }
  #findBy(name: 'uid' | 'userCode', value: string): Promise<AdapterPayload | undefined> {
    const found = [...MemoryAdapter.stored].find(
      ([key, payload]) => key.startsWith(`${this.#model}:`) && payload[name] === value,
    );
    return Promise.resolve(found?.[1]);
  }
  async upsert(id: string, payload: AdapterPayload) {
    await Promise.resolve(MemoryAdapter.stored.set(this.#key(id), payload));
  }
  find(id: string) {
    return Promise.resolve(MemoryAdapter.stored.get(this.#key(id)));
  }
  findByUid(uid: string) {
    return this.#findBy('uid', uid);
  }
  findByUserCode(code: string) {
    return this.#findBy('userCode', code);
  }
  async consume(id: string) {
    const payload = await this.find(id);
    if (payload) payload.consumed = Math.floor(Date.now() / 1000);
  }
  async destroy(id: string) {
    await Promise.resolve(MemoryAdapter.stored.delete(this.#key(id)));
  }
  async revokeByGrantId(grantId: string) {
    for (const [key, payload] of MemoryAdapter.stored) if (payload.grantId === grantId) MemoryAdapter.stored.delete(key);
    await Promise.resolve();
  }
}

interface Options {
  /** Path of the issuer, like Entra's tenants. */
  readonly path?: string;
  /** Addresses to which logins return. */
  readonly redirectUris: readonly string[];
  readonly logoutUri?: string;
}

export async function startUpstream({ path = '', redirectUris, logoutUri }: Options): Promise<Upstream> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  const issuer = `${origin}${path}`;
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const key = { ...(await exportJWK(privateKey)), kid: 'upstream', alg: 'RS256', use: 'sig' };
  const upstream = { issuer, key, account: { sub: 'nobody' } as UpstreamAccount, disabled: false, visit, logOut, close };

  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: UPSTREAM_CLIENT.clientId,
        client_secret: UPSTREAM_CLIENT.clientSecret,
        redirect_uris: [...redirectUris],
        token_endpoint_auth_method: 'client_secret_basic',
        ...(logoutUri !== undefined && { backchannel_logout_uri: logoutUri, backchannel_logout_session_required: true }),
      },
    ],
    adapter: MemoryAdapter,
    ttl: { AccessToken: 600, AuthorizationCode: 60, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
    jwks: { keys: [key] },
    cookies: { keys: ['upstream'] },
    claims: {
      openid: ['sub', 'sid', 'amr', 'acr', 'tid', 'oid'],
      email: ['email', 'email_verified'],
      profile: ['name', 'given_name', 'family_name', 'preferred_username'],
    },
    features: { devInteractions: { enabled: false }, backchannelLogout: { enabled: true } },
    fetch: (url, options) => fetch(url, options),
    interactions: { url: (_ctx, { uid }) => `${path}/interaction/${uid}` },
    findAccount: (_ctx, sub) => ({ accountId: sub, claims: () => ({ ...upstream.account, sub }) }),
    loadExistingGrant: async (ctx) => {
      const grant = new ctx.oidc.provider.Grant({
        clientId: ctx.oidc.client?.clientId ?? '',
        accountId: ctx.oidc.session?.accountId ?? '',
      });
      grant.addOIDCScope('openid profile email');
      await grant.save();
      return grant;
    },
  });
  const callback = provider.callback();

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = request.url ?? '/';
    Object.assign(request, { originalUrl: url, url: url.startsWith(path) ? url.slice(path.length) || '/' : url });
    if (!(request.url ?? '').startsWith('/interaction/')) return callback(request, response);
    if (upstream.disabled) return provider.interactionFinished(request, response, { error: 'access_denied' });
    await provider.interactionFinished(request, response, {
      login: { accountId: upstream.account.sub, amr: upstream.account.amr as string[] | undefined },
    });
  }
  server.on('request', (request, response) => {
    serve(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
  });

  async function visit(address: string, jar = new CookieJar()): Promise<string> {
    let next = address;
    for (let hops = 0; next.startsWith(origin) && hops < 10; hops += 1) {
      const response = await fetch(next, { redirect: 'manual', headers: { cookie: await jar.getCookieString(next) } });
      for (const set of response.headers.getSetCookie()) await jar.setCookie(set, next);
      const location = response.headers.get('location');
      if (location === null) throw new Error(`The provider answered ${String(response.status)}: ${await response.text()}`);
      next = new URL(location, next).href;
    }
    return next;
  }

  async function logOut(sub: string, sid: string): Promise<void> {
    const client = await provider.Client.find(UPSTREAM_CLIENT.clientId);
    await (client as unknown as { backchannelLogout(sub: string, sid: string): Promise<void> }).backchannelLogout(sub, sid);
  }

  async function close(): Promise<void> {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
  return upstream;
}
