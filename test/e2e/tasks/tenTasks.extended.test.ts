/**
 * Ten everyday tasks of an administrator, from the user list, counting interactions; docs/tasks.md must show the same numbers.
 */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { logInAs } from '../../support/logInAs.ts';
import { useBrowser } from '../../support/browser.ts';
import { eventually } from '../../support/eventually.ts';
import { awaitMail } from '../../support/mails.ts';
import { useServer } from '../../support/useServer.ts';
import { heading, waitForPath, waitForText } from '../pages/onPage.ts';
import { UsersPage } from '../pages/UsersPage.ts';
import { effortOf, formatEffort } from './effort.ts';
import { TaskDriver } from './TaskDriver.ts';
import { peers, type Task } from './peers.ts';

const site = useServer();
const browser = useBrowser();

const labels: Readonly<Record<Task, string>> = {
  unlock: 'Unlock a user',
  disable: 'Disable a user',
  resetMfa: 'Reset the MFA of a user who lost the phone',
  mailPassword: 'Mail a user a link to a new password',
  why: 'Say why a user can’t log in',
  inviteThree: 'Invite three people',
  grantRole: 'Give a user a role',
  impersonate: 'Impersonate a user, with the reason on record',
  disableFifty: 'Disable fifty users found by a search',
  exportDormant: 'Export who has not signed in for 90 days',
};

const file = resolve(import.meta.dirname, '../../../docs/tasks.md');

const openDriver = async (userName = 'sysadmin'): Promise<TaskDriver> =>
  new TaskDriver(await UsersPage.open(await browser.newPage(), await logInAs(site, userName)));

const readColumn = async (
  userName: string,
  column: 'enabled' | 'locked_until' | 'mfa_enrolled_at' | 'roles',
): Promise<unknown> => {
  const [row] = await site.database.query<{ fact: unknown }>(`SELECT ${column} AS fact FROM users WHERE user_name = $1`, [
    userName,
  ]);
  return row?.fact;
};

/** Expects the task's row in the table of docs/tasks.md. */
async function expectRow(task: Task, { done }: TaskDriver): Promise<void> {
  const { keycloak, casdoor } = peers[task];
  const cells = [labels[task], formatEffort(effortOf(done)), keycloak, casdoor];
  const lines = (await readFile(file, 'utf8')).split('\n').map((line) => line.split('|').map((cell) => cell.trim()));
  expect(lines).toContainEqual(['', ...cells, '']);
}

test('a locked user is unlocked', async () => {
  const driver = await openDriver();
  await driver.command('unlock locked_user');
  await waitForText(driver.page, 'locked_user is unlocked.');
  expect(await readColumn('locked_user', 'locked_until')).toBeNull();
  await expectRow('unlock', driver);
});

test('a user is disabled', async () => {
  const driver = await openDriver();
  await driver.command('disable support_user');
  await waitForText(driver.page, 'support_user is disabled.');
  expect(await readColumn('support_user', 'enabled')).toBe(false);
  await expectRow('disable', driver);
});

test('MFA is reset', async () => {
  const driver = await openDriver();
  await driver.command('reset mfa mfa_user', 'This cannot be undone.');
  await waitForText(driver.page, 'MFA of mfa_user is reset.');
  expect(await readColumn('mfa_user', 'mfa_enrolled_at')).toBeNull();
  await expectRow('resetMfa', driver);
});

test('a link to a new password is mailed', async () => {
  const driver = await openDriver();
  await driver.command('reset password ordinary', 'This cannot be undone.');
  await waitForText(driver.page, 'The password of ordinary is reset.');
  await awaitMail(
    site,
    ({ to, links }) => to.includes('ordinary@example.com') && links.some((link) => link.includes('/ForgottenPassword?')),
  );
  await expectRow('mailPassword', driver);
});

