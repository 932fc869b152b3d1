/** An identity provider that sends whatever a test wants: any claims, any key, any metadata. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose';
import { createClient, type Client } from './client.ts';
import { below, locationOf, type TestConnection } from './sso.ts';
import { UPSTREAM_CLIENT } from './upstream.ts';

export type Claims = Readonly<Record<string, unknown>>;

export interface RogueProvider {
  readonly issuer: string;
  /** Claims besides those that every token has; a function gives those of a code, for concurrent logins. */
  claims: Claims | ((code: string) => Claims | Promise<Claims>);
  /** Metadata instead of the usual ones; an address is a redirect. */
  metadata: Claims | string;
  /** What its UserInfo endpoint says, if it has one. */
  userInfo: Claims | undefined;
  /** `none`: without a signature. `other`: by a key that is not published. */
  signature: 'right' | 'other' | 'none';
  /** The address to which the token endpoint redirects instead of answering. */
  tokenRedirect: string | undefined;
  /** The address to which that of the keys redirects. */
  keysRedirect: string | undefined;
  /** The challenge with which it rejects our credentials instead of answering. */
  challenge: string | undefined;
  /** Called while the token is requested. */
  meanwhile: () => Promise<unknown>;
  /** Paths that were requested. */
  readonly asked: string[];
  /** A signed token of any kind. */
  sign(claims: Claims, header?: { readonly typ?: string }): Promise<string>;
  /** Restores the usual behaviour. */
  reset(): void;
  close(): void;
}

const inOrder = () => ({
  claims: {},
  metadata: {},
  userInfo: undefined,
  signature: 'right' as const,
  tokenRedirect: undefined,
  keysRedirect: undefined,
  challenge: undefined,
  meanwhile: () => Promise.resolve(),
});

export async function startRogueProvider(path = ''): Promise<RogueProvider> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}${path}`;
  const keys = await generateKeyPair('RS256');
  const others = await generateKeyPair('RS256');
  const jwk = { ...(await exportJWK(keys.publicKey)), kid: 'rogue', alg: 'RS256', use: 'sig' };
  const rogue: RogueProvider = {
    issuer,
    ...inOrder(),
    asked: [],
    sign,
    reset: () => Object.assign(rogue, inOrder()),
    close: () => server.close(),
  };

  async function sign(claims: Claims, { typ }: { readonly typ?: string } = {}): Promise<string> {
    if (rogue.signature === 'none') return new UnsecuredJWT({ ...claims }).encode();
    return new SignJWT({ ...claims })
      .setProtectedHeader({ alg: 'RS256', kid: 'rogue', ...(typ !== undefined && { typ }) })
      .sign(rogue.signature === 'other' ? others.privateKey : keys.privateKey);
  }

  async function tokens(request: IncomingMessage): Promise<object> {
    const code = new URLSearchParams(await text(request)).get('code') ?? '';
    await rogue.meanwhile();
    const claims = typeof rogue.claims === 'function' ? await rogue.claims(code) : rogue.claims;
    const seconds = Math.floor(Date.now() / 1000);
    const usual = { iss: issuer, aud: UPSTREAM_CLIENT.clientId, iat: seconds, exp: seconds + 300 };
    return { access_token: 'opaque', token_type: 'Bearer', id_token: await sign({ ...usual, ...claims }) };
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { url = '' } = request;
    rogue.asked.push(url);
    const json = (body: object) => response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (url.endsWith('/token') && rogue.tokenRedirect !== undefined)
      response.writeHead(307, { location: rogue.tokenRedirect }).end();
    else if (url.endsWith('/token') && rogue.challenge !== undefined)
      response.writeHead(401, { 'www-authenticate': rogue.challenge }).end();
    else if (url.endsWith('/token')) json(await tokens(request));
    else if (url.endsWith('/userinfo') && rogue.userInfo) json(rogue.userInfo);
    else if (url.endsWith('/jwks') && rogue.keysRedirect !== undefined)
      response.writeHead(302, { location: rogue.keysRedirect }).end();
    else if (url.endsWith('/jwks')) json({ keys: [jwk] });
    else if (typeof rogue.metadata === 'string') response.writeHead(302, { location: rogue.metadata }).end();
    else
      json({
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/jwks`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256'],
        ...rogue.metadata,
      });
  }
  server.on('request', (request, response) => {
    answer(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
  });
  return rogue;
}

/** A login whose browser has reached the provider. */
export interface StartedLogin {
  readonly client: Client;
  readonly state: string;
  readonly nonce: string;
  /** The path, relative to us. */
  readonly callback: string;
}

/** The code of a login, different for each. */
export const codeOf = (state: string): string => `code of ${state}`;

export async function startLogin(
  site: { readonly url: string },
  { connectionId }: Pick<TestConnection, 'connectionId'>,
  { client = createClient(site), query = '' }: { readonly client?: Client; readonly query?: string } = {},
): Promise<StartedLogin> {
  const there = new URL(await locationOf(client, `/sso/start/${connectionId}${query}`));
  const state = there.searchParams.get('state') ?? '';
  const nonce = there.searchParams.get('nonce') ?? '';
  const answer = new URLSearchParams({ code: codeOf(state), state });
  return { client, state, nonce, callback: `/sso/oidc/${connectionId}/callback?${answer.toString()}` };
}

/** The address of the browser after the callback, relative to us. */
export const arrive = async (client: Client, callback: string): Promise<string> =>
  below(client, await locationOf(client, callback));
