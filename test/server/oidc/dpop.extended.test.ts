/** Tokens bound to a key of the application (DPoP, RFC 9449). */
import { createHash, generateKeyPairSync, randomUUID, sign, type KeyObject } from 'node:crypto';
import { CALLBACK, codeFor, exchange, post, register } from '../../support/oidc.ts';
import { useServer } from '../../support/useServer.ts';

const site = useServer({ env: { LIMIT_LOGINS_PER_ADDRESS: '10000' } });

describe('DPoP', () => {
  interface Key {
    readonly privateKey: KeyObject;
    readonly jwk: JsonWebKey;
  }
  const makeKey = (): Key => {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    return { privateKey, jwk: publicKey.export({ format: 'jwk' }) };
  };
  const proofOf = ({ privateKey, jwk }: Key, method: string, path: string, jti: string = randomUUID(), more = {}) => {
    const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const claims = { htm: method, htu: `${site.url}/oidc${path}`, iat: Math.floor(Date.now() / 1000), jti, ...more };
    const text = `${part({ typ: 'dpop+jwt', alg: 'ES256', jwk })}.${part(claims)}`;
    return `${text}.${sign('sha256', Buffer.from(text), { key: privateKey, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`;
  };

  test('binds a token to a key: without the proof, with another key or with a used proof it is refused', async () => {
    const wiki = await register(site);
    const { code, proof } = await codeFor(site, wiki);
    const [key, other] = [makeKey(), makeKey()];
    const form = { grant_type: 'authorization_code', code, redirect_uri: CALLBACK, code_verifier: proof.verifier };
    const used = proofOf(key, 'POST', '/token');
    const tokens = await post(site, '/token', form, { application: wiki, headers: { dpop: used } });
    expect(tokens).toMatchObject({ status: 200, token_type: 'DPoP' });
    const ask = async (headers: Record<string, string>) => (await fetch(`${site.url}/oidc/me`, { headers })).status;
    const ath = createHash('sha256').update(tokens.access_token).digest('base64url');
    const authorization = `DPoP ${tokens.access_token}`;
    expect(await ask({ authorization: `Bearer ${tokens.access_token}` })).toBe(401);
    expect(await ask({ authorization, dpop: proofOf(other, 'GET', '/me', randomUUID(), { ath }) })).toBe(401);
    expect(await ask({ authorization, dpop: proofOf(key, 'POST', '/me', randomUUID(), { ath }) })).toBe(401);
    const mine = proofOf(key, 'GET', '/me', randomUUID(), { ath });
    expect(await ask({ authorization, dpop: mine })).toBe(200);
    expect(await ask({ authorization, dpop: mine })).toBe(401);
    const replayed = await post(
      site,
      '/token',
      { grant_type: 'refresh_token', refresh_token: tokens.refresh_token },
      { application: wiki, headers: { dpop: used } },
    );
    expect(replayed.status).toBe(400);
  });

  test('a code asked for with a key is exchanged with that key only', async () => {
    const wiki = await register(site);
    const key = makeKey();
    const { crv, kty, x, y } = key.jwk;
    const thumbprint = createHash('sha256').update(JSON.stringify({ crv, kty, x, y })).digest('base64url');
    const { code, proof } = await codeFor(site, wiki, { dpop_jkt: thumbprint });
    expect(await exchange(site, wiki, code, proof)).toMatchObject({ status: 400, error: 'invalid_grant' });
  });
});
