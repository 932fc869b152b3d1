/** The log-in with an organisation's own identity provider: nothing yet, domains in their states, a provider with attempts. */
import { logInAs } from '../../support/logInAs.ts';
import { enrol, logInWithCode } from '../../support/mfa.ts';
import { authorityKey, metadataOf } from '../../support/samlAuthority.ts';
import { newSamlKey } from '../../support/samlKey.ts';
import { addConnection, linkedMember, newMember, proveDomain } from '../../support/sso.ts';
import type { State, Visit } from './visit.ts';

const SET_UP = 'Harbour Mutual';
const NEW = 'Kaveri Finance';
const SAML_ON = 'Aldersgate Trust';
/** An organisation whose only way to log in is its provider. */
const REQUIRED = 'Saint-Étienne Mutuelle';

async function open(visit: Visit, organisation: string, userName = 'sysadmin', query = ''): Promise<void> {
  const { id } = await visit.site.database.row<{ id: string }>(
    `SELECT organisation_id AS id FROM organisations WHERE name = $1`,
    [organisation],
  );
  await visit.as(userName);
  await visit.open(`/Organisations/Login/${id}${query}`);
  await visit.waitForVisible('#domains button');
}

/** A proven domain, one that is not, and a provider with a dry run and refusals. */
const setUp = (visit: Visit) =>
  visit.fixtures.once(`an identity provider at ${visit.site.url}`, async () => {
    const { database } = visit.site;
    await proveDomain(visit.site, 'harbour.example', SET_UP);
    await database.query(
      `INSERT INTO domains (domain_id, organisation_id, name, token, created_at)
       SELECT gen_random_uuid(), organisation_id, 'claims.harbour.example', 'token', now() FROM organisations WHERE name = $1`,
      [SET_UP],
    );
    const connection = await addConnection(
      visit.site,
      { name: 'Harbour account', issuer: 'https://login.harbour.example' },
      SET_UP,
    );
    await connection.enable(true);
    for (const problem of ['emailNotVerified', 'clock', 'administrator'])
      await database.query(
        `INSERT INTO sso_outcomes (connection_id, at, purpose, outcome, problem, detail)
         VALUES ($1, now(), 'login', 'refused', $2, '{"claims":{}}')`,
        [connection.connectionId, problem],
      );
    await database.query(
      `INSERT INTO sso_outcomes (connection_id, at, purpose, outcome, user_id, detail)
       SELECT $1, now(), 'test', 'tested', user_id, $2 FROM users WHERE user_name = 'ordinary'`,
      [
        connection.connectionId,
        JSON.stringify({
          claims: {
            iss: 'https://login.harbour.example',
            sub: '4711',
            email: 'ordinary@harbour.example',
            email_verified: 'true',
          },
          decision: 'askProof',
          groups: { state: 'read', gains: ['Support'], loses: [] },
        }),
      ],
    );
  });

async function openSetUp(visit: Visit): Promise<void> {
  await setUp(visit);
  await open(visit, SET_UP, 'subadmin');
  await visit.waitForVisible('#attempts table');
}

/** A SAML provider, off, with two certificates and a refused dry run, beside the other one. */
const setUpSaml = (visit: Visit) =>
  visit.fixtures.once(`a SAML provider at ${visit.site.url}`, async () => {
    const metadata = metadataOf([authorityKey, newSamlKey({ days: 12 })]);
    const { connectionId } = await addConnection(
      visit.site,
      { kind: 'saml', name: 'Harbour SAML', vendor: 'keycloak', metadata },
      SET_UP,
    );
    await visit.site.database.query(
      `INSERT INTO sso_outcomes (connection_id, at, purpose, outcome, problem, detail)
       VALUES ($1, now(), 'test', 'refused', 'audience', '{"claims":{}}')`,
      [connectionId],
    );
    return connectionId;
  });

async function openSaml(visit: Visit): Promise<void> {
  await setUp(visit);
  const connectionId = await setUpSaml(visit);
  await open(visit, SET_UP, 'subadmin', `?connection=${connectionId}`);
  await visit.waitForVisible('#attempts table');
}

/** A SAML provider that is on. */
const setUpSamlOn = (visit: Visit) =>
  visit.fixtures.once(`a SAML provider that is on at ${visit.site.url}`, async () => {
    const metadata = metadataOf([authorityKey]);
    const connection = await addConnection(visit.site, { kind: 'saml', name: 'Trust SAML', metadata }, SAML_ON);
    await connection.enable(true);
  });

