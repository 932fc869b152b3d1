/** Encrypted assertions: which are accepted, and which attacks on the encryption, or below it, are refused. */
import { randomUUID } from 'node:crypto';
import { foreignKey, signXml, authorityKey, type SamlAnswer } from '../../support/samlAuthority.ts';
import { withEncrypted, type Encryption } from '../../support/samlEncryption.ts';
import { ourCertificates } from '../../support/ourSamlCertificates.ts';
import { REFUSED } from '../../support/sso.ts';
import { useSamlProvider } from '../../support/useProvider.ts';
import { useServer } from '../../support/useServer.ts';

const site = useServer();
const { connection, linked, logIn } = useSamlProvider(site);

let ours: { readonly current: string; readonly next: string };
beforeAll(async () => {
  const [current = '', next = ''] = (await ourCertificates(site, connection)).encryption;
  ours = { current, next };
});

const encrypted = (changed: Partial<Encryption> = {}) => withEncrypted({ certificate: ours.current, ...changed });

/** @returns where the browser is then */
const arrive = async (changed: Partial<Encryption>, answer: Partial<SamlAnswer> = {}): Promise<string> =>
  (await logIn({ subject: (await linked()).sub, after: encrypted(changed), ...answer })).at;

async function refusalOf(changed: Partial<Encryption>, answer: Partial<SamlAnswer> = {}): Promise<string | null> {
  expect(await arrive(changed, answer)).toBe(REFUSED);
  return (await connection.last()).problem;
}

describe('An assertion is accepted', () => {
  test.each<readonly [string, () => Partial<Encryption>]>([
    ['with AES-256-GCM and RSA-OAEP', () => ({})],
    ['with AES-192-GCM', () => ({ cipher: 'aes-192-gcm' })],
    ['with AES-128-GCM', () => ({ cipher: 'aes-128-gcm' })],
    ['with RSA-OAEP of SHA-256 and a mask of SHA-1', () => ({ digest: 'sha256', mask: 'sha1' })],
    ['with RSA-OAEP of SHA-1 and a mask of SHA-256', () => ({ digest: 'sha1', mask: 'sha256' })],
    ['with RSA-OAEP of SHA-256 throughout', () => ({ digest: 'sha256' })],
    ['with its key beside it', () => ({ isBeside: true })],
    ['for our next certificate', () => ({ certificate: ours.next })],
    ['with an XML declaration', () => ({ plain: (assertion) => `<?xml version="1.0"?>${assertion}` })],
  ])('%s', async (_what, changed) => {
    expect(await arrive(changed())).toBe('/SecurityDetails');
  });

  const signedAround = (xml: string) => signXml(xml, 'Response', authorityKey);

  test('in a response that is signed around it', async () => {
    expect(await arrive({}, { after: (xml) => signedAround(encrypted()(xml)) })).toBe('/SecurityDetails');
  });

  test('in a signed response whose namespace of signatures is declared further out', async () => {
    const after = (xml: string) => {
      const declared = encrypted()(xml).replace(
        '<samlp:Response',
        '<samlp:Response xmlns:ds="http://www.w3.org/2000/09/xmldsig#"',
      );
      return signedAround(declared).replace('<ds:Signature xmlns:ds="http://www.w3.org/2000/09/xmldsig#">', '<ds:Signature>');
    };
    expect(await arrive({}, { after })).toBe('/SecurityDetails');
  });

  test('with 1,500 groups, also in a response that is signed around it', async () => {
    const groups = '<saml:AttributeValue>a</saml:AttributeValue>'.repeat(1500);
    const statement = `<saml:AttributeStatement><saml:Attribute Name="groups">${groups}</saml:Attribute></saml:AttributeStatement>`;
    const before = (xml: string) => xml.replace('</saml:Conditions>', `</saml:Conditions>${statement}`);
    expect(await arrive({}, { before })).toBe('/SecurityDetails');
    expect(await arrive({}, { before, after: (xml) => signedAround(encrypted()(xml)) })).toBe('/SecurityDetails');
  });
});

