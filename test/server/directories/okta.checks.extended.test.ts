/**
 * Okta's checks of a service before it lists it (developer.okta.com, "Test your SCIM API": the suites SPEC and CRUD), by the notes
 * of its checks. The service is asked with the headers of Okta's own client.
 */
import { randomUUID } from 'node:crypto';
import { connectDirectory, expecting, filterOf, type Answer, type DirectoryProgram } from '../../support/scim/directory.ts';
import { useServer } from '../../support/useServer.ts';

const OKTA = {
  'accept-charset': 'utf-8',
  'content-type': 'application/scim+json; charset=utf-8',
  accept: 'application/scim+json',
  'user-agent': 'OKTA SCIM Integration',
};
const USER = 'urn:ietf:params:scim:schemas:core:2.0:User';
const GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group';
const LIST = 'urn:ietf:params:scim:api:messages:2.0:ListResponse';
const PATCH = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';

const site = useServer();
let directory: DirectoryProgram;
beforeAll(async () => {
  directory = await connectDirectory(site);
  for (const user of [randomUser(), randomUser()]) await expecting(201, ask('POST', '/Users', user));
});

const ask = (method: string, path: string, body?: object, headers = {}): Promise<Answer> =>
  directory.send(method, path, body, { ...OKTA, ...headers });
const find = (userName: string) => ask('GET', `/Users?${filterOf(`userName eq "${userName}"`)}&startIndex=1&count=100`);

function randomUser() {
  const [givenName, familyName] = ['Runscope', `H${randomUUID().replaceAll(/[\d-]/g, '')}`];
  const userName = `${givenName}.${randomUUID()}@Checks.example`;
  return {
    schemas: [USER],
    userName,
    name: { givenName, familyName },
    emails: [{ primary: true, value: userName, type: 'work' }],
    displayName: `${givenName} ${familyName}`,
    active: true,
  };
}
async function join() {
  const user = randomUser();
  return { ...user, id: (await expecting(201, ask('POST', '/Users', user))).id };
}

const full = {
  schemas: expect.arrayContaining([USER]) as string[],
  id: expect.stringMatching(/./) as string,
  userName: expect.stringMatching(/./) as string,
  name: { givenName: expect.stringMatching(/./) as string, familyName: expect.stringMatching(/./) as string },
  emails: [{ value: expect.stringMatching(/@/) as string }],
  active: true,
};
const numbers = {
  itemsPerPage: expect.any(Number) as number,
  startIndex: expect.any(Number) as number,
  totalResults: expect.any(Number) as number,
};
const refusal = (status: number) => ({
  status,
  type: 'application/scim+json; charset=utf-8',
  body: {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
    detail: expect.stringMatching(/./) as string,
    status: String(status),
  },
});

test('Test Users endpoint; Get Users by id', async () => {
  const list = await ask('GET', '/Users?count=1&startIndex=1');
  expect(list).toMatchObject({ status: 200, body: { schemas: [LIST], ...numbers, itemsPerPage: 1, Resources: [full] } });
  const [first] = list.body.Resources;
  expect(await ask('GET', `/Users/${first!.id}`)).toMatchObject({ status: 200, body: { ...full, id: first!.id } });
});

test('Test invalid User by username; make sure random user doesn’t exist', async () => {
  for (const userName of ['abcdefgh@atko.example', randomUser().userName])
    expect(await find(userName)).toMatchObject({
      status: 200,
      body: { schemas: [LIST], totalResults: 0, itemsPerPage: 0, startIndex: 1, Resources: [] },
    });
});

test('Test invalid User by ID; check status 404', async () => {
  for (const id of ['010101001010101011001010101011', '00919288221112222', randomUUID()])
    expect(await ask('GET', `/Users/${id}`)).toMatchObject(refusal(404));
  expect(await ask('GET', `/Groups/${randomUUID()}`)).toMatchObject(refusal(404));
});

test('Create Okta user with realistic values; verify that user was created', async () => {
  const user = randomUser();
  const made = await ask('POST', '/Users', user);
  expect(made).toMatchObject({ status: 201, type: 'application/scim+json; charset=utf-8', body: user });
  const { id, meta } = made.body as (typeof made)['body'] & { readonly meta: { readonly location: string } };
  expect(meta).toMatchObject({ resourceType: 'User', location: `${site.url}/scim/v2/Users/${id}`, version: made.etag });
  expect(made.headers.get('location')).toBe(meta.location);
  expect(await ask('GET', `/Users/${id}`)).toMatchObject({ status: 200, body: { ...user, id } });
});

test('Expect failure when recreating user with same values', async () => {
  const { id, ...user } = await join();
  const again = await ask('POST', '/Users', user);
  expect(again).toMatchObject(refusal(409));
  expect(again.body).toMatchObject({ scimType: 'uniqueness' });
  expect((await find(user.userName)).body).toMatchObject({ totalResults: 1, Resources: [{ id }] });
});

test('Username Case Sensitivity Check', async () => {
  const { id, userName } = await join();
  expect(await find(userName.toUpperCase())).toMatchObject({
    status: 200,
    body: { totalResults: 1, Resources: [{ id, userName }] },
  });
});

