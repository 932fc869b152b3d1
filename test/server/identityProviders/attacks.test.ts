/**
 * Attacks on a login by OpenID Connect are refused, with an explanation for the administrator and without a hint for the caller.
 */
import { randomUUID } from 'node:crypto';
import { logInAs } from '../../support/logInAs.ts';
import { arrive, startRogueProvider, type Claims } from '../../support/rogueProvider.ts';
import { addConnection, newMember, REFUSED } from '../../support/sso.ts';
import { useOpenIdProvider } from '../../support/useProvider.ts';
import { useServer } from '../../support/useServer.ts';
import { moveTo, setRoles } from '../../support/changeUser.ts';

const site = useServer();
const DOMAIN = 'attacked.example';
const ours = useOpenIdProvider(site, { domain: DOMAIN });
const { rogue, connection, linked, startLogin } = ours;

const secondsFromNow = (seconds: number) => Math.floor(Date.now() / 1000) + seconds;

/** @returns the problem that the administrator reads; the caller gets no session and no reason */
async function refusalOf(claims: Claims, at = connection, provider = ours): Promise<string | null> {
  const { client, at: arrived } = await provider.logIn(claims, { at });
  expect(arrived).toBe(REFUSED);
  expect((await client.call('Login.Check')).status).not.toBe(200);
  return (await at.last()).problem;
}

describe('A response', () => {
  test('that names another issuer is refused (RFC 9207)', async () => {
    const { sub } = await linked();
    const { client, callback, nonce } = await startLogin();
    rogue.claims = { sub, nonce };
    expect(await arrive(client, `${callback}&iss=https%3A%2F%2Fother.example`)).toBe(REFUSED);
    expect((await connection.last()).problem).toBe('issuer');
  });

  test('without an issuer is refused where the provider always names itself', async () => {
    rogue.metadata = { authorization_response_iss_parameter_supported: true };
    const strict = await addConnection(site, { issuer: rogue.issuer });
    await strict.enable(true);
    expect(await refusalOf({ sub: (await linked(strict)).sub }, strict)).toBe('issuer');
  });

  test('that was refused can’t be tried again', async () => {
    const { sub } = await linked();
    const { finish } = await startLogin();
    expect(await finish({ sub, nonce: 'another' })).toBe(REFUSED);
    expect((await connection.last()).problem).toBe('nonce');
    expect(await finish({ sub })).toBe(REFUSED);
  });

  test('to a login that nobody has started leads nowhere', async () => {
    const { client, callback } = await startLogin();
    expect(await arrive(client, callback.replace(/state=[^&]+/, 'state=guessed'))).toBe(REFUSED);
    expect(await arrive(client, `/sso/oidc/${connection.connectionId}/callback`)).toBe(REFUSED);
    expect(await arrive(client, '/sso/oidc/no-such/callback?state=x')).toBe(REFUSED);
  });

  test('is refused when the connection is disabled while its token is requested', async () => {
    rogue.meanwhile = () => connection.enable(false);
    expect(await refusalOf({ sub: (await linked()).sub })).toBe('disabledConnection');
    await connection.enable(true);
  });
});

describe('A token', () => {
  test.each<[string, string, Claims]>([
    ['of another issuer', 'issuer', { iss: 'https://other.example' }],
    ['for another client', 'audience', { aud: 'another client' }],
    ['for several, of whom another asked', 'audience', { aud: ['gatehouse', 'other'], azp: 'other' }],
    ['of another login', 'nonce', { nonce: 'another' }],
    ['that has ended', 'clock', { exp: secondsFromNow(-90) }],
    ['of a time to come', 'clock', { nbf: secondsFromNow(180) }],
    ['made in the future', 'clock', { iat: secondsFromNow(900) }],
    ['of a login in the future', 'authTime', { auth_time: secondsFromNow(900) }],
    ['without a subject', 'response', { sub: undefined }],
  ])('%s is refused', async (_what, problem, changed) => {
    expect(await refusalOf({ sub: (await linked()).sub, ...changed })).toBe(problem);
  });

  test.each(['none', 'other'] as const)('with the signature: %s is refused', async (signature) => {
    rogue.signature = signature;
    expect(await refusalOf({ sub: (await linked()).sub })).toBe('signature');
  });

  test('of a login at an unknown time is no proof of identity', async () => {
    const { sub } = await linked();
    const { client } = await ours.logIn({ sub });
    const { at } = await ours.logIn({ sub }, { client, query: '?purpose=stepUp' });
    expect(at).toBe('/SecurityDetails?problem=sso');
    expect((await connection.last()).problem).toBe('response');
  });
});

