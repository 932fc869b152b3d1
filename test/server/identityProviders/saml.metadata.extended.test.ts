/** Metadata of a SAML provider: pasted, or read from its address. */
import { announceCertificateEnds } from '../../../server/identityProviders/saml/announce.ts';
import { openDatabase } from '../../../server/db/database.ts';
import { createClient } from '../../support/client.ts';
import { authorityKey, foreignKey, metadataOf } from '../../support/samlAuthority.ts';
import { startMetadataServer } from '../../support/metadataServer.ts';
import { awaitMail } from '../../support/mails.ts';
import { openTestPool } from '../../support/openTestPool.ts';
import { queuedMails } from '../../support/queuedMails.ts';
import { newSamlKey } from '../../support/samlKey.ts';
import { addConnection, REFUSED } from '../../support/sso.ts';
import { useSamlProvider } from '../../support/useProvider.ts';
import { useServer } from '../../support/useServer.ts';

const site = useServer();
const { connection, linked, startLogin } = useSamlProvider(site, { enabled: false });

test('Our values are there before any of theirs, and a provider without a valid key can’t be enabled', async () => {
  const unnamed = await addConnection(site, { kind: 'saml' });
  const { text } = await createClient(site).raw(`/sso/saml/${unnamed.connectionId}/metadata`, { bare: true });
  expect(text).toContain(`entityID="${unnamed.ours.entityId}"`);
  expect(text).toContain(`Location="${unnamed.ours.acsUrl}"`);
  await expect(unnamed.enable(true)).rejects.toThrow('ConnectionIncomplete');
  for (const keys of [[], [newSamlKey({ bits: 1024 })]])
    await expect(unnamed.update({ metadata: metadataOf(keys) })).rejects.toThrow('400');
});

test('Metadata of an address is read again; invalid metadata changes nothing', async () => {
  const server = await startMetadataServer(metadataOf([authorityKey]));
  const { administrator, organisationPublicId, connectionId } = await addConnection(site, {
    kind: 'saml',
    metadataUrl: server.url,
  });
  const read = async (metadata: string) => {
    server.answer = { body: metadata };
    return (await administrator.ok('Connections.RefreshMetadata', { organisationPublicId, connectionId })).saml;
  };
  const other = { issuer: 'https://other.example', ssoUrl: 'https://other.example/', sloUrl: '' };
  expect(await read(metadataOf([authorityKey]))).toMatchObject({ problem: null, certificates: [{}] });
  expect(await read(metadataOf([authorityKey, foreignKey]))).toMatchObject({ problem: null, certificates: [{}, {}] });
  expect(await read(metadataOf([]))).toMatchObject({ problem: 'metadataKey', certificates: [{}, {}] });
  expect(await read(metadataOf([authorityKey], other))).toMatchObject({ problem: 'otherProvider', certificates: [{}, {}] });
  server.close();
});

test('The end of the last certificate is announced at 30, 7 and 1 days, once each, and then it counts no more', async () => {
  const { name } = await site.database.row<{ name: string }>(`SELECT name FROM connections WHERE connection_id = $1`, [
    connection.connectionId,
  ]);
  const end = async (days: number) => {
    await site.database.query(
      `UPDATE connection_certificates SET not_before = now() - interval '300 days', not_after = now() + $2 * interval '1 day' WHERE connection_id = $1`,
      [connection.connectionId, days],
    );
  };
  const db = openDatabase(openTestPool(site.database.url, 1));
  const mails = async (days: number) => {
    await announceCertificateEnds(db, new Date(Date.now() + days * 86_400_000));
    return (await queuedMails(site, { template: 'certificateEnds' })).length;
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
    // Another certificate that lasts longer replaces it.
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
  const { finish } = await startLogin();
  await end(-1);
  expect(await finish({ subject: (await linked()).sub })).toBe(REFUSED);
  expect((await connection.last()).problem).toBe('certificate');
});
