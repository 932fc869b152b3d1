/** What a SAML provider says of itself: pasted, or read from its address. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createClient } from '../../support/client.ts';
import { authorityKey, foreignKey, metadataOf } from '../../support/samlAuthority.ts';
import { newSamlKey } from '../../support/samlKey.ts';
import { addConnection } from '../../support/sso.ts';
import { useServer } from '../../support/useServer.ts';

const site = useServer();

test('Our values are there before any of theirs, and a provider without a good key is none', async () => {
  const connection = await addConnection(site, { kind: 'saml' });
  const { text } = await createClient(site).raw(`/sso/saml/${connection.connectionId}/metadata`, { bare: true });
  expect(text).toContain(`entityID="${connection.ours.entityId}"`);
  expect(text).toContain(`Location="${connection.ours.acsUrl}"`);
  await expect(connection.enable(true)).rejects.toThrow('ConnectionIncomplete');
  for (const keys of [[], [newSamlKey({ bits: 1024 })]])
    await expect(connection.update({ metadata: metadataOf(keys) })).rejects.toThrow('400');
});

test('Metadata of an address is read again; what is no good takes nothing away', async () => {
  let body = metadataOf([authorityKey]);
  const server = createServer((_request, response) => response.end(body));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const metadataUrl = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/metadata`;
  const { administrator, organisationPublicId, connectionId } = await addConnection(site, { kind: 'saml', metadataUrl });
  const read = async () => (await administrator.ok('Connections.RefreshMetadata', { organisationPublicId, connectionId })).saml;
  expect(await read()).toMatchObject({ problem: null, certificates: [{}] });
  body = metadataOf([authorityKey, foreignKey]);
  expect(await read()).toMatchObject({ problem: null, certificates: [{}, {}] });
  body = metadataOf([]);
  expect(await read()).toMatchObject({ problem: 'certificate', certificates: [{}, {}] });
  body = metadataOf([authorityKey], { issuer: 'https://other.example', ssoUrl: 'https://other.example/', sloUrl: '' });
  expect(await read()).toMatchObject({ problem: 'issuer', certificates: [{}, {}] });
  server.close();
});