describe('An address opens no account', () => {
  const withAddress = (email: string, more: object = { email_verified: true }) =>
    refusalOf({ sub: randomUUID(), email, ...more });
  const memberWithAddress = (organisation = 'Harbour Mutual') =>
    newMember(site, { organisation, email: `${randomUUID()}@${DOMAIN}` });

  test.each([
    {},
    { email_verified: false },
    { email_verified: 'false' },
    { email_verified: 1 },
    { email_verified: ['true', 'false'] },
  ])('which the provider has not verified: %j', async (more) => {
    expect(await withAddress((await memberWithAddress()).email, more)).toBe('emailNotVerified');
  });

  test('of a domain that the organisation has not proven', async () => {
    const { email } = await newMember(site);
    expect(await withAddress(email)).toBe('domain');
    expect(await withAddress(`ada@below.${DOMAIN}`)).toBe('domain');
  });

  test.each(['frozen_at', 'contested_at'])('of a domain that is %s', async (column) => {
    const { email } = await memberWithAddress();
    await site.database.query(`UPDATE domains SET ${column} = now() WHERE name = $1`, [DOMAIN]);
    expect(await withAddress(email)).toBe('domain');
    await site.database.query(`UPDATE domains SET ${column} = NULL WHERE name = $1`, [DOMAIN]);
  });

  test('of another organisation', async () => {
    expect(await withAddress((await memberWithAddress('Northgate Portfolio')).email)).toBe('otherOrganisation');
  });

  test('of an administrator, even of yesterday', async () => {
    const { email, userId } = await memberWithAddress();
    for (const role of ['SubscriberAdministration', 'Member']) {
      await setRoles(site, userId, [role]);
      expect(await withAddress(email)).toBe('administrator');
    }
  });
});

test('A linked account that has moved to another organisation is not opened', async () => {
  const { userId, sub } = await linked();
  await moveTo(site, userId, 'Northgate Portfolio');
  expect(await refusalOf({ sub })).toBe('email');
});

describe('Entra', () => {
  const [tid, theirs] = [randomUUID(), randomUUID()];
  const entra = useOpenIdProvider(site, { path: `/${tid}/v2.0`, settings: { vendor: 'entra' } });

  test.each(['common', 'organizations', 'consumers'])('is not trusted by the issuer of every tenant, %s', async (name) => {
    const issuer = `https://login.microsoftonline.com/${name}/v2.0`;
    for (const vendor of ['entra', 'other'] as const)
      await expect(addConnection(site, { issuer, vendor })).rejects.toThrow('400');
  });

  test('names its user by the tenant’s id, never by an address or a name (nOAuth)', async () => {
    const { sub, email, userName } = await entra.linked();
    const claimed = { email, preferred_username: email, upn: userName };
    expect(await refusalOf({ sub, oid: randomUUID(), tid, ...claimed }, entra.connection, entra)).toBe('emailNotVerified');
    expect((await entra.logIn({ sub: 'pairwise', oid: sub, tid })).at).toBe('/SecurityDetails');
  });

  test.each([
    ['of another tenant', { tid: theirs }, 'tenant'],
    ['of no tenant', {}, 'tenant'],
    ['without the id of the user', { tid, oid: undefined }, 'subject'],
  ])('is not trusted in a token %s', async (_what, changed, problem) => {
    const { sub: oid } = await entra.linked();
    expect(await refusalOf({ sub: 'pairwise', oid, ...changed }, entra.connection, entra)).toBe(problem);
  });
});

