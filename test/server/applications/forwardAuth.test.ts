/** Forward authentication: the headers that a protected application gets, and the cookies that it must not get. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { hiddenCookies } from '../../../server/http/cookies.ts';
import { cookieNames } from '../../../server/oidc/mount.ts';
import { logInAs } from '../../support/logInAs.ts';
import { approve } from '../../support/organisations.ts';
import { useServer } from '../../support/useServer.ts';

const site = useServer();
const check = (client: Awaited<ReturnType<typeof logInAs>>) => client.call('Login.Check');

test('an application gets the user and the organisation', async () => {
  const client = await logInAs(site, 'ordinary');
  const { organisation } = await client.ok('Users.Self');
  const { headers } = await check(client);
  expect(headers.get('remote-user')).toBe('ordinary');
  expect(headers.get('remote-organisation')).toBe(organisation.publicId);
  expect(headers.get('remote-impersonator')).toBeNull();
});

test('an application gets the impersonating administrator', async () => {
  const client = await logInAs(site, 'subadmin');
  await client.ok('Users.Impersonate', { userName: 'ordinary' });
  const { headers } = await check(client);
  expect(headers.get('remote-user')).toBe('ordinary');
  expect(headers.get('remote-impersonator')).toBe('subadmin');
});

test('an application does not learn of a read-only impersonation', async () => {
  const client = await logInAs(site, 'subadmin');
  await client.ok('Users.Impersonate', { userName: 'ordinary', access: 'read' });
  const { status, headers } = await check(client);
  expect(status).toBe(200);
  expect([...headers.keys()].filter((name) => name.startsWith('remote-'))).toEqual([]);
});

test('a session does not count while the user’s organisation is not approved, for whatever reason', async () => {
  const client = await logInAs(site, 'second_sub');
  const { organisation } = await client.ok('Users.Self');
  await approve(site, organisation.publicId, false);
  const { status, headers } = await check(client);
  await approve(site, organisation.publicId);
  expect([status, headers.get('location'), headers.get('remote-user')]).toEqual([401, '/Login', null]);
});

describe('The example for nginx', () => {
  const example = readFileSync(resolve(__dirname, '../../../deploy/nginx.conf'), 'utf8');
  /** Applies the `map` blocks in the order in which nginx does. */
  const forwardedCookies = (cookies: string) =>
    [...example.matchAll(/"~(\^.*\$)" "\$(\w+)\$(\w+)"/g)].reduce((text, [, pattern = '', before = '', after = '']) => {
      const groups = new RegExp(pattern).exec(text)?.groups;
      return groups ? `${groups[before] ?? ''}${groups[after] ?? ''}` : text;
    }, cookies);

  test.each([
    ['__Host-session=secret', ''],
    ['theme=dark; __Host-session=secret; lang=de', 'theme=dark; lang=de'],
    ['__Host-known=a; __Host-browser=b; XSRF-TOKEN=c; theme=dark; __Host-grant=d; __Host-session=secret', 'theme=dark; '],
    ['not__Host-session=mine; theme=dark', 'not__Host-session=mine; theme=dark'],
  ])('forwards of the cookies "%s" only "%s"', (sent, arrived) => {
    expect(forwardedCookies(sent)).toBe(arrived);
  });

  test.each(['session', ...hiddenCookies])('ends the cookie %s', (name) => {
    expect(forwardedCookies(`first=1; __Host-${name}=secret; last=2`)).toBe('first=1; last=2');
  });

  test('ends the cookies of the OpenID provider', () => {
    const [one = '', ...others] = Object.values(cookieNames('https://id.example.com')).flatMap((name) => [name, `${name}.sig`]);
    const sent = ['first=1', ...others.map((name) => `${name}=secret`), 'between=2', `${one}=secret`, 'last=3'];
    expect(forwardedCookies(sent.join('; '))).toBe('first=1; between=2; last=3');
    expect(forwardedCookies(`${one}=secret`)).toBe('');
  });

  test('gives the application its own origin, and only these cookies', () => {
    const [, gatehouseServer = '', application = ''] = example.split(/^server \{$/m).slice(1);
    expect(gatehouseServer).not.toContain('auth_request');
    expect(application).toContain('listen 8443');
    expect(application).toContain('proxy_set_header Cookie $application_cookies;');
  });
});