test('the reason why a user can’t log in is shown', async () => {
  const driver = await openDriver();
  await driver.find('disabled_user');
  await driver.clickAt('[role="gridcell"][col-id="status"]');
  await waitForText(driver.page, "Why can't this user log in?");
  await waitForText(driver.page, 'Disabled by an administrator');
  await expectRow('why', driver);
});

test('three users are invited', async () => {
  // A system administrator chooses an organisation besides.
  const driver = await openDriver('subadmin');
  await driver.click('Invite user', 'link');
  await heading(driver.page, 'Invite user');
  await driver.page.waitForSelector('[name="emails"]:focus');
  const addresses = ['ada.byron@example.com', 'grace.hop@example.com', 'mary.ann@example.com'];
  await driver.type(addresses.join(';'));
  await driver.click('Send invitation');
  for (const address of addresses) await awaitMail(site, ({ to }) => to.includes(address));
  await expectRow('inviteThree', driver);
});

test('a role is granted', async () => {
  const driver = await openDriver();
  await driver.command('role ordinary support');
  await waitForText(driver.page, 'The roles of ordinary');
  expect(await readColumn('ordinary', 'roles')).toContain('Support');
  await expectRow('grantRole', driver);
});

test('a user is impersonated', async () => {
  const driver = await openDriver();
  await driver.command('impersonate ordinary because ticket 4711');
  await waitForText(driver.page, 'You are viewing as');
  await waitForText(driver.page, 'Reason: ticket 4711');
  await expectRow('impersonate', driver);
});

test('more than fifty users are disabled at once', async () => {
  const driver = await openDriver();
  const { total = 0 } = await (await logInAs(site, 'sysadmin')).ok('Users.Page', { search: 'example', limit: 1 });
  expect(total).toBeGreaterThan(50);
  await driver.command(`disable ${String(total)} example`, `Disable ${String(total)} users`);
  await waitForPath(driver.page, '/Users/List/all/example');
  await waitForText(driver.page, 'users disabled');
  const [row] = await site.database.query<{ count: number }>('SELECT count(*)::int AS count FROM users WHERE NOT enabled');
  expect(row?.count).toBeGreaterThan(50);
  await expectRow('disableFifty', driver);
});

test('users without a login for 90 days are exported', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'dormant-'));
  try {
    const driver = await openDriver();
    const session = await driver.page.createCDPSession();
    const browserContextId = driver.page.browserContext().id ?? '';
    await session.send('Browser.setDownloadBehavior', { behavior: 'allow', downloadPath: folder, browserContextId });
    const { total = 0 } = await (await logInAs(site, 'sysadmin')).ok('Users.Page', { filter: 'dormant', limit: 1 });
    await driver.click('Filter');
    await driver.click('No login for 90 days', 'checkbox');
    await driver.users.waitForTotal(String(total));
    await driver.click('Export');
    const name = await eventually('the file', async () => (await readdir(folder)).find((file) => file.endsWith('.csv')));
    const lines = (await readFile(join(folder, name), 'utf8')).trimEnd().split('\r\n');
    expect(lines).toHaveLength(total + 1);
    await expectRow('exportDormant', driver);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

test('what one person did on one day is reported, by a part of the name', async () => {
  const driver = await openDriver();
  const day = new Date(Date.now() - 2 * 86_400_000);
  await driver.click('Audit report', 'link');
  await heading(driver.page, 'Audit report');
  await driver.type('ordina');
  await driver.key('Enter');
  await waitForPath(driver.page, '/Users/Audit?person=ordinary');
  await driver.clickAt(`[role="search"] label[title="${day.toLocaleDateString('en-US', { dateStyle: 'full' })}"]`);
  await driver.page.waitForFunction(
    () => new URLSearchParams(location.search).get('from') === new URLSearchParams(location.search).get('to'),
  );
  const { interactions } = effortOf(driver.done);
  expect(interactions).toBeLessThanOrEqual(4);
  expect(await readFile(file, 'utf8')).toContain(`Report on one person’s Tuesday: ${formatEffort(effortOf(driver.done))}.`);
});
