/** An organisation's connections: the steps from nothing, the status, each part of it; and the login with the provider. */
import { logInAs } from '../../support/logInAs.ts';
import { enrol, logInWithCode } from '../../support/mfa.ts';
import { authorityKey, metadataOf } from '../../support/samlAuthority.ts';
import { newSamlKey } from '../../support/samlKey.ts';
import { addConnection, linkedMember, newMember, proveDomain } from '../../support/sso.ts';
import type { State, Visit } from './visit.ts';
import { refusedLogin, usedLinks } from '../../support/identities.ts';
import { organisationIdOf } from '../../support/organisations.ts';

const SET_UP = 'Harbour Mutual';
const NEW = 'Kaveri Finance';
const UNTRIED = 'Northgate Portfolio';
const SAML_ON = 'Aldersgate Trust';
/** An organisation whose only way to log in is its provider. */
const REQUIRED = 'Saint-Étienne Mutuelle';

const MAIN = 'main .form-page-section';

async function open(visit: Visit, organisation: string, userName = 'sysadmin', query = ''): Promise<void> {
  const id = await organisationIdOf(visit.site, organisation);
  await visit.as(userName);
  await visit.open(`/Organisations/Connections/${id}${query}`);
  await visit.waitForVisible(`${MAIN} :is(button, a, table)`);
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
      await refusedLogin(visit.site, connection.connectionId, problem);
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

async function openSetUp(visit: Visit, part?: string): Promise<void> {
  await setUp(visit);
  await open(visit, SET_UP, 'subadmin', part === undefined ? '' : `?part=${part}`);
}

/** A provider that is off, has everything, and was not tried yet. */
const untried = (visit: Visit) =>
  visit.fixtures.once(`an untried provider at ${visit.site.url}`, async () =>
    addConnection(visit.site, { name: 'Pier account', vendor: 'keycloak', issuer: 'https://login.pier.example' }, UNTRIED),
  );

async function openUntried(visit: Visit, part: string): Promise<void> {
  const { connectionId } = await untried(visit);
  await open(visit, UNTRIED, 'sysadmin', `?connection=${connectionId}&part=${part}`);
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

async function openSaml(visit: Visit, part: string): Promise<void> {
  await setUp(visit);
  const connectionId = await setUpSaml(visit);
  await open(visit, SET_UP, 'subadmin', `?connection=${connectionId}&part=${part}`);
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
    await usedLinks(site, userId);
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

export const connectionsStates: readonly State[] = [
  { name: 'connections', reach: (visit) => open(visit, NEW) },
  { name: 'connections-new', reach: (visit) => open(visit, NEW, 'sysadmin', '?part=connect') },
  {
    name: 'connections-failed',
    as: 'subadmin',
    fails: '/api/Connections',
    at: '/Organisations/Connections/00000000-0000-4000-8000-000000000000',
    shows: 'main .form-page > div button',
  },
  { name: 'connections-connect', reach: (visit) => openUntried(visit, 'connect') },
  { name: 'connections-untested', reach: (visit) => openUntried(visit, 'test') },
  { name: 'connections-enforce', reach: (visit) => openUntried(visit, 'enforce') },
  { name: 'connections-set-up', reach: (visit) => openSetUp(visit) },
  { name: 'connections-domains', reach: (visit) => openSetUp(visit, 'domain') },
  { name: 'connections-test', reach: (visit) => openSetUp(visit, 'test') },
  { name: 'connections-logins', reach: (visit) => openSetUp(visit, 'logins') },
  { name: 'connections-change', reach: (visit) => openSetUp(visit, 'connect') },
  {
    name: 'connections-settings',
    windowOnly: true,
    reach: (visit) => openUntried(visit, 'connect'),
    press: 'federation:connections.edit',
    shows: '[role="dialog"] form',
  },
  { name: 'connections-saml', reach: (visit) => openSaml(visit, 'connect') },
  { name: 'connections-saml-refused', reach: (visit) => openSaml(visit, 'test') },
  {
    name: 'connections-saml-replace',
    windowOnly: true,
    async reach(visit) {
      await setUpSamlOn(visit);
      await open(visit, SAML_ON, 'sysadmin', '?part=connect');
      await visit.press('federation:connections.replace');
      await visit.waitForVisible('[role="dialog"] form');
    },
  },
  {
    name: 'connections-required',
    async reach(visit) {
      await setUpRequired(visit);
      await open(visit, REQUIRED, 'sysadmin', '?part=enforce');
      await visit.waitForVisible(`${MAIN} .box button`);
    },
  },
  {
    name: 'connections-diagnosis',
    windowOnly: true,
    async reach(visit) {
      const { userName } = await refusedUser(visit);
      await visit.as('subadmin');
      await visit.open(`/Users/List?user=${encodeURIComponent(userName)}`);
      await visit.waitForVisible('aside section li strong');
    },
  },
  {
    name: 'connections-linked',
    async reach(visit) {
      const { userName } = await linkedUser(visit);
      await visit.as(userName);
      await visit.open('/SecurityDetails');
      await visit.waitForVisible('#identities button');
    },
  },
  {
    name: 'connections-discovered',
    async reach(visit) {
      await setUp(visit);
      await visit.open('/Login');
      await visit.fill({ userName: 'nobody@harbour.example' });
      await visit.page.keyboard.press('Tab');
      await visit.waitForVisible(`::-p-xpath(//button[normalize-space()=${JSON.stringify(visit.translate('sso:continue'))}])`);
    },
  },
];
