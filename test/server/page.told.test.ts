/** What the page of the list tells before its scripts ask: what the calls would answer to the same person, and to nobody else anything. */
import pg from 'pg';
import { as, DEMO_PASSWORD } from '../support/as.ts';
import { createClient, type Client } from '../support/client.ts';
import { somebody } from '../support/somebody.ts';
import { useServer } from '../support/useServer.ts';

const site = useServer();

const LIST = '/Users/List';
const firstPage = (filter = 'all') => `/api/Users/Page?filter=${filter}&offset=0&limit=100`;

interface Config {
  readonly told?: { readonly by: string; readonly reads: readonly string[] };
}

const unescaped = (attribute: string) => attribute.replaceAll('&amp;', '&');

async function pageOf(client: Client, path = LIST) {
  const { text, headers } = await client.raw(path);
  const [, config = ''] = /<script type="application\/json" id="page-config">\s*(.*?)\s*<\/script>/s.exec(text) ?? [];
  const blocks = [...text.matchAll(/<script type="application\/json" data-told="([^"]*)" data-at="([^"]*)">(.*?)<\/script>/gs)];
  return {
    text,
    headers,
    config: JSON.parse(config) as Config,
    told: new Map(blocks.map(([, url = '', , json = '']) => [unescaped(url), JSON.parse(json) as unknown])),
  };
}

/** What moves while one looks. */
const settled = (reply: unknown) => {
  const { sessionExpiresAt: _, ...rest } = reply as { readonly sessionExpiresAt?: string };
  return rest;
};

test.each(['sysadmin', 'subadmin'])('%s is told what the calls answer, for nobody else to keep', async (userName) => {
  const client = await as(site, userName);
  // The first of a server may take longer than a page waits.
  await client.raw(LIST);
  const { headers, config, told } = await pageOf(client);
  const urls = ['/api/Users/Self', '/api/Users/Self/UIFontSize', firstPage(), '/api/Users/Counts'];
  expect([...told.keys()]).toEqual(urls);
  expect(config.told?.reads).toEqual(urls);
  for (const [url, reply] of told) {
    const { text } = await client.raw(url);
    expect(settled(reply)).toEqual(settled(JSON.parse(text)));
  }
  expect(told.get('/api/Users/Self')).toMatchObject({ userName });
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('vary')).toContain('cookie');
});

test('the mark of the session is that of its cookie, and not enough to forge with', async () => {
  const client = await as(site, 'subadmin');
  const { config } = await pageOf(client);
  const token = (await client.cookie('XSRF-TOKEN')) ?? '';
  const mark = config.told?.by ?? '';
  expect(mark).not.toBe('');
  expect(token.startsWith(mark)).toBe(true);
  expect(token.length - mark.length).toBeGreaterThanOrEqual(28);
  expect((await pageOf(await as(site, 'subadmin'))).config.told?.by).not.toBe(mark);
});

test('a list that is filtered by its path is told as such; one that is searched, sorted or narrowed is not', async () => {
  const client = await as(site, 'subadmin');
  expect([...(await pageOf(client, '/Users')).told.keys()]).toContain(firstPage());
  const { told } = await pageOf(client, '/Users/List/disabled');
  expect((told.get(firstPage('disabled')) as { total: number }).total).toBe((await client.ok('Users.Counts')).disabled);
  for (const path of ['/Users/List?sort=name', '/Users/List/all/smith', '/Users/List/x', '/Users/Edit/subadmin', '/Login', '/'])
    expect((await pageOf(client, path)).told.size).toBe(0);
});

test('nobody is told anything: a stranger, whose code is outstanding, a member, whose session has ended, a program with a key', async () => {
  const pending = createClient(site);
  await pending.ok('Login.Login', { body: { userName: 'mfa_user', password: DEMO_PASSWORD } });
  const ended = await as(site, 'sysadmin');
  const { userId } = await ended.ok('Users.Self');
  await site.database.query('DELETE FROM sessions WHERE user_id = $1', [userId]);
  const withKey = createClient(site, { headers: { Authorization: 'Bearer none' } });
  for (const client of [createClient(site), pending, await as(site, 'ordinary'), ended, withKey]) {
    const { text, config, told } = await pageOf(client);
    expect(told.size).toBe(0);
    expect(config).not.toHaveProperty('told');
    expect(text).not.toContain('@example.com');
  }
});

test('being refused leaves no trace in the audit: what one may not read is not even asked for', async () => {
  const person = await somebody(site);
  await pageOf(await as(site, person.userName));
  const events = await site.database.query('SELECT 1 FROM audit_events WHERE actor = $1 AND action LIKE $2', [
    person.userName,
    'Users.%',
  ]);
  expect(events).toEqual([]);
});

test('a name that looks like the end of a script, or like a place in the page, stands there as a name', async () => {
  const client = await as(site, 'sysadmin');
  const name = '</script><script>alert(1)</script><!-- __NONCE__ $& ';
  await site.database.query("UPDATE users SET last_name = $1 WHERE user_name = 'sysadmin'", [name]);
  const { text, told } = await pageOf(client);
  expect(told.get('/api/Users/Self')).toMatchObject({ lastName: name });
  expect(text).not.toContain('alert(1)</script>');
  expect(text).not.toContain('<script>alert');
});

test('a page waits for no busy store: what takes long is left for its scripts to ask', async () => {
  const client = await as(site, 'subadmin');
  const holder = new pg.Client({ connectionString: site.database.url });
  await holder.connect();
  try {
    // The numbers of people are kept there; who one is stands elsewhere.
    await holder.query('BEGIN; LOCK TABLE headcounts IN ACCESS EXCLUSIVE MODE');
    const { told, config } = await pageOf(client);
    expect([...told.keys()]).toEqual(['/api/Users/Self', '/api/Users/Self/UIFontSize']);
    expect(config.told?.reads).toEqual([...told.keys()]);
  } finally {
    await holder.end();
  }
  expect((await pageOf(client)).told.size).toBe(4);
});