describe('When the server requests something from a provider,', () => {
  const INSIDE = 'http://169.254.169.254/latest/meta-data';
  const attempt = async (issuer: string) => {
    const { administrator, organisationPublicId, connectionId } = await addConnection(site, { issuer });
    return (await administrator.ok('Connections.Test', { organisationPublicId, connectionId })).problem;
  };
  /** Starts another server, which must not receive any request. */
  async function withDecoy(story: (decoy: string) => Promise<void>) {
    const decoy = await startRogueProvider();
    await story(decoy.issuer);
    expect(decoy.asked).toEqual([]);
    decoy.close();
  }

  test('a redirect of the metadata is not followed', () =>
    withDecoy(async (decoy) => {
      rogue.metadata = `${decoy}/latest/meta-data`;
      expect(await attempt(rogue.issuer)).toBe('redirect');
    }));

  test('a redirect of the token endpoint is not followed, and gets no secret', () =>
    withDecoy(async (decoy) => {
      rogue.tokenRedirect = `${decoy}/token`;
      expect(await refusalOf({})).toBe('redirect');
    }));

  test('a redirect of the keys is not followed, nor are they asked for inside', () =>
    withDecoy(async (decoy) => {
      const reread = async () => {
        await connection.enable(false);
        await connection.update({ issuer: rogue.issuer });
        await connection.enable(true);
      };
      const { sub } = await linked();
      for (const [metadata, problem] of [
        [{ jwks_uri: INSIDE }, 'internalAddress'],
        [{}, 'redirect'],
      ] as const) {
        Object.assign(rogue, { metadata, keysRedirect: `${decoy}/jwks` });
        await reread();
        expect(await refusalOf({ sub })).toBe(problem);
      }
      rogue.keysRedirect = undefined;
      await reread();
    }));

  test('the answer of one that rejects our secret is distinguished from nonsense', async () => {
    for (const [challenge, problem] of [
      ['Basic realm="x"', 'client'],
      ['Bearer', 'token'],
    ] as const) {
      rogue.challenge = challenge;
      expect(await refusalOf({})).toBe(problem);
    }
  });

  test('internal addresses get no request, whoever names them', async () => {
    expect(await attempt('https://10.0.0.1')).toBe('internalAddress');
    rogue.metadata = { token_endpoint: INSIDE };
    const lured = await addConnection(site, { issuer: rogue.issuer });
    await lured.enable(true);
    expect(await refusalOf({}, lured)).toBe('internalAddress');
  });

  test('metadata of another issuer does not count', async () => {
    rogue.metadata = { issuer: 'https://other.example' };
    expect(await attempt(rogue.issuer)).toBe('metadata');
  });

  test.each([
    'http://idp.example',
    'ftp://idp.example',
    'https://user:pass@idp.example',
    'https://idp.example/?x',
    'idp.example',
  ])('the issuer %s is refused', async (issuer) => {
    await expect(addConnection(site, { issuer })).rejects.toThrow('400');
  });
});

test('A connection of another organisation is out of reach', async () => {
  const rival = await logInAs(site, 'second_sub');
  const { connectionId, organisationPublicId } = connection;
  const answers = [
    await rival.call('Connections.Attempts', { organisationPublicId, connectionId }),
    await rival.call('Connections.Enable', { organisationPublicId, connectionId, enabled: false }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([404, 404]);
});

test('The secret is shown to nobody, and is in no dump in clear text with a key of the server', async () => {
  const { administrator, organisationPublicId } = connection;
  const list = await administrator.call('Connections.List', { organisationPublicId });
  expect(list.text).not.toContain('a secret of the provider');
  expect(list.body).toContainEqual(expect.objectContaining({ connectionId: connection.connectionId, hasSecret: true }));
  const audit = await site.database.query(`SELECT FROM audit_events WHERE details::text LIKE '%a secret of the provider%'`);
  expect(audit).toEqual([]);
});
