/** The whole life of a user and of a group, with the requests of Entra and Okta. */
import { randomUUID } from 'node:crypto';
import { connectDirectory, type DirectoryProgram, type Resource } from '../../support/scim/directory.ts';
import { asEntra } from '../../support/scim/entra.ts';
import { asOkta } from '../../support/scim/okta.ts';
import { logInAs, DEMO_PASSWORD } from '../../support/logInAs.ts';
import { createClient } from '../../support/client.ts';
import { useServer } from '../../support/useServer.ts';
import { givePassword } from '../../support/changeUser.ts';
import { countOf } from '../../support/facts.ts';
import { queuedMails } from '../../support/queuedMails.ts';
import { userOf } from '../../support/userFacts.ts';

const site = useServer();
let directory: DirectoryProgram;
beforeAll(async () => {
  directory = await connectDirectory(site);
});

const accountOf = (userId: string) =>
  site.database.row<{
    user_name: string;
    email: string;
    first_name: string;
    last_name: string;
    enabled: boolean;
    roles: string[];
  }>(`SELECT user_name, email, first_name, last_name, enabled, roles FROM users WHERE user_id = $1`, [userId]);

/** Logs in with a password that "Forgotten password" would have given them. */
async function logIn(userId: string) {
  await givePassword(site, userId);
  return logInAs(site, (await accountOf(userId)).user_name);
}

const mailsTo = async (address: string) => queuedMails(site, { recipient: address });

describe.each(['dialect', 'standard'] as const)('Entra, in its %s', (mode) => {
  const upn = `ann.lee.${mode}@contoso.example`;

  test('a user joins, moves, leaves and comes back under the same id', async () => {
    const entra = asEntra(directory, mode);
    expect(await entra.findUser(upn)).toBeUndefined();
    const objectId = randomUUID();
    const made = await entra.createUser({
      upn,
      objectId,
      givenName: 'Ann',
      surname: 'Lee',
      department: 'Claims',
      jobTitle: 'Clerk',
    });
    expect(made).toMatchObject({ userName: upn, externalId: objectId, active: true, title: 'Clerk' });
    const joined = await accountOf(made.id);
    expect(joined).toMatchObject({ email: upn, first_name: 'Ann', last_name: 'Lee', enabled: true, roles: [] });
    expect(joined.user_name).toMatch(/^ann_lee_(dialect|standard)$/);
    expect(await mailsTo(upn)).toEqual([]);

    const married = { givenName: 'Ann', surname: 'Okafor', upn: `ann.okafor.${mode}@contoso.example` };
    await entra.rename(made.id, married);
    await entra.setEnterprise(made.id, { department: 'Finance', manager: objectId });
    expect(await entra.findByExternalId(objectId)).toMatchObject({
      id: made.id,
      userName: married.upn,
      name: { givenName: 'Ann', familyName: 'Okafor' },
      'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User': { department: 'Finance', manager: { value: objectId } },
    });
    expect(await accountOf(made.id)).toMatchObject({ email: married.upn, last_name: 'Okafor', user_name: joined.user_name });

    const session = await logIn(made.id);
    await session.ok('ApiKey.Create', { name: 'nightly' });
    await entra.setActive(made.id, false);
    expect((await session.call('Users.Self')).status).toBe(401);
    expect(await countOf(site, 'api_keys', made.id)).toBe(0);
    const refused = await createClient(site).call('Login.Login', {
      body: { userName: joined.user_name, password: DEMO_PASSWORD },
    });
    expect(refused.body?.outcome).not.toBe('SignedIn');
    expect(await entra.findUser(married.upn)).toMatchObject({ id: made.id, active: false });

    await entra.setActive(made.id, true);
    await logInAs(site, joined.user_name);
    await entra.deleteUser(made.id);
    expect(await entra.findUser(married.upn)).toBeUndefined();
    expect(await accountOf(made.id)).toMatchObject({ enabled: false });
    const again = await entra.createUser({ upn: married.upn, objectId, givenName: 'Ann', surname: 'Okafor' });
    expect(again).toMatchObject({ id: made.id, active: true });
    await logIn(made.id);
  });

  test('a group is found by its name, gains and loses members one by one, and is deleted', async () => {
    const entra = asEntra(directory, mode);
    const [one, two] = (await Promise.all(
      [1, 2].map((index) =>
        entra.createUser({
          upn: `g${index}.${mode}@contoso.example`,
          objectId: randomUUID(),
          givenName: 'Gus',
          surname: 'Group',
        }),
      ),
    )) as [Resource, Resource];
    expect(await entra.findGroup(`Clerks ${mode}`)).toBeUndefined();
    const { id } = await entra.createGroup(`Clerks ${mode}`, randomUUID());
    await entra.addMembers(id, [one.id, two.id]);
    await entra.removeMember(id, one.id);
    await entra.renameGroup(id, `Senior clerks ${mode}`);
    const found = await entra.findGroup(`Senior clerks ${mode}`);
    expect(found).toMatchObject({ id });
    expect(found).not.toHaveProperty('members');
    const { body } = await directory.send('GET', `/Groups/${id}`);
    expect(body.members).toMatchObject([{ value: two.id }]);
    await entra.deleteGroup(id);
    expect((await directory.send('GET', `/Groups/${id}`)).status).toBe(404);
  });
});

describe.each(['custom', 'catalogue'] as const)('Okta, by a %s app', (app) => {
  const user = { login: `bob.stone.${app}@okta.example`, id: `00u${app}`, firstName: 'Bob', lastName: 'Stone' };

  test('a user joins with a password that nobody uses, moves, leaves without being deleted, and comes back', async () => {
    const okta = asOkta(directory, app);
    expect(await okta.findUser(user.login)).toBeUndefined();
    const made = await okta.createUser(user);
    expect(made).not.toHaveProperty('password');
    expect(await userOf(site, made.id, 'passwordHash')).toEqual({ passwordHash: null });
    await okta.updateUser(made.id, { ...user, lastName: 'Rivers' });
    expect(await accountOf(made.id)).toMatchObject({ last_name: 'Rivers' });
    const session = await logIn(made.id);
    await okta.setActive(made.id, user, false);
    expect((await session.call('Users.Self')).status).toBe(401);
    const left = await okta.findUser(user.login);
    expect(left).toMatchObject({ id: made.id, active: false });
    await okta.setActive(made.id, user, true);
    await logIn(made.id);
    expect((await okta.walk()).filter(({ id }) => id === made.id)).toHaveLength(1);
  });

  test('a group is pushed with its members, changed by PATCH and by PUT, and deleted', async () => {
    const okta = asOkta(directory, app);
    const people: string[] = [];
    for (const name of ['one', 'two', 'three']) {
      const { id } = await okta.createUser({
        login: `${name}.${app}@okta.example`,
        id: `${name}${app}`,
        firstName: 'Pat',
        lastName: 'Push',
      });
      people.push(id);
    }
    const [one, two, three] = people as [string, string, string];
    const { id } = await okta.createGroup(`Pushed ${app}`, [one]);
    await okta.addMembers(id, [two, three]);
    await okta.removeMember(id, one);
    await okta.renameGroup(id, `Pushed again ${app}`);
    const { body } = await directory.send('GET', `/Groups/${id}`);
    expect(body).toMatchObject({ displayName: `Pushed again ${app}` });
    expect(body.members.map(({ value }) => value).sort()).toEqual([two, three].sort());
    expect((await okta.putGroup(id, `Pushed again ${app}`, [one])).members).toMatchObject([{ value: one }]);
    await okta.deleteGroup(id);
  });
});
