/** The main task end to end on both deployments: the embedded database of `npm run demo`, and an external PostgreSQL. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { logInAs } from '../support/logInAs.ts';
import { axeViolations } from '../support/axe.ts';
import { useBrowser } from '../support/browser.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { seedTemplate } from '../support/template.ts';
import { LoginPage } from './pages/LoginPage.ts';
import { UsersPage } from './pages/UsersPage.ts';

interface Site {
  readonly url: string;
  stop(): Promise<unknown>;
}

const root = resolve(import.meta.dirname, '../..');

/** `npm run demo` as shipped: 5,000 users in the embedded PostgreSQL. */
async function demo(): Promise<Site> {
  const dataDir = await mkdtemp(join(tmpdir(), 'gatehouse-demo-'));
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, DATA_DIR: dataDir, PORT: '0' };
  const child: ChildProcess = spawn(process.execPath, ['server/demo.ts'], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const closed = once(child, 'close');
  let written = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (written += text));
  const url = await eventually('the demo to listen', () => /listening on (\S+)/.exec(written)?.[1]);
  return {
    url,
    async stop() {
      child.kill('SIGTERM');
      await closed;
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** The same build on an external PostgreSQL. */
async function external(): Promise<Site> {
  const database: TestDatabase = await createDatabase({ contents: 'empty' });
  await seedTemplate(database.url, 5000);
  const server: TestServer = await startServer({ database });
  return {
    url: server.url,
    async stop() {
      await server.stop();
      await database.drop();
    },
  };
}

describe.each([
  ['on its own database', demo],
  ['on an external PostgreSQL', external],
])('An administrator, %s,', (_where, start) => {
  const browser = useBrowser();
  let site: Site;

  beforeAll(async () => {
    site = await start();
  });
  afterAll(() => site.stop());

  test('is refused with a wrong password and keeps what was typed', async () => {
    const page = await browser.newPage();
    const login = new LoginPage(page, site);
    await login.open();
    await login.logIn('sysadmin', 'Wrong-pass-1');
    expect(await login.alert()).toContain('The username or password is incorrect');
    expect(await page.$eval('input[autocomplete="username"]', (input) => input.value)).toBe('sysadmin');
    expect(page.url()).toBe(`${site.url}/Login/Gatehouse`);
  });

  test('logs in, scrolls to row 4,000, searches, unlocks locked_user and finds it in the audit', async () => {
    const page = await browser.newPage();
    const login = new LoginPage(page, site);
    await login.open();
    await login.logIn('sysadmin');
    const users = new UsersPage(page);
    await users.ready();
    expect(new URL(page.url()).pathname).toBe('/Users/List');
    expect(await page.title()).toBe('User admin | Gatehouse™');
    await users.waitForText('of 5,000');

    const far = await users.scrollTo(4000);
    const client = await logInAs(site, 'sysadmin');
    const [expected] = (await client.ok('Users.Page', { offset: 4000, limit: 1, sort: 'userName' })).rows ?? [];
    expect(far).toBe(expected?.userName);

    await users.search('locked_user');
    await users.waitForOnly('locked_user');
    expect(await users.cell('status')).toMatch(/^Locked · /);
    await users.chooseAction('Unlock');
    await page.waitForFunction(
      () => document.querySelector('[role="gridcell"][col-id="status"]')?.textContent.trim() === 'Active',
    );
    expect(await axeViolations(page)).toEqual([]);

    const { events } = await client.ok('Users.AuditReport', { action: 'Users.Unlock', target: 'locked_user', limit: 1 });
    expect(events[0]).toMatchObject({ actor: 'sysadmin', target: 'locked_user', outcome: 'success' });
  });

  test('has an Actions column that is pinned left, 90 px wide and not sortable', async () => {
    const page = await browser.newPage();
    const login = new LoginPage(page, site);
    await login.open();
    await login.logIn('subadmin');
    const users = new UsersPage(page);
    await users.ready();
    const facts = await page.$eval('[role="columnheader"][col-id="actions"]', (cell) => ({
      width: cell.getBoundingClientRect().width,
      sort: cell.getAttribute('aria-sort'),
    }));
    expect(facts).toEqual({ width: 90, sort: null });
    await page.click('[role="columnheader"][col-id="actions"]');
    expect(new URL(page.url()).search).not.toContain('actions');
    expect(await users.pinnedColumns()).toEqual(['actions']);
  });
});