/** A provider that is required, two tested accounts for emergencies, a domain that is contested and one that is frozen. */
const setUpRequired = (visit: Visit) =>
  visit.fixtures.once(`a required provider at ${visit.site.url}`, async () => {
    const { site } = visit;
    await proveDomain(site, 'quay.example', REQUIRED);
    await proveDomain(site, 'pier.example', REQUIRED);
    await site.database.query(`UPDATE domains SET contested_at = now() - interval '2 days' WHERE name = 'quay.example'`);
    await site.database.query(
      `UPDATE domains SET frozen_at = now() - interval '1 day', absent_since = now() - interval '8 days' WHERE name = 'pier.example'`,
    );
    const connection = await addConnection(site, { name: 'Quay account', issuer: 'https://login.quay.example' }, REQUIRED);
    await connection.enable(true);
    const { userId } = await linkedMember(site, connection, 'https://login.quay.example', undefined, REQUIRED);
    await site.database.query('UPDATE identities SET last_login_at = now() WHERE user_id = $1', [userId]);
    for (let kept = 0; kept < 2; kept += 1) {
      const member = await newMember(site, { organisation: REQUIRED });
      const { key } = await enrol(await logInAs(site, member.userName));
      await connection.administrator.ok('Connections.SetBreakGlass', {
        organisationPublicId: connection.organisationPublicId,
        userId: member.userId,
        kept: true,
      });
      await logInWithCode(site, member.userName, key);
    }
    await connection.administrator.ok('Connections.SetRequired', {
      organisationPublicId: connection.organisationPublicId,
      required: true,
    });
  });

/** A member whose login with the provider was refused, as an administrator sees it. */
const refusedUser = (visit: Visit) =>
  visit.fixtures.once(`a refused member at ${visit.site.url}`, async () => {
    await setUp(visit);
    const member = await newMember(visit.site, { email: 'ada.quay@harbour.example', organisation: SET_UP });
    await visit.site.database.query(
      `INSERT INTO sso_outcomes (connection_id, at, purpose, outcome, problem, user_id, detail)
       SELECT connection_id, now(), 'login', 'refused', 'emailNotVerified', $1, '{"claims":{}}' FROM connections WHERE name = 'Harbour account'`,
      [member.userId],
    );
    return member;
  });

/** A member whose account is linked with the provider that is on. */
const linkedUser = (visit: Visit) =>
  visit.fixtures.once(`a linked member at ${visit.site.url}`, async () => {
    await setUp(visit);
    const { id } = await visit.site.database.row<{ id: string }>(
      `SELECT connection_id AS id FROM connections WHERE name = 'Harbour account'`,
    );
    return linkedMember(visit.site, { connectionId: id }, 'https://login.harbour.example');
  });

export const federationStates: readonly State[] = [
  { name: 'federation', reach: (visit) => open(visit, NEW) },
  {
    name: 'federation-add-domain',
    windowOnly: true,
    reach: (visit) => open(visit, NEW),
    press: 'federation:domains.add',
    shows: '[role="dialog"] form',
  },
  {
    name: 'federation-new',
    windowOnly: true,
    reach: (visit) => open(visit, NEW),
    press: 'federation:connections.add',
    shows: '[role="dialog"] form',
  },
  { name: 'federation-set-up', reach: openSetUp },
  {
    name: 'federation-settings',
    windowOnly: true,
    reach: openSetUp,
    press: 'federation:connections.edit',
    shows: '[role="dialog"] form',
  },
  { name: 'federation-saml', reach: openSaml },
  {
    name: 'federation-saml-settings',
    windowOnly: true,
    reach: openSaml,
    press: 'federation:connections.edit',
    shows: '[role="dialog"] form',
  },
  {
    name: 'federation-saml-replace',
    windowOnly: true,
    async reach(visit) {
      await setUpSamlOn(visit);
      await open(visit, SAML_ON);
      await visit.press('federation:connections.replace');
      await visit.waitForVisible('[role="dialog"] form');
    },
  },
  {
    name: 'federation-required',
    async reach(visit) {
      await setUpRequired(visit);
      await open(visit, REQUIRED);
      await visit.waitForVisible('#required button');
    },
  },
  {
    name: 'federation-diagnosis',
    windowOnly: true,
    async reach(visit) {
      const { userName } = await refusedUser(visit);
      await visit.as('subadmin');
      await visit.open(`/Users/List?user=${encodeURIComponent(userName)}`);
      await visit.waitForVisible('aside section li strong');
    },
  },
  {
    name: 'federation-linked',
    async reach(visit) {
      const { userName } = await linkedUser(visit);
      await visit.as(userName);
      await visit.open('/SecurityDetails');
      await visit.waitForVisible('#identities button');
    },
  },
  {
    name: 'federation-discovered',
    async reach(visit) {
      await setUp(visit);
      await visit.open('/Login');
      await visit.fill({ userName: 'nobody@harbour.example' });
      await visit.page.keyboard.press('Tab');
      await visit.waitForVisible(`::-p-xpath(//button[normalize-space()=${JSON.stringify(visit.translate('sso:continue'))}])`);
    },
  },
];
