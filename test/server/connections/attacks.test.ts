/** What an attacker tries with a log-in at an identity provider: refused, in words for the administrator and without a hint for the caller. */
import { randomUUID } from 'node:crypto';
import { createClient } from '../../support/client.ts';
import { logInAs } from '../../support/logInAs.ts';
import { arrive, beginAt, startRogueProvider, type Begun, type RogueProvider } from '../../support/rogueProvider.ts';
import { addConnection, linkedMember, newMember, proveDomain, REFUSED, type TestConnection } from '../../support/sso.ts';
import { useServer } from '../../support/useServer.ts';

const site = useServer();
const DOMAIN = 'attacked.example';

let connection: TestConnection;
let rogue: RogueProvider;

beforeAll(async () => {
  await proveDomain(site, DOMAIN);
  rogue = await startRogueProvider();
  connection = await addConnection(site, { issuer: rogue.issuer });
  await connection.enable(true);
}, 60_000);
afterAll(() => {
  rogue.close();
});
afterEach(() => {
  Object.assign(rogue, {
    claims: {},
    metadata: {},
    signature: 'right',
    tokenRedirect: undefined,
    keysRedirect: undefined,
    challenge: undefined,
  });
  rogue.meanwhile = () => Promise.resolve();
});

const linked = (of = connection, issuer = rogue.issuer) => linkedMember(site, of, issuer);

const isLoggedIn = async ({ client }: Pick<Begun, 'client'>) => (await client.call('Login.Check')).status === 200;

/** @returns what the administrator reads; the caller gets no session and no reason */
async function refusalOf(begun: Begun, callback = begun.callback, of = connection): Promise<string | null> {
  expect(await arrive(begun.client, callback)).toBe(REFUSED);
  expect(await isLoggedIn(begun)).toBe(false);
  return (await of.last()).problem;
}

test('A log-in in order, for comparison', async () => {
  const { sub } = await linked();
  const begun = await beginAt(site, connection);
  rogue.claims = { sub, nonce: begun.nonce };
  expect(await arrive(begun.client, begun.callback)).toBe('/SecurityDetails');
  expect(await isLoggedIn(begun)).toBe(true);
});

describe('Mix-up', () => {
  test('an answer for one connection is none for another', async () => {
    const other = await addConnection(site, { issuer: rogue.issuer });
    await other.enable(true);
    const begun = await beginAt(site, connection);
    const callback = begun.callback.replace(connection.connectionId, other.connectionId);
    expect(await arrive(begun.client, callback)).toBe(REFUSED);
  });

  test('an answer that names another issuer (RFC 9207)', async () => {
    const { sub } = await linked();
    const begun = await beginAt(site, connection);
    rogue.claims = { sub, nonce: begun.nonce };
    expect(await refusalOf(begun, `${begun.callback}&iss=https%3A%2F%2Fother.example`)).toBe('issuer');
  });

  test('an answer without an issuer, where the provider always names itself', async () => {
    rogue.metadata = { authorization_response_iss_parameter_supported: true };
    const strict = await addConnection(site, { issuer: rogue.issuer });
    await strict.enable(true);
    const { sub } = await linked(strict);
    const begun = await beginAt(site, strict);
    rogue.claims = { sub, nonce: begun.nonce };
    expect(await refusalOf(begun, begun.callback, strict)).toBe('issuer');
  });
});

