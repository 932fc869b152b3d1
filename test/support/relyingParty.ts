/** A small application with openid-client: `/private` needs a login, `/logout` ends it. What it learns is the text of its page. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as oidc from 'openid-client';
import type { ApplicationSettings } from '../../api/contract/applications.ts';
import { register } from './oidc.ts';

export interface RelyingParty {
  readonly url: string;
  close(): void;
}

/** @param asked parameters of its authorization requests */
export async function startRelyingParty(
  site: { readonly url: string },
  settings: Partial<ApplicationSettings> = {},
  asked: Readonly<Record<string, string>> = {},
): Promise<RelyingParty> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  const redirect = `${url}/callback`;
  const registered = await register(site, {
    startUrl: url,
    redirectUris: [redirect],
    postLogoutRedirectUris: [`${url}/bye`],
    ...settings,
  });
  const config = await oidc.discovery(
    new URL(`${site.url}/oidc`),
    registered.id,
    registered.secret,
    oidc.ClientSecretBasic(registered.secret),
    // eslint-disable-next-line @typescript-eslint/no-deprecated -- the server under test is on loopback, without TLS
    { execute: [oidc.allowInsecureRequests] },
  );
  const verifier = oidc.randomPKCECodeVerifier();
  const challenge = await oidc.calculatePKCECodeChallenge(verifier);
  const [expectedState, expectedNonce] = [oidc.randomState(), oidc.randomNonce()];
  let idToken = '';

  async function answer(path: string): Promise<{ location: URL } | { text: string }> {
    if (path.startsWith('/callback')) {
      const checks = { pkceCodeVerifier: verifier, expectedState, expectedNonce, idTokenExpected: true };
      const tokens = await oidc.authorizationCodeGrant(config, new URL(path, url), checks);
      idToken = tokens.id_token ?? '';
      const { preferred_username: userName, acr } = (tokens.claims() ?? {}) as Record<string, string>;
      return { text: `Hello ${userName ?? 'unknown user'}, acr ${acr ?? 'unknown'}` };
    }
    if (path === '/logout')
      return { location: oidc.buildEndSessionUrl(config, { id_token_hint: idToken, post_logout_redirect_uri: `${url}/bye` }) };
    if (path.startsWith('/bye')) return { text: 'Goodbye' };
    const parameters = {
      redirect_uri: redirect,
      scope: 'openid profile',
      code_challenge: challenge,
      code_challenge_method: 'S256',
    };
    return {
      location: oidc.buildAuthorizationUrl(config, { ...parameters, state: expectedState, nonce: expectedNonce, ...asked }),
    };
  }

  server.on('request', (request, response) => {
    if (request.url === '/favicon.ico') return response.writeHead(204).end();
    answer(request.url ?? '/').then(
      (result) => {
        if ('location' in result) response.writeHead(303, { location: result.location.href }).end();
        else
          response.writeHead(200, { 'content-type': 'text/html' }).end(`<!doctype html><title>Wiki</title><p>${result.text}</p>`);
      },
      (error: unknown) => response.writeHead(200, { 'content-type': 'text/plain' }).end(String(error)),
    );
    return undefined;
  });
  return { url, close: () => server.close() };
}
