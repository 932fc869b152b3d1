/** A SAML provider that is on gets other metadata: at once, or once another administrator has approved it. */
import type { BodyOf } from '../../../api/contract/index.ts';
import { auditEvents } from '../../support/auditEvents.ts';
import { last } from '../../support/facts.ts';
import { logInAs } from '../../support/logInAs.ts';
import { awaitMail } from '../../support/mails.ts';
import {
  authorityKey,
  AUTHORITY,
  foreignKey,
  metadataOf,
  samlAnswer,
  startSamlLogin,
  arriveSaml,
} from '../../support/samlAuthority.ts';
import { newSamlKey, type SamlKey } from '../../support/samlKey.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { addConnection, linkedMember, REFUSED, type TestConnection } from '../../support/sso.ts';
import { useServer } from '../../support/useServer.ts';

const site = useServer();
/** A second process on the same database; this one wants two pairs of eyes. */
let other: TestServer;
beforeAll(async () => {
  other = await startServer({ database: site.database, env: { PUBLIC_URL: site.url, FOUR_EYES: 'on' } });
});
afterAll(async () => {
  await other.stop();
});

async function enabledConnection(): Promise<TestConnection> {
  const connection = await addConnection(site, { kind: 'saml', metadata: metadataOf() });
  await connection.enable(true);
  return connection;
}
const replace = (
  { administrator, organisationPublicId, connectionId }: TestConnection,
  body: BodyOf<'Connections.ReplaceMetadata'>,
) => administrator.call('Connections.ReplaceMetadata', { organisationPublicId, connectionId, body });
const certificatesOf = async ({ administrator, organisationPublicId, connectionId }: TestConnection) =>
  (await administrator.ok('Connections.List', { organisationPublicId }))
    .find((each) => each.connectionId === connectionId)!
    .saml!.certificates.map(({ fingerprint }) => fingerprint);

test('A new certificate is pasted while the provider is on: it counts in every process, the old one no more, and all administrators are notified', async () => {
  const connection = await enabledConnection();
  const { sub } = await linkedMember(site, connection, AUTHORITY.issuer);
  const [before] = await certificatesOf(connection);
  const { status, body } = await replace(connection, { metadata: metadataOf([foreignKey]) });
  expect([status, body?.saml?.metadataUrl]).toEqual([200, null]);
  const [after] = await certificatesOf(connection);
  const arrive = async (key: SamlKey) => {
    const login = await startSamlLogin(other, connection);
    return arriveSaml(other, connection, login, samlAnswer(connection, login, { subject: sub, key }));
  };
  expect(await arrive(authorityKey)).toBe(REFUSED);
  expect((await connection.last()).problem).toBe('signature');
  expect(await arrive(foreignKey)).not.toBe(REFUSED);
  const { details } = await last(auditEvents(site, { action: 'Connections.ReplaceMetadata', outcome: 'success' }, 'details'));
  expect(details).toEqual({ ssoUrl: AUTHORITY.ssoUrl, certificatesBefore: [before], certificatesAfter: [after] });
  // Either process sends what is to be sent.
  const mails = async () => [...(await site.mails()), ...(await other.mails())];
  const mail = await awaitMail({ mails }, ({ subject }) => subject.startsWith('The metadata of Provider'));
  expect(mail.text).toContain('disable it at once');
});

test.each<[string, BodyOf<'Connections.ReplaceMetadata'>, string]>([
  [
    'another provider',
    { metadata: metadataOf([foreignKey], { ...AUTHORITY, issuer: 'https://mallory.example' }) },
    'of another provider',
  ],
  ['a key that is too weak', { metadata: metadataOf([newSamlKey({ bits: 1024 })]) }, 'No certificate has an RSA key'],
  ['an internal address', { metadataUrl: 'https://169.254.169.254/latest/meta-data' }, 'an internal one'],
  ['an address that anybody on the way could answer for', { metadataUrl: 'http://idp.example/metadata' }, 'https'],
  ['nothing', {}, 'not complete XML'],
])('Entering %s is refused with the reason, and the provider stays as it was', async (_what, body, words) => {
  const connection = await enabledConnection();
  const before = await certificatesOf(connection);
  const { status, problem } = await replace(connection, body);
  expect([status, Object.values(problem?.fields ?? {}).join()]).toEqual([400, expect.stringContaining(words)]);
  expect(await certificatesOf(connection)).toEqual(before);
  await expect(connection.update({ metadata: metadataOf([foreignKey]) })).rejects.toThrow('ConnectionEnabled');
});

test('Where two pairs of eyes are required, another administrator reads the certificates and approves exactly these', async () => {
  const connection = await enabledConnection();
  const { organisationPublicId, connectionId } = connection;
  const ids = { organisationPublicId, connectionId };
  const before = await certificatesOf(connection);
  const [asker, approver] = [await logInAs(other, 'subadmin'), await logInAs(other, 'system_only')];
  const ask = (key: SamlKey) =>
    asker.call('Connections.ReplaceMetadata', {
      ...ids,
      body: { metadata: metadataOf([key]) },
      reason: 'The certificate ends',
    });
  const asked = async () => (await approver.ok('Approvals.List')).find(({ detail, state }) => detail.issuer && state === 'open')!;

  expect((await ask(foreignKey)).problem?.code).toBe('ApprovalNeeded');
  expect(await certificatesOf(connection)).toEqual(before);
  const request = await asked();
  expect(request.detail).toMatchObject({ issuer: AUTHORITY.issuer, ssoUrl: AUTHORITY.ssoUrl, organisationPublicId });
  expect(request.detail.certificates?.[0]).toMatch(/^[\da-f]{64} \(\d{4}-/);
  expect(JSON.stringify(request)).not.toContain('EntityDescriptor');

  // Meanwhile somebody else has replaced it: what was approved would undo that unseen.
  const third = newSamlKey();
  expect((await replace(connection, { metadata: metadataOf([third]) })).status).toBe(200);
  expect((await approver.call('Approvals.Approve', { requestId: request.requestId })).problem?.code).toBe('TargetChanged');
  expect(await certificatesOf(connection)).toHaveLength(1);

  expect((await ask(foreignKey)).problem?.code).toBe('ApprovalNeeded');
  const again = await asked();
  await approver.ok('Approvals.Approve', { requestId: again.requestId });
  expect(again.detail.certificates).toEqual([expect.stringContaining((await certificatesOf(connection))[0]!)]);
  const { kept } = await site.database.row<{ kept: boolean }>(
    `SELECT detail ? 'metadata' AS kept FROM operations WHERE operation_id = $1`,
    [again.requestId],
  );
  expect(kept).toBe(false);
});