describe('A token', () => {
  const cases: readonly (readonly [string, string, (begun: Begun) => object])[] = [
    ['of another issuer', 'issuer', () => ({ iss: 'https://other.example' })],
    ['for another client', 'audience', () => ({ aud: 'another client' })],
    ['for several, of whom another asked', 'audience', () => ({ aud: ['gatehouse', 'other'], azp: 'other' })],
    ['of another log-in', 'nonce', () => ({ nonce: 'another' })],
    ['that has ended', 'clock', () => ({ exp: Math.floor(Date.now() / 1000) - 90 })],
    ['of a time to come', 'clock', () => ({ nbf: Math.floor(Date.now() / 1000) + 90 })],
    ['without a subject', 'response', () => ({ sub: undefined })],
  ];
  test.each(cases)('%s', async (_what, problem, changed) => {
    const { sub } = await linked();
    const begun = await beginAt(site, connection);
    rogue.claims = { sub, nonce: begun.nonce, ...changed(begun) };
    expect(await refusalOf(begun)).toBe(problem);
  });

  test('whose clock is less than a minute off is taken', async () => {
    const { sub } = await linked();
    const begun = await beginAt(site, connection);
    rogue.claims = { sub, nonce: begun.nonce, exp: Math.floor(Date.now() / 1000) - 30 };
    expect(await arrive(begun.client, begun.callback)).toBe('/SecurityDetails');
  });

  test.each(['none', 'other'] as const)('with the signature: %s', async (signature) => {
    const { sub } = await linked();
    const begun = await beginAt(site, connection);
    rogue.claims = { sub, nonce: begun.nonce };
    rogue.signature = signature;
    expect(await refusalOf(begun)).toBe('signature');
  });
});

describe('A second time, and elsewhere', () => {
  test('an answer is good once', async () => {
    const { sub } = await linked();
    const begun = await beginAt(site, connection);
    rogue.claims = { sub, nonce: begun.nonce };
    await arrive(begun.client, begun.callback);
    await begun.client.ok('Login.Logout');
    expect(await arrive(begun.client, begun.callback)).toBe(REFUSED);
    expect(await isLoggedIn(begun)).toBe(false);
  });

  test('an answer that was refused is good for no second try', async () => {
    const { sub } = await linked();
    const begun = await beginAt(site, connection);
    rogue.claims = { sub, nonce: 'another' };
    expect(await refusalOf(begun)).toBe('nonce');
    rogue.claims = { sub, nonce: begun.nonce };
    expect(await arrive(begun.client, begun.callback)).toBe(REFUSED);
  });

  test('an answer in another browser opens nothing there, and still opens here', async () => {
    const { sub } = await linked();
    const begun = await beginAt(site, connection);
    rogue.claims = { sub, nonce: begun.nonce };
    expect(await refusalOf({ ...begun, client: createClient(site) })).toBe('browser');
    const withOwnCookie = await beginAt(site, connection);
    expect(await refusalOf({ ...begun, client: withOwnCookie.client })).toBe('browser');
    expect(await arrive(begun.client, begun.callback)).toBe('/SecurityDetails');
  });

  test('a state that nobody has begun', async () => {
    const begun = await beginAt(site, connection);
    expect(await arrive(begun.client, begun.callback.replace(/state=[^&]+/, 'state=guessed'))).toBe(REFUSED);
    expect(await arrive(begun.client, `/sso/oidc/${connection.connectionId}/callback`)).toBe(REFUSED);
    expect(await arrive(begun.client, '/sso/oidc/no-such/callback?state=x')).toBe(REFUSED);
  });

  test('twenty answers at once: one is taken', async () => {
    const { sub, userId } = await linked();
    const begun = await beginAt(site, connection);
    rogue.claims = { sub, nonce: begun.nonce };
    const arrived = await Promise.all(Array.from({ length: 20 }, () => arrive(begun.client, begun.callback)));
    expect(arrived.filter((at) => at !== REFUSED)).toEqual(['/SecurityDetails']);
    expect(await site.database.query(`SELECT FROM sessions WHERE user_id = $1`, [userId])).toHaveLength(1);
  });
});

