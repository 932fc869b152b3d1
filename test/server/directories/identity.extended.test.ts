/** Who a user of a directory is: known by `externalId`, never by a name or an address that another user had (RFC 7643, 3.1). */
import { randomUUID } from 'node:crypto';
import { connectDirectory, expecting, filterOf, type DirectoryProgram, type Resource } from '../../support/scim/directory.ts';
import { createClient } from '../../support/client.ts';
import { DEMO_PASSWORD, logInAs } from '../../support/logInAs.ts';
import { useServer } from '../../support/useServer.ts';
import { auditEvents } from '../../support/auditEvents.ts';
import { setRoles } from '../../support/changeUser.ts';
import { countOf } from '../../support/facts.ts';

const site = useServer();
let directory: DirectoryProgram;
beforeAll(async () => {
  directory = await connectDirectory(site);
});

const nameOf = () => `j.${randomUUID()}@identity.example`;
const person = (userName: string, more: object = {}) => ({
  userName,
  name: { givenName: 'Jo', familyName: 'Identity' },
  emails: [{ value: userName, type: 'work', primary: true }],
  active: true,
  ...more,
});
const post = (body: object) => directory.send('POST', '/Users', body);
const join = (userName: string, more: object = {}): Promise<Resource> => expecting(201, post(person(userName, more)));
const remove = (id: string) => expecting(204, directory.send('DELETE', `/Users/${id}`));
const patch = (id: string, ...Operations: object[]) => directory.send('PATCH', `/Users/${id}`, { Operations });
const deactivate = (id: string) => expecting(200, patch(id, { op: 'replace', path: 'active', value: false }));

/** Gives the account everything by which one logs in, and a role by hand. */
async function furnish(id: string): Promise<string> {
  const { login } = await site.database.row<{ login: string }>(
    `UPDATE users SET password_hash = (SELECT password_hash FROM users WHERE user_name = 'ordinary'), mfa_secret = 'secret', mfa_enrolled_at = now(), roles = '{Support}'
      WHERE user_id = $1 RETURNING user_name AS login`,
    [id],
  );
  await site.database.query(
    `WITH p AS (INSERT INTO passkeys (passkey_id, user_id, credential_id, public_key, sign_count, backup_eligible, backed_up, transports, name, device, created_at)
                VALUES (gen_random_uuid(), $1, gen_random_uuid()::text, '\\x00', 0, false, false, '{}', 'Key', '', now())),
          c AS (INSERT INTO recovery_codes (user_id, code_hash, created_at) VALUES ($1, '\\x01', now())),
          k AS (INSERT INTO api_keys (key_id, user_id, name, prefix, secret_hash, created_at) VALUES (gen_random_uuid(), $1, 'nightly', left(gen_random_uuid()::text, 8), '\\x02', now())),
          b AS (INSERT INTO remembered_browsers (token_hash, user_id, created_at, expires_at) VALUES (sha256(gen_random_uuid()::text::bytea), $1, now(), now() + interval '9 days')),
          n AS (INSERT INTO connections (connection_id, organisation_id, kind, vendor, name, created_at) VALUES (gen_random_uuid(), $2, 'openid', 'other', gen_random_uuid(), now()) RETURNING connection_id)
     INSERT INTO identities (identity_id, connection_id, issuer, subject, user_id, created_at) SELECT gen_random_uuid(), connection_id, 'https://idp.example', $1::text, $1, now() FROM n`,
    [id, directory.organisationId],
  );
  return login;
}
const opensAccount = (id: string) =>
  site.database.row(
    `SELECT password_hash IS NOT NULL AS password, mfa_secret IS NOT NULL AS authenticator, has_passkey AS passkey, roles,
            (SELECT count(*)::int FROM passkeys WHERE user_id = $1) AS passkeys,
            (SELECT count(*)::int FROM recovery_codes WHERE user_id = $1 AND used_at IS NULL) AS codes,
            (SELECT count(*)::int FROM api_keys WHERE user_id = $1) AS keys,
            (SELECT count(*)::int FROM remembered_browsers WHERE user_id = $1) AS browsers,
            (SELECT count(*)::int FROM identities WHERE user_id = $1) AS identities
       FROM users WHERE user_id = $1`,
    [id],
  );
