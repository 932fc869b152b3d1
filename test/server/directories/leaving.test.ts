/** A user who leaves the directory is logged out of everything at once, and administrators see why. */
import { randomUUID } from 'node:crypto';
import { register, refresh, signIn } from '../../support/oidc.ts';
import { connectDirectory, expecting, type DirectoryProgram } from '../../support/scim/directory.ts';
import { DEMO_PASSWORD, logInAs } from '../../support/logInAs.ts';
import { createClient } from '../../support/client.ts';
import { rememberBrowser } from '../../support/credentials.ts';
import { useServer } from '../../support/useServer.ts';

const site = useServer();
let directory: DirectoryProgram;
beforeAll(async () => {
  directory = await connectDirectory(site);
});

async function join() {
  const userName = `lea.${randomUUID()}@leaving.example`;
  const sent = { userName, name: { givenName: 'Lea', familyName: 'Leaving' }, emails: [{ value: userName, type: 'work' }] };
  const { id } = await expecting(201, directory.send('POST', '/Users', sent));
  const { login } = await site.database.row<{ login: string }>(
    `UPDATE users SET password_hash = (SELECT password_hash FROM users WHERE user_name = 'ordinary') WHERE user_id = $1
     RETURNING user_name AS login`,
    [id],
  );
  return { id, login };
}

const patch = (id: string, value: boolean) =>
  directory.send('PATCH', `/Users/${id}`, { Operations: [{ op: 'replace', path: 'active', value }] });

/** The sessions, keys and links by which the user could get access. */
const roadsOf = (id: string) =>
  site.database.row(
    `SELECT (SELECT count(*)::int FROM sessions WHERE user_id = $1) AS sessions,
            (SELECT count(*)::int FROM api_keys WHERE user_id = $1) AS keys,
            (SELECT count(*)::int FROM links WHERE user_id = $1 AND used_at IS NULL) AS links,
            (SELECT count(*)::int FROM grants WHERE user_id = $1) AS grants,
            (SELECT count(*)::int FROM remembered_browsers WHERE user_id = $1) AS browsers,
            (SELECT count(*)::int FROM oidc_grants WHERE user_id = $1) AS applications,
            (SELECT count(*)::int FROM oidc_logouts WHERE user_id = $1) AS logouts`,
    [id],
  );
const everyRoad = { sessions: 1, keys: 1, links: 1, grants: 1, browsers: 1, applications: 1, logouts: 0 };
const noRoad = { sessions: 0, keys: 0, links: 0, grants: 0, browsers: 0, applications: 0, logouts: 1 };

describe.each([
  ['is deactivated', 'Scim.DisableUser', (id: string) => patch(id, false)],
  ['is put as inactive', 'Scim.DisableUser', putAsInactive],
  ['is deleted', 'Scim.DeleteUser', (id: string) => directory.send('DELETE', `/Users/${id}`)],
] as const)('A user who %s by the directory', (_how, action, leave) => {
  test('loses sessions, keys, links, grants, browsers and applications in one transaction, or nothing', async () => {
    // Nobody listens there: the logout stays in the queue.
    const wiki = await register(site, { backchannelLogoutUri: 'http://127.0.0.1:1/logout' });
    const { id, login } = await join();
    const browser = await logInAs(site, login);
    const tokens = await signIn(browser, wiki);
    await browser.ok('ApiKey.Create', { name: 'nightly' });
    await createClient(site).ok('Login.ForgotPassword', { body: { userNameOrEmail: login } });
    await site.database.query(
      `INSERT INTO grants (token_hash, purpose, user_id, created_at, expires_at)
       VALUES (sha256($1::text::bytea), 'stepUp', $2, now(), now() + interval '5 minutes')`,
      [randomUUID(), id],
    );
    await rememberBrowser(site, id);
    expect(await roadsOf(id)).toEqual(everyRoad);

    await site.database.query(`CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'a fault'; END $$`);
    await site.database.query(
      `CREATE TRIGGER fault BEFORE INSERT ON audit_events FOR EACH ROW WHEN (NEW.action = '${action}') EXECUTE FUNCTION fail()`,
    );
    expect((await leave(id)).status).toBe(500);
    await site.database.query(`DROP FUNCTION fail CASCADE`);
    expect(await roadsOf(id)).toEqual(everyRoad);
    await browser.ok('Users.Self');

    expect((await leave(id)).status).toBeLessThan(300);
    expect(await roadsOf(id)).toEqual(noRoad);
    expect((await browser.call('Users.Self')).status).toBe(401);
    expect((await refresh(site, wiki, tokens.refresh_token)).error).toBe('invalid_grant');
  });
});

async function putAsInactive(id: string) {
  const { body } = await directory.send('GET', `/Users/${id}`);
  return directory.send('PUT', `/Users/${id}`, { ...body, active: false });
}

test('The diagnosis and the activity name the directory; nobody can enable the user here', async () => {
  const subadmin = await logInAs(site, 'subadmin');
  const { id, login } = await join();
  const causes = async () => (await subadmin.ok('Users.Diagnosis', { userName: login })).causes;
  expect(await causes()).toEqual([]);
  await subadmin.ok('Users.Enable', { userName: login, enabled: false });
  expect(await causes()).toMatchObject([{ code: 'Disabled', organisation: null, remedy: 'enable' }]);
  await patch(id, false);
  expect(await causes()).toEqual([
    {
      code: 'DisabledByDirectory',
      since: expect.any(String) as string,
      until: null,
      organisation: 'Harbour Mutual',
      keepsOut: true,
      provider: null,
      remedy: null,
    },
  ]);
  const refused = await createClient(site).call('Login.Login', { body: { userName: login, password: DEMO_PASSWORD } });
  expect(refused.body).toEqual({ outcome: 'Rejected', reason: 'Disabled' });
  const { events } = await subadmin.ok('Users.AuditReport', { target: login, limit: 10 });
  expect(events).toContainEqual(
    expect.objectContaining({ action: 'Scim.DisableUser', actor: 'SCIM: Directory', target: login, outcome: 'success' }),
  );
});
