/** What the login page, and other applications, learn before anybody logs in: names, homes, and who is signed in already. */
import { as } from '../support/as.ts';
import { createClient } from '../support/client.ts';
import { useServer } from '../support/useServer.ts';

const site = useServer({
  env: {
    APPLICATIONS: JSON.stringify([
      { name: 'Claims', displayName: 'Claims desk', url: 'https://claims.example.com/start' },
      { name: 'Ledger', url: 'https://ledger.example.com' },
    ]),
  },
});

describe('the login page', () => {
  it('learns the names of the product and its applications, and whether somebody is signed in', async () => {
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
    expect(await (await as(site, 'ordinary')).ok('Login.Page')).toMatchObject({ signedIn: true });
  });

  it('learns where an application begins, by the rights of who asks; an unknown one is no such thing', async () => {
    const [anonymous, administrator] = [createClient(site), await as(site, 'subadmin')];
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

describe('the session check', () => {
  it('names who it is in headers for other applications, in ASCII whatever the name', async () => {
    const client = await as(site, 'sysadmin');
    const { headers } = await client.call('Login.Check');
    expect(headers.get('remote-user')).toBe('sysadmin');
    expect(headers.get('remote-email')).toBe('sysadmin@example.com');
    expect(headers.get('remote-name')).toBe('Ingrid Solberg');
    expect(headers.get('remote-groups')?.split(',').sort()).toEqual(['SubscriberAdministration', 'SystemAdministration']);
    await site.database.query(
      "UPDATE users SET first_name = 'Thảo, 100 %', email = 'ü@bücher.example' WHERE user_name = 'ordinary'",
    );
    const other = await as(site, 'ordinary');
    const check = await other.call('Login.Check');
    expect(decodeURIComponent(check.headers.get('remote-name') ?? '')).toBe("Thảo, 100 % O'Brien");
    expect(decodeURIComponent(check.headers.get('remote-email') ?? '')).toBe('ü@bücher.example');
  });

  it('says where to sign in', async () => {
    const answer = await createClient(site).call('Login.Check');
    expect([answer.status, answer.headers.get('location')]).toEqual([401, '/Login']);
    expect([...answer.headers.keys()].filter((name) => name.startsWith('remote-'))).toEqual([]);
  });
});

test.each(['/.git/config', '/.env', '/.aws/credentials'])('there is nothing at %s', async (path) => {
  expect((await fetch(`${site.url}${path}`)).status).toBe(404);
});