const NOTHING = {
  password: false, authenticator: false, passkey: false, roles: [], passkeys: 0, codes: 0, keys: 0, browsers: 0, identities: 0,
}; // prettier-ignore
const accountOf = (id: string) =>
  site.database.row<{ email: string; user_name: string; enabled: boolean }>(
    `SELECT email, user_name, enabled FROM users WHERE user_id = $1`,
    [id],
  );

describe('RFC 7643 3.1: an id is never given to another user', () => {
  test.each([
    ['the same user name and address', (name: string) => person(name, { externalId: randomUUID() })],
    ['the name in capitals', (name: string) => person(name.toUpperCase(), { externalId: randomUUID() })],
    ['no externalId', (name: string) => person(name)],
    ['the address only', (name: string) => person(nameOf(), { externalId: randomUUID(), emails: [{ value: name }] })],
    ['the user name only', (name: string) => person(name, { externalId: randomUUID(), emails: [{ value: nameOf() }] })],
    ['an externalId that differs by case', (name: string) => person(name, { externalId: 'JOHN' })],
  ])('who comes after a deleted user with %s is new', async (_what, next) => {
    const name = nameOf();
    await site.database.query(`UPDATE users SET external_id = NULL WHERE external_id IN ('john', 'JOHN')`);
    const john = await join(name, { externalId: 'john' });
    const login = await furnish(john.id);
    await remove(john.id);
    const jane = await expecting(201, post(next(name)));
    expect(jane.id).not.toBe(john.id);
    expect(await opensAccount(jane.id)).toEqual(NOTHING);
    expect(await accountOf(john.id)).toMatchObject({ user_name: login, enabled: false });
    // The former user's history names both values.
    const events = await auditEvents(site, { targetUserId: john.id, action: /^Scim\./ }, 'action');
    expect(events.map(({ action }) => action)).toEqual([
      'Scim.CreateUser',
      'Scim.SetRoles',
      'Scim.DeleteUser',
      'Scim.UpdateUser',
    ]);
  });

  test('a new user without externalId does not become one who has one, and the reverse', async () => {
    const name = nameOf();
    const without = await join(name);
    await remove(without.id);
    const withId = await join(name, { externalId: randomUUID() });
    expect(withId.id).not.toBe(without.id);
  });

  test('who is renamed to a name and an address that a deleted user had gets them, and nothing else', async () => {
    const name = nameOf();
    const john = await join(name, { externalId: randomUUID() });
    await remove(john.id);
    const jane = await join(nameOf(), { externalId: randomUUID() });
    const renamed = await expecting(
      200,
      patch(
        jane.id,
        { op: 'replace', path: 'userName', value: name },
        { op: 'replace', path: 'emails[type eq "work"].value', value: name },
      ),
    );
    expect(renamed).toMatchObject({ id: jane.id, userName: name });
    expect((await accountOf(jane.id)).email).toBe(name);
  });

  test.each(['PUT', 'PATCH'] as const)('a user who is disabled does not become another one by %s: mutability', async (method) => {
    const name = nameOf();
    const externalId = randomUUID();
    const john = await join(name, { externalId });
    await deactivate(john.id);
    const other = randomUUID();
    const refused = await (method === 'PUT'
      ? directory.send('PUT', `/Users/${john.id}`, person(name, { externalId: other }))
      : patch(john.id, { op: 'replace', value: { externalId: other, active: true } }));
    expect(refused).toMatchObject({ status: 400, body: { scimType: 'mutability' } });
    expect(await expecting(200, directory.send('GET', `/Users/${john.id}`))).toMatchObject({ externalId, active: false });
  });

  test('a user who is enabled may get another externalId, as when the mapping of it is mended', async () => {
    const john = await join(nameOf(), { externalId: randomUUID() });
    const externalId = randomUUID();
    expect(await expecting(200, patch(john.id, { op: 'replace', path: 'externalId', value: externalId }))).toMatchObject({
      id: john.id,
      externalId,
    });
  });

  test('a name that a user who is there has is refused, whatever the externalId (RFC 7644 3.3: uniqueness)', async () => {
    const name = nameOf();
    const john = await join(name, { externalId: randomUUID() });
    for (const more of [{}, { externalId: randomUUID() }])
      expect(await post(person(name, more))).toMatchObject({ status: 409, body: { scimType: 'uniqueness' } });
    await deactivate(john.id);
    for (const more of [{}, { externalId: randomUUID() }])
      expect(await post(person(name, more))).toMatchObject({ status: 409, body: { scimType: 'uniqueness' } });
  });
});

