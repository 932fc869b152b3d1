/** Promises made to administrators hold for the keys of their directories: the last administrator stays, and nobody asks without end. */
import { randomUUID } from 'node:crypto';
import { connectDirectory, expecting, type Answer, type DirectoryProgram, type Resource } from '../../support/scim/directory.ts';
import { logInAs } from '../../support/logInAs.ts';
import type { Client } from '../../support/client.ts';
import { endThrottles } from '../../support/throttles.ts';
import { useServer } from '../../support/useServer.ts';
import { auditEvents } from '../../support/auditEvents.ts';
import { proveDomain } from '../../support/sso.ts';

const site = useServer({ env: { LIMIT_TAKEN_ADDRESSES_PER_DAY: '4' } });
let harbour: DirectoryProgram;
let northgate: DirectoryProgram;
let sysadmin: Client;
beforeAll(async () => {
  harbour = await connectDirectory(site);
  northgate = await connectDirectory(site, 'Northgate Portfolio');
  sysadmin = await logInAs(site, 'sysadmin');
});

const person = (more: object = {}) => {
  const userName = `p.${randomUUID()}@promises.example`;
  return {
    userName,
    name: { givenName: 'Pia', familyName: 'Promise' },
    emails: [{ value: userName, type: 'work' }],
    externalId: userName,
    ...more,
  };
};
const join = (directory: DirectoryProgram): Promise<Resource> => expecting(201, directory.send('POST', '/Users', person()));

describe('The last administrator of an organisation who can log in', () => {
  const organisationPublicId = () => northgate.organisationId;
  let last: Resource;
  let group: Resource;
  const roles = ['SubscriberAdministration'];
  const map = (groupId: string, to: string[]) =>
    sysadmin.call('Provisioning.MapGroup', { organisationPublicId: organisationPublicId(), groupId, body: { roles: to } });
  beforeAll(async () => {
    last = await join(northgate);
    group = await expecting(201, northgate.send('POST', '/Groups', { displayName: 'Heads', members: [{ value: last.id }] }));
    expect((await map(group.id, roles)).status).toBe(200);
    // All other administrators of the organisation are disabled.
    await site.database.query(
      `UPDATE users SET enabled = false WHERE organisation_id = $1 AND user_id <> $2 AND roles && '{SubscriberAdministration,SystemAdministration}'`,
      [organisationPublicId(), last.id],
    );
  });
  const stateOf = () =>
    site.database.row<object>(
      `SELECT u.enabled, u.roles, u.title, g.display_name, (SELECT count(*)::int FROM scim_members m WHERE m.group_id = g.group_id) AS members
         FROM users u, scim_groups g WHERE u.user_id = $1 AND g.group_id = $2`,
      [last.id, group.id],
    );
  const patchUser = (...Operations: object[]) => northgate.send('PATCH', `/Users/${last.id}`, { Operations });
  const patchGroup = (...Operations: object[]) => northgate.send('PATCH', `/Groups/${group.id}`, { Operations });
  const ways: readonly (readonly [string, () => Promise<Answer>])[] = [
    ['is deactivated', () => patchUser({ op: 'replace', path: 'active', value: false })],
    ['is deactivated, and gets a title', () => patchUser({ op: 'replace', value: { title: 'Former', active: 'False' } })],
    ['is put as inactive', () => northgate.send('PUT', `/Users/${last.id}`, { ...person(), userName: last.userName, emails: last.emails, externalId: last.externalId, active: false })],
    ['is deleted', () => northgate.send('DELETE', `/Users/${last.id}`)],
    ['is removed from the group by a filter', () => patchGroup({ op: 'remove', path: `members[value eq "${last.id}"]` })],
    ['is removed from the group by a value', () => patchGroup({ op: 'Remove', path: 'members', value: [{ value: last.id }] })],
    ['is removed with all, and the group is renamed', () => patchGroup({ op: 'replace', path: 'displayName', value: 'Tails' }, { op: 'remove', path: 'members' })],
    ['is not among the replaced members', () => patchGroup({ op: 'replace', path: 'members', value: [] })],
    ['is not among the members that are put', () => northgate.send('PUT', `/Groups/${group.id}`, { displayName: 'Tails', members: [] })],
    ['is a member of a group that is deleted', () => northgate.send('DELETE', `/Groups/${group.id}`)],
  ]; // prettier-ignore

  test.each(ways)('stays one when it %s: 403, and nothing of the request is done', async (_what, ask) => {
    const before = await stateOf();
    const answer = await ask();
    expect(answer).toMatchObject({ status: 403, body: { detail: expect.stringContaining('no administrator left') as string } });
    expect(await stateOf()).toEqual(before);
  });

  test('is taken away by a system administrator alone, who administers the organisation still', async () => {
    expect((await map(group.id, [])).status).toBe(200);
    expect((await map(group.id, roles)).status).toBe(200);
  });

  test('may leave as soon as there is another, and two who leave at once leave one', async () => {
    const other = await join(northgate);
    await expecting(204, patchGroup({ op: 'add', path: 'members', value: [{ value: other.id }] }));
    const answers = await Promise.all([last, other].map(({ id }) => northgate.send('DELETE', `/Users/${id}`)));
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 403]);
  });
});

