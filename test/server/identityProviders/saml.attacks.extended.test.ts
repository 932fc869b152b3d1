/**
 * Attacks on a SAML provider's response are refused, with an explanation for the administrator and without a hint for the caller.
 */
import { randomUUID } from 'node:crypto';
import { createClient } from '../../support/client.ts';
import {
  arriveSaml,
  authorityKey,
  foreignKey,
  postAnswer,
  samlAnswer,
  secondsFromNow,
  signXml,
  type SamlAnswer,
  type SamlRequest,
} from '../../support/samlAuthority.ts';
import { sessions } from '../../support/sessions.ts';
import { addConnection, REFUSED } from '../../support/sso.ts';
import { useSamlProvider } from '../../support/useProvider.ts';
import { useServer } from '../../support/useServer.ts';

const site = useServer();
const { connection, linked, startLogin, logIn } = useSamlProvider(site);

const isLoggedIn = async ({ client }: Pick<SamlRequest, 'client'>) => (await client.call('Login.Check')).status === 200;

/** @returns the problem that the administrator reads; the caller gets no session and no reason */
async function refusalOf(changed: Partial<SamlAnswer>): Promise<string | null> {
  const { client, at } = await logIn({ subject: (await linked()).sub, ...changed });
  expect(at).toBe(REFUSED);
  expect(await isLoggedIn({ client })).toBe(false);
  return (await connection.last()).problem;
}

test('A response may be signed beside its assertion', async () => {
  const { at } = await logIn({ subject: (await linked()).sub, signed: ['Assertion', 'Response'] });
  expect(at).toBe('/SecurityDetails');
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
    ['that nobody has asked for, with a handle of a login', 'inResponseTo', { inResponseTo: null }],
    ['that is not for whoever brings it', 'recipient', { method: 'urn:oasis:names:tc:SAML:2.0:cm:sender-vouches' }],
    ['that has ended', 'clock', { notOnOrAfter: secondsFromNow(-90) }],
    ['of a time to come', 'clock', { notBefore: secondsFromNow(600) }],
    ['of a login that is to come', 'clock', { authnInstant: secondsFromNow(600) }],
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
});