test('Verify Groups endpoint: also a new group, its name, its members, and its end', async () => {
  const [one, two] = [await join(), await join()];
  const displayName = `Checks ${randomUUID()}`;
  const made = await ask('POST', '/Groups', {
    schemas: [GROUP],
    displayName,
    members: [{ value: one.id, display: one.userName }],
  });
  expect(made).toMatchObject({
    status: 201,
    body: { schemas: [GROUP], displayName, members: [{ value: one.id, display: one.userName }] },
  });
  const group = `/Groups/${made.body.id}`;
  const list = await ask('GET', '/Groups?startIndex=1&count=100');
  expect(list).toMatchObject({ status: 200, body: { schemas: [LIST], ...numbers } });
  expect(list.body.Resources).toContainEqual(expect.objectContaining({ id: made.body.id, displayName }));
  expect(await ask('GET', `/Groups?${filterOf(`displayName eq "${displayName}"`)}`)).toMatchObject({ body: { totalResults: 1 } });
  expect(await ask('POST', '/Groups', { schemas: [GROUP], displayName, members: [] })).toMatchObject(refusal(409));
  const Operations = [
    { op: 'remove', path: `members[value eq "${one.id}"]` },
    { op: 'add', path: 'members', value: [{ value: two.id, display: two.userName }] },
  ];
  expect(await ask('PATCH', group, { schemas: [PATCH], Operations })).toMatchObject({ status: 204 });
  expect((await ask('GET', group)).body.members).toMatchObject([{ value: two.id }]);
  expect(await ask('DELETE', group)).toMatchObject({ status: 204 });
  expect(await ask('GET', group)).toMatchObject(refusal(404));
});

test.each(['', 'non-token', 'Basic b2t0YTpva3Rh', 'Bearer', 'Bearer non-token'])(
  'Check status 401: %j',
  async (authorization) => {
    expect(await ask('GET', '/Users', undefined, { authorization })).toMatchObject(refusal(401));
  },
);

test('Paging in pages of one returns each user once, and ends beyond the last', async () => {
  const { totalResults } = (await ask('GET', '/Users?count=0')).body;
  const ids = new Set<string>();
  for (let startIndex = 1; startIndex <= totalResults; startIndex += 1)
    for (const { id } of (await ask('GET', `/Users?startIndex=${startIndex}&count=1`)).body.Resources) ids.add(id);
  expect(ids.size).toBe(totalResults);
  expect((await ask('GET', `/Users?startIndex=${totalResults + 1}&count=100`)).body).toMatchObject({
    totalResults,
    itemsPerPage: 0,
    Resources: [],
  });
});

test('CRUD: assigned with a password, read back and put with a new first name, deactivated, reactivated, deactivated', async () => {
  const user = { ...randomUser(), title: 'Engineer', phoneNumbers: [{ value: '415.123.4567' }], locale: 'en-US', groups: [] };
  const { id } = await expecting(201, ask('POST', '/Users', { ...user, password: 'N3verStored!' }));
  const read = (await find(user.userName)).body.Resources[0]!;
  expect(read).toMatchObject({ id, title: 'Engineer', phoneNumbers: [{ value: '415.123.4567' }] });
  expect(read).not.toHaveProperty('password');
  const renamed = { ...read, name: { ...user.name, givenName: 'Rileyupdate' } };
  expect(await ask('PUT', `/Users/${id}`, renamed)).toMatchObject({
    status: 200,
    body: { id, name: renamed.name, title: 'Engineer', phoneNumbers: [{ value: '415.123.4567' }] },
  });
  for (const active of [false, true, false]) {
    const Operations = [{ op: 'replace', value: { active } }];
    expect(await ask('PATCH', `/Users/${id}`, { schemas: [PATCH], Operations })).toMatchObject({
      status: 200,
      body: { id, active },
    });
    expect((await ask('GET', `/Users/${id}`)).body.active).toBe(active);
  }
});

test('The service’s description of itself is true', async () => {
  expect((await ask('GET', '/ServiceProviderConfig')).body).toMatchObject({
    patch: { supported: true },
    filter: { supported: true },
    etag: { supported: true },
    bulk: { supported: false },
    sort: { supported: false },
    changePassword: { supported: false },
    authenticationSchemes: [{ type: 'oauthbearertoken' }],
  });
  for (const path of ['/ResourceTypes', '/Schemas']) {
    const { Resources, totalResults } = (await ask('GET', path)).body;
    expect(Resources).toHaveLength(totalResults);
    for (const { id } of Resources) expect(await ask('GET', `${path}/${id}`)).toMatchObject({ status: 200, body: { id } });
  }
  const { id, userName } = await join();
  const { etag } = await ask('GET', `/Users/${id}`);
  expect((await ask('GET', `/Users/${id}`, undefined, { 'if-none-match': etag! })).status).toBe(304);
  expect((await ask('GET', '/Users?count=100000&sortBy=userName')).status).toBe(200);
  expect((await ask('GET', `/Users/${id}?attributes=userName`)).body).toEqual({ schemas: [USER], id, userName });
});
