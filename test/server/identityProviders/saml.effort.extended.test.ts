/** Reading anything that strangers can send costs little: one process serves all users. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { createClient } from '../../support/client.ts';
import { readMetadata } from '../../../server/identityProviders/saml/metadata.ts';
import { plainXml, RESPONSE_LIMITS } from '../../../server/identityProviders/saml/shell.ts';
import { Refused } from '../../../server/identityProviders/logIn/refused.ts';
import { ourCertificates } from '../../support/ourSamlCertificates.ts';
import {
  authorityKey,
  foreignKey,
  postAnswer,
  samlAnswer,
  signXml,
  startSamlLogin,
  type SamlAnswer,
} from '../../support/samlAuthority.ts';
import { withEncrypted } from '../../support/samlEncryption.ts';
import { logoutXml, postLogout, signedLogout, visitLogout, logoutQuery } from '../../support/samlLogout.ts';
import { REFUSED } from '../../support/sso.ts';
import { startServerProcess } from '../../support/server.ts';
import { forgetThrottles } from '../../support/throttles.ts';
import { useSamlProvider } from '../../support/useProvider.ts';
import { useServer } from '../../support/useServer.ts';

const site = useServer();
const { connection, linked, logIn } = useSamlProvider(site);

/** Processor time, which waiting on a busy machine adds nothing to: far more than needed, and far less than before the limit. */
const MAX_CPU_MS = 1500;
const cpuMs = () => process.cpuUsage().user / 1000;
const many = (count: number, unit: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => unit(index)).join('');

const documents: readonly (readonly [string, () => unknown])[] = [
  ['comments that do not end', () => readMetadata('<!--'.repeat(60_000), new Date())],
  [
    'thousands of namespaces, and elements in them',
    () =>
      plainXml(
        Buffer.from(`<r${many(8000, (index) => ` xmlns:p${String(index)}=""`)}>${'<b/>'.repeat(15_000)}</r>`),
        RESPONSE_LIMITS,
      ),
  ],
  [
    'a few namespaces in each of thousands of elements',
    () => readMetadata(`<r>${'<b xmlns:p="u" xmlns:q="u"/>'.repeat(8000)}</r>`, new Date()),
  ],
];
test.each(documents)('%s', (_what, read) => {
  const beginMs = cpuMs();
  expect(read).toThrow(Refused);
  expect(cpuMs() - beginMs).toBeLessThan(MAX_CPU_MS);
});

describe('A response', () => {
  const answerWith = async (inside: string, how: 'before' | 'after') => {
    const add = (xml: string) => xml.replace('</saml:Conditions>', () => `</saml:Conditions>${inside}`);
    return (await logIn({ subject: (await linked()).sub, [how]: add })).at;
  };
  const statement = (values: string) =>
    `<saml:AttributeStatement><saml:Attribute Name="groups">${values}</saml:Attribute></saml:AttributeStatement>`;

  test('with a thousand groups, each with its type, is read', async () => {
    const value = (index: number) =>
      `<saml:AttributeValue xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:type="xs:string">${String(index)}</saml:AttributeValue>`;
    expect(await answerWith(statement(many(1000, value)), 'before')).toBe('/SecurityDetails');
  });

  test('with 1,500 groups is read', async () => {
    const values = many(1500, (index) => `<saml:AttributeValue>${String(index)}</saml:AttributeValue>`);
    expect(await answerWith(statement(values), 'before')).toBe('/SecurityDetails');
  });

  test('with more parts than any provider sends is refused before a signature is checked', async () => {
    for (const inside of [
      many(1701, () => '<x/>'),
      many(6001, () => '<x/>'),
      many(330, () => `<x${many(20, (index) => ` a${String(index)}=""`)}/>`),
    ]) {
      expect(await answerWith(inside, 'after')).toBe(REFUSED);
      expect((await connection.last()).problem).toBe('response');
    }
  });
});

describe('A logout', () => {
  beforeEach(() => forgetThrottles(site));
  const inside = (xml: string, what: string) =>
    xml.replace('<saml:NameID>', `<samlp:Extensions>${what}</samlp:Extensions><saml:NameID>`);
  const ofNobody = () => logoutXml(connection, { subject: 'nobody' });

  const messages: readonly (readonly [string, string])[] = [
    ['5,800 elements', many(5800, () => '<a/>')],
    ['201 elements', many(201, () => '<a/>')],
    ['an element of 201 attributes', `<a${many(201, (index) => ` a${String(index)}=""`)}/>`],
    ['a hundred elements of two attributes', many(100, () => '<a b="" c=""/>')],
    [
      'elements within each other, with their namespaces',
      `${many(39, () => '<a xmlns:b="" xmlns:c="" d="" e="" f="">')}${many(39, () => '</a>')}`,
    ],
  ];
  test.each(messages)('with %s is refused by its count, whoever has signed it', async (_what, parts) => {
    const xmls = [
      inside(signedLogout(ofNobody(), foreignKey), parts),
      inside(signedLogout(ofNobody()), parts),
      signedLogout(inside(ofNobody(), parts)),
    ];
    for (const xml of xmls) {
      expect(await postLogout(site, connection, xml)).toBe('/Login');
      expect((await connection.last()).problem).toBe('response');
    }
    expect(await visitLogout(site, connection, logoutQuery(inside(ofNobody(), parts)))).toBe('/Login');
    expect((await connection.last()).problem).toBe('response');
  });

  test('of a hundred sessions is accepted', async () => {
    const xml = logoutXml(connection, { subject: 'nobody', sessions: Array.from({ length: 100 }, (_, index) => String(index)) });
    expect(await postLogout(site, connection, signedLogout(xml))).toContain('SAMLResponse');
  });
});

