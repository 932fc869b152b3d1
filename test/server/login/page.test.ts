/** Data for the login page, home URLs of applications, and the session check of forward authentication. */
import { logInAs } from '../../support/logInAs.ts';
import { createClient } from '../../support/client.ts';
import { useServer } from '../../support/useServer.ts';

const site = useServer({
  env: {
    APPLICATIONS: JSON.stringify([
      { name: 'Claims', displayName: 'Claims desk', url: 'https://claims.example.com/start' },
      { name: 'Ledger', url: 'https://ledger.example.com' },
    ]),
  },
});

describe('The login page', () => {
  it('gets the names of the product and its applications, and whether a user is logged in', async () => {
    const anonymous = await createClient(site).ok('Login.Page');
    expect(anonymous).toEqual({
      applicationName: 'Gatehouse',
      displayName: 'Gatehouse',
      applications: [
        { applicationName: 'Gatehouse', displayName: 'Gatehouse' },
        { applicationName: 'Claims', displayName: 'Claims desk' },
        { applicationName: 'Ledger', displayName: 'Ledger' },
      ],
      returnUrl: null,
      signedIn: false,
    });
    expect(await (await logInAs(site, 'ordinary')).ok('Login.Page')).toMatchObject({ signedIn: true });
  });

  it.each([
    ['https://claims.example.com/cases/7?page=2', 'Claims', 'Claims desk'],
    ['https://ledger.example.com', 'Ledger', 'Ledger'],
    ['/SecurityDetails#keys', 'Gatehouse', 'Gatehouse'],
    ['https://elsewhere.example.com/', 'Gatehouse', 'Gatehouse'],
    ['https://claims.example.com.evil.example/', 'Gatehouse', 'Gatehouse'],
  ])('with the return URL %s it is that of %s', async (returnUrl, applicationName, displayName) => {
    expect(await createClient(site).ok('Login.Page', { returnUrl })).toMatchObject({ applicationName, displayName });
  });

  it('gets the home URL of an application, by the rights of the caller, and 404 for an unknown one', async () => {
    const [anonymous, administrator] = [createClient(site), await logInAs(site, 'subadmin')];
    expect(await anonymous.ok('Login.ApplicationHome', { applicationName: 'Gatehouse' })).toMatchObject({
      url: '/SecurityDetails',
    });
    expect(await administrator.ok('Login.ApplicationHome', { applicationName: 'Gatehouse LS' })).toEqual({
      applicationName: 'Gatehouse',
      displayName: 'Gatehouse',
      url: '/Users/List',
    });
    expect(await anonymous.ok('Login.ApplicationHome', { applicationName: 'Claims' })).toEqual({
      applicationName: 'Claims',
      displayName: 'Claims desk',
      url: 'https://claims.example.com/start',
    });
    for (const applicationName of ['claims', 'Nowhere', '__proto__'])
      expect((await anonymous.call('Login.ApplicationHome', { applicationName })).status).toBe(404);
  });
});

describe('The session check', () => {
  it('identifies the user in headers for other applications, percent-encoded to ASCII', async () => {
    const client = await logInAs(site, 'sysadmin');
    const { headers } = await client.call('Login.Check');
    expect(headers.get('remote-user')).toBe('sysadmin');
    expect(headers.get('remote-email')).toBe('sysadmin@example.com');
    expect(headers.get('remote-name')).toBe('Ingrid Solberg');
    expect(headers.get('remote-groups')?.split(',').sort()).toEqual(['SubscriberAdministration', 'SystemAdministration']);
    await site.database.query(
      "UPDATE users SET first_name = 'Thảo, 100 %', email = 'ü@bücher.example' WHERE user_name = 'ordinary'",
    );
    const nonAscii = await logInAs(site, 'ordinary');
    const check = await nonAscii.call('Login.Check');
    expect(decodeURIComponent(check.headers.get('remote-name') ?? '')).toBe("Thảo, 100 % O'Brien");
    expect(decodeURIComponent(check.headers.get('remote-email') ?? '')).toBe('ü@bücher.example');
  });

  it('without a session returns 401 with the login page, and no user', async () => {
    const answer = await createClient(site).call('Login.Check');
    expect([answer.status, answer.headers.get('location')]).toEqual([401, '/Login']);
    expect([...answer.headers.keys()].filter((name) => name.startsWith('remote-'))).toEqual([]);
  });
});

test.each(['/.git/config', '/.env', '/.aws/credentials'])('the path %s returns 404', async (path) => {
  expect((await fetch(`${site.url}${path}`)).status).toBe(404);
});