describe('An algorithm is refused before anything is decrypted:', () => {
  const XENC = 'http://www.w3.org/2001/04/xmlenc#';
  const method = /<xenc:EncryptionMethod Algorithm="[^"]*"\/>/;
  test.each<readonly [string, Partial<Encryption>]>([
    ['AES-128-CBC', { cipher: 'aes-128-cbc' }],
    ['AES-256-CBC', { cipher: 'aes-256-cbc' }],
    ['AES-256-CBC under the name of GCM in an older namespace', { cipher: 'aes-256-cbc', says: { cipher: `${XENC}aes256-gcm` } }],
    ['RSA 1.5', { padding: 'pkcs1' }],
    ['RSA-OAEP under the name of RSA 1.5', { says: { wrapping: `${XENC}rsa-1_5` } }],
    ['Triple DES', { says: { cipher: `${XENC}tripledes-cbc` } }],
    ['a key that is wrapped by a shared one', { says: { wrapping: `${XENC}kw-aes256` } }],
    ['none for the content', { xml: (xml) => xml.replace(method, '') }],
    ['two for the content', { xml: (xml) => xml.replace(method, '$&$&') }],
    ['none for the key', { xml: (xml) => xml.replace(/<xenc:EncryptionMethod[^>]*mgf1p">.*?<\/xenc:EncryptionMethod>/, '') }],
    ['a digest of MD5', { digest: 'sha256', mask: 'sha1', xml: (xml) => xml.replace(`${XENC}sha256`, `${XENC}md5`) }],
    ['two digests', { digest: 'sha256', mask: 'sha1', xml: (xml) => xml.replace(/<ds:DigestMethod[^>]*>/, '$&$&') }],
    ['another mask than SHA-1 under the name that has it', { digest: 'sha256', says: { wrapping: `${XENC}rsa-oaep-mgf1p` } }],
    ['the name of an inherited property', { says: { cipher: 'constructor' } }],
    ['such a name for the key', { says: { wrapping: 'toString' } }],
  ])('%s', async (_what, changed) => {
    expect(await refusalOf(changed)).toBe('encryption');
  });
});

describe('What can’t be decrypted is refused by one name, whatever was done to it:', () => {
  const flipped = (at: number) => (bytes: Buffer) => {
    const changed = Buffer.from(bytes);
    const index = at < 0 ? changed.length + at : at;
    changed[index] = changed[index]! ^ 1;
    return changed;
  };
  const swap = (pattern: RegExp, by: string) => (xml: string) => xml.replace(pattern, by);
  const twice = (pattern: RegExp) => (xml: string) =>
    xml.replace(pattern, (whole) => whole + whole.replaceAll(/ Id="_/g, ' Id="_other_'));
  const key = /<xenc:EncryptedKey .*<\/xenc:EncryptedKey>/;
  test.each<readonly [string, () => Partial<Encryption>]>([
    ['for another key', () => ({ certificate: foreignKey.certificate })],
    ['with a key of another message', () => ({ wrapped: () => Buffer.alloc(384, 1) })],
    ['with a key that was changed', () => ({ wrapped: flipped(5) })],
    ['with a key that is too long', () => ({ wrapped: (bytes) => Buffer.concat([bytes, bytes]) })],
    ['with a key that is empty', () => ({ wrapped: (bytes) => bytes.subarray(0, 1) })],
    [
      'with a key for a longer cipher',
      () => ({ cipher: 'aes-128-gcm', says: { cipher: 'http://www.w3.org/2009/xmlenc11#aes256-gcm' } }),
    ],
    [
      'with a key under the padding of another hash',
      () => ({
        digest: 'sha256',
        says: { wrapping: 'http://www.w3.org/2009/xmlenc11#rsa-oaep' },
        xml: swap(/<xenc11:MGF[^>]*>/, ''),
      }),
    ],
    ['with a tag that was changed', () => ({ content: flipped(-1) })],
    ['with a tag that was cut to 12 bytes', () => ({ content: (bytes) => bytes.subarray(0, -4) })],
    ['with a tag that was cut to 4 bytes', () => ({ content: (bytes) => bytes.subarray(0, -12) })],
    ['with no content but a nonce and a tag', () => ({ content: (bytes) => bytes.subarray(0, 28) })],
    ['with a nonce alone', () => ({ content: (bytes) => bytes.subarray(0, 12) })],
    ['with another nonce', () => ({ content: flipped(0) })],
    ['with a content that was changed', () => ({ content: flipped(100) })],
    [
      'with AES-CBC under the name of GCM',
      () => ({ cipher: 'aes-256-cbc', says: { cipher: 'http://www.w3.org/2009/xmlenc11#aes256-gcm' } }),
    ],
    ['with two keys', () => ({ xml: twice(key) })],
    ['without a key', () => ({ xml: swap(key, '') })],
    ['with two contents', () => ({ xml: twice(/<xenc:EncryptedData .*<\/xenc:EncryptedData>/) })],
    [
      'with a reference to its content elsewhere',
      () => ({
        xml: swap(
          /<xenc:CipherValue>[^<]*<\/xenc:CipherValue><\/xenc:CipherData><\/xenc:EncryptedData>/,
          '<xenc:CipherReference URI="https://elsewhere.example/"/></xenc:CipherData></xenc:EncryptedData>',
        ),
      }),
    ],
    [
      'with a key at another address',
      () => ({ isBeside: true, xml: swap(/URI="#_key"/, 'URI="https://elsewhere.example/#_key"') }),
    ],
    ['with a key of another name', () => ({ isBeside: true, xml: swap(/URI="#_key"/, 'URI="#_other"') })],
    ['with a key for other data', () => ({ xml: swap(/URI="#_data"/, 'URI="#_other"') })],
    ['with a key by agreement', () => ({ xml: swap(/<ds:X509Data>.*<\/ds:X509Data>/, '<xenc:AgreementMethod Algorithm="x"/>') })],
    [
      'with a label of OAEP',
      () => ({
        digest: 'sha256',
        mask: 'sha1',
        xml: swap(/<ds:DigestMethod[^>]*>/, '$&<xenc:OAEPparams>AAAA</xenc:OAEPparams>'),
      }),
    ],
    ['of a part of an element', () => ({ xml: swap(/#Element"/, '#Content"') })],
    ['with a content that is no base64', () => ({ xml: swap(/<xenc:CipherValue>/g, '$&!') })],
    [
      'with an element in a namespace of such a name',
      () => ({ xml: swap(/<ds:KeyInfo>/, '$&<x:KeyInfo xmlns:x="constructor"/>') }),
    ],
    ['with an element that nobody knows', () => ({ xml: swap(/<ds:KeyInfo>/, '$&<x:Anything xmlns:x="urn:x"/>') })],
  ])('%s', async (_what, changed) => {
    expect(await refusalOf(changed())).toBe('encrypted');
  });
});

describe('The rules for what is sent openly hold for what was encrypted:', () => {
  const evil = (assertion: string) =>
    assertion
      .replace(/<ds:Signature .*<\/ds:Signature>/s, '')
      .replace(/ ID="[^"]+"/, ' ID="_evil"')
      .replace(/(<saml:NameID[^>]*>)[^<]*/, '$1somebody');
  const victim = randomUUID();
  const cut = (what: string) => (assertion: string) =>
    assertion.replace(`${victim}</saml:NameID>`, `${victim.slice(0, 5)}${what}${victim.slice(5)}</saml:NameID>`);

  const cases: readonly (readonly [string, string, Partial<Encryption>, Partial<SamlAnswer>?])[] = [
    ['no signature within', 'signature', {}, { signed: [] }],
    ['a signature of a foreign key', 'signature', {}, { key: foreignKey }],
    ['a signature with SHA-1', 'algorithm', {}, { weak: 'signature' }],
    ['a change after the signature', 'signature', { plain: (xml) => xml.replace('classes:Password', 'classes:X509') }],
    ['another audience', 'audience', {}, { audience: 'https://other.example' }],
    ['another request', 'inResponseTo', {}, { confirmedRequest: '_another' }],
    ['a comment in a name', 'unsafeXml', { plain: cut('<!-- -->') }, { subject: victim }],
    ['a processing instruction in a name', 'unsafeXml', { plain: cut('<?x y?>') }, { subject: victim }],
    ['a CDATA section', 'unsafeXml', { plain: cut('<![CDATA[]]>') }, { subject: victim }],
    ['a document type', 'unsafeXml', { plain: (xml) => `<!DOCTYPE r [<!ENTITY e "x">]>${xml}` }],
    ['two assertions', 'response', { plain: (xml) => evil(xml) + xml }],
    ['an end of what is around it', 'response', { plain: (xml) => `</saml:EncryptedAssertion>${xml}<saml:EncryptedAssertion>` }],
    ['text around it', 'response', { plain: (xml) => `x${xml}` }],
    ['bytes that are no UTF-8', 'response', { plain: () => '\u0000' }],
    [
      'a prefix that is declared around it',
      'response',
      { plain: (xml) => xml.replace(' xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"', '') },
    ],
    [
      'a whole response',
      'assertions',
      { plain: (xml) => `<p:Response xmlns:p="urn:oasis:names:tc:SAML:2.0:protocol">${xml}</p:Response>` },
    ],
    [
      'the signed one within the false one',
      'assertions',
      { plain: (xml) => evil(xml).replace('</saml:Assertion>', `<saml:Advice>${xml}</saml:Advice></saml:Assertion>`) },
    ],
    [
      'the false one within the signed one',
      'assertions',
      { plain: (xml) => xml.replace('</saml:Subject>', `</saml:Subject><saml:Advice>${evil(xml)}</saml:Advice>`) },
    ],
    [
      'an encrypted assertion within',
      'assertions',
      {
        plain: (xml) =>
          `<saml:EncryptedAssertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">${xml}</saml:EncryptedAssertion>`,
      },
    ],
    ['an encrypted name', 'encrypted', { plain: (xml) => xml.replace(/<saml:NameID.*<\/saml:NameID>/, '<saml:EncryptedID/>') }],
    [
      'more parts than any provider sends',
      'response',
      { plain: (xml) => xml.replace('</saml:Subject>', `</saml:Subject>${'<x/>'.repeat(1701)}`) },
    ],
  ];
  test.each(cases.map((each) => ({ what: each[0], problem: each[1], changed: each[2], answer: each[3] })))(
    '$what',
    async ({ problem, changed, answer }) => {
      expect(await refusalOf(changed, answer)).toBe(problem);
    },
  );

  test('an assertion beside the encrypted one, and a second encrypted one', async () => {
    const open = /<saml:Assertion .*<\/saml:Assertion>/s;
    for (const after of [
      (xml: string) => encrypted()(xml).replace('</samlp:Response>', `${open.exec(xml)?.[0] ?? ''}</samlp:Response>`),
      (xml: string) => encrypted()(xml).replace(/<saml:EncryptedAssertion .*<\/saml:EncryptedAssertion>/s, '$&$&'),
      (xml: string) =>
        encrypted()(xml).replace(
          '<samlp:Status>',
          `<samlp:Extensions>${open.exec(xml)?.[0] ?? ''}</samlp:Extensions><samlp:Status>`,
        ),
      (xml: string) =>
        xml.replace(
          '</samlp:Response>',
          '<saml:EncryptedAssertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"/></samlp:Response>',
        ),
    ])
      expect(await refusalOf({}, { after })).toBe('assertions');
  });

  test('a response that is signed around it is verified as it was sent: a foreign key, or a change, is refused', async () => {
    const signedBy = (key: typeof authorityKey) => (xml: string) => signXml(encrypted()(xml), 'Response', key);
    expect(await refusalOf({}, { after: signedBy(foreignKey) })).toBe('signature');
    const changed = (xml: string) => signedBy(authorityKey)(xml).replace('IssueInstant="', 'Consent="urn:x" IssueInstant="');
    expect(await refusalOf({}, { after: changed })).toBe('signature');
    // The response was signed before its assertion was encrypted: this signature covers nothing that was sent.
    expect(await refusalOf({}, { signed: ['Assertion', 'Response'] })).toBe('signature');
    expect(await refusalOf({}, { signed: [], after: signedBy(authorityKey) })).toBe('signature');
  });

  test('a message that is too long is not decrypted', async () => {
    const plain = (xml: string) => xml.replace('</saml:Subject>', `</saml:Subject>${' '.repeat(700 * 1024)}`);
    expect(await refusalOf({ plain })).toBe('tooLarge');
  });

  test('an assertion that was encrypted for one login counts for no other', async () => {
    const { sub } = await linked();
    const assertionId = `_${randomUUID()}`;
    expect(await arrive({}, { subject: sub, assertionId })).toBe('/SecurityDetails');
    expect(await refusalOf({}, { subject: sub, assertionId })).toBe('replay');
  });
});