describe('Once an address has sent too many, the answer comes before the body is sent', () => {
  const answerTo = async (path: string): Promise<string> => {
    const { hostname, port } = new URL(site.url);
    const socket = connect(Number(port), hostname);
    // Nothing of the body is sent, which is longer than any route reads.
    socket.write(
      `POST ${path} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 250000\r\n\r\n`,
    );
    const [answer] = (await once(socket, 'data')) as [Buffer];
    socket.destroy();
    return answer.toString();
  };
  const fill = (bucket: string, hits: number) =>
    site.database.query(
      `INSERT INTO throttles (bucket, hits, resets_at) SELECT $1 || address, $2, now() + interval '1 day' FROM unnest('{127.0.0.1,0000:0000:0000:0000::/64}'::text[]) address
       ON CONFLICT (bucket) DO UPDATE SET hits = excluded.hits, resets_at = excluded.resets_at`,
      [bucket, hits],
    );
  afterAll(() => forgetThrottles(site));

  test.each([
    ['responses', 'LIMIT_SSO_RESPONSES_PER_ADDRESS:', 600, () => `/sso/saml/${connection.connectionId}/acs`],
    ['logouts of SAML', 'LIMIT_SSO_LOGOUTS_PER_ADDRESS:', 600, () => `/sso/saml/${connection.connectionId}/slo`],
    ['logout tokens', 'LIMIT_SSO_LOGOUTS_PER_ADDRESS:', 600, () => `/sso/oidc/${connection.connectionId}/logout`],
    ['revocations', 'LIMIT_SSO_LOGOUTS_PER_ADDRESS:', 600, () => `/sso/revoke/${connection.connectionId}`],
  ])('%s', async (_what, bucket, hits, path) => {
    await fill(bucket, hits);
    expect(await answerTo(path())).toMatch(/^HTTP\/1\.1 429 /);
  });
});

test('A form of more fields than any provider sends is refused before they are read', async () => {
  const post = (body: string) =>
    createClient(site).raw(`/sso/saml/${connection.connectionId}/acs`, {
      method: 'POST',
      bare: true,
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', 'Sec-Fetch-Site': 'cross-site' },
      body,
    });
  for (const body of ['a&'.repeat(130_000), '&'.repeat(21), 'a=b&'.repeat(30)]) expect((await post(body)).status).toBe(400);
  expect((await post('a=b&'.repeat(19))).status).toBe(303);
});

test('A long message costs a thread only where the provider has signed it', async () => {
  const counting = await startServerProcess({ database: site.database, preload: ['./test/support/startedThreads.mjs'] });
  const groups = many(400, (index) => `<saml:AttributeValue>${String(index)}</saml:AttributeValue>`);
  const statement = `<saml:AttributeStatement><saml:Attribute Name="groups">${groups}</saml:Attribute></saml:AttributeStatement>`;
  const add = (xml: string) => xml.replace('</saml:Conditions>', () => `</saml:Conditions>${statement}`);
  const threadsFor = async (answer: Partial<SamlAnswer>) => {
    const login = await startSamlLogin(counting, connection);
    await counting.queryPreload();
    const form = { RelayState: login.relayState, SAMLResponse: samlAnswer(connection, login, { subject: 'nobody', ...answer }) };
    await postAnswer(counting, connection, form);
    return counting.queryPreload();
  };
  const evil = (xml: string) => xml.replace('<ds:SignatureValue>', '<ds:SignatureValue>AAAA');
  const [certificate = ''] = (await ourCertificates(site, connection)).encryption;
  const encryptedIn = (key: typeof foreignKey) => (xml: string) => signXml(withEncrypted({ certificate })(xml), 'Response', key);
  try {
    // The consumer's address is that of the other server, which is judged last.
    const own = { destination: new URL(`/sso/saml/${connection.connectionId}/acs`, counting.url).href };
    expect(await threadsFor({ ...own, before: add })).toBe(1);
    // Another content under the provider's signature.
    expect(await threadsFor({ ...own, after: add })).toBe(1);
    expect(await threadsFor({ ...own, before: add, key: foreignKey })).toBe(0);
    expect(await threadsFor({ ...own, after: add, key: foreignKey })).toBe(0);
    expect(await threadsFor({ ...own, before: add, after: evil })).toBe(0);
    expect(await threadsFor({ ...own, before: add, signed: ['Assertion', 'Response'], after: evil })).toBe(0);
    expect(await threadsFor({ ...own, before: add, signed: [] })).toBe(0);
    // The response as it was sent, then the assertion that was encrypted.
    expect(await threadsFor({ ...own, before: add, after: encryptedIn(authorityKey) })).toBe(2);
    expect(await threadsFor({ ...own, before: add, key: foreignKey, after: encryptedIn(authorityKey) })).toBe(1);
    expect(await threadsFor({ ...own, before: add, after: encryptedIn(foreignKey) })).toBe(0);
    expect(await threadsFor({ ...own, before: add, key: foreignKey, after: withEncrypted({ certificate }) })).toBe(0);
  } finally {
    await counting.stop();
  }
});