describe('A user who really comes back', () => {
  const ways = [
    ['deleted', (id: string) => remove(id)],
    ['disabled', (id: string) => deactivate(id)],
  ] as const;
  const sents = [
    ['the same externalId', () => ({ externalId: randomUUID() })],
    ['the same user name, without an externalId', () => ({})],
  ] as const;
  const cases = ways.flatMap(([way, leave]) => sents.map(([by, more]) => [way, by, leave, more] as const));

  test.each(cases)('%s and known by %s, has the same id and no credential or role of before', async (_way, by, leave, more) => {
    const known = more();
    const name = nameOf();
    const { id } = await join(name, known);
    const group = await expecting(
      201,
      directory.send('POST', '/Groups', { displayName: randomUUID(), members: [{ value: id }] }),
    );
    const subadmin = await logInAs(site, 'subadmin');
    const organisationPublicId = directory.organisationId;
    await subadmin.ok('Provisioning.MapGroup', { organisationPublicId, groupId: group.id, body: { roles: ['Member'] } });
    const login = await furnish(id);
    await setRoles(site, id, ['Member', 'Support']);
    await leave(id);
    const again = by.startsWith('the same externalId') ? person(nameOf(), known) : person(name);
    expect(await expecting(201, post(again))).toMatchObject({ id, active: true, userName: again.userName });
    expect(await opensAccount(id)).toEqual(NOTHING);
    expect(await countOf(site, 'scim_members', id)).toBe(0);
    const refused = await createClient(site).call('Login.Login', { body: { userName: login, password: DEMO_PASSWORD } });
    expect(refused.body?.outcome).not.toBe('SignedIn');
    // A second factor that was there has to be set anew, and a link to a new password is mailed.
    expect(
      await site.database.row(
        `SELECT mfa_required_override AS mfa, (SELECT count(*)::int FROM mails WHERE recipient = email AND template = 'setPassword') AS mails
           FROM users WHERE user_id = $1`,
        [id],
      ),
    ).toEqual({ mfa: true, mails: 1 });
    await subadmin.ok('Provisioning.MapGroup', { organisationPublicId, groupId: group.id, body: { roles: [] } });
  });

  test('has nothing left from the moment of the deletion, by whatever way the account is enabled again', async () => {
    const { id } = await join(nameOf(), { externalId: randomUUID() });
    await furnish(id);
    await remove(id);
    expect(await opensAccount(id)).toEqual(NOTHING);
  });

  test('by `active` alone keeps password and roles: that was a pause, of the same resource', async () => {
    const { id } = await join(nameOf(), { externalId: randomUUID() });
    await furnish(id);
    await deactivate(id);
    await expecting(200, patch(id, { op: 'replace', path: 'active', value: true }));
    expect(await opensAccount(id)).toMatchObject({ password: true, authenticator: true, roles: ['Support'] });
  });

  test('under a name that another user has now is a conflict', async () => {
    const name = nameOf();
    const externalId = randomUUID();
    const john = await join(name, { externalId });
    await remove(john.id);
    await join(name, { externalId: randomUUID() });
    expect(await post(person(name, { externalId }))).toMatchObject({ status: 409, body: { scimType: 'uniqueness' } });
    expect(await expecting(201, post(person(nameOf(), { externalId })))).toMatchObject({ id: john.id });
  });
});

test('After the management has ended, deleted users have given up name and address to whoever comes', async () => {
  const northgate = await connectDirectory(site, 'Northgate Portfolio');
  const sysadmin = await logInAs(site, 'sysadmin');
  const name = nameOf();
  const john = await expecting(201, northgate.send('POST', '/Users', person(name)));
  await expecting(204, northgate.send('DELETE', `/Users/${john.id}`));
  await sysadmin.ok('Provisioning.Release', { organisationPublicId: northgate.organisationId });
  const jane = await expecting(201, northgate.send('POST', '/Users', person(name)));
  expect(jane.id).not.toBe(john.id);
  const list = await expecting(200, northgate.send('GET', `/Users?${filterOf(`userName eq "${name}"`)}`));
  expect(list.Resources).toMatchObject([{ id: jane.id }]);
});
