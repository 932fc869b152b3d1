/** The metadata of SAML providers is read once a day: a new key is accepted, and invalid metadata changes nothing. */
import { randomUUID } from 'node:crypto';
import { refreshMetadata } from '../../../server/identityProviders/saml/refresh.ts';
import { DAY } from '../../../server/clock.ts';
import { openDatabase, type Db } from '../../../server/db/database.ts';
import { outboundFetch } from '../../../server/http/outbound.ts';
import { auditEvents } from '../../support/auditEvents.ts';
import { startMetadataServer, type MetadataServer } from '../../support/metadataServer.ts';
import { openTestPool } from '../../support/openTestPool.ts';
import {
  arriveSaml,
  AUTHORITY,
  authorityKey,
  startSamlLogin,
  foreignKey,
  metadataOf,
  samlAnswer,
} from '../../support/samlAuthority.ts';
import type { SamlKey } from '../../support/samlKey.ts';
import { addConnection, linkedMember, REFUSED, type TestConnection } from '../../support/sso.ts';
import { useServer } from '../../support/useServer.ts';

const site = useServer();
let db: Db;
let provider: MetadataServer;
let connection: TestConnection;
/** Days that have gone by. */
let days = 0;

beforeAll(async () => {
  db = openDatabase(openTestPool(site.database.url, 2));
  provider = await startMetadataServer(metadataOf([authorityKey]));
  connection = await addConnection(site, { kind: 'saml', metadataUrl: provider.url });
  await connection.enable(true);
});
afterAll(async () => {
  provider.close();
  await db.destroy();
});
beforeEach(async () => {
  provider.answer = { body: metadataOf([authorityKey]) };
  await nextDay();
  provider.asked.length = 0;
});

/** Runs the job at a later time. */
const refresh = () =>
  refreshMetadata(
    db,
    outboundFetch({ ALLOWED_INTERNAL_HOSTS: [] }, () => site.url),
    new Date(Date.now() + days * DAY),
  );
async function nextDay(): Promise<void> {
  days += 1;
  await refresh();
}
const shown = async () => {
  const { administrator, organisationPublicId, connectionId } = connection;
  const list = await administrator.ok('Connections.List', { organisationPublicId });
  return list.find((each) => each.connectionId === connectionId)!;
};
async function logInBy(key: SamlKey): Promise<string> {
  const { sub } = await linkedMember(site, connection, AUTHORITY.issuer);
  const login = await startSamlLogin(site, connection);
  return arriveSaml(site, connection, login, samlAnswer(connection, login, { subject: sub, key }));
}
const events = () => auditEvents(site, { action: 'Connections.RefreshMetadata' }, 'actor');

test('A rolled certificate is accepted: both while they overlap, then the new one alone, and each change is in the audit', async () => {
  const before = (await events()).length;
  provider.answer = { body: metadataOf([authorityKey, foreignKey]) };
  expect(await logInBy(foreignKey)).toBe(REFUSED);
  await nextDay();
  expect([await logInBy(authorityKey), await logInBy(foreignKey)]).toEqual(['/SecurityDetails', '/SecurityDetails']);
  provider.answer = { body: metadataOf([foreignKey]) };
  await nextDay();
  expect([await logInBy(authorityKey), await logInBy(foreignKey)]).toEqual([REFUSED, '/SecurityDetails']);
  expect((await connection.last()).problem).toBeNull();
  await nextDay();
  expect((await events()).slice(before)).toEqual([{ actor: null }, { actor: null }]);
});

test('Metadata is read once a day, by one of several processes; pasted metadata is not read', async () => {
  await addConnection(site, { kind: 'saml', metadata: metadataOf() });
  await refresh();
  expect(provider.asked).toEqual([]);
  days += 1;
  await Promise.all([refresh(), refresh()]);
  expect(provider.asked).toEqual(['/metadata']);
});

describe('Invalid metadata changes nothing, is reported, and is read again the next day', () => {
  const OTHER = { ...AUTHORITY, issuer: 'https://other.example/idp' };
  const refusals: readonly (readonly [string, RegExp, () => MetadataServer['answer']])[] = [
    ['an error of the provider', /^metadata/, () => ({ body: metadataOf([foreignKey]), status: 503 })],
    ['a page', /^metadata/, () => ({ body: '<!DOCTYPE html><html>Maintenance</html>' })],
    ['a document that is cut off', /^metadata/, () => ({ body: metadataOf([foreignKey]).slice(0, -40) })],
    ['another provider with a key of its own', /^otherProvider$/, () => ({ body: metadataOf([foreignKey], OTHER) })],
    [
      'a document that has ended',
      /^metadataExpired$/,
      () => ({ body: metadataOf([foreignKey]).replace('entityID', 'validUntil="2020-01-01T00:00:00Z" entityID') }),
    ],
    ['no key', /^metadataKey$/, () => ({ body: metadataOf([]) })],
    ['an address that leads elsewhere', /^redirect$/, () => ({ location: 'http://169.254.169.254/latest/meta-data' })],
    [
      'an entity of a file',
      /^metadata/,
      () => ({
        body: metadataOf([foreignKey]).replace(/^<\?xml.*?\?>/, '<!DOCTYPE r [<!ENTITY e SYSTEM "file:///etc/passwd">]>'),
      }),
    ],
  ];
  test.each(refusals)('%s', async (_what, problem, answer) => {
    const { saml, ...others } = await shown();
    const before = (await events()).length;
    provider.answer = answer();
    await nextDay();
    const now = await shown();
    expect(now).toEqual({ ...others, saml: { ...saml, readAt: expect.any(String) as string, problem: now.saml?.problem } });
    expect(now.saml?.problem).toMatch(problem);
    expect([await logInBy(authorityKey), await logInBy(foreignKey)]).toEqual(['/SecurityDetails', REFUSED]);
    expect(await events()).toHaveLength(before);
    provider.answer = { body: metadataOf([authorityKey]) };
    await nextDay();
    expect((await shown()).saml?.problem).toBeNull();
  });

  test('a provider that does not answer', async () => {
    const gone = await startMetadataServer(metadataOf());
    const { connectionId } = await addConnection(site, { kind: 'saml', metadataUrl: gone.url });
    gone.close();
    await nextDay();
    const { organisationPublicId, administrator } = connection;
    const list = await administrator.ok('Connections.List', { organisationPublicId });
    expect(list.find((each) => each.connectionId === connectionId)?.saml).toMatchObject({
      problem: 'unreachable',
      certificates: [{}],
    });
  });
});

test('A provider that was changed meanwhile stays as its administrator has left it', async () => {
  const changed = await addConnection(site, { kind: 'saml', metadataUrl: provider.url });
  const name = `Renamed ${randomUUID()}`;
  const fetch = outboundFetch({ ALLOWED_INTERNAL_HOSTS: [] }, () => site.url);
  days += 1;
  await refreshMetadata(
    db,
    async (...asked) => {
      const response = await fetch(...asked);
      await changed.update({ name, vendor: 'other', metadata: metadataOf([foreignKey]) });
      return response;
    },
    new Date(Date.now() + days * DAY),
  );
  const list = await changed.administrator.ok('Connections.List', { organisationPublicId: changed.organisationPublicId });
  const { saml, name: shownName } = list.find(({ connectionId }) => connectionId === changed.connectionId)!;
  expect([shownName, saml?.metadataUrl]).toEqual([name, null]);
});
