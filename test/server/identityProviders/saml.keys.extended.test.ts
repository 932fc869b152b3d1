/** Our own keys towards SAML providers: what is signed with them, how they are made, replaced and announced, and how they are kept. */
import { createPrivateKey, verify, X509Certificate } from 'node:crypto';
import { SignedXml } from 'xml-crypto';
import { openDatabase, type Db } from '../../../server/db/database.ts';
import { openKeyring } from '../../../server/encryption/keyring.ts';
import { readMasterKeys } from '../../../server/encryption/masterKeys.ts';
import { encryptStored } from '../../../server/encryption/storedSecrets.ts';
import { readConfig } from '../../../server/config/config.ts';
import { announceOwnCertificateEnd } from '../../../server/identityProviders/saml/announce.ts';
import { ensureOwnKeys, readOwnKeys } from '../../../server/identityProviders/saml/ownKeys.ts';
import { renewSamlKeys, replaceSamlKey } from '../../../server/identityProviders/saml/renewal.ts';
import { systemOrigin } from '../../../server/audit/append.ts';
import { readMetadata } from '../../../server/identityProviders/saml/metadata.ts';
import { auditEvents } from '../../support/auditEvents.ts';
import { createClient } from '../../support/client.ts';
import { clear } from '../../support/facts.ts';
import { openTestPool } from '../../support/openTestPool.ts';
import { ourCertificates } from '../../support/ourSamlCertificates.ts';
import { queuedMails } from '../../support/queuedMails.ts';
import { AUTHORITY, metadataOf } from '../../support/samlAuthority.ts';
import { logoutAnswer, logoutQuery, logoutXml, postLogout, signedLogout } from '../../support/samlLogout.ts';
import { addConnection } from '../../support/sso.ts';
import { useSamlProvider } from '../../support/useProvider.ts';
import { useServer } from '../../support/useServer.ts';

const site = useServer();
const { connection, linked, startLogin } = useSamlProvider(site);

const DAY_MS = 86_400_000;
let db: Db;
beforeAll(() => {
  db = openDatabase(openTestPool(site.database.url, 4));
});
afterAll(() => db.destroy());
const keyring = (env: Readonly<Record<string, string>> = {}) =>
  openKeyring(db, readMasterKeys(readConfig(env)), () => new Date());

const plainKeyring = () => openKeyring(db, undefined, () => new Date());
const states = () =>
  site.database.query<{ state: string; fingerprint: string; days: number }>(
    `SELECT state, fingerprint, extract(epoch FROM not_after - now())::int / 86400 AS days FROM saml_keys ORDER BY state, replaced_at DESC`,
  );
const currentOf = async () => (await states()).find(({ state }) => state === 'current')!.fingerprint;

/** The signature of an address, as a provider verifies it: over the bytes that a browser sends it. */
function isSigned(address: string, certificate: string): boolean {
  const query = new URL(address).search.slice(1);
  const [, signed = '', signature = ''] = /((?:SAMLRequest|SAMLResponse)=.*&SigAlg=[^&]*)&Signature=([^&]*)$/.exec(query) ?? [];
  return verify('sha256', Buffer.from(signed), certificate, Buffer.from(decodeURIComponent(signature), 'base64'));
}

const isSignedXml = (xml: string, publicCert: string): boolean => {
  const signature = new SignedXml({ publicCert });
  signature.loadSignature(/<ds:Signature .*?<\/ds:Signature>/s.exec(xml)?.[0] ?? '');
  return signature.checkSignature(xml);
};

