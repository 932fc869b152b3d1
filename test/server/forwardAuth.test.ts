/** Forward authentication: what a guarded application learns of its user, and what it never gets. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { as } from '../support/as.ts';
import { useServer } from '../support/useServer.ts';

const site = useServer();
const check = (client: Awaited<ReturnType<typeof as>>) => client.call('Login.Check');

test('an application learns the organisation of its user', async () => {
  const client = await as(site, 'ordinary');
  const { organisation } = await client.ok('Users.Self');
  const { headers } = await check(client);
  expect(headers.get('remote-user')).toBe('ordinary');
  expect(headers.get('remote-organisation')).toBe(organisation.publicId);
  expect(headers.get('remote-impersonator')).toBeNull();
});

test('an application learns of an administrator who acts as its user', async () => {
  const client = await as(site, 'subadmin');
  await client.ok('Users.Impersonate', { userName: 'ordinary' });
  const { headers } = await check(client);
  expect(headers.get('remote-user')).toBe('ordinary');
  expect(headers.get('remote-impersonator')).toBe('subadmin');
});

describe('The example for nginx', () => {
  const example = readFileSync(resolve(__dirname, '../../deploy/nginx.conf'), 'utf8');
  /** The maps, each over the result of the one before, as nginx runs them. */
  const withoutOurs = (cookies: string) =>
    [...example.matchAll(/"~(\^.*\$)" "\$(\w+)\$(\w+)"/g)].reduce((text, [, pattern = '', before = '', after = '']) => {
      const groups = new RegExp(pattern).exec(text)?.groups;
      return groups ? `${groups[before] ?? ''}${groups[after] ?? ''}` : text;
    }, cookies);

  test.each([
    ['__Host-session=secret', ''],
    ['theme=dark; __Host-session=secret; lang=de', 'theme=dark; lang=de'],
    ['__Host-known=a; __Host-browser=b; XSRF-TOKEN=c; theme=dark; __Host-grant=d; __Host-session=secret', 'theme=dark; '],
    ['not__Host-session=mine; theme=dark', 'not__Host-session=mine; theme=dark'],
  ])('lets through of "%s" only "%s"', (sent, arrived) => {
    expect(withoutOurs(sent)).toBe(arrived);
  });

  test('gives the application an origin and these cookies alone', () => {
    const [, own = '', application = ''] = example.split(/^server \{$/m).slice(1);
    expect(own).not.toContain('auth_request');
    expect(application).toContain('listen 8443');
    expect(application).toContain('proxy_set_header Cookie $application_cookies;');
  });
});
