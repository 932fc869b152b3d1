/** Identity providers that administrators add to an organisation: their names and their number. */
import { logInAs } from '../../support/logInAs.ts';
import type { Client } from '../../support/client.ts';
import { useServer } from '../../support/useServer.ts';

const site = useServer();
let subadmin: Client;
let organisationPublicId: string;

beforeAll(async () => {
  subadmin = await logInAs(site, 'subadmin');
  organisationPublicId = (await subadmin.ok('Users.Self')).organisation.publicId;
});

const add = (name: string) => subadmin.call('Connections.Create', { organisationPublicId, body: { name, vendor: 'other' } });
const taken = { status: 409, problem: { code: 'ConnectionNameTaken', fields: { name: expect.any(String) as string } } };

test('A name is taken once in an organisation, in any case, and in another one it is free', async () => {
  expect((await add('Harbour directory')).status).toBe(201);
  expect(await add('HARBOUR directory')).toMatchObject(taken);
  const { body: second } = await add('Second directory');
  const { connectionId = '' } = second ?? {};
  const rename = (name: string) => subadmin.call('Connections.Update', { organisationPublicId, connectionId, body: { name } });
  expect(await rename('harbour DIRECTORY')).toMatchObject(taken);
  expect((await rename('second directory')).status).toBe(200);
  const elsewhere = await logInAs(site, 'second_sub');
  const { organisation } = await elsewhere.ok('Users.Self');
  const params = { organisationPublicId: organisation.publicId };
  const body = { name: 'Harbour directory', vendor: 'other' } as const;
  expect((await elsewhere.call('Connections.Create', { ...params, body })).status).toBe(201);
});

test('An organisation has twenty identity providers at most', async () => {
  const { length } = await subadmin.ok('Connections.List', { organisationPublicId });
  for (let count = length; count < 20; count += 1) expect((await add(`Directory ${String(count)}`)).status).toBe(201);
  expect(await add('One too many')).toMatchObject({ status: 409, problem: { code: 'TooManyConnections' } });
  expect(await subadmin.ok('Connections.List', { organisationPublicId })).toHaveLength(20);
});
