/** What an attacker tries with a SAML provider's answer: refused, in words for the administrator and without a hint for the caller. */
import { randomUUID } from 'node:crypto';
import { createClient } from '../../support/client.ts';
import {
  arriveSaml,
  authorityKey,
  beginSaml,
  foreignKey,
  metadataOf,
  postAnswer,
  samlAnswer,
  secondsFromNow,
  signXml,
  AUTHORITY,
  type SamlAnswer,
  type SamlRequest,
} from '../../support/samlAuthority.ts';
import { addConnection, linkedMember, REFUSED, type TestConnection } from '../../support/sso.ts';
import { useServer } from '../../support/useServer.ts';

const site = useServer();
let connection: TestConnection;

beforeAll(async () => {
  connection = await addConnection(site, { kind: 'saml', metadata: metadataOf() });
  await connection.enable(true);
}, 60_000);

const linked = () => linkedMember(site, connection, AUTHORITY.issuer);
const isLoggedIn = async ({ client }: Pick<SamlRequest, 'client'>) => (await client.call('Login.Check')).status === 200;

/** @returns what the administrator reads; the caller gets no session and no reason */
async function refusalOf(changed: Partial<SamlAnswer>): Promise<string | null> {
  const { sub } = await linked();
  const begun = await beginSaml(site, connection);
  const arrived = await arriveSaml(site, connection, begun, samlAnswer(connection, begun, { subject: sub, ...changed }));
  expect(arrived).toBe(REFUSED);
  expect(await isLoggedIn(begun)).toBe(false);
  return (await connection.last()).problem;
}

test('A log-in in order, for comparison: with the assertion signed, and with the response signed too', async () => {
  for (const signed of [['Assertion'], ['Assertion', 'Response']] as const) {
    const { sub } = await linked();
    const begun = await beginSaml(site, connection);
    expect(await arriveSaml(site, connection, begun, samlAnswer(connection, begun, { subject: sub, signed }))).toBe(
      '/SecurityDetails',
    );
    expect(await isLoggedIn(begun)).toBe(true);
  }
});