describe('Whether an address is taken in another organisation', () => {
  const ask = (address: string, directory = harbour) =>
    directory.send('POST', '/Users', person({ emails: [{ value: address, type: 'work' }] }));
  const addresses = async (limit: number) =>
    (
      await site.database.query<{ email: string }>(
        `SELECT u.email FROM users u JOIN organisations o USING (organisation_id)
          WHERE o.name NOT IN ('Harbour Mutual', 'Northgate Portfolio') AND u.registered ORDER BY u.user_id LIMIT $1`,
        [limit],
      )
    ).map(({ email }) => email);
  const tomorrow = () => endThrottles(site, 'LIMIT_TAKEN_');
  beforeEach(tomorrow);

  test('is told to a directory four times a day, by whatever request; then no address is answered', async () => {
    const [one, two, three, four, five] = (await addresses(5)) as [string, string, string, string, string];
    const { id, userName } = await join(harbour);
    const change = (method: string, body: object) => harbour.send(method, `/Users/${id}`, body);
    const asked = [
      () => ask(one),
      () => change('PATCH', { Operations: [{ op: 'replace', path: 'emails[type eq "work"].value', value: two }] }),
      () => change('PATCH', { Operations: [{ op: 'replace', value: { emails: [{ value: three, primary: true }] } }] }),
      () => change('PUT', { ...person({ externalId: userName }), userName, emails: [{ value: four }] }),
    ];
    for (const call of asked) expect(await call()).toMatchObject({ status: 409, body: { detail: 'The value is in use.' } });
    for (const address of [five, `free.${randomUUID()}@promises.example`]) {
      const refused = await ask(address);
      expect(refused.status).toBe(429);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(23 * 3600);
    }
    // What asks for no address goes on, and so does another organisation.
    await expecting(200, change('PATCH', { Operations: [{ op: 'replace', path: 'title', value: 'Clerk' }] }));
    expect((await ask(one, northgate)).status).toBe(409);
    const recorded = await auditEvents(
      site,
      { action: 'Scim.Refuse', details: { code: 'EmailTaken' }, organisationId: harbour.organisationId },
      'target',
    );
    expect(recorded.map(({ target }) => target)).toEqual([one, two, three, four]);
  });

  test('is told again for the same address without being counted, as a directory repeats its requests', async () => {
    const [one, two] = (await addresses(2)) as [string, string];
    for (let count = 0; count < 8; count += 1) expect((await ask(one)).status).toBe(409);
    expect((await ask(two)).status).toBe(409);
    expect((await ask(`free.${randomUUID()}@promises.example`)).status).toBe(201);
  });

  test('is told at most four times to twelve requests at once', async () => {
    const statuses = (await Promise.all((await addresses(12)).map((address) => ask(address)))).map(({ status }) => status);
    expect(statuses.filter((status) => status === 409).length).toBeLessThanOrEqual(4);
    expect(new Set(statuses)).toEqual(new Set([409, 429]));
  });

  test('is not told where another organisation has proven the domain: no such address can be taken, in use or not', async () => {
    await proveDomain(site, 'proven.example', 'Northgate Portfolio');
    const there = `in.use@proven.example`;
    await expecting(201, ask(there, northgate));
    for (const address of [
      there,
      'free@proven.example',
      'FREE@Proven.Example',
      'x@proven.example',
      'y@proven.example',
      'z@proven.example',
    ])
      expect(await ask(address)).toMatchObject({ status: 409, body: { detail: 'The value is in use.' } });
    const { id } = await join(harbour);
    expect(
      await harbour.send('PATCH', `/Users/${id}`, {
        Operations: [{ op: 'add', value: { emails: [{ value: 'a@proven.example', primary: true }] } }],
      }),
    ).toMatchObject({ status: 409 });
    expect((await ask('sub@mail.proven.example')).status).toBe(201);
  });
});
