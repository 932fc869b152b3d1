/**
 * Ten everyday tasks of an administrator, from the user list, counting interactions; docs/tasks.md must show the same numbers.
 */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { as } from '../../support/as.ts';
import { useBrowser } from '../../support/browser.ts';
import { eventually } from '../../support/eventually.ts';
import { awaitMail } from '../../support/mails.ts';
import { useServer } from '../../support/useServer.ts';
import { waitForPath, heading, waitForText } from '../pages/onPage.ts';
import { UsersPage } from '../pages/UsersPage.ts';
import { effortOf, formatEffort } from './effort.ts';
import { TaskDriver } from './TaskDriver.ts';
import { peers, type Task } from './peers.ts';

const site = useServer();
const browser = useBrowser();

const labels: Readonly<Record<Task, string>> = {
  unlock: 'Unlock somebody',
  disable: 'Disable somebody',
  resetMfa: 'Reset the MFA of somebody who lost the phone',
  mailPassword: 'Mail somebody a link to a new password',
  why: 'Say why somebody can’t log in',
  inviteThree: 'Invite three people',
  grantRole: 'Give somebody a role',
  impersonate: 'Act as somebody, with the reason on record',
  disableFifty: 'Disable fifty people whom a search finds',
  exportDormant: 'Export who has not signed in for 90 days',
};

const file = resolve(import.meta.dirname, '../../../docs/tasks.md');

const openDriver = async (): Promise<TaskDriver> =>
  new TaskDriver(await UsersPage.open(await browser.newPage(), await as(site, 'sysadmin')));

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
  const hands = await openDriver();
  await hands.choose('locked_user', 'Unlock');
  await hands.confirm('Unlock');
  await waitForText(hands.page, 'locked_user is unlocked.');
  expect(await readColumn('locked_user', 'locked_until')).toBeNull();
  await expectRow('unlock', hands);
});

test('a user is disabled', async () => {
  const hands = await openDriver();
  await hands.choose('support_user', 'Disable');
  await hands.confirm('Disable');
  await waitForText(hands.page, 'support_user is disabled.');
  expect(await readColumn('support_user', 'enabled')).toBe(false);
  await expectRow('disable', hands);
});

test('MFA is reset', async () => {
  const hands = await openDriver();
  await hands.choose('mfa_user', 'Reset MFA');
  await hands.confirm('Reset MFA');
  await waitForText(hands.page, 'MFA of mfa_user is reset.');
  expect(await readColumn('mfa_user', 'mfa_enrolled_at')).toBeNull();
  await expectRow('resetMfa', hands);
});

test('a link to a new password is mailed', async () => {
  const hands = await openDriver();
  await hands.choose('second_sub', 'Reset password');
  await hands.confirm('Reset password');
  await waitForText(hands.page, 'The password of second_sub is reset.');
  await awaitMail(
    site,
    ({ to, links }) => to.includes('second_sub@example.com') && links.some((link) => link.includes('/ForgottenPassword?')),
  );
  await expectRow('mailPassword', hands);
});

test('the reason why a user can’t log in is shown', async () => {
  const hands = await openDriver();
  await hands.find('disabled_user');
  await hands.clickAt('.ag-row [col-id="status"]');
  await waitForText(hands.page, "Why can't this user log in?");
  await waitForText(hands.page, 'Disabled by an administrator');
  await expectRow('why', hands);
});

test('three users are invited', async () => {
  const hands = await openDriver();
  await hands.click('Invite user', 'link');
  await heading(hands.page, 'Invite user');
  await hands.clickAt('::-p-aria([name="Email addresses"][role="textbox"])');
  const addresses = ['ada.byron@example.com', 'grace.hop@example.com', 'mary.ann@example.com'];
  await hands.type(addresses.join(';'));
  await hands.click('Send invitation');
  for (const address of addresses) await awaitMail(site, ({ to }) => to.includes(address));
  await expectRow('inviteThree', hands);
});

test('a role is granted', async () => {
  const hands = await openDriver();
  await hands.find('ordinary');
  await hands.clickAt('.ag-row [col-id="userName"] a');
  await hands.clickAt('::-p-xpath(//label[.//*[@class="role-name" and text()="Support"]])');
  await hands.click('Change roles');
  await hands.confirm('Change roles');
  await waitForText(hands.page, 'The roles of ordinary');
  expect(await readColumn('ordinary', 'roles')).toContain('Support');
  await expectRow('grantRole', hands);
});

test('a user is impersonated', async () => {
  const hands = await openDriver();
  await hands.choose('ordinary', 'Impersonate');
  await hands.type('ticket 4711');
  await hands.confirm('Impersonate');
  await waitForText(hands.page, 'You are acting as');
  await waitForText(hands.page, 'Reason: ticket 4711');
  await expectRow('impersonate', hands);
});

test('more than fifty users are disabled at once', async () => {
  const hands = await openDriver();
  await hands.key('/');
  await hands.type('a');
  await waitForPath(hands.page, '/Users/List/all/a');
  const { total } = await (await as(site, 'sysadmin')).ok('Users.Page', { search: 'a', limit: 1 });
  expect(total).toBeGreaterThan(50);
  await hands.users.waitForTotal(String(total));
  await hands.click(`Select all ${String(total)} matching`, 'checkbox');
  await hands.click('Disable', 'button', '.bulk-actions');
  await hands.clickAt('dialog[open] .button-danger');
  await waitForText(hands.page, 'users disabled');
  const [row] = await site.database.query<{ count: number }>('SELECT count(*)::int AS count FROM users WHERE NOT enabled');
  expect(row?.count).toBeGreaterThan(50);
  await expectRow('disableFifty', hands);
});

test('users without a login for 90 days are exported', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'dormant-'));
  try {
    const hands = await openDriver();
    const session = await hands.page.createCDPSession();
    const browserContextId = hands.page.browserContext().id ?? '';
    await session.send('Browser.setDownloadBehavior', { behavior: 'allow', downloadPath: folder, browserContextId });
    const { total } = await (await as(site, 'sysadmin')).ok('Users.Page', { filter: 'dormant', limit: 1 });
    await hands.clickAt('::-p-xpath(//a[starts-with(normalize-space(), "Not signed in for 90 days")])');
    await hands.users.waitForTotal(String(total));
    await hands.click('Export');
    const name = await eventually('the file', async () => (await readdir(folder)).find((file) => file.endsWith('.csv')));
    const lines = (await readFile(join(folder, name), 'utf8')).trimEnd().split('\r\n');
    expect(lines).toHaveLength(total + 1);
    await expectRow('exportDormant', hands);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