describe('Whose account', () => {
  const withAddress = async (email: string, more: object = { email_verified: true }) => {
    const begun = await beginAt(site, connection);
    rogue.claims = { sub: randomUUID(), email, nonce: begun.nonce, ...more };
    return refusalOf(begun);
  };
  const memberWithAddress = (organisation = 'Harbour Mutual') =>
    newMember(site, { organisation, email: `${randomUUID()}@${DOMAIN}` });

  test.each([{}, { email_verified: false }, { email_verified: 'true' }, { email_verified: 1 }])(
    'an address that the provider has not verified is nobody’s: %j',
    async (more) => {
      expect(await withAddress((await memberWithAddress()).email, more)).toBe('emailNotVerified');
    },
  );

  test('an address of a domain that the organisation has not proven', async () => {
    const { email } = await newMember(site);
    expect(await withAddress(email)).toBe('domain');
    expect(await withAddress(`ada@below.${DOMAIN}`)).toBe('domain');
  });

  test.each(['frozen_at', 'contested_at'])('an address of a domain that is %s', async (column) => {
    const { email } = await memberWithAddress();
    await site.database.query(`UPDATE domains SET ${column} = now() WHERE name = $1`, [DOMAIN]);
    expect(await withAddress(email)).toBe('domain');
    await site.database.query(`UPDATE domains SET ${column} = NULL WHERE name = $1`, [DOMAIN]);
  });

  test('an address of an account of another organisation', async () => {
    expect(await withAddress((await memberWithAddress('Northgate Portfolio')).email)).toBe('otherOrganisation');
  });

  test('an address of an administrator, also of yesterday', async () => {
    const { email, userId } = await memberWithAddress();
    await site.database.query(`UPDATE users SET roles = '{SubscriberAdministration}' WHERE user_id = $1`, [userId]);
    expect(await withAddress(email)).toBe('administrator');
    await site.database.query(`UPDATE users SET roles = '{Member}' WHERE user_id = $1`, [userId]);
    expect(await withAddress(email)).toBe('administrator');
  });

  test('a linked account that has moved to another organisation', async () => {
    const { userId, sub } = await linked();
    await site.database.query(
      `UPDATE users SET organisation_id = (SELECT organisation_id FROM organisations WHERE name = 'Northgate Portfolio') WHERE user_id = $1`,
      [userId],
    );
    const begun = await beginAt(site, connection);
    rogue.claims = { sub, nonce: begun.nonce };
    expect(await refusalOf(begun)).toBe('email');
  });
});

describe('Entra', () => {
  const [ours, theirs] = [randomUUID(), randomUUID()];
  let entra: TestConnection;
  let tenant: RogueProvider;
  beforeAll(async () => {
    tenant = await startRogueProvider(`/${ours}/v2.0`);
    entra = await addConnection(site, { issuer: tenant.issuer, vendor: 'entra' });
    await entra.enable(true);
  });
  afterAll(() => {
    tenant.close();
  });

  test.each(['common', 'organizations', 'consumers'])('the issuer of every tenant, %s, is none', async (name) => {
    const issuer = `https://login.microsoftonline.com/${name}/v2.0`;
    for (const vendor of ['entra', 'other'] as const)
      await expect(addConnection(site, { issuer, vendor })).rejects.toThrow('400');
  });

  test('the subject is the tenant’s user, never an address or a name (nOAuth)', async () => {
    const victim = await linked(entra, tenant.issuer);
    const begun = await beginAt(site, entra);
    const claimed = { email: victim.email, preferred_username: victim.email, upn: victim.userName };
    tenant.claims = { sub: victim.sub, oid: randomUUID(), tid: ours, nonce: begun.nonce, ...claimed };
    expect(await refusalOf(begun, begun.callback, entra)).toBe('emailNotVerified');
    const again = await beginAt(site, entra);
    tenant.claims = { sub: 'pairwise', oid: victim.sub, tid: ours, nonce: again.nonce };
    expect(await arrive(again.client, again.callback)).toBe('/SecurityDetails');
  });

  test.each([
    ['of another tenant', { tid: theirs }, 'tenant'],
    ['of no tenant', {}, 'tenant'],
    ['without the id of the user', { tid: ours, oid: undefined }, 'subject'],
  ])('a token %s', async (_what, changed, problem) => {
    const { sub: oid } = await linked(entra, tenant.issuer);
    const begun = await beginAt(site, entra);
    tenant.claims = { sub: 'pairwise', oid, nonce: begun.nonce, ...changed };
    expect(await refusalOf(begun, begun.callback, entra)).toBe(problem);
  });
});

