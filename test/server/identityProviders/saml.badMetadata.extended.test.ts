/** Invalid metadata, pasted or at an address: each kind is refused with its own message and remedy. */
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { logInAs } from '../../support/logInAs.ts';
import { authorityKey, AUTHORITY, metadataOf } from '../../support/samlAuthority.ts';
import { base64Of, newSamlKey } from '../../support/samlKey.ts';
import { addConnection, type TestConnection } from '../../support/sso.ts';
import { useServer } from '../../support/useServer.ts';

const site = useServer();
let connection: TestConnection;
beforeAll(async () => {
  connection = await addConnection(site, { kind: 'saml' });
});

const good = metadataOf();
const entity = good.slice(good.indexOf('<EntityDescriptor'));
const several = (more: string, attributes = '') =>
  `<EntitiesDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata"${attributes}>${entity}${more}</EntitiesDescriptor>`;

/** A certificate that ended in 2020; its signature does not matter for reading its end. */
function endedCertificate(): string {
  const bytes = Buffer.from(base64Of(authorityKey), 'base64');
  const notBefore = bytes.indexOf(Buffer.from([0x17, 0x0d]));
  bytes.write('200101000000Z', bytes.indexOf(Buffer.from([0x17, 0x0d]), notBefore + 1) + 2, 'latin1');
  return bytes.toString('base64');
}

const pasted: readonly (readonly [string, string, string])[] = [
  ['half of it', good.slice(0, -30), 'This is not complete XML'],
  ['a web page', '<!DOCTYPE html><html><body>Log in</body></html>', 'This is a web page, not metadata'],
  ['a document type', `<!DOCTYPE EntityDescriptor [<!ENTITY x "y">]>${entity}`, 'The XML has a DOCTYPE'],
  ['UTF-16', good.replace('?>', ' encoding="UTF-16"?>'), 'another encoding than UTF-8'],
  ['more than 256 KB in bytes', `${good}<!--${'ü'.repeat(131_072)}-->`, 'This is larger than 256 KB'],
  ['an application', good.replaceAll('IDPSSODescriptor', 'SPSSODescriptor'), 'No identity provider is described here'],
  ['a federation', several(entity), 'Several identity providers are described here'],
  ['no name', good.replace(/entityID="[^"]*"/, ''), 'The provider has no entity ID'],
  ['an end that is past', several('', ' validUntil="2020-01-01T00:00:00Z"'), 'The metadata has expired'],
  ['an end that is none', good.replace('entityID', 'validUntil="soon" entityID'), 'The metadata has expired'],
  [
    'a login by HTTP-POST alone',
    good.replace(/HTTP-Redirect(" Location="[^"]*\/sso")/, 'HTTP-POST$1'),
    'The provider has no login address for HTTP-Redirect',
  ],
  [
    'a login address that anybody on the way could answer for',
    metadataOf([authorityKey], { ...AUTHORITY, ssoUrl: 'http://saml.example/sso' }),
    'The login address of the provider does not begin with https://',
  ],
  [
    'a login address that is a script',
    metadataOf([authorityKey], { ...AUTHORITY, ssoUrl: 'javascript:alert(1)' }),
    'The login address of the provider does not begin with https://',
  ],
  ['a key for encryption alone', good.replace('use="signing"', 'use="encryption"'), 'There is no certificate for signing'],
  ['a weak key', metadataOf([newSamlKey({ bits: 1024 })]), 'No certificate has an RSA key of 2048 bits or more'],
  ['a certificate that has ended', good.replace(base64Of(authorityKey), endedCertificate()), 'All certificates have ended'],
];

test.each(pasted)('Pasted metadata with %s is refused with its reason and remedy', async (_what, metadata, words) => {
  const { organisationPublicId, connectionId, administrator } = connection;
  const { status, problem } = await administrator.call('Connections.Update', {
    ...{ organisationPublicId, connectionId },
    body: { metadata },
  });
  expect([status, problem?.fields?.metadata]).toEqual([400, expect.stringContaining(words)]);
  expect(problem?.fields?.metadata).toMatch(/^[^.]+\. .+\.$/);
});

test('The messages are in the language of the administrator', async () => {
  const { organisationPublicId, connectionId } = connection;
  const german = await logInAs(site, 'sysadmin', { headers: { 'Accept-Language': 'de' } });
  const { problem } = await german.call('Connections.Update', {
    ...{ organisationPublicId, connectionId },
    body: { metadata: good.replace('use="signing"', 'use="encryption"') },
  });
  expect(problem?.fields?.metadata).toMatch(/^Es gibt kein Zertifikat zum Signieren\. Richten Sie/);
});

describe('At an address', () => {
  const answers: Readonly<Record<string, RequestListener>> = {
    metadataStatus: (_request, response) => response.writeHead(404).end(good),
    redirect: (_request, response) => response.writeHead(302, { location: '/good' }).end(),
    metadataPage: (_request, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('\n<HTML lang="en">…'),
    metadataTooLarge: (_request, response) => response.end(' '.repeat(1_100_000) + good),
    metadataXml: (_request, response) => response.end('{"issuer": "https://idp.example"}'),
    unreachable: (request) => request.socket.destroy(),
  };
  const server = createServer((request, response) => answers[request.url!.slice(1)]!(request, response));
  beforeAll(() => new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve)));
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  test.each([...Object.keys(answers), 'internalAddress'])('it has its own problem: %s', async (problem) => {
    const { port } = server.address() as AddressInfo;
    const metadataUrl = problem === 'internalAddress' ? 'https://10.0.0.1/' : `http://127.0.0.1:${String(port)}/${problem}`;
    expect(await connection.update({ metadataUrl })).toMatchObject({ saml: { problem, certificates: [] }, issuer: null });
  });

  test('an address without TLS is not read', async () => {
    await expect(connection.update({ metadataUrl: 'http://idp.example/metadata' })).rejects.toThrow('400');
  });
});
