/** What is told of a refusal: all to the administrators of the organisation, the last hundred; nothing to whoever was refused. */
import { createClient } from '../../support/client.ts';
import { logInAs } from '../../support/logInAs.ts';
import { arrive, beginAt, startRogueProvider, type RogueProvider } from '../../support/rogueProvider.ts';
import { AUTHORITY, beginSaml, metadataOf, postAnswer, samlAnswer, type SamlAnswer } from '../../support/samlAuthority.ts';
import { addConnection, linkedMember, REFUSED, type TestConnection } from '../../support/sso.ts';
import { useServer } from '../../support/useServer.ts';

const site = useServer();
let rogue: RogueProvider;
let openid: TestConnection;
let saml: TestConnection;
beforeAll(async () => {
  rogue = await startRogueProvider();
  openid = await addConnection(site, { issuer: rogue.issuer });
  saml = await addConnection(site, { kind: 'saml', metadata: metadataOf() });
  for (const each of [openid, saml]) await each.enable(true);
}, 60_000);
afterAll(() => {
  rogue.close();
});

/** All that the browser gets to see, without what changes each time. */
const seen = ({ status, headers, text }: { status: number; headers: Headers; text: string }) => {
  const told = [...headers].filter(([name]) => !['date', 'set-cookie', 'x-request-id'].includes(name));
  return JSON.stringify([status, told, text]);
};

test('Whatever is refused by OpenID Connect looks the same, and no account is told of', async () => {
  const { sub, userId } = await linkedMember(site, openid, rogue.issuer);
  const disabled = await linkedMember(site, openid, rogue.issuer);
  await site.database.query(`UPDATE users SET enabled = false WHERE user_id = $1`, [disabled.userId]);
  const answers = [];
  for (const claims of [
    { sub: 'nobody' },
    { sub: disabled.sub },
    { sub, nonce: 'another' },
    { sub, iss: 'https://other.example' },
  ]) {
    const begun = await beginAt(site, openid);
    rogue.claims = { nonce: begun.nonce, ...claims };
    answers.push(seen(await begun.client.raw(begun.callback, { bare: true })));
  }
  answers.push(seen(await createClient(site).raw(`/sso/oidc/${openid.connectionId}/callback?state=x`, { bare: true })));
  expect(new Set(answers).size).toBe(1);
  expect(answers[0]).toContain(REFUSED);
  expect(await site.database.query(`SELECT FROM sessions WHERE user_id = $1`, [userId])).toEqual([]);
});

test('Whatever is refused of an assertion looks the same', async () => {
  const { sub } = await linkedMember(site, saml, AUTHORITY.issuer);
  const changed: Partial<SamlAnswer>[] = [
    { signed: [] },
    { audience: 'https://other.example' },
    { status: 'AuthnFailed' },
    { after: (xml) => `<!DOCTYPE r>${xml}` },
  ];
  const answers = [];
  for (const each of changed) {
    const begun = await beginSaml(site, saml);
    const message = samlAnswer(saml, begun, { subject: sub, ...each });
    answers.push(await postAnswer(site, saml, { RelayState: begun.relayState, SAMLResponse: message }));
  }
  expect(new Set(answers)).toEqual(new Set([REFUSED]));
});

test('The list has the last hundred, the newest first, for administrators of this organisation alone', async () => {
  await site.database.query(
    `INSERT INTO sso_outcomes (connection_id, at, purpose, outcome, problem, detail)
     SELECT $1, now() - interval '1 hour' + n * interval '1 second', 'login', 'refused', 'nonce', '{"claims":{}}' FROM generate_series(1, 120) n`,
    [openid.connectionId],
  );
  const begun = await beginAt(site, openid);
  rogue.claims = { sub: 'nobody', nonce: begun.nonce };
  expect(await arrive(begun.client, begun.callback)).toBe(REFUSED);
  const { administrator, organisationPublicId, connectionId } = openid;
  const ids = { organisationPublicId, connectionId };
  const list = await administrator.ok('Connections.Attempts', ids);
  expect(list).toHaveLength(100);
  expect(list[0]).toMatchObject({ outcome: 'refused', problem: 'email' });
  expect(list.map(({ at }) => at)).toEqual(
    list
      .map(({ at }) => at)
      .sort()
      .reverse(),
  );
  expect(await site.database.query(`SELECT FROM sso_outcomes WHERE connection_id = $1`, [connectionId])).toHaveLength(100);
  for (const other of ['second_sub', 'ordinary'] as const)
    expect([403, 404]).toContain((await (await logInAs(site, other)).call('Connections.Attempts', ids)).status);
});
