/** Known mistakes of other services, one test each, with the issue that reported it. */
import { randomUUID } from 'node:crypto';
import { plainRequest } from '../../support/plainRequest.ts';
import { connectDirectory, expecting, filterOf, type DirectoryProgram, type Resource } from '../../support/scim/directory.ts';
import { useServer } from '../../support/useServer.ts';
import { userOf } from '../../support/userFacts.ts';

const site = useServer();
let directory: DirectoryProgram;
beforeAll(async () => {
  directory = await connectDirectory(site);
});

const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
let made = 0;
const person = (more: object = {}) => {
  made += 1;
  const userName = `mia.${made}@mistakes.example`;
  return {
    userName,
    externalId: randomUUID(),
    name: { givenName: 'Mia', familyName: 'Take' },
    emails: [{ value: userName, type: 'work' }],
    ...more,
  };
};
const join = (more?: object): Promise<Resource> => expecting(201, directory.send('POST', '/Users', person(more)));
const patchUser = (id: string, ...Operations: object[]): Promise<Resource> =>
  expecting(200, directory.send('PATCH', `/Users/${id}`, { Operations }));
const patchGroup = (id: string, ...Operations: object[]) =>
  expecting(204, directory.send('PATCH', `/Groups/${id}`, { Operations }));
const groupOf = async (...ids: string[]): Promise<Resource> =>
  expecting(201, directory.send('POST', '/Groups', { displayName: randomUUID(), members: ids.map((value) => ({ value })) }));
const membersOf = async ({ id }: Resource): Promise<string[]> =>
  (await expecting(200, directory.send('GET', `/Groups/${id}`))).members.map(({ value }) => value).sort();
const isEnabled = async (id: string) => (await userOf(site, id, 'enabled')).enabled;

test.each([false, 'False', 'false'])('active as %p ends the access (tuist#13238)', async (value) => {
  const { id } = await join();
  await patchUser(id, { op: 'replace', path: 'active', value });
  expect(await isEnabled(id)).toBe(false);
});

test('An operation may have a capital (langwatch#6972)', async () => {
  const { id } = await join();
  expect(await patchUser(id, { op: 'Replace', path: 'title', value: 'Head' })).toMatchObject({ title: 'Head' });
});

test('A replacement needs no path (sentry#27199)', async () => {
  const { id } = await join();
  await patchUser(id, { op: 'replace', value: { active: false } });
  expect(await isEnabled(id)).toBe(false);
});

test('A member that a filter names is removed (authentik#24173), and no other (suna#7297)', async () => {
  const [one, two] = [await join(), await join()];
  const group = await groupOf(one.id, two.id);
  await patchGroup(group.id, { op: 'remove', path: `members[value eq "${one.id}"]` });
  expect(await membersOf(group)).toEqual([two.id]);
  await patchGroup(group.id, { op: 'Remove', path: 'members', value: [{ value: randomUUID() }] });
  expect(await membersOf(group)).toEqual([two.id]);
});

test('Patches at the same moment lose no member (fleet#50724, Infisical#6471)', async () => {
  const people = await Promise.all(Array.from({ length: 12 }, () => join()));
  const group = await groupOf();
  await Promise.all(people.map(({ id }) => patchGroup(group.id, { op: 'add', path: 'members', value: [{ value: id }] })));
  expect(await membersOf(group)).toEqual(people.map(({ id }) => id).sort());
});

test('A filter by externalId finds the user, quoted or not (authentik#25987)', async () => {
  const { id, externalId } = await join();
  for (const filter of [`externalId eq "${externalId}"`, `externalId eq ${externalId}`])
    expect(await expecting(200, directory.send('GET', `/Users?${filterOf(filter)}`))).toMatchObject({
      totalResults: 1,
      Resources: [{ id }],
    });
});

test('The case of a user name makes no difference (zitadel#9257), and comes back as sent', async () => {
  const userName = 'Mixed.Case@Mistakes.example';
  const { id } = await join({ userName, emails: [{ value: userName }] });
  const list = await expecting(200, directory.send('GET', `/Users?${filterOf(`userName eq "mixed.case@mistakes.EXAMPLE"`)}`));
  expect(list.Resources).toMatchObject([{ id, userName }]);
  expect((await directory.send('POST', '/Users', person({ userName: userName.toUpperCase() }))).status).toBe(409);
});

test('A user who left is created again without a conflict (better-auth#11111)', async () => {
  const sent = person();
  const { id } = await expecting(201, directory.send('POST', '/Users', sent));
  await patchUser(id, { op: 'replace', path: 'active', value: false });
  expect(await expecting(201, directory.send('POST', '/Users', sent))).toMatchObject({ id, active: true });
  expect((await directory.send('POST', '/Users', sent)).status).toBe(409);
});