describe('What is sent is signed under the current certificate:', () => {
  test('requests', async () => {
    const { address } = await startLogin();
    const { signing } = await ourCertificates(site, connection);
    expect(signing.map((certificate) => isSigned(address.href, certificate))).toEqual([true, false]);
    expect(isSigned(address.href.replace('RelayState=', 'RelayState=x'), signing[0]!)).toBe(false);
  });

  test.each(['their handle', 'a+b/c=&d', `ü~!*()'"`, '%41'])('logout responses with the handle %s', async (relayState) => {
    const { sub } = await linked();
    const at = await postLogout(site, connection, signedLogout(logoutXml(connection, { subject: sub })), relayState);
    const [certificate = ''] = (await ourCertificates(site, connection)).signing;
    expect(isSigned(at, certificate)).toBe(true);
    expect(logoutAnswer(at)).toMatchObject({ address: AUTHORITY.sloUrl, relayState });
  });

  test('logout responses by a form, within the XML', async () => {
    const metadata = metadataOf().replace(/HTTP-Redirect(" Location="[^"]*\/slo")/, 'HTTP-POST$1');
    const posting = await addConnection(site, { kind: 'saml', metadata });
    await posting.enable(true);
    const query = logoutQuery(logoutXml(posting, { subject: (await linked(posting)).sub }));
    const { text } = await createClient(site).raw(`/sso/saml/${posting.connectionId}/slo?${query}`, { bare: true });
    const xml = Buffer.from(/name="SAMLResponse" value="([^"]+)"/.exec(text)?.[1] ?? '', 'base64').toString();
    const [certificate = ''] = (await ourCertificates(site, posting)).signing;
    expect(isSignedXml(xml, certificate)).toBe(true);
    expect(isSignedXml(xml.replace('status:Success', 'status:Other'), certificate)).toBe(false);
    expect(xml).toMatch(/<\/saml:Issuer><ds:Signature /);
  });

  test('requests to an address that has parameters of its own', async () => {
    const metadata = metadataOf().replace('https://saml.example/sso', 'https://saml.example/sso?idp=a%20b');
    const other = await addConnection(site, { kind: 'saml', metadata });
    await other.enable(true);
    const { address } = await startLogin({ at: other });
    expect(address.searchParams.get('idp')).toBe('a b');
    expect(isSigned(address.href, (await ourCertificates(site, other)).signing[0]!)).toBe(true);
  });

  test('our metadata, which names the algorithms that are accepted', async () => {
    const { metadata, signing, encryption } = await ourCertificates(site, connection);
    expect(isSignedXml(metadata.replace(/^<\?xml.*?\?>\s*/, ''), signing[0]!)).toBe(true);
    expect(isSignedXml(metadata.replace(/^<\?xml.*?\?>\s*/, '').replace('/acs"', '/other"'), signing[0]!)).toBe(false);
    expect(metadata).toContain('AuthnRequestsSigned="true"');
    expect(signing).toHaveLength(2);
    expect(encryption).toEqual(signing);
    expect(new Set([...metadata.matchAll(/<EncryptionMethod Algorithm="[^"]*[#]([^"]+)"/g)].map(([, name]) => name))).toEqual(
      new Set(['aes256-gcm', 'aes192-gcm', 'aes128-gcm', 'rsa-oaep-mgf1p', 'rsa-oaep']),
    );
    // It is metadata of no identity provider.
    expect(() => readMetadata(metadata, new Date())).toThrow('metadataRole');
    for (const certificate of signing.map((pem) => new X509Certificate(pem)))
      expect(certificate.verify(certificate.publicKey)).toBe(true);
  });
});

test('Administrators see both certificates, with their ends, and never a private key', async () => {
  const { administrator, organisationPublicId, connectionId } = connection;
  const list = await administrator.ok('Connections.List', { organisationPublicId });
  const { saml } = list.find((each) => each.connectionId === connectionId)!;
  const { signing } = await ourCertificates(site, connection);
  expect(saml?.ourCertificates.map(({ pem, isNext }) => [new X509Certificate(pem).raw.toString('base64'), isNext])).toEqual(
    signing.map((pem, index) => [new X509Certificate(pem).raw.toString('base64'), index === 1]),
  );
  expect(JSON.stringify(list)).not.toContain('PRIVATE KEY');
});

test('Processes that need the first keys at once agree on one pair', async () => {
  await clear(site, 'saml_keys');
  const [ring, now] = [await plainKeyring(), new Date()];
  const found = await Promise.all(Array.from({ length: 3 }, () => readOwnKeys(db, ring, now)));
  expect(new Set(found.map((keys) => JSON.stringify(keys))).size).toBe(1);
  expect((await states()).map(({ state }) => state)).toEqual(['current', 'next']);
  await ensureOwnKeys(db, ring, now);
  const { current, next } = await readOwnKeys(db, ring, now);
  for (const { privateKey, certificate } of [current, next])
    expect(new X509Certificate(certificate).checkPrivateKey(createPrivateKey(privateKey))).toBe(true);
});

test('The end is announced at 30, 7 and 1 days; before it one process replaces the key, and says so', async () => {
  const [first, second] = await states();
  const at = (days: number) => new Date(Date.now() + (first!.days + 1 - days) * DAY_MS);
  await site.database.query(`UPDATE saml_keys SET not_after = $1 WHERE state = 'current'`, [at(0)]);
  const mails = async (template: string) => (await queuedMails(site, { template })).length;
  const announced: number[] = [];
  for (const days of [31, 29, 28, 6.5, 6, 0.9]) {
    await announceOwnCertificateEnd(db, at(days));
    await renewSamlKeys(db, await plainKeyring(), at(days));
    announced.push(await mails('ownCertificateEnds'));
  }
  const each = announced[1]!;
  expect(each).toBeGreaterThan(0);
  expect(announced).toEqual([0, each, each, 2 * each, 2 * each, 3 * each]);
  expect(await currentOf()).toBe(first!.fingerprint);

  const end = at(0.01);
  await Promise.all(Array.from({ length: 3 }, async () => renewSamlKeys(db, await plainKeyring(), end)));
  expect((await states()).map(({ state, fingerprint }) => [state, fingerprint])).toEqual([
    ['current', second!.fingerprint],
    ['former', first!.fingerprint],
    ['next', expect.any(String)],
  ]);
  expect(await mails('ownCertificateReplaced')).toBe(each);
  expect(await auditEvents(site, { action: 'Operator.ReplaceSamlKey' }, 'actor')).toEqual([{ actor: null }]);

  // The former one decrypts for 90 days.
  const former = async (days: number) =>
    (await readOwnKeys(db, await plainKeyring(), new Date(end.getTime() + days * DAY_MS))).former;
  expect([(await former(89)).length, (await former(91)).length]).toEqual([1, 0]);
  await renewSamlKeys(db, await plainKeyring(), new Date(end.getTime() + 91 * DAY_MS));
  expect((await states()).map(({ state }) => state)).toEqual(['current', 'next']);
});

test('With a master key the private keys are encrypted, each in its own place', async () => {
  const SECRET_KEY = 'a master key of 32 characters or more';
  const ring = await keyring({ SECRET_KEY });
  const before = await readOwnKeys(db, ring, new Date());
  await encryptStored(db, ring);
  await replaceSamlKey(db, ring, { now: new Date(), origin: systemOrigin(new Date()) });
  const rows = await site.database.query<{ key: string }>('SELECT private_key AS key FROM saml_keys');
  expect(rows.map(({ key }) => key.startsWith('enc:v1:'))).toEqual([true, true, true]);
  const after = await readOwnKeys(db, ring, new Date());
  expect([after.current, after.former]).toEqual([before.next, [before.current]]);
  await site.database.query(
    `UPDATE saml_keys SET private_key = (SELECT private_key FROM saml_keys WHERE state = 'current') WHERE state = 'next'`,
  );
  await expect(readOwnKeys(db, ring, new Date())).rejects.toThrow();
});

test('A connection of OpenID Connect has none of it', async () => {
  const { administrator, organisationPublicId } = connection;
  const openid = await addConnection(site, { issuer: 'https://login.example' });
  const list = await administrator.ok('Connections.List', { organisationPublicId });
  expect(list.find(({ connectionId }) => connectionId === openid.connectionId)?.saml).toBeNull();
  expect((await createClient(site).raw(`/sso/saml/${openid.connectionId}/metadata`, { bare: true })).status).toBe(404);
});
