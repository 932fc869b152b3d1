/** The reach of a directory: its own organisation, no administrators, and roles by its map alone. */
import { randomUUID } from 'node:crypto';
import { openDatabase } from '../../../server/db/database.ts';
import { announceKeyEnds } from '../../../server/directories/keys/announce.ts';
import { setRoles } from '../../support/changeUser.ts';
import { connectDirectory, expecting, filterOf, type DirectoryProgram, type Resource } from '../../support/scim/directory.ts';
import { logInAs } from '../../support/logInAs.ts';
import type { Client } from '../../support/client.ts';
import { openTestPool } from '../../support/openTestPool.ts';
import { queuedMails } from '../../support/queuedMails.ts';
import { useServer } from '../../support/useServer.ts';
import { userOf } from '../../support/userFacts.ts';

const site = useServer();
let harbour: DirectoryProgram;
let northgate: DirectoryProgram;
let subadmin: Client;
beforeAll(async () => {
  harbour = await connectDirectory(site);
  northgate = await connectDirectory(site, 'Northgate Portfolio');
  subadmin = await logInAs(site, 'subadmin');
});

let made = 0;
const person = (more: object = {}) => {
  made += 1;
  const userName = `rhea.${made}@reach.example`;
  return { userName, name: { givenName: 'Rhea', familyName: 'Reach' }, emails: [{ value: userName, type: 'work' }], ...more };
};
const join = (directory = harbour, more?: object): Promise<Resource> =>
  expecting(201, directory.send('POST', '/Users', person(more)));
const rolesOf = async (id: string) => (await userOf(site, id, 'roles')).roles;
const deactivate = { Operations: [{ op: 'replace', path: 'active', value: false }] };
const groupOf = (name: string, ids: readonly string[]): Promise<Resource> =>
  expecting(201, harbour.send('POST', '/Groups', { displayName: name, members: ids.map((value) => ({ value })) }));
const map = (groupId: string, roles: string[]) =>
  subadmin.ok('Provisioning.MapGroup', { organisationPublicId: harbour.organisationId, groupId, body: { roles } });

test('No request reaches another organisation’s users and groups', async () => {
  const { id, userName } = await join(northgate);
  const group = await expecting(201, northgate.send('POST', '/Groups', { displayName: 'Theirs', members: [{ value: id }] }));
  for (const [method, path, body] of [
    ['GET', `/Users/${id}`],
    ['PUT', `/Users/${id}`, person()],
    ['PATCH', `/Users/${id}`, deactivate],
    ['DELETE', `/Users/${id}`],
    ['GET', `/Groups/${group.id}`],
    ['PUT', `/Groups/${group.id}`, { displayName: 'Ours', members: [] }],
    ['PATCH', `/Groups/${group.id}`, { Operations: [{ op: 'remove', path: 'members' }] }],
    ['DELETE', `/Groups/${group.id}`],
  ] as const)
    expect(await harbour.send(method, path, body)).toMatchObject({ status: 404 });
  for (const filter of [`userName eq "${userName}"`, `id eq "${id}"`, `emails.value co "rhea"`])
    expect((await expecting(200, harbour.send('GET', `/Users?${filterOf(filter)}`))).Resources).not.toContainEqual(
      expect.objectContaining({ id }),
    );
  expect((await harbour.send('POST', '/Groups', { displayName: 'Mixed', members: [{ value: id }] })).status).toBe(400);
  expect((await northgate.send('GET', `/Users/${id}`)).body).toMatchObject({ active: true });
  expect((await northgate.send('GET', `/Groups/${group.id}`)).body.members).toHaveLength(1);
});

test('An address of another organisation is reported as in use, and nothing more', async () => {
  const { emails } = await join(northgate);
  const { status, body } = await harbour.send('POST', '/Users', person({ emails }));
  expect(status).toBe(409);
  expect(body).toEqual({
    schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
    scimType: 'uniqueness',
    detail: 'The value is in use.',
    status: '409',
  });
});

