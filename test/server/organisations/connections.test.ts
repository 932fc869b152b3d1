/** What the list of organisations says of their identity providers and directories. */
import { connectDirectory } from '../../support/connectedDirectory.ts';
import { directorySilentFor } from '../../support/directories.ts';
import { logInAs } from '../../support/logInAs.ts';
import { organisationIdOf, requireProvider } from '../../support/organisations.ts';
import { addConnection } from '../../support/sso.ts';
import { useServer } from '../../support/useServer.ts';

const site = useServer();
const HARBOUR = 'Harbour Mutual';

async function stateOf(organisation = HARBOUR) {
  const id = await organisationIdOf(site, organisation);
  const found = await (await logInAs(site, 'sysadmin')).ok('Organisations.Connections');
  return found.find(({ publicId }) => publicId === id);
}

const outcome = (connectionId: string, purpose: string, result: string, age: string) =>
  site.database.query(
    `INSERT INTO sso_outcomes (connection_id, at, purpose, outcome, problem, detail)
     VALUES ($1, now() - $4::interval, $2, $3, CASE $3 WHEN 'refused' THEN 'clock' END, '{"claims":{}}')`,
    [connectionId, purpose, result, age],
  );

test('An administrator of one organisation learns of it alone', async () => {
  const subadmin = await logInAs(site, 'subadmin');
  const { organisation } = await subadmin.ok('Users.Self');
  expect((await subadmin.ok('Organisations.Connections')).map(({ publicId }) => publicId)).toEqual([organisation.publicId]);
  expect(await (await logInAs(site, 'ordinary')).call('Organisations.Connections')).toMatchObject({ status: 403 });
});

test('From nothing to a provider that is required, tested, and refuses', async () => {
  expect(await stateOf()).toMatchObject({ logIn: 'none', testedAt: null, refusedLogIns: 0 });
  const connection = await addConnection(site, { issuer: 'https://login.harbour.example' }, HARBOUR);
  expect(await stateOf()).toMatchObject({ logIn: 'off', testedAt: null });
  await outcome(connection.connectionId, 'test', 'refused', '2 minutes');
  expect(await stateOf()).toMatchObject({ testedAt: null, refusedLogIns: 0 });
  await outcome(connection.connectionId, 'test', 'tested', '1 minute');
  expect((await stateOf())?.testedAt).not.toBeNull();
  await connection.enable(true);
  for (const age of ['5 minutes', '50 minutes', '2 hours']) await outcome(connection.connectionId, 'login', 'refused', age);
  expect(await stateOf()).toMatchObject({ logIn: 'optional', refusedLogIns: 2 });
  await requireProvider(site, HARBOUR);
  expect(await stateOf()).toMatchObject({ logIn: 'required' });
  expect(await stateOf('Kaveri Finance')).toMatchObject({ logIn: 'none' });
});

test('A directory that sends requests, and is silent', async () => {
  expect(await stateOf()).toMatchObject({ directory: 'notConnected', lastRequestAt: null, refusedRequests: 0 });
  const { organisationId } = await connectDirectory(site, HARBOUR);
  expect(await stateOf()).toMatchObject({ directory: 'working', refusedRequests: 1 });
  await directorySilentFor(site, organisationId, '4 days');
  expect(await stateOf()).toMatchObject({ directory: 'silent', refusedRequests: 0 });
});
