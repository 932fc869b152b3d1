/** The guide for a Node application is run as it is written; the endpoints in the guide for Grafana exist. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { logInAs } from '../../support/logInAs.ts';
import { eventually } from '../../support/eventually.ts';
import { follow, refresh, register, signIn, userinfo } from '../../support/oidc.ts';
import { useServer } from '../../support/useServer.ts';

const site = useServer();
const root = resolve(import.meta.dirname, '../../..');
const guide = readFileSync(join(root, 'docs/applications.md'), 'utf8');

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

test('docs/applications.md: its lines greet a user who logs in, and refuse a code without a request of theirs', async () => {
  const [, code = ''] = /```js\n(.*?)```/s.exec(guide) ?? [];
  const port = await freePort();
  const url = `http://127.0.0.1:${String(port)}`;
  const { id, secret } = await register(site, { redirectUris: [`${url}/callback`] });
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
    cwd: root,
    env: { PATH: process.env.PATH, ISSUER: `${site.url}/oidc`, CLIENT_ID: id, CLIENT_SECRET: secret, PORT: String(port) },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => (output += part.toString()));
  try {
    await eventually('the application', () => output.includes(`open ${url}`));
    const browser = await logInAs(site, 'ordinary');
    const { displayName } = await browser.ok('Login.Check');
    const asked = new URL((await fetch(url, { redirect: 'manual' })).headers.get('location') ?? '');
    const { url: callback } = await follow(browser, asked.pathname + asked.search);
    const forged = callback.replace(/state=[^&]*/, 'state=forged');
    expect(await (await fetch(forged)).text()).toMatch(/^No login/);
    expect(await (await fetch(callback)).text()).toBe(`Hello ${displayName}`);
    expect(await (await fetch(callback)).text()).toMatch(/^No login/);
  } finally {
    child.kill();
  }
});

test('Grafana: its settings name existing addresses, scopes and claims', async () => {
  const [, lines = ''] = /```ini\n(.*?)```/s.exec(guide) ?? [];
  const settings = new Map([...lines.matchAll(/^(\w+) = (.*)$/gm)].map(([, name = '', value = '']) => [name, value]));
  const found = (await (await fetch(`${site.url}/oidc/.well-known/openid-configuration`)).json()) as Record<string, string>;
  for (const [setting, endpoint] of [
    ['auth_url', 'authorization_endpoint'],
    ['token_url', 'token_endpoint'],
    ['api_url', 'userinfo_endpoint'],
    ['signout_redirect_url', 'end_session_endpoint'],
  ] as const)
    expect(settings.get(setting)?.replace('https://id.example.com', site.url)).toBe(found[endpoint]);

  const grafana = await register(site, { scopes: ['openid', 'profile', 'email', 'roles', 'offline_access'] });
  const tokens = await signIn(await logInAs(site, 'support_user'), grafana, { scope: settings.get('scopes') });
  const claims = await userinfo(site, tokens.access_token);
  expect(claims[settings.get('login_attribute_path') ?? '']).toBe('support_user');
  const [, claim = '', role] = /^contains\((\w+)\[\*\], '(\w+)'\)/.exec(settings.get('role_attribute_path') ?? '') ?? [];
  expect(claims[claim]).toContain(role);
  expect(await refresh(site, grafana, tokens.refresh_token)).toMatchObject({ status: 200 });
});
