/** The messages of a logout at a SAML provider: the content and the address of our response, and which messages are refused. */
import { randomUUID } from 'node:crypto';
import { createClient, type Client } from '../../support/client.ts';
import { AUTHORITY, foreignKey, metadataOf, secondsFromNow } from '../../support/samlAuthority.ts';
import {
  logoutAnswer,
  logoutQuery,
  logoutXml,
  postLogout,
  signedLogout,
  visitLogout,
  type SamlLogout,
} from '../../support/samlLogout.ts';
import { addConnection } from '../../support/sso.ts';
import { forgetThrottles } from '../../support/throttles.ts';
import { useSamlProvider } from '../../support/useProvider.ts';
import { useServer } from '../../support/useServer.ts';

const site = useServer();
const { connection, linked, logIn } = useSamlProvider(site);

const LOGIN = '/Login';
const isLoggedIn = async (client: Client) => (await client.call('Users.Self')).status === 200;

async function loggedIn(at = connection) {
  const member = await linked(at);
  return { ...member, client: (await logIn({ subject: member.sub }, { at })).client };
}

test('By redirect, the browser takes our response to the address of the metadata', async () => {
  const id = `_${randomUUID()}`;
  const xml = logoutXml(connection, { subject: (await loggedIn()).sub, id });
  const answer = logoutAnswer(await visitLogout(site, connection, logoutQuery(xml, { relayState: 'their handle' })));
  expect(answer).toMatchObject({ address: AUTHORITY.sloUrl, relayState: 'their handle' });
  expect(answer.xml).toMatch(
    new RegExp(`LogoutResponse .*Destination="${AUTHORITY.sloUrl}" InResponseTo="${id}".*status:Success`),
  );
});

test('By a form it does so too; a handle that is longer than SAML allows is not sent back', async () => {
  const { sub, client } = await loggedIn();
  const xml = signedLogout(logoutXml(connection, { subject: sub }));
  expect(logoutAnswer(await postLogout(site, connection, xml, 'x'.repeat(81)))).toMatchObject({
    address: AUTHORITY.sloUrl,
    relayState: null,
  });
  expect(await isLoggedIn(client)).toBe(false);
});

