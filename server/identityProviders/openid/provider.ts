/** The identity provider of a connection: `openid-client` on the guarded fetch, which reaches no internal address. */
import * as client from 'openid-client';
import { MINUTE } from '../../clock.ts';
import { isLoopback } from '../../config/loopback.ts';
import type { Context } from '../../context.ts';
import { connectionSecretContext } from '../../encryption/storedSecrets.ts';
import { providerFetch } from '../../http/outbound.ts';
import { requirePast, type Claims } from './claims.ts';
import type { Asked } from '../logIn/protocol.ts';
import { asRefused, Refused } from '../logIn/refused.ts';
import { callbackPath, type ConnectionRow } from '../settings/repository.ts';
import { completed } from './userInfo.ts';

const CLOCK_TOLERANCE_SECONDS = 60;
const TIMEOUT_SECONDS = 10;
/** Metadata is read again after this time; keys as soon as one is unknown. */
const KEPT_MS = 10 * MINUTE;
/** A provider that has failed is not asked again for this time, however many messages name it. */
export const FAILED_MS = MINUTE;
const MAX_KEPT = 500;
const SCOPE = 'openid profile email';
/** Scope for which alone Okta sends groups; other providers refuse an unknown scope. */
const GROUPS = 'groups';

type Kept = Map<string, { readonly until: number; readonly configuration: Promise<client.Configuration> }>;

/** What is known of all providers, one for a server: a test by an administrator mends what logins know. */
const keptBy = new WeakMap<object, Kept>();
function keptOf(db: object): Kept {
  const kept: Kept = keptBy.get(db) ?? (new Map() as Kept);
  keptBy.set(db, kept);
  return kept;
}

export function providers({ config, publicUrl, keyring, db, clock }: Context) {
  const guarded = providerFetch(config, publicUrl);
  const kept = keptOf(db);
  const redirectUri = ({ connection_id: id }: ConnectionRow) => new URL(callbackPath(id), publicUrl()).href;

  return {
    /** Asks the provider now, even if it has just failed. @throws Refused if it can't be reached, or is another one */
    async check(connection: ConnectionRow): Promise<void> {
      kept.delete(keyOf(connection));
      await configurationOf(connection);
    },

    /** The address to which the browser is sent. @throws Refused */
    async authorizationUrl(connection: ConnectionRow, { state, nonce, verifier, isStepUp, loginHint }: Asked): Promise<string> {
      const configuration = await configurationOf(connection);
      return client.buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri(connection),
        scope: configuration.serverMetadata().scopes_supported?.includes(GROUPS) === true ? `${SCOPE} ${GROUPS}` : SCOPE,
        state,
        nonce,
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        ...(isStepUp && { max_age: '0', prompt: 'login' }),
        ...(loginHint !== undefined && { login_hint: loginHint }),
      }).href;
    },

    /** Redeems the code of an authorization response. @param query the query of the browser's request. @throws Refused */
    async redeem(connection: ConnectionRow, query: string, { state, nonce, verifier, isStepUp }: Asked): Promise<Claims> {
      const configuration = await configurationOf(connection);
      try {
        const tokens = await client.authorizationCodeGrant(configuration, new URL(`?${query}`, redirectUri(connection)), {
          pkceCodeVerifier: verifier,
          expectedState: state,
          expectedNonce: nonce,
          idTokenExpected: true,
          ...(isStepUp && { maxAge: 0 }),
        });
        const claims = tokens.claims();
        if (!claims) throw new Refused('response');
        requirePast(claims, clock.now());
        return await completed(configuration, connection, { claims, accessToken: tokens.access_token });
      } catch (error) {
        throw asRefused(error, 'token');
      }
    },

    /** The provider's metadata with its keys, for tokens that it sends by itself. @throws Refused */
    async metadata(connection: ConnectionRow): Promise<client.ServerMetadata> {
      return (await configurationOf(connection)).serverMetadata();
    },
    guarded,
  };

  async function configurationOf(connection: ConnectionRow): Promise<client.Configuration> {
    const key = keyOf(connection);
    const now = clock.now().getTime();
    const known = kept.get(key);
    if (known && known.until > now) return known.configuration;
    const configuration = discover(connection).catch((error: unknown) => {
      if (kept.get(key)?.configuration === configuration) kept.set(key, { until: now + FAILED_MS, configuration });
      throw asRefused(error, 'metadata');
    });
    const [oldest] = kept.keys();
    if (oldest !== undefined && kept.size >= MAX_KEPT) kept.delete(oldest);
    kept.set(key, { until: now + KEPT_MS, configuration });
    return configuration;
  }

  async function discover(connection: ConnectionRow): Promise<client.Configuration> {
    const { issuer, client_id: clientId, client_secret: stored, connection_id: id } = connection;
    if (issuer === null || clientId === null || stored === null) throw new Refused('incomplete');
    const secret = await keyring.decrypt(db, connectionSecretContext(id), stored);
    const server = new URL(issuer);
    const isPlain = server.protocol === 'http:' && isLoopback(server.hostname);
    const configuration = await client.discovery(
      server,
      clientId,
      { [client.clockTolerance]: CLOCK_TOLERANCE_SECONDS },
      authenticationOf(secret),
      {
        [client.customFetch]: (url, options) => guarded(url, options as RequestInit),
        timeout: TIMEOUT_SECONDS,
        // eslint-disable-next-line @typescript-eslint/no-deprecated -- on loopback there is no TLS
        execute: [client.enableNonRepudiationChecks, ...(isPlain ? [client.allowInsecureRequests] : [])],
      },
    );
    const { authorization_endpoint: login, token_endpoint: token } = configuration.serverMetadata();
    if (![login, token].every((address) => isEndpoint(address, server))) throw new Refused('endpoint');
    return configuration;
  }
}

const keyOf = ({ connection_id: id, version }: ConnectionRow): string => `${id}:${String(version)}`;

/** An address to which a browser, or a code with our secret, may be sent; like the issuer on loopback without TLS. */
function isEndpoint(address: string | undefined, issuer: URL): boolean {
  const url = URL.parse(address ?? '');
  return url !== null && (url.protocol === 'https:' || (url.protocol === 'http:' && issuer.protocol === 'http:'));
}

export type Providers = ReturnType<typeof providers>;

/** The method that the provider accepts: the header, unless it says that it only reads the body. */
const authenticationOf =
  (secret: string): client.ClientAuth =>
  (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const way = methods.includes('client_secret_basic') ? client.ClientSecretBasic : client.ClientSecretPost;
    way(secret)(server, ...rest);
  };