test('An administrator with a role of their own can’t be disabled, with the reason; the refusal is in the audit', async () => {
  const { id } = await join();
  await setRoles(site, id, ['SubscriberAdministration']);
  for (const [method, body] of [
    ['PATCH', deactivate],
    ['PATCH', { Operations: [{ op: 'replace', path: 'emails[type eq "work"].value', value: 'mine@reach.example' }] }],
    ['PUT', person()],
    ['DELETE', undefined],
  ] as const) {
    const answer = await harbour.send(method, `/Users/${id}`, body);
    expect(answer).toMatchObject({
      status: 403,
      body: { status: '403', detail: expect.stringContaining('administrator') as string },
    });
  }
  // The role counts for a day after it was revoked: otherwise revoking it would be the first step of an attack.
  await setRoles(site, id, []);
  expect((await harbour.send('PATCH', `/Users/${id}`, deactivate)).status).toBe(403);
  const [event] = await site.database.query(`SELECT actor, outcome FROM audit_events WHERE action = 'Scim.Refuse' LIMIT 1`);
  expect(event).toEqual({ actor: 'SCIM: Directory', outcome: 'refused' });
});

test('Groups grant what the map says, and revoke only what they have granted', async () => {
  const [mapped, keeping] = [await join(), await join()];
  await setRoles(site, keeping.id, ['Support']);
  const group = await groupOf('Clerks', [mapped.id, keeping.id]);
  expect(await rolesOf(mapped.id)).toEqual([]);
  const ids = { organisationPublicId: harbour.organisationId, groupId: group.id };
  expect(await subadmin.ok('Provisioning.MapPreview', { ...ids, roles: ['Member', 'Support'] })).toMatchObject({
    gaining: 2,
    losing: 0,
  });
  expect(await rolesOf(mapped.id)).toEqual([]);
  await map(group.id, ['Member', 'Support']);
  expect(await rolesOf(mapped.id)).toEqual(['Member', 'Support']);
  await expecting(204, harbour.send('PATCH', `/Groups/${group.id}`, { Operations: [{ op: 'remove', path: 'members' }] }));
  expect(await rolesOf(mapped.id)).toEqual([]);
  expect(await rolesOf(keeping.id)).toEqual(['Support']);
  expect(
    await site.database.query(
      `SELECT actor, details - 'apiKey' AS details FROM audit_events WHERE target_user_id = $1 AND action ~ 'SetRoles|MapGroup' ORDER BY seq`,
      [mapped.id],
    ),
  ).toEqual([
    { actor: 'subadmin', details: { given: ['Member', 'Support'], taken: [] } },
    { actor: 'SCIM: Directory', details: { given: [], taken: ['Member', 'Support'] } },
  ]);
});

test('The directory can disable an administrator whose role a group has granted', async () => {
  const { id } = await join();
  const group = await groupOf('Heads', [id]);
  await map(group.id, ['SubscriberAdministration']);
  expect(await rolesOf(id)).toEqual(['SubscriberAdministration']);
  const remove = { Operations: [{ op: 'remove', path: `members[value eq "${id}"]` }] };
  await expecting(204, harbour.send('PATCH', `/Groups/${group.id}`, remove));
  expect(await rolesOf(id)).toEqual([]);
  await expecting(200, harbour.send('PATCH', `/Users/${id}`, deactivate));
});

test('No map grants administration of the system', async () => {
  const group = await groupOf('Kings', []);
  const ids = { organisationPublicId: harbour.organisationId, groupId: group.id };
  const sysadmin = await logInAs(site, 'sysadmin');
  expect(await sysadmin.call('Provisioning.MapGroup', { ...ids, body: { roles: ['SystemAdministration'] } })).toMatchObject({
    status: 400,
  });
});

test('Existing users are adopted on the request of an administrator, and found by the address', async () => {
  const [member] = await site.database.query<{ user_id: string; email: string }>(
    `SELECT user_id, email FROM users u JOIN organisations o USING (organisation_id)
      WHERE o.name = 'Harbour Mutual' AND u.roles = '{Member}' AND u.enabled AND u.registered AND u.user_name <> 'ordinary' LIMIT 1`,
  );
  const { user_id: id, email } = member!;
  const refused = await harbour.send('POST', '/Users', person({ userName: email, emails: [{ value: email }] }));
  expect(refused).toMatchObject({ status: 409, body: { detail: expect.stringContaining('Adopt') as string } });
  const organisationPublicId = harbour.organisationId;
  const preview = await subadmin.ok('Provisioning.AdoptPreview', { organisationPublicId, knownBy: 'email' });
  expect(preview.people).toContainEqual(expect.objectContaining({ userName: 'subadmin', block: 'administrator' }));
  const { adopted } = await subadmin.ok('Provisioning.Adopt', { organisationPublicId, body: { knownBy: 'email' } });
  expect(adopted).toBe(preview.adopted);
  const list = await expecting(200, harbour.send('GET', `/Users?${filterOf(`userName eq "${email}"`)}`));
  expect(list.Resources).toMatchObject([{ id, userName: email, active: true }]);
  await expecting(200, harbour.send('PATCH', `/Users/${id}`, deactivate));
  expect(await subadmin.ok('Provisioning.Release', { organisationPublicId })).toEqual({ released: expect.any(Number) as number });
  expect((await expecting(200, harbour.send('GET', '/Users'))).totalResults).toBe(0);
});

