/** Refusals: administrators of the organisation see the last hundred in full; the refused user sees no reason. */
import { createClient } from '../../support/client.ts';
import { logInAs } from '../../support/logInAs.ts';
import { postAnswer, samlAnswer, type SamlAnswer } from '../../support/samlAuthority.ts';
import { REFUSED } from '../../support/sso.ts';
import { useOpenIdProvider, useSamlProvider } from '../../support/useProvider.ts';
import { useServer } from '../../support/useServer.ts';
import { disable } from '../../support/changeUser.ts';
import { clear } from '../../support/facts.ts';
import { attemptsOf } from '../../support/identities.ts';
import { sessions } from '../../support/sessions.ts';

const site = useServer();
const openId = useOpenIdProvider(site);
const saml = useSamlProvider(site);

/** Everything that the browser sees, without what changes each time. */
const seen = ({ status, headers, text }: { status: number; headers: Headers; text: string }) => {
  const told = [...headers].filter(([name]) => !['date', 'set-cookie', 'x-request-id'].includes(name));
  return JSON.stringify([status, told, text]);
};

test('All refusals by OpenID Connect look the same, and reveal no account', async () => {
  const [{ sub, userId }, disabled] = [await openId.linked(), await openId.linked()];
  await disable(site, disabled.userId);
  const answers = [];
  for (const claims of [
    { sub: 'nobody' },
    { sub: disabled.sub },
    { sub, nonce: 'another' },
    { sub, iss: 'https://other.example' },
  ]) {
    const { client, callback, nonce } = await openId.startLogin();
    openId.rogue.claims = { nonce, ...claims };
    answers.push(seen(await client.raw(callback, { bare: true })));
  }
  answers.push(
    seen(await createClient(site).raw(`/sso/oidc/${openId.connection.connectionId}/callback?state=x`, { bare: true })),
  );
  expect(new Set(answers).size).toBe(1);
  expect(answers[0]).toContain(REFUSED);
  expect(await sessions(site, { userId })).toEqual([]);
});

test('All refusals of an assertion look the same', async () => {
  const { sub } = await saml.linked();
  const changed: Partial<SamlAnswer>[] = [
    { signed: [] },
    { audience: 'https://other.example' },
    { status: 'AuthnFailed' },
    { after: (xml) => `<!DOCTYPE r>${xml}` },
  ];
  const answers = [];
  for (const each of changed) {
    const login = await saml.startLogin();
    const message = samlAnswer(saml.connection, login, { subject: sub, ...each });
    answers.push(await postAnswer(site, saml.connection, { RelayState: login.relayState, SAMLResponse: message }));
  }
  expect(new Set(answers)).toEqual(new Set([REFUSED]));
});

test('The list has the last hundred refusals, the newest first, for administrators of this organisation alone', async () => {
  await clear(site, 'sso_outcomes');
  await site.database.query(
    `INSERT INTO sso_outcomes (connection_id, at, purpose, outcome, problem, detail)
     SELECT $1, now() - interval '1 hour' + n * interval '1 second', 'login', 'refused', 'nonce', '{"claims":{}}' FROM generate_series(1, 120) n`,
    [openId.connection.connectionId],
  );
  expect((await openId.logIn({ sub: 'nobody' })).at).toBe(REFUSED);
  const { administrator, organisationPublicId, connectionId } = openId.connection;
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
  expect(await attemptsOf(site, connectionId)).toBe(100);
  for (const other of ['second_sub', 'ordinary'] as const)
    expect([403, 404]).toContain((await (await logInAs(site, other)).call('Connections.Attempts', ids)).status);
});