test('A password in the request is neither checked nor stored (zitadel#10009)', async () => {
  const { id } = await join({ password: 'a' });
  expect(await userOf(site, id, 'passwordHash')).toEqual({ passwordHash: null });
  const kept = await site.database.row<{ text: string }>(`SELECT attributes::text AS text FROM scim_users WHERE user_id = $1`, [
    id,
  ]);
  expect(kept.text).not.toContain('password');
});

test('totalResults counts all, itemsPerPage those of the page (product-is#7320)', async () => {
  await join();
  await join();
  const list = await expecting(200, directory.send('GET', '/Users?startIndex=2&count=1'));
  expect(list).toMatchObject({ startIndex: 2, itemsPerPage: 1 });
  expect(list.totalResults).toBeGreaterThan(1);
  expect(list.Resources).toHaveLength(1);
  const none = await expecting(200, directory.send('GET', '/Users?count=0'));
  expect(none).toMatchObject({ itemsPerPage: 0, totalResults: list.totalResults });
});

test('Unknown attributes are stored and returned (fleet#44822)', async () => {
  const unknown = { favouriteColour: 'green', 'urn:example:2.0:User': { shoeSize: 43 } };
  const { id } = await join(unknown);
  expect(await expecting(200, directory.send('GET', `/Users/${id}`))).toMatchObject(unknown);
});

test('An address of work is set where there was none (ssoready#249)', async () => {
  const { id, userName } = await join({ emails: undefined });
  const changed = await patchUser(id, { op: 'Add', path: 'emails[type eq "work"].value', value: `new.${userName}` });
  expect(changed.emails).toEqual([{ type: 'work', value: `new.${userName}` }]);
});

test('A manager may be a text, and a path may name its schema (zulip#39773)', async () => {
  const { id } = await join();
  const changed = await patchUser(
    id,
    { op: 'add', path: `${ENTERPRISE}:manager`, value: 'boss-1' },
    { op: 'add', path: 'urn:ietf:params:scim:schemas:core:2.0:User:title', value: 'Clerk' },
  );
  expect(changed).toMatchObject({ title: 'Clerk', [ENTERPRISE]: { manager: { value: 'boss-1' } } });
});

/** Only announces the body: whether a client that is still sending it reads the refusal depends on the buffers of the connection. */
async function announceLong() {
  const { statusCode, headers, body } = await plainRequest(`${site.url}/scim/v2/Users`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${directory.key}`,
      'content-type': 'application/scim+json',
      'content-length': 5_000_000,
    },
  });
  return { status: statusCode, type: headers['content-type'], body: JSON.parse(body) as Resource };
}

test('Every refusal is a SCIM error, and none is plain text', async () => {
  const { id } = await join();
  const refused = [
    [401, directory.send('GET', '/Users', undefined, { authorization: 'Bearer ghs_wrong' })],
    [404, directory.send('GET', '/Nothing')],
    [404, directory.send('GET', `/Users/${randomUUID()}`)],
    [400, directory.send('POST', '/Users', '{')],
    [400, directory.send('POST', '/Users', {})],
    [400, directory.send('GET', `/Users?${filterOf('shoeSize eq 43')}`)],
    [405, directory.send('POST', `/Users/${id}`, {})],
    [409, directory.send('POST', '/Users', { ...person(), externalId: (await join()).externalId })],
    [412, directory.send('PUT', `/Users/${id}`, person(), { 'if-match': 'W/"77"' })],
    [413, announceLong()],
    [415, directory.send('POST', '/Users', 'userName=x', { 'content-type': 'application/x-www-form-urlencoded' })],
    [501, directory.send('POST', '/Bulk', {})],
  ] as const;
  for (const [status, answer] of refused) {
    expect(await answer).toMatchObject({
      status,
      type: expect.stringMatching(/^application\/scim\+json/) as string,
      body: {
        schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
        status: String(status),
        detail: expect.any(String) as string,
      },
    });
  }
});

test('Paging by index returns each user once, whatever changes meanwhile', async () => {
  const people = await Promise.all(Array.from({ length: 6 }, () => join()));
  const seen: string[] = [];
  for (let startIndex = 1; ; startIndex += 2) {
    const list = await expecting(200, directory.send('GET', `/Users?startIndex=${startIndex}&count=2`));
    seen.push(...list.Resources.map(({ id }) => id));
    if (list.Resources.length === 0) break;
    await patchUser(people[0]!.id, { op: 'replace', path: 'title', value: `Step ${startIndex}` });
  }
  expect(new Set(seen).size).toBe(seen.length);
  expect(seen).toEqual(expect.arrayContaining(people.map(({ id }) => id)));
});
