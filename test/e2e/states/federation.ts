/** The log-in with an organisation's own identity provider: nothing yet, domains in their states, a provider with attempts. */
import { addConnection, proveDomain } from '../../support/sso.ts';
import type { State, Visit } from './visit.ts';

const SET_UP = 'Harbour Mutual';
const NEW = 'Kaveri Finance';

async function open(visit: Visit, organisation: string, userName = 'sysadmin'): Promise<void> {
  const { id } = await visit.site.database.row<{ id: string }>(
    `SELECT organisation_id AS id FROM organisations WHERE name = $1`,
    [organisation],
  );
  await visit.as(userName);
  await visit.open(`/Organisations/Login/${id}`);
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
        }),
      ],
    );
  });

async function openSetUp(visit: Visit): Promise<void> {
  await setUp(visit);
  await open(visit, SET_UP, 'subadmin');
  await visit.waitForVisible('#attempts table');
}

export const federationStates: readonly State[] = [
  { name: 'federation', reach: (visit) => open(visit, NEW) },
  {
    name: 'federation-add-domain',
    windowOnly: true,
    async reach(visit) {
      await open(visit, NEW);
      await visit.press('federation:domains.add');
      await visit.waitForVisible('[role="dialog"] form');
    },
  },
  {
    name: 'federation-new',
    windowOnly: true,
    async reach(visit) {
      await open(visit, NEW);
      await visit.press('federation:connections.add');
      await visit.waitForVisible('[role="dialog"] form');
    },
  },
  { name: 'federation-set-up', reach: openSetUp },
  {
    name: 'federation-settings',
    windowOnly: true,
    async reach(visit) {
      await openSetUp(visit);
      await visit.press('federation:connections.edit');
      await visit.waitForVisible('[role="dialog"] form');
    },
  },
];
