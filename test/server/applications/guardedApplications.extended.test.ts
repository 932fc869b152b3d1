/** Applications that a proxy guards: it asks Login/Check who may use them, with the ID in its configuration. */
import { randomUUID } from 'node:crypto';
import type { ApplicationSettings } from '../../../api/contract/applications.ts';
import { mustChangePassword } from '../../support/changeUser.ts';
import { createClient, type Client } from '../../support/client.ts';
import { DEMO_PASSWORD, logInAs } from '../../support/logInAs.ts';
import { follow, guarded, pkce, register, requestOf } from '../../support/oidc.ts';
import { unusedMember } from '../../support/unusedMember.ts';
import { useServer } from '../../support/useServer.ts';

const site = useServer({ env: { LIMIT_LOGINS_PER_ADDRESS: '10000' } });

let count = 0;

async function guard(changed: Partial<ApplicationSettings> = {}) {
  count += 1;
  const sysadmin = await logInAs(site, 'sysadmin');
  const name = `ledger ${String(count)}`;
  const { application, secret } = await sysadmin.ok('Applications.Register', { body: guarded(name, changed) });
  expect(secret).toBeNull();
  return application;
}

/** Asks like the proxy, with the headers that the browser sent to it. */
async function check(client: Client, application: string | undefined, headers: Record<string, string> = {}) {
  const query = application === undefined ? '' : `?${new URLSearchParams({ application }).toString()}`;
  const answer = await client.raw(`/api/Login/Check${query}`, { bare: true, headers });
  const remote = [...answer.headers.keys()].filter((header) => header.startsWith('remote-'));
  return { status: answer.status, location: answer.headers.get('location'), user: answer.headers.get('remote-user'), remote };
}

const closed = (location: string, status = 403) => ({ status, location, user: null, remote: [] });
const noAccess = ({ applicationName }: { applicationName: string }) =>
  closed(`/NoAccess?${new URLSearchParams({ application: applicationName }).toString()}`);
const entered = (user: string) => ({ status: 200, location: null, user });

describe('Access to a guarded application', () => {
  test('is for users of its organisations who have one of its roles; others are led to “No access”', async () => {
    const [ordinary, support, second] = [
      await logInAs(site, 'ordinary'),
      await logInAs(site, 'support_user'),
      await logInAs(site, 'second_sub'),
    ];
    const { organisation } = await second.ok('Users.Self');
    const [forSupport, forSecond, forNobody, forAll] = [
      await guard({ roles: ['Support'] }),
      await guard({ organisationPublicIds: [organisation.publicId] }),
      await guard({ roles: [] }),
      await guard(),
    ];
    expect(await check(support, forSupport.applicationId)).toMatchObject(entered('support_user'));
    expect(await check(second, forSecond.applicationId)).toMatchObject(entered('second_sub'));
    for (const application of [forSupport, forSecond, forNobody])
      expect(await check(ordinary, application.applicationId)).toEqual(noAccess(application));
    expect(await check(ordinary, forAll.applicationId)).toMatchObject(entered('ordinary'));
    const own = (await ordinary.ok('Applications.Own')).map(({ applicationId }) => applicationId);
    expect(own).toContain(forAll.applicationId);
    expect(own).not.toContain(forSupport.applicationId);
  });

  test('is for nobody before the login is complete, nor with a password that an administrator chose', async () => {
    const { applicationId } = await guard();
    expect(await check(createClient(site), applicationId)).toEqual(closed('/Login', 401));
    const pending = createClient(site);
    await pending.ok('Login.Login', { body: { userName: 'mfa_user', password: DEMO_PASSWORD } });
    expect(await check(pending, applicationId)).toEqual(closed('/LoginMfa/false', 401));
    const { userName } = await unusedMember(site);
    const browser = await logInAs(site, userName);
    await mustChangePassword(site, userName);
    for (const named of [applicationId, undefined]) expect(await check(browser, named)).toEqual(closed('/SecurityDetails'));
  });

  test('is for an impersonating administrator only if the application is registered for it, and never read-only', async () => {
    const [strict, open] = [await guard(), await guard({ impersonation: true })];
    const acting = await logInAs(site, 'subadmin');
    await acting.ok('Users.Impersonate', { userName: 'ordinary' });
    expect(await check(acting, strict.applicationId)).toEqual(noAccess(strict));
    expect(await check(acting, open.applicationId)).toMatchObject({
      ...entered('ordinary'),
      remote: expect.arrayContaining(['remote-impersonator']) as string[],
    });
    const looking = await logInAs(site, 'subadmin');
    await looking.ok('Users.Impersonate', { userName: 'ordinary', access: 'read' });
    expect(await check(looking, open.applicationId)).toEqual(noAccess(open));
  });

  test('ends at the moment at which a role is revoked, or the application disabled', async () => {
    const { userName } = await unusedMember(site, { organisation: 'Harbour Mutual' });
    const application = await guard({ roles: ['Member'] });
    const browser = await logInAs(site, userName);
    const sysadmin = await logInAs(site, 'sysadmin');
    expect(await check(browser, application.applicationId)).toMatchObject(entered(userName));
    await sysadmin.ok('Roles.SetUser', { userName, body: { roles: ['Support'] } });
    const again = (await check(browser, application.applicationId)).status;
    expect(again).toBeGreaterThanOrEqual(401);
    await sysadmin.ok('Applications.Enable', { applicationId: application.applicationId, enabled: false });
    expect(await check(await logInAs(site, 'ordinary'), application.applicationId)).toEqual(closed('/NoAccess'));
  });
});