describe('What the server asks', () => {
  const INSIDE = 'http://169.254.169.254/latest/meta-data';
  const attempt = async (issuer: string) => {
    const made = await addConnection(site, { issuer });
    const { administrator, organisationPublicId, connectionId } = made;
    return (await administrator.ok('Connections.Test', { organisationPublicId, connectionId })).problem;
  };

  test('a redirect of the metadata is not followed', async () => {
    const decoy = await startRogueProvider();
    rogue.metadata = `${decoy.issuer}/latest/meta-data`;
    expect(await attempt(rogue.issuer)).toBe('redirect');
    expect(decoy.asked).toEqual([]);
    decoy.close();
  });

  test('a redirect of the token endpoint is not followed, and gets no secret', async () => {
    const decoy = await startRogueProvider();
    const begun = await beginAt(site, connection);
    rogue.tokenRedirect = `${decoy.issuer}/token`;
    expect(await refusalOf(begun)).toBe('redirect');
    expect(decoy.asked).toEqual([]);
    decoy.close();
  });

  test('a redirect of the keys is not followed, nor are they asked for inside', async () => {
    const decoy = await startRogueProvider();
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
      Object.assign(rogue, { metadata, keysRedirect: `${decoy.issuer}/jwks` });
      await reread();
      const begun = await beginAt(site, connection);
      rogue.claims = { sub, nonce: begun.nonce };
      expect(await refusalOf(begun)).toBe(problem);
    }
    expect(decoy.asked).toEqual([]);
    decoy.close();
    rogue.keysRedirect = undefined;
    await reread();
  });

  test('a provider that does not take our secret is told apart from one that answers nonsense', async () => {
    for (const [challenge, problem] of [
      ['Basic realm="x"', 'client'],
      ['Bearer', 'token'],
    ] as const) {
      const begun = await beginAt(site, connection);
      rogue.challenge = challenge;
      expect(await refusalOf(begun)).toBe(problem);
    }
  });

  test('addresses of the inside are asked for nothing, whoever names them', async () => {
    expect(await attempt('https://10.0.0.1')).toBe('internalAddress');
    rogue.metadata = { token_endpoint: INSIDE };
    const lured = await addConnection(site, { issuer: rogue.issuer });
    await lured.enable(true);
    const begun = await beginAt(site, lured);
    expect(await refusalOf(begun, begun.callback, lured)).toBe('internalAddress');
  });

  test('metadata of another issuer is none', async () => {
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

test.each([
  '//evil.example',
  'https://evil.example/',
  '/\\evil.example',
  'javascript:alert(1)',
  '/%09/evil.example',
  'x'.repeat(8192),
])('A target elsewhere is not followed: %.30s', async (target) => {
  const { sub } = await linked();
  const begun = await beginAt(site, connection, { query: `?${new URLSearchParams({ ReturnUrl: target }).toString()}` });
  rogue.claims = { sub, nonce: begun.nonce };
  expect(await arrive(begun.client, begun.callback)).toBe('/SecurityDetails');
});

describe('Disabled in between', () => {
  afterEach(() => connection.enable(true));

  test('before the answer', async () => {
    const { sub } = await linked();
    const begun = await beginAt(site, connection);
    rogue.claims = { sub, nonce: begun.nonce };
    await connection.enable(false);
    expect(await refusalOf(begun)).toBe('disabledConnection');
  });

  test('while the token is asked for', async () => {
    const { sub } = await linked();
    const begun = await beginAt(site, connection);
    rogue.claims = { sub, nonce: begun.nonce };
    rogue.meanwhile = () => connection.enable(false);
    expect(await refusalOf(begun)).toBe('disabledConnection');
  });
});

describe('A proof of identity', () => {
  test.each([
    ['by a log-in of an hour ago', { auth_time: Math.floor(Date.now() / 1000) - 3600 }],
    ['by a log-in of an unknown time', {}],
  ])('%s is none', async (_what, claims) => {
    const { sub, userId } = await linked();
    const begun = await beginAt(site, connection);
    rogue.claims = { sub, nonce: begun.nonce };
    await arrive(begun.client, begun.callback);
    await site.database.query(`UPDATE sessions SET authenticated_at = now() - interval '2 hours' WHERE user_id = $1`, [userId]);
    const again = await beginAt(site, connection, { client: begun.client, query: '?purpose=stepUp' });
    rogue.claims = { sub, nonce: again.nonce, ...claims };
    expect(await arrive(again.client, again.callback)).toBe('/SecurityDetails?problem=sso');
    expect(['authTime', 'response']).toContain((await connection.last()).problem);
    expect((await begun.client.call('ApiKey.Create', { name: randomUUID() })).problem?.code).toBe('ConfirmIdentity');
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