describe('An assertion', () => {
  const cases: readonly (readonly [string, string, Partial<SamlAnswer>])[] = [
    ['of another issuer', 'issuer', { issuer: 'https://other.example' }],
    ['in a response of another issuer', 'issuer', { responseIssuer: 'https://other.example' }],
    ['for another audience', 'audience', { audience: 'https://other.example' }],
    ['for another recipient', 'recipient', { recipient: 'https://other.example/acs' }],
    ['for another destination', 'destination', { destination: 'https://other.example/acs' }],
    ['in answer to another request', 'inResponseTo', { inResponseTo: '_another' }],
    ['in a response to this request, itself to another', 'inResponseTo', { confirmedRequest: '_another' }],
    ['that nobody has asked for, with a handle of a log-in', 'inResponseTo', { inResponseTo: null }],
    ['that is not for whoever brings it', 'recipient', { method: 'urn:oasis:names:tc:SAML:2.0:cm:sender-vouches' }],
    ['that has ended', 'clock', { notOnOrAfter: secondsFromNow(-90) }],
    ['of a time to come', 'clock', { notBefore: secondsFromNow(90) }],
    ['of a log-in that is to come', 'clock', { authnInstant: secondsFromNow(90) }],
    ['by a foreign key, which it brings along', 'signature', { key: foreignKey }],
    ['without a signature', 'signature', { signed: [] }],
    ['in a signed response, itself without a signature', 'signature', { signed: ['Response'] }],
    ['signed with SHA-1', 'algorithm', { weak: 'signature' }],
    ['with a digest of SHA-1', 'algorithm', { weak: 'digest' }],
    ['with a name that changes each time', 'transientName', { format: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient' }],
    ['without a name', 'subject', { subject: '' }],
    ['that the provider refuses', 'provider', { status: 'AuthnFailed' }],
    [
      'that was changed after it was signed',
      'signature',
      { after: (xml) => xml.replace('ac:classes:Password', 'ac:classes:X509') },
    ],
  ];
  test.each(cases)('%s', async (_what, problem, changed) => {
    expect(await refusalOf(changed)).toBe(problem);
  });

  test('whose clock is less than a minute off is taken', async () => {
    const { sub } = await linked();
    const begun = await beginSaml(site, connection);
    const late = samlAnswer(connection, begun, { subject: sub, notOnOrAfter: secondsFromNow(-30) });
    expect(await arriveSaml(site, connection, begun, late)).toBe('/SecurityDetails');
  });
});

describe('A document with', () => {
  const cut = (subject: string, what: string) => (xml: string) =>
    xml.replace(`${subject}</saml:NameID>`, `${subject.slice(0, 5)}${what}${subject.slice(5)}</saml:NameID>`);
  const victim = randomUUID();

  test.each([
    ['a comment in a name', cut(victim, '<!-- -->')],
    ['a processing instruction in a name', cut(victim, '<?x y?>')],
    ['a CDATA section in a name', cut(victim, '<![CDATA[]]>')],
    ['a comment before the root', (xml: string) => `<!-- -->${xml}`],
    ['a document type', (xml: string) => `<!DOCTYPE r [<!ENTITY e "x">]>${xml}`],
    ['a document type after a declaration', (xml: string) => `<?xml version="1.0"?><!DOCTYPE r>${xml}`],
    ['another encoding', (xml: string) => `<?xml version="1.0" encoding="UTF-16"?>${xml}`],
  ])('%s', async (_what, change) => {
    expect(await refusalOf({ subject: victim, after: change })).toBe('unsafeXml');
  });

  test.each(['<!-- -->', '<?x y?>'])('%s in a name that was signed without it', async (what) => {
    expect(await refusalOf({ subject: victim, before: cut(victim, what) })).toBe('unsafeXml');
  });

  test.each([
    ['an entity that nobody knows', (xml: string) => xml.replace('</saml:NameID>', '&nbsp;</saml:NameID>')],
    ['a tag that is not closed', (xml: string) => `${xml}<`],
    ['two roots', (xml: string) => `${xml}<x/>`],
    ['an attribute twice', (xml: string) => xml.replace('Version="2.0"', 'Version="2.0" Version="2.0"')],
  ])('%s', async (_what, after) => {
    expect(await refusalOf({ after })).toBe('response');
  });

  test('an encrypted assertion is refused with its reason', async () => {
    const encrypted = '<saml:EncryptedAssertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"/></samlp:Response>';
    expect(await refusalOf({ after: (xml) => xml.replace('</samlp:Response>', encrypted) })).toBe('encrypted');
  });
});

describe('Wrapping', () => {
  const ASSERTION = /<saml:Assertion .*<\/saml:Assertion>/s;
  const SIGNATURE = /<ds:Signature .*<\/ds:Signature>/s;
  const partsOf = (xml: string) => ({ whole: ASSERTION.exec(xml)?.[0] ?? '', signature: SIGNATURE.exec(xml)?.[0] ?? '' });
  /** The same for somebody else, without a signature. */
  const evil = (whole: string, id = '_evil') =>
    whole
      .replace(SIGNATURE, '')
      .replace(/ ID="[^"]+"/, ` ID="${id}"`)
      .replace(/(<saml:NameID[^>]*>)[^<]*/, '$1somebody');
  const idOf = (whole: string) => / ID="([^"]+)"/.exec(whole)?.[1] ?? '';

  const shapes: readonly (readonly [string, (xml: string) => string])[] = [
    ['the false one before the signed one', (xml) => xml.replace(ASSERTION, (whole) => evil(whole) + whole)],
    ['the false one after the signed one', (xml) => xml.replace(ASSERTION, (whole) => whole + evil(whole))],
    ['the false one with the same id', (xml) => xml.replace(ASSERTION, (whole) => evil(whole, idOf(whole)) + whole)],
    [
      'the signed one within the signature of the false one',
      (xml) => {
        const { whole, signature } = partsOf(xml);
        const inner = whole.replace(SIGNATURE, '');
        const wrapped = signature.replace('</ds:Signature>', `<ds:Object>${inner}</ds:Object></ds:Signature>`);
        return xml.replace(ASSERTION, () => evil(whole).replace('</saml:Issuer>', `</saml:Issuer>${wrapped}`));
      },
    ],
    [
      'the signed one within extensions',
      (xml) =>
        xml
          .replace(ASSERTION, (whole) => evil(whole))
          .replace('<samlp:Status>', `<samlp:Extensions>${partsOf(xml).whole}</samlp:Extensions><samlp:Status>`),
    ],
    [
      'the signed one within the false one',
      (xml) =>
        xml.replace(ASSERTION, (whole) =>
          evil(whole).replace('</saml:Assertion>', `<saml:Advice>${whole}</saml:Advice></saml:Assertion>`),
        ),
    ],
    [
      'the false one within the signed one',
      (xml) =>
        xml.replace('</saml:AuthnStatement>', `</saml:AuthnStatement><saml:Advice>${evil(partsOf(xml).whole)}</saml:Advice>`),
    ],
    [
      'a whole response within the other',
      (xml) => xml.replace('<samlp:Status>', `<samlp:Extensions>${xml}</samlp:Extensions><samlp:Status>`),
    ],
    [
      'the false one in another namespace',
      (xml) => xml.replace(ASSERTION, (whole) => `<x:Assertion xmlns:x="urn:x" ID="_x"/>${whole}`),
    ],
    [
      'the signature beside the assertion',
      (xml) => {
        const { whole, signature } = partsOf(xml);
        return xml.replace(ASSERTION, () => `${signature}${evil(whole, idOf(whole))}`);
      },
    ],
  ];
  test.each(shapes)('%s', async (_what, after) => {
    expect(['assertions', 'signature']).toContain(await refusalOf({ after }));
  });

  test('two assertions that are signed both', async () => {
    const before = (xml: string) => xml.replace(ASSERTION, (whole) => whole + whole.replace(/ ID="[^"]+"/, ' ID="_second"'));
    expect(await refusalOf({ before, signed: [], after: (xml) => signXml(xml, 'Response', authorityKey) })).toBe('assertions');
  });
});

describe('A second time, and elsewhere', () => {
  test('an assertion is good once, and under its id for no other log-in', async () => {
    const { sub } = await linked();
    const assertionId = `_${randomUUID()}`;
    const begun = await beginSaml(site, connection);
    const message = samlAnswer(connection, begun, { subject: sub, assertionId });
    expect(await arriveSaml(site, connection, begun, message)).toBe('/SecurityDetails');
    await begun.client.ok('Login.Logout');
    expect(await arriveSaml(site, connection, begun, message)).toBe(REFUSED);
    expect(await isLoggedIn(begun)).toBe(false);
    expect(await refusalOf({ subject: sub, assertionId })).toBe('replay');
  });

  test('an answer in another browser opens nothing there, and still opens here', async () => {
    const { sub } = await linked();
    const begun = await beginSaml(site, connection);
    const message = samlAnswer(connection, begun, { subject: sub });
    const other = { ...begun, client: createClient(site) };
    expect(await arriveSaml(site, connection, other, message)).toBe(REFUSED);
    expect((await connection.last()).problem).toBe('browser');
    expect(await isLoggedIn(other)).toBe(false);
    expect(await arriveSaml(site, connection, begun, message)).toBe('/SecurityDetails');
  });

  test('an answer that nobody has asked for is dropped, and a log-in begun here', async () => {
    const { sub } = await linked();
    const message = samlAnswer(connection, { id: '' }, { subject: sub, inResponseTo: null });
    for (const relayState of ['', 'https://evil.example/', '/SecurityDetails']) {
      const at = await postAnswer(site, connection, { SAMLResponse: message, RelayState: relayState });
      expect(at).toBe(`/sso/start/${connection.connectionId}`);
    }
  });

  test('a handle that nobody has begun leads nowhere', async () => {
    const begun = await beginSaml(site, connection);
    const message = samlAnswer(connection, begun, { subject: 'x' });
    expect(await postAnswer(site, connection, { SAMLResponse: message, RelayState: 'https://evil.example/' })).toBe(REFUSED);
    expect(await postAnswer(site, connection, { SAMLResponse: 'no base64!', RelayState: '' })).toBe(REFUSED);
    expect(await postAnswer(site, { connectionId: 'none' }, { SAMLResponse: message })).toBe(REFUSED);
  });

  test('RelayState names no target: the one that was asked for is kept here, and leads nowhere else', async () => {
    const { sub } = await linked();
    for (const [target, arrived] of [
      ['https://evil.example/', '/SecurityDetails'],
      ['//evil.example', '/SecurityDetails'],
      ['/Users/List?user=ada', '/Users/List?user=ada'],
    ] as const) {
      const begun = await beginSaml(site, connection, { query: `?${new URLSearchParams({ ReturnUrl: target }).toString()}` });
      expect(begun.relayState).toMatch(/^[\w-]{20,80}$/);
      expect(await arriveSaml(site, connection, begun, samlAnswer(connection, begun, { subject: sub }))).toBe(arrived);
    }
  });

  test('an answer for one connection is none for another', async () => {
    const other = await addConnection(site, { kind: 'saml', metadata: metadataOf() });
    await other.enable(true);
    const begun = await beginSaml(site, connection);
    expect(await arriveSaml(site, other, begun, samlAnswer(other, begun, { subject: 'x' }))).toBe(REFUSED);
  });

  test('an answer of one protocol is none of the other', async () => {
    const openid = await addConnection(site, { issuer: 'https://login.example' });
    await openid.enable(true);
    const { sub, userId } = await linked();
    const begun = await beginSaml(site, connection);
    const asCode = `/sso/oidc/${connection.connectionId}/callback?code=x&state=${begun.relayState}`;
    expect((await begun.client.raw(asCode, { bare: true })).headers.get('location')).toBe(REFUSED);
    expect((await connection.last()).problem).toBe('incomplete');
    const form = { RelayState: begun.relayState, SAMLResponse: samlAnswer(connection, begun, { subject: sub }) };
    for (const elsewhere of [openid, connection]) expect(await postAnswer(site, elsewhere, form)).toBe(REFUSED);
    expect(await site.database.query(`SELECT FROM sessions WHERE user_id = $1`, [userId])).toEqual([]);
  });

  test('a message that is too long is not read', async () => {
    await expect(postAnswer(site, connection, { SAMLResponse: 'A'.repeat(300 * 1024) })).rejects.toThrow('413');
  });
});

describe('Disabled in between', () => {
  afterEach(() => connection.enable(true));

  test('before the answer, and between the answer and its browser', async () => {
    const { sub } = await linked();
    const [first, second] = [await beginSaml(site, connection), await beginSaml(site, connection)];
    const kept = await postAnswer(site, connection, {
      RelayState: second.relayState,
      SAMLResponse: samlAnswer(connection, second, { subject: sub }),
    });
    await connection.enable(false);
    expect(await arriveSaml(site, connection, first, samlAnswer(connection, first, { subject: sub }))).toBe(REFUSED);
    expect((await connection.last()).problem).toBe('disabledConnection');
    expect((await second.client.raw(kept, { bare: true })).headers.get('location')).toBe(REFUSED);
    expect(await isLoggedIn(second)).toBe(false);
  });
});

test('A step-up asks for a new log-in, and takes no other', async () => {
  const { sub, userId } = await linked();
  const begun = await beginSaml(site, connection);
  await arriveSaml(site, connection, begun, samlAnswer(connection, begun, { subject: sub }));
  await site.database.query(`UPDATE sessions SET authenticated_at = now() - interval '2 hours' WHERE user_id = $1`, [userId]);
  const again = () => beginSaml(site, connection, { client: begun.client, query: '?purpose=stepUp' });
  const [old, fresh] = [await again(), await again()];
  expect(old.xml).toContain('ForceAuthn="true"');
  const before = samlAnswer(connection, old, { subject: sub, authnInstant: secondsFromNow(-3600) });
  expect(await arriveSaml(site, connection, old, before)).toBe('/SecurityDetails?problem=sso');
  expect((await connection.last()).problem).toBe('authTime');
  expect((await begun.client.call('ApiKey.Create', { name: randomUUID() })).problem?.code).toBe('ConfirmIdentity');
  expect(await arriveSaml(site, connection, fresh, samlAnswer(connection, fresh, { subject: sub }))).toBe('/SecurityDetails');
  expect((await begun.client.call('ApiKey.Create', { name: randomUUID() })).problem?.code).not.toBe('ConfirmIdentity');
});

test('What is refused from within a session leads back to where it began, and nobody else there', async () => {
  const { sub } = await linked();
  const begun = await beginSaml(site, connection);
  await arriveSaml(site, connection, begun, samlAnswer(connection, begun, { subject: sub }));
  const { client } = begun;
  const forged = (request: SamlRequest) => samlAnswer(connection, request, { subject: sub, key: foreignKey });
  const at = (path: string) => encodeURIComponent(path);
  const stepUp = () => beginSaml(site, connection, { client, query: `?purpose=stepUp&ReturnUrl=${at('/Users/List?user=ada')}` });
  const asked = await stepUp();
  expect(await arriveSaml(site, connection, asked, forged(asked))).toBe('/Users/List?user=ada&problem=sso');
  expect(await connection.last()).toMatchObject({ purpose: 'stepUp', outcome: 'refused', problem: 'signature' });
  expect(await isLoggedIn({ client })).toBe(true);

  const { administrator, organisationPublicId, connectionId } = connection;
  const { address } = await administrator.ok('Connections.Test', { organisationPublicId, connectionId });
  const query = new URL(address!, administrator.url).search;
  const tested = await beginSaml(site, connection, { client: administrator, query });
  expect(await arriveSaml(site, connection, tested, forged(tested))).toBe(
    `/Organisations/Login/${organisationPublicId}?connection=${connectionId}&problem=sso`,
  );

  // Another browser that has seen the address, and the own one without its session.
  const stolen = await stepUp();
  const finish = await postAnswer(site, connection, { RelayState: stolen.relayState, SAMLResponse: forged(stolen) });
  expect((await createClient(site).raw(finish, { bare: true })).headers.get('location')).toBe(REFUSED);
  // What comes after it is too late, however good it is.
  const late = samlAnswer(connection, stolen, { subject: sub });
  await postAnswer(site, connection, { RelayState: stolen.relayState, SAMLResponse: late });
  await client.ok('Login.Logout');
  expect((await client.raw(finish, { bare: true })).headers.get('location')).toBe(REFUSED);
  expect((await client.raw(finish, { bare: true })).headers.get('location')).toBe(REFUSED);
});