describe('The name of the application', () => {
  test('lets nobody in if it is unknown, misspelt, or signs in by OpenID Connect; without a name the default applies', async () => {
    const browser = await logInAs(site, 'ordinary');
    const wiki = await register(site);
    for (const id of [randomUUID(), wiki.id, 'Wiki', "' OR 1=1", '', '\0'])
      expect(await check(browser, id)).toEqual(closed('/NoAccess'));
    expect(await check(browser, undefined)).toMatchObject(entered('ordinary'));
  });

  test('comes from the address that the proxy requests, and from nothing that the browser sends', async () => {
    const browser = await logInAs(site, 'ordinary');
    const [closedOne, openOne] = [await guard({ roles: ['Support'] }), await guard({ startUrl: 'https://open.example/' })];
    const forged = {
      'x-forwarded-uri': `/api/Login/Check?application=${openOne.applicationId}`,
      'x-original-url': 'https://open.example/',
      'x-application': openOne.applicationId,
      'x-requested-with': 'XMLHttpRequest',
    };
    expect(await check(browser, closedOne.applicationId, forged)).toEqual(noAccess(closedOne));
    const twice = `/api/Login/Check?application=${closedOne.applicationId}&application=${openOne.applicationId}`;
    expect((await browser.raw(twice, { bare: true })).status).toBe(400);
  });

  test('leads a login back to it, but not to one that signs in by OpenID Connect', async () => {
    const { applicationName } = await guard({ startUrl: 'https://ledger.example:8443/' });
    await register(site, { startUrl: 'https://portal.example/' });
    const logIn = async (returnUrl: string) =>
      (
        await createClient(site).ok('Login.Login', {
          body: { userName: 'ordinary', password: DEMO_PASSWORD, returnUrl, applicationName },
        })
      ).redirectUrl;
    expect(await logIn('https://ledger.example:8443/books?year=2026')).toBe('https://ledger.example:8443/books?year=2026');
    for (const foreign of ['https://portal.example/page', 'https://ledger.example/', 'https://evil.example/'])
      expect(await logIn(foreign)).toBe('https://ledger.example:8443/');
  });
});

describe('The audit', () => {
  const events = (name: string) =>
    site.database.query<{ outcome: string; reason: string | null }>(
      `SELECT outcome, details->>'reason' AS reason FROM audit_events WHERE action = 'Applications.SignIn' AND target = $1 ORDER BY at`,
      [name],
    );

  test('records the first request of a login as one sign-in, even among concurrent ones, and a refusal once an hour', async () => {
    const application = await guard({ roles: ['Support'] });
    const { applicationId, applicationName } = application;
    const support = await logInAs(site, 'support_user');
    await Promise.all(Array.from({ length: 8 }, () => check(support, applicationId)));
    expect(await events(applicationName)).toEqual([{ outcome: 'success', reason: null }]);
    const ordinary = await logInAs(site, 'ordinary');
    await Promise.all(Array.from({ length: 8 }, () => check(ordinary, applicationId)));
    expect(await events(applicationName)).toHaveLength(2);
    expect((await events(applicationName))[1]).toEqual({ outcome: 'refused', reason: 'noAccess' });
    await check(await logInAs(site, 'support_user'), applicationId);
    expect(await events(applicationName)).toHaveLength(3);
    const listed = (await (await logInAs(site, 'sysadmin')).ok('Applications.List')).find(
      (one) => one.applicationId === applicationId,
    );
    expect(listed?.signInsPerDay.reduce((sum, { signIns }) => sum + signIns, 0)).toBe(2);
    expect(listed?.lastUsedAt).not.toBeNull();
  });
});

describe('Its registration', () => {
  test('has no credentials, and nothing of OpenID Connect', async () => {
    const { applicationId } = await guard();
    const sysadmin = await logInAs(site, 'sysadmin');
    expect((await sysadmin.call('Applications.NewSecret', { applicationId })).status).toBe(409);
    const invalid: Partial<ApplicationSettings>[] = [
      { redirectUris: ['https://wiki.example/callback'] },
      { postLogoutRedirectUris: ['https://wiki.example/bye'] },
      { backchannelLogoutUri: 'https://wiki.example/logout' },
      { pairwise: true },
      { own: false },
      { kind: 'openid' },
    ];
    for (const changed of invalid)
      expect((await sysadmin.call('Applications.Register', { body: guarded(randomUUID(), changed) })).status).toBe(400);
    expect(
      (
        await sysadmin.call('Applications.Update', {
          applicationId,
          body: { ...guarded('x'), kind: 'openid', redirectUris: ['https://wiki.example/'] },
        })
      ).status,
    ).toBe(409);
    const asClient = { id: applicationId, name: '', secret: '' };
    expect((await follow(sysadmin, requestOf(asClient, pkce()))).answer.status).toBe(400);
  });

  test('shows an administrator which headers it would receive for a user', async () => {
    const { applicationId } = await guard({ roles: ['Support'] });
    const sysadmin = await logInAs(site, 'sysadmin');
    const preview = (userName: string) => sysadmin.ok('Applications.Preview', { applicationId, userName });
    expect(await preview('support_user')).toMatchObject({
      mayEnter: true,
      claims: { 'Remote-User': 'support_user', 'Remote-Groups': 'Support' },
    });
    expect(await preview('ordinary')).toMatchObject({ mayEnter: false });
  });
});
