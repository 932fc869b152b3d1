/** The main task end to end as `npm run demo` ships it: 5,000 users in the embedded database. All other stories have an external one. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { logInAs } from '../support/logInAs.ts';
import { axeViolations } from '../support/axe.ts';
import { useBrowser } from '../support/browser.ts';
import { eventually } from '../support/eventually.ts';
import { LoginPage } from './pages/LoginPage.ts';
import { UsersPage } from './pages/UsersPage.ts';

const root = resolve(import.meta.dirname, '../..');
const browser = useBrowser();

let dataDir: string;
let demo: ChildProcess;
let url: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'gatehouse-demo-'));
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, DATA_DIR: dataDir, PORT: '0' };
  demo = spawn(process.execPath, ['server/demo.ts'], { cwd: root, env, stdio: ['ignore', 'pipe', 'inherit'] });
  let written = '';
  demo.stdout?.setEncoding('utf8').on('data', (text: string) => (written += text));
  url = await eventually('the demo to listen', () => /listening on (\S+)/.exec(written)?.[1]);
});
afterAll(async () => {
  const closed = once(demo, 'close');
  demo.kill('SIGTERM');
  await closed;
  await rm(dataDir, { recursive: true, force: true });
});

test('An administrator logs in, scrolls to row 4,000, searches, unlocks locked_user and finds it in the audit', async () => {
  const page = await browser.newPage();
  const login = new LoginPage(page, { url });
  await login.open();
  await login.logIn('sysadmin');
  const users = new UsersPage(page);
  await users.ready();
  expect(new URL(page.url()).pathname).toBe('/Users/List');
  expect(await page.title()).toBe('User admin | Gatehouse™');
  await users.waitForText('of 5,000');

  const far = await users.scrollTo(4000);
  const client = await logInAs({ url }, 'sysadmin');
  const [expected] = (await client.ok('Users.Page', { offset: 4000, limit: 1, sort: 'userName' })).rows ?? [];
  expect(far).toBe(expected?.userName);

  await users.search('locked_user');
  await users.waitForOnly('locked_user');
  expect(await users.cell('status')).toMatch(/^Locked · /);
  await users.chooseAction('Unlock');
  await page.waitForFunction(() => document.querySelector('[role="gridcell"][col-id="status"]')?.textContent.trim() === 'Active');
  expect(await axeViolations(page)).toEqual([]);

  const { events } = await client.ok('Users.AuditReport', { action: 'Users.Unlock', target: 'locked_user', limit: 1 });
  expect(events[0]).toMatchObject({ actor: 'sysadmin', target: 'locked_user', outcome: 'success' });
});
