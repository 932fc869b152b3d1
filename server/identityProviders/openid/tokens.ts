/**
 * Tokens that identity providers send by themselves, without a browser: signed with a key that they publish, for a short time. All of
 * them end sessions, so any that does not count is refused as `logoutToken`.
 */
import { createRemoteJWKSet, customFetch, errors, jwtVerify, type JWTPayload, type JWTVerifyGetKey } from 'jose';
import { FAILED_MS, type Providers } from './provider.ts';
import { Refused } from '../logIn/refused.ts';
import type { ConnectionRow } from '../settings/repository.ts';

/** Algorithms with published keys: neither `none` nor a shared secret. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'];
const CLOCK_TOLERANCE_SECONDS = 60;
const MAX_AGE = '10 minutes';
const KEYS_TIMEOUT_MS = 10_000;
const MAX_KEPT = 500;

interface WantedToken {
  readonly audience: string;
  /** Accepted values of `typ`, in lower case: other tokens of the provider, such as that of a login, are refused. */
  readonly types: readonly (string | undefined)[];
  readonly claims: readonly string[];
  readonly now: Date;
}

export function providerTokens(provider: Providers) {
  const kept = new Map<string, JWTVerifyGetKey>();

  /** @throws Refused */
  return async (connection: ConnectionRow, token: string, wanted: WantedToken): Promise<JWTPayload> => {
    const keys = await keysOf(connection);
    try {
      const { payload, protectedHeader } = await jwtVerify(token, keys, {
        issuer: (await provider.metadata(connection)).issuer,
        audience: wanted.audience,
        algorithms: ALGORITHMS,
        requiredClaims: ['iat', 'jti', ...wanted.claims],
        clockTolerance: CLOCK_TOLERANCE_SECONDS,
        maxTokenAge: MAX_AGE,
        currentDate: wanted.now,
      });
      if (!wanted.types.includes(protectedHeader.typ?.toLowerCase())) throw new Refused('logoutToken');
      return payload;
    } catch (error) {
      if (error instanceof Refused) throw error;
      throw new Refused('logoutToken', { code: (error as { readonly code?: string }).code ?? '' });
    }
  };

  async function keysOf(connection: ConnectionRow): Promise<JWTVerifyGetKey> {
    const { jwks_uri: address, issuer } = await provider.metadata(connection);
    if (address === undefined || (issuer.startsWith('https:') && !address.startsWith('https:'))) throw new Refused('metadata');
    // A provider may move its keys.
    const key = `${connection.connection_id}:${String(connection.version)}:${address}`;
    const known = kept.get(key);
    if (known) return known;
    const keys = pausedAfterFailure(
      createRemoteJWKSet(new URL(address), {
        timeoutDuration: KEYS_TIMEOUT_MS,
        [customFetch]: (url, options) => provider.guarded(url, options),
      }),
    );
    const [oldest] = kept.keys();
    if (oldest !== undefined && kept.size >= MAX_KEPT) kept.delete(oldest);
    kept.set(key, keys);
    return keys;
  }
}

/** After keys could not be fetched, does not ask for them again for a minute, because anyone can send tokens. */
function pausedAfterFailure(keys: JWTVerifyGetKey): JWTVerifyGetKey {
  let failedAtMs = -Infinity;
  return async (header, token) => {
    if (performance.now() - failedAtMs < FAILED_MS) throw new Refused('unreachable');
    try {
      return await keys(header, token);
    } catch (error) {
      const isAnswer = error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWKSMultipleMatchingKeys;
      if (!isAnswer) failedAtMs = performance.now();
      throw error;
    }
  };
}

export type VerifyToken = ReturnType<typeof providerTokens>;
