/** openid-client, the library that applications in Node use, against the real provider: the library verifies what it gets. */
import * as oidc from 'openid-client';
import { logInAs } from '../../support/logInAs.ts';
import type { Client } from '../../support/client.ts';
import { eventually } from '../../support/eventually.ts';
import { CALLBACK, follow, post, register, type Registered } from '../../support/oidc.ts';
import { useServer } from '../../support/useServer.ts';

const site = useServer({ env: { LIMIT_LOGINS_PER_ADDRESS: '10000' } });
// eslint-disable-next-line @typescript-eslint/no-deprecated -- the server under test is on loopback, without TLS
const insecure = { execute: [oidc.allowInsecureRequests] };

const discover = ({ id, secret }: Registered, authentication?: oidc.ClientAuth) =>
  oidc.discovery(new URL(`${site.url}/oidc`), id, secret, authentication, insecure);

const callbackOf = async (browser: Client, url: URL): Promise<URL> => {
  const { url: end } = await follow(browser, url.pathname + url.search);
  if (!end.startsWith(CALLBACK)) throw new Error(`not back at the application but at ${end}`);
  return new URL(end);
};

async function request(
  config: oidc.Configuration,
  { pushed = false, ...more }: { pushed?: boolean } & Record<string, unknown> = {},
) {
  const verifier = oidc.randomPKCECodeVerifier();
  const [state, nonce] = [oidc.randomState(), oidc.randomNonce()];
  const parameters = {
    redirect_uri: CALLBACK,
    scope: 'openid profile email',
    code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
    nonce,
    ...(more as Record<string, string>),
  };
  const url = pushed
    ? await oidc.buildAuthorizationUrlWithPAR(config, parameters)
    : oidc.buildAuthorizationUrl(config, parameters);
  return { url, checks: { pkceCodeVerifier: verifier, expectedState: state, expectedNonce: nonce, idTokenExpected: true } };
}

test.each([
  ['a secret in the header', oidc.ClientSecretBasic, {}],
  ['a secret in the body', oidc.ClientSecretPost, {}],
  ['a pushed request', oidc.ClientSecretBasic, { pushed: true }],
])('with %s: code, ID token, userinfo, refresh, introspection, revocation', async (_name, authentication, how) => {
  const wiki = await register(site);
  const config = await discover(wiki, authentication(wiki.secret));
  const browser = await logInAs(site, 'ordinary');
  const { url, checks } = await request(config, { ...how, max_age: '3600' });
  const tokens = await oidc.authorizationCodeGrant(config, await callbackOf(browser, url), { ...checks, maxAge: 3600 });
  const { sub } = tokens.claims()!;
  expect(await oidc.fetchUserInfo(config, tokens.access_token, sub)).toMatchObject({ sub, preferred_username: 'ordinary' });
  const renewed = await oidc.refreshTokenGrant(config, tokens.refresh_token!);
  expect(renewed.claims()).toMatchObject({ sub });
  expect(await oidc.tokenIntrospection(config, renewed.access_token)).toMatchObject({ active: true, sub, client_id: wiki.id });
  await oidc.tokenRevocation(config, renewed.refresh_token!);
  await expect(oidc.refreshTokenGrant(config, renewed.refresh_token!)).rejects.toMatchObject({ error: 'invalid_grant' });
});

test('an answer in the name of another provider, or of none (mix-up), is refused before the code is sent anywhere', async () => {
  const wiki = await register(site);
  const config = await discover(wiki, oidc.ClientSecretBasic(wiki.secret));
  const { url, checks } = await request(config);
  const callback = await callbackOf(await logInAs(site, 'ordinary'), url);
  for (const issuer of ['https://evil.example/oidc', undefined]) {
    const mixed = new URL(callback);
    if (issuer) mixed.searchParams.set('iss', issuer);
    else mixed.searchParams.delete('iss');
    await expect(oidc.authorizationCodeGrant(config, mixed, checks)).rejects.toMatchObject({
      cause: expect.objectContaining({ message: expect.stringContaining('"iss"') as string }) as Error,
    });
  }
  expect((await oidc.authorizationCodeGrant(config, callback, checks)).claims()).toMatchObject({ aud: wiki.id });
});