test('A provider that accepts only a form gets our response by a form that sends itself, and its message cannot change that page', async () => {
  const posting = await addConnection(site, {
    kind: 'saml',
    metadata: metadataOf().replace(/HTTP-Redirect(" Location="[^"]*\/slo")/, 'HTTP-POST$1'),
  });
  await posting.enable(true);
  const { sub, client } = await loggedIn(posting);
  const relayState = '"><script>alert(1)</script>';
  const id = `_${randomUUID()}`;
  const query = logoutQuery(logoutXml(posting, { subject: sub, id }), { relayState });
  const page = await createClient(site).raw(`/sso/saml/${posting.connectionId}/slo?${query}`, { bare: true });
  expect(page.headers.get('content-security-policy')).toMatch(
    /^default-src 'none'; style-src 'sha256-[^']+'; script-src 'sha256-[^']+'; form-action 'self' https:\/\/saml\.example https:; base-uri 'none'; frame-ancestors 'none'$/,
  );
  expect(page.text).toContain(`<form id="answer" method="post" action="${AUTHORITY.sloUrl}">`);
  expect(page.text.match(/<script/g)).toHaveLength(1);
  const sent = new Map(
    [...page.text.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)">/g)].map(([, name, value]) => [name, value]),
  );
  expect([...sent.keys(), sent.get('RelayState')]).toEqual([
    ...['SAMLResponse', 'RelayState'],
    '&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;',
  ]);
  expect(Buffer.from(sent.get('SAMLResponse')!, 'base64').toString()).toMatch(
    new RegExp(`LogoutResponse .*Destination="${AUTHORITY.sloUrl}" InResponseTo="${id}".*status:Success`),
  );
  expect(await isLoggedIn(client)).toBe(false);
});

describe('When it is refused, the session stays, the administrator sees the reason, and the browser is on our login page', () => {
  let victim: Awaited<ReturnType<typeof loggedIn>>;
  beforeAll(async () => {
    victim = await loggedIn();
  });
  beforeEach(() => forgetThrottles(site));

  const expectRefusal = async (at: string, problem: string) => {
    expect(at).toBe(LOGIN);
    expect(await connection.last()).toMatchObject({ purpose: 'logout', outcome: 'refused', problem });
    expect(await isLoggedIn(victim.client)).toBe(true);
  };
  const ofVictim = (changed: Partial<SamlLogout> = {}) => logoutXml(connection, { subject: victim.sub, ...changed });

  const cases: readonly (readonly [string, string, Partial<SamlLogout>])[] = [
    ['of another issuer', 'issuer', { issuer: 'https://other.example' }],
    ['for another destination', 'destination', { destination: 'https://other.example/slo' }],
    ['for no destination', 'destination', { destination: null }],
    ['that has ended', 'clock', { notOnOrAfter: secondsFromNow(-90) }],
    ['of an hour ago', 'clock', { issueInstant: secondsFromNow(-3600), notOnOrAfter: secondsFromNow(3600) }],
    ['of a time to come', 'clock', { issueInstant: secondsFromNow(600) }],
    ['without a name', 'subject', { subject: '' }],
    ['that is another message', 'logoutToken', { name: 'LogoutResponse' }],
  ];
  test.each(cases)('a logout %s', async (_what, problem, changed) => {
    await expectRefusal(await visitLogout(site, connection, logoutQuery(ofVictim(changed))), problem);
    if (!['logoutToken', 'subject'].includes(problem))
      await expectRefusal(await postLogout(site, connection, signedLogout(ofVictim(changed))), problem);
  });

  const queries: readonly (readonly [string, string, () => string])[] = [
    ['without a signature', 'logoutToken', () => logoutQuery(ofVictim()).replace(/&SigAlg.*/, '')],
    ['by a foreign key', 'signature', () => logoutQuery(ofVictim(), { key: foreignKey })],
    ['signed with SHA-1', 'algorithm', () => logoutQuery(ofVictim(), { algorithm: 'sha1' })],
    ['with a RelayState that was not signed', 'signature', () => `${logoutQuery(ofVictim())}&RelayState=x`],
    [
      'with the signature of another one',
      'signature',
      () => {
        const [mine = '', foreign = ''] = [ofVictim(), ofVictim()].map((xml) => logoutQuery(xml));
        return `${mine.replace(/&Signature.*/, '')}${/&Signature.*/.exec(foreign)?.[0] ?? ''}`;
      },
    ],
    ['that is there twice', 'logoutToken', () => `${logoutQuery(ofVictim())}&SAMLRequest=x`],
    ['in another encoding', 'logoutToken', () => `${logoutQuery(ofVictim())}&SAMLEncoding=plain`],
    ['that is no message', 'logoutToken', () => 'SAMLRequest=%zz&Signature=%zz'],
    ['with a comment in its name', 'unsafeXml', () => logoutQuery(ofVictim({ subject: `<!-- -->${victim.sub}` }))],
    [
      'with an entity of a file',
      'unsafeXml',
      () => logoutQuery(`<!DOCTYPE r [<!ENTITY e SYSTEM "file:///etc/passwd">]>${ofVictim()}`),
    ],
    ['that is inflated without end', 'logoutToken', () => logoutQuery(`<x>${'A'.repeat(1024 * 1024)}</x>`)],
  ];
  test.each(queries)('an address %s', async (_what, problem, query) => {
    await expectRefusal(await visitLogout(site, connection, query()), problem);
  });

  const forms: readonly (readonly [string, string, () => string])[] = [
    ['without a signature', 'logoutToken', () => ofVictim()],
    ['by a foreign key, which it brings along', 'signature', () => signedLogout(ofVictim(), foreignKey)],
    [
      'that was changed after it was signed',
      'signature',
      () => signedLogout(ofVictim({ subject: 'another' })).replace('another', victim.sub),
    ],
    ['with a comment in its name', 'unsafeXml', () => signedLogout(ofVictim()).replace(victim.sub, `<!-- -->${victim.sub}`)],
    [
      'with an entity of a file',
      'unsafeXml',
      () => `<!DOCTYPE r [<!ENTITY e SYSTEM "file:///etc/passwd">]>${signedLogout(ofVictim())}`,
    ],
    [
      'in a false one',
      'signature',
      () => ofVictim().replace('<saml:NameID>', `${signedLogout(ofVictim({ subject: 'another' }))}<saml:NameID>`),
    ],
  ];
  test.each(forms)('a form %s', async (_what, problem, xml) => {
    await expectRefusal(await postLogout(site, connection, xml()), problem);
  });

  test('strangers are slowed down, and do not fill the list of attempts', async () => {
    const before = await site.database.query(`SELECT FROM sso_outcomes WHERE connection_id = $1`, [connection.connectionId]);
    const tried = await Promise.all(
      Array.from({ length: 65 }, () => visitLogout(site, connection, 'SAMLRequest=x').catch(String)),
    );
    expect(tried.filter((at) => at.includes('429')).length).toBe(5);
    const after = await site.database.query(`SELECT FROM sso_outcomes WHERE connection_id = $1`, [connection.connectionId]);
    expect(after.length - before.length).toBe(10);
  });
});