describe('Wrapping', () => {
  const ASSERTION = /<saml:Assertion .*<\/saml:Assertion>/s;
  const SIGNATURE = /<ds:Signature .*<\/ds:Signature>/s;
  const partsOf = (xml: string) => ({ whole: ASSERTION.exec(xml)?.[0] ?? '', signature: SIGNATURE.exec(xml)?.[0] ?? '' });
  /** A copy of the assertion for another user, without a signature. */
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

  test('two assertions that are both signed', async () => {
    const before = (xml: string) => xml.replace(ASSERTION, (whole) => whole + whole.replace(/ ID="[^"]+"/, ' ID="_second"'));
    expect(await refusalOf({ before, signed: [], after: (xml) => signXml(xml, 'Response', authorityKey) })).toBe('assertions');
  });
});

describe('A response', () => {
  test('is accepted once, and its assertion for no other login', async () => {
    const { sub } = await linked();
    const assertionId = `_${randomUUID()}`;
    const login = await startLogin();
    const message = samlAnswer(connection, login, { subject: sub, assertionId });
    expect(await arriveSaml(site, connection, login, message)).toBe('/SecurityDetails');
    await login.client.ok('Login.Logout');
    expect(await arriveSaml(site, connection, login, message)).toBe(REFUSED);
    expect(await refusalOf({ subject: sub, assertionId })).toBe('replay');
  });

  test('that nobody has asked for is dropped, and a login is started here', async () => {
    const message = samlAnswer(connection, { id: '' }, { subject: (await linked()).sub, inResponseTo: null });
    for (const relayState of ['', 'https://evil.example/', '/SecurityDetails']) {
      const at = await postAnswer(site, connection, { SAMLResponse: message, RelayState: relayState });
      expect(at).toBe(`/sso/start/${connection.connectionId}`);
    }
  });

  test('with a handle of no login leads nowhere; ours is opaque', async () => {
    const login = await startLogin({ query: '?ReturnUrl=%2FUsers%2FList' });
    expect(login.relayState).toMatch(/^[\w-]{20,80}$/);
    const message = samlAnswer(connection, login, { subject: 'x' });
    expect(await postAnswer(site, connection, { SAMLResponse: message, RelayState: 'https://evil.example/' })).toBe(REFUSED);
    expect(await postAnswer(site, connection, { SAMLResponse: 'no base64!', RelayState: '' })).toBe(REFUSED);
    expect(await postAnswer(site, { connectionId: 'none' }, { SAMLResponse: message })).toBe(REFUSED);
  });

  test('of one protocol does not count for the other', async () => {
    const openid = await addConnection(site, { issuer: 'https://login.example' });
    await openid.enable(true);
    const { sub, userId } = await linked();
    const login = await startLogin();
    const asCode = `/sso/oidc/${connection.connectionId}/callback?code=x&state=${login.relayState}`;
    expect((await login.client.raw(asCode, { bare: true })).headers.get('location')).toBe(REFUSED);
    expect((await connection.last()).problem).toBe('incomplete');
    const form = { RelayState: login.relayState, SAMLResponse: samlAnswer(connection, login, { subject: sub }) };
    for (const elsewhere of [openid, connection]) expect(await postAnswer(site, elsewhere, form)).toBe(REFUSED);
    expect(await sessions(site, { userId })).toEqual([]);
  });

  test('that is too long is not read', async () => {
    expect(await postAnswer(site, connection, { SAMLResponse: 'A'.repeat(1100 * 1024) })).toBe(REFUSED);
  });
});

test('A connection that is disabled between the response and its browser logs nobody in', async () => {
  const login = await startLogin();
  const kept = await postAnswer(site, connection, {
    RelayState: login.relayState,
    SAMLResponse: samlAnswer(connection, login, { subject: (await linked()).sub }),
  });
  await connection.enable(false);
  expect((await login.client.raw(kept, { bare: true })).headers.get('location')).toBe(REFUSED);
  expect(await isLoggedIn(login)).toBe(false);
  await connection.enable(true);
});

test('A step-up asks the provider for a new login', async () => {
  const { client } = await logIn({ subject: (await linked()).sub });
  expect((await startLogin({ client, query: '?purpose=stepUp' })).xml).toContain('ForceAuthn="true"');
});

test('A refusal within a session leads back to where the user started, and nobody else there', async () => {
  const { sub } = await linked();
  const { client } = await logIn({ subject: sub });
  const stepUp = () => startLogin({ client, query: '?purpose=stepUp&ReturnUrl=%2FUsers%2FList%3Fuser%3Dada' });
  const forged = { subject: sub, key: foreignKey };
  expect(await (await stepUp()).finish(forged)).toBe('/Users/List?user=ada&problem=sso');
  expect(await connection.last()).toMatchObject({ purpose: 'stepUp', outcome: 'refused', problem: 'signature' });
  expect(await isLoggedIn({ client })).toBe(true);

  const { administrator, organisationPublicId, connectionId } = connection;
  const { address } = await administrator.ok('Connections.Test', { organisationPublicId, connectionId });
  const tested = await logIn(forged, { client: administrator, query: new URL(address!, administrator.url).search });
  expect(tested.at).toBe(`/Organisations/Connections/${organisationPublicId}?connection=${connectionId}&part=test&problem=sso`);

  // Tries another browser that has seen the address, and the user's own without its session.
  const stolen = await stepUp();
  const post = (answer: SamlAnswer) =>
    postAnswer(site, connection, { RelayState: stolen.relayState, SAMLResponse: samlAnswer(connection, stolen, answer) });
  const finish = await post(forged);
  const finishBy = async (browser: typeof client) => (await browser.raw(finish, { bare: true })).headers.get('location');
  expect(await finishBy(createClient(site))).toBe(REFUSED);
  // A valid response after that is too late.
  await post({ subject: sub });
  await client.ok('Login.Logout');
  expect([await finishBy(client), await finishBy(client)]).toEqual([REFUSED, REFUSED]);
});