test('with private_key_jwt and DPoP; another key, another audience and no signature are refused', async () => {
  const keys = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify']);
  const { x, y } = await crypto.subtle.exportKey('jwk', keys.publicKey);
  const wiki = await register(site, { publicKeys: [{ kty: 'EC', crv: 'P-256', x: x!, y: y! }] });
  expect(wiki.secret).toBe('');
  const config = await discover(wiki, oidc.PrivateKeyJwt(keys.privateKey));
  const handle = oidc.getDPoPHandle(config, await oidc.randomDPoPKeyPair());
  const browser = await logInAs(site, 'ordinary');
  const { url, checks } = await request(config);
  const callback = await callbackOf(browser, url);

  const wrong = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify']);
  const forged = await discover(wiki, oidc.PrivateKeyJwt(wrong.privateKey));
  await expect(oidc.authorizationCodeGrant(forged, callback, checks)).rejects.toMatchObject({ error: 'invalid_client' });
  const withoutKey = await discover({ ...wiki, secret: 'compared as a hash' }, oidc.ClientSecretBasic('compared as a hash'));
  await expect(oidc.authorizationCodeGrant(withoutKey, callback, checks)).rejects.toThrow('WWW-Authenticate');

  const elsewhere = {
    [oidc.modifyAssertion]: (_header: unknown, claims: Record<string, unknown>) => (claims.aud = 'https://evil.example'),
  };
  const misdirected = await discover(wiki, oidc.PrivateKeyJwt(keys.privateKey, elsewhere));
  await expect(oidc.authorizationCodeGrant(misdirected, callback, checks)).rejects.toMatchObject({ error: 'invalid_client' });
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const times = { iat: Math.floor(Date.now() / 1000), exp: Math.floor(Date.now() / 1000) + 60 };
  const unsigned = part({ iss: wiki.id, sub: wiki.id, aud: `${site.url}/oidc`, jti: 'jti-1', ...times });
  const assertion = {
    client_id: wiki.id,
    client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    client_assertion: `${part({ alg: 'none' })}.${unsigned}.`,
  };
  expect(await post(site, '/token/introspection', { token: 'any', ...assertion })).toMatchObject({ error: 'invalid_client' });

  const tokens = await oidc.authorizationCodeGrant(config, callback, checks, undefined, { DPoP: handle });
  expect(tokens.token_type).toBe('dpop');
  const { sub } = tokens.claims()!;
  expect(await oidc.fetchUserInfo(config, tokens.access_token, sub, { DPoP: handle })).toMatchObject({ sub });
  await expect(oidc.fetchUserInfo(config, tokens.access_token, sub)).rejects.toThrow();
});

test('a new secret: the former one is accepted beside it, and no longer when its time is over', async () => {
  const wiki = await register(site);
  const sysadmin = await logInAs(site, 'sysadmin');
  const { secret } = await sysadmin.ok('Applications.NewSecret', { applicationId: wiki.id });
  const isAccepted = async (given: string) => {
    const config = await discover(wiki, oidc.ClientSecretBasic(given));
    return oidc.tokenIntrospection(config, 'nothing').then(
      () => true,
      () => false,
    );
  };
  expect([await isAccepted(wiki.secret), await isAccepted(secret!)]).toEqual([true, true]);
  await site.database.query(`UPDATE applications SET former_secret_until = now() - interval '1 second'`);
  expect([await isAccepted(wiki.secret), await isAccepted(secret!)]).toEqual([false, true]);
});

test('the signing key is replaced when it is 90 days old, and both are published meanwhile', async () => {
  const published = async () =>
    ((await (await fetch(`${site.url}/oidc/jwks`)).json()) as { keys: { kid: string; d?: string }[] }).keys;
  const [before] = await published();
  expect(before).not.toHaveProperty('d');
  await site.database.query(`UPDATE oidc_keys SET created_at = now() - interval '91 days'`);
  await eventually('the new key', async () => (await published()).length === 2);
  // The former one signs until everybody can know the new one; keys.extended.test.ts goes on from here.
  expect((await published())[0]).toEqual(before);
});
