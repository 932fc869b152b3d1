/** What a SAML provider says of itself: pasted, or read from its address. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { announceCertificateEnds } from '../../../server/connections/saml/announce.ts';
import { openDatabase, openPool } from '../../../server/db/database.ts';
import { createClient } from '../../support/client.ts';
import {
  arriveSaml,
  authorityKey,
  AUTHORITY,
  beginSaml,
  foreignKey,
  metadataOf,
  samlAnswer,
} from '../../support/samlAuthority.ts';
import { awaitMail } from '../../support/mails.ts';
import { newSamlKey } from '../../support/samlKey.ts';
import { addConnection, linkedMember, REFUSED } from '../../support/sso.ts';
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
  expect(await read()).toMatchObject({ problem: 'metadataKey', certificates: [{}, {}] });
  body = metadataOf([authorityKey], { issuer: 'https://other.example', ssoUrl: 'https://other.example/', sloUrl: '' });
  expect(await read()).toMatchObject({ problem: 'otherProvider', certificates: [{}, {}] });
  server.close();
});

test('The end of the last certificate is announced at 30, 7 and 1 days, once each, and then it counts no more', async () => {
  const connection = await addConnection(site, { kind: 'saml', metadata: metadataOf() });
  const { name } = await site.database.row<{ name: string }>(`SELECT name FROM connections WHERE connection_id = $1`, [
    connection.connectionId,
  ]);
  const end = async (days: number) => {
    await site.database.query(
      `UPDATE connection_certificates SET not_before = now() - interval '300 days', not_after = now() + $2 * interval '1 day' WHERE connection_id = $1`,
      [connection.connectionId, days],
    );
  };
  const db = openDatabase(openPool({ url: site.database.url, poolSize: 1, connectTimeoutMs: 5000, statementTimeoutMs: 0 }));
  const mails = async (days: number) => {
    await announceCertificateEnds(db, new Date(Date.now() + days * 86_400_000));
    return (await site.database.query(`SELECT FROM mails WHERE template = 'certificateEnds'`)).length;
  };
  try {
    await end(29);
    expect(await mails(0)).toBe(0);
    await connection.enable(true);
    const first = await mails(0);
    expect(first).toBeGreaterThan(0);
    expect([await mails(1), await mails(22.5), await mails(23), await mails(28.5)]).toEqual([1, 2, 2, 3].map((n) => n * first));
    const mail = await awaitMail(site, ({ subject }) => subject.includes(`certificate of ${name}`));
    expect(mail.text).toContain('Renew it at the provider');
    // Another one that lasts takes its place.
    await site.database.query(
      `INSERT INTO connection_certificates (connection_id, fingerprint, pem, not_before, not_after)
       VALUES ($1, 'next', '', now(), now() + interval '2 years')`,
      [connection.connectionId],
    );
    await site.database.query(`UPDATE connection_certificates SET announced_days = NULL`);
    expect(await mails(28.5)).toBe(3 * first);
  } finally {
    await db.destroy();
  }
  await site.database.query(`DELETE FROM connection_certificates WHERE fingerprint = 'next'`);
  const { sub } = await linkedMember(site, connection, AUTHORITY.issuer);
  const begun = await beginSaml(site, connection);
  await end(-1);
  expect(await arriveSaml(site, connection, begun, samlAnswer(connection, begun, { subject: sub }))).toBe(REFUSED);
  expect((await connection.last()).problem).toBe('certificate');
});