test('Administrators see the directory’s requests, without personal data except the names known here', async () => {
  const { id } = await join();
  await harbour.send('PATCH', `/Users/${id}`, { Operations: [{ op: 'replace', path: 'active', value: 'perhaps' }] });
  await harbour.send('GET', `/Users?${filterOf('userName eq "secret@reach.example"')}`);
  const requests = await subadmin.ok('Provisioning.Requests', { organisationPublicId: harbour.organisationId });
  expect(requests.slice(0, 3)).toMatchObject([
    { method: 'GET', path: '/Users', status: 200, outcome: 'found', people: 0 },
    { method: 'PATCH', path: `/Users/${id}`, status: 400, outcome: 'refused', problem: 'value' },
    { method: 'POST', path: '/Users', status: 201, outcome: 'created', user: { displayName: 'Rhea Reach' } },
  ]);
  expect(JSON.stringify(requests)).not.toContain('secret@');
});

test('A revoked key opens nothing, nor does an API key, nor a cookie', async () => {
  const { key } = await subadmin.ok('ApiKey.Create', { name: randomUUID() });
  expect((await harbour.send('GET', '/Users', undefined, { authorization: `Bearer ${key}` })).status).toBe(401);
  const organisationPublicId = northgate.organisationId;
  const sysadmin = await logInAs(site, 'sysadmin');
  const [first] = await sysadmin.ok('Provisioning.Keys', { organisationPublicId });
  await sysadmin.ok('Provisioning.RevokeKey', { organisationPublicId, keyId: first!.keyId });
  expect((await northgate.send('GET', '/Users')).status).toBe(401);
});

test('Two keys are valid at once, and no third', async () => {
  const organisationPublicId = northgate.organisationId;
  await site.database.query(`DELETE FROM scim_keys WHERE organisation_id = $1`, [organisationPublicId]);
  const sysadmin = await logInAs(site, 'sysadmin');
  const key = (name: string, days = 30) =>
    sysadmin.call('Provisioning.NewKey', {
      organisationPublicId,
      body: { name, expiresAt: new Date(Date.now() + days * 86_400_000).toISOString() },
    });
  expect(await key('Too long', 400)).toMatchObject({ status: 400 });
  expect((await Promise.all([key('One'), key('Two'), key('Three')])).map(({ status }) => status).sort()).toEqual([201, 201, 409]);
});

test('The end of a key is announced at 30, 7 and 1 days, once each', async () => {
  // A sent mail has no data any more, so no other key must be announced here.
  await site.database.query(`UPDATE scim_keys SET expires_at = now() + interval '365 days'`);
  const mails = async () => (await queuedMails(site, { template: 'directoryKeyEnds' })).length;
  await site.database.query(
    `INSERT INTO scim_keys (key_id, organisation_id, name, prefix, secret_hash, created_at, expires_at)
     VALUES (gen_random_uuid(), $1, 'Ending', 'ending', '\\x00', now() - interval '300 days', now() + interval '29 days')`,
    [harbour.organisationId],
  );
  const db = openDatabase(openTestPool(site.database.url, 1));
  try {
    const now = Date.now();
    const inDays = (days: number) => announceKeyEnds(db, new Date(now + days * 86_400_000));
    await inDays(0);
    const first = await mails();
    expect(first).toBeGreaterThan(0);
    await inDays(1);
    expect(await mails()).toBe(first);
    await inDays(22.5);
    expect(await mails()).toBe(2 * first);
    await inDays(28.5);
    expect(await mails()).toBe(3 * first);
  } finally {
    await db.destroy();
  }
});
