/** Everything else that the menu of a row does, told in a browser: it asks, the row changes in place, a toast says so, and Undo takes it back. */
import type { Page } from 'puppeteer';
import { as } from '../support/as.ts';
import { useBrowser } from '../support/browser.ts';
import { awaitMail } from '../support/mails.ts';
import { unusedMember } from '../support/unusedMember.ts';
import { useServer } from '../support/useServer.ts';
import { at, heading, press, reads, seen } from './pages/onPage.ts';
import { proveIdentity } from './pages/security.ts';
import { UsersPage } from './pages/UsersPage.ts';

const site = useServer();
const browser = useBrowser();

/** The list of an administrator with nobody but this person, and what was done to them in this window and not by loading anew. */
async function listed(userName: string, page?: Page) {
  const opened = page ?? (await browser.newPage());
  const users = await UsersPage.open(opened, await as(site, 'subadmin'), `/Users/List/all/${userName}`);
  await users.waitForOnly(userName);
  await opened.evaluate(() => (document.body.dataset.same = 'yes'));
  return {
    page: opened,
    users,
    becomes: (column: string, text: string) =>
      opened.waitForFunction(
        (key, wanted) =>
          document.querySelector(`.ag-row [col-id="${key}"]`)?.textContent.trim().startsWith(wanted) === true &&
          document.body.dataset.same === 'yes',
        {},
        column,
        text,
      ),
  };
}

const member = () => unusedMember(site, { organisation: 'Harbour Mutual' });

/** Brings a column into the window, as only those on screen are drawn. */
const scrollRight = (page: Page) =>
  page.evaluate(() => {
    for (const part of document.querySelectorAll('.data-grid *')) part.scrollLeft += 2000;
  });

test('disables somebody, whom Undo enables again, in the row as in the store', async () => {
  const { userName } = await member();
  const { page, users, becomes } = await listed(userName);
  const enabled = async () => site.database.row('SELECT enabled FROM users WHERE user_name = $1', [userName]);
  await users.choose('Disable');
  await reads(page, 'Disable this user?');
  await users.confirm('Disable');
  await reads(page, `${userName} is disabled.`);
  await becomes('status', 'Disabled');
  expect(await enabled()).toEqual({ enabled: false });
  await press(page, 'Undo');
  await reads(page, `${userName} is enabled.`);
  await becomes('status', 'Active');
  expect(await enabled()).toEqual({ enabled: true });

  await site.database.query('UPDATE users SET enabled = false WHERE user_name = $1', [userName]);
  const again = await listed(userName, page);
  await again.users.choose('Enable');
  await again.users.confirm('Enable');
  await again.becomes('status', 'Active');
});

test('unlocks somebody, who logs in again at once', async () => {
  const { userName } = await member();
  await site.database.query(`UPDATE users SET locked_until = now() + interval '10 minutes' WHERE user_name = $1`, [userName]);
  const { page, users, becomes } = await listed(userName);
  expect(await users.cell('status')).toMatch(/^Locked until /);
  await users.choose('Unlock');
  await users.confirm('Unlock');
  await reads(page, `${userName} is unlocked.`);
  await becomes('status', 'Active');
  await as(site, userName);
  await users.openMenu();
  expect(await users.menu()).toMatchObject({ Unlock: 'This user is not locked' });
});

test('resets MFA after a fresh proof of identity, and a wrong one keeps what was asked', async () => {
  const { page, users, becomes } = await listed('mfa_user');
  await site.database.query("UPDATE sessions SET authenticated_at = now() - interval '2 hours'");
  browser.expectComplaint(/40[03]/);
  await users.choose('Reset MFA');
  await users.confirm('Reset MFA');
  await proveIdentity(page, 'Wrong-pass-1');
  await page.waitForSelector('dialog [aria-invalid="true"], dialog [role="alert"]');
  await proveIdentity(page);
  await reads(page, 'MFA of mfa_user is reset.');
  await page.waitForFunction(() => document.querySelector('dialog[open]') === null);
  await becomes('mfa', 'Required');
});

test('resets a password: the old one is dead, and a mail brings the link to a new one', async () => {
  const { userName, email } = await member();
  const { page, users } = await listed(userName);
  await users.choose('Reset password');
  await users.confirm('Reset password');
  await reads(page, `The password of ${userName} is reset.`);
  const mail = await awaitMail(site, ({ to, links }) => to[0] === email && links.length > 0);
  await expect(as(site, userName)).rejects.toThrow();
  const theirs = await browser.newPage();
  await theirs.goto(mail.links[0] ?? '');
  await heading(theirs, 'Choose a new password');
});

test('takes ownership: the row names who answers now, and Undo gives it back', async () => {
  const { userName } = await member();
  await site.database.query('UPDATE users SET owner_id = NULL WHERE user_name = $1', [userName]);
  const page = await browser.newPage();
  await page.setViewport({ width: 2560, height: 900 });
  const { users, becomes } = await listed(userName, page);
  await scrollRight(page);
  await users.choose('Take ownership');
  await users.confirm('Take ownership');
  await reads(page, `You now answer for ${userName}.`);
  await becomes('owner', 'subadmin');
  await users.openMenu();
  expect(await users.menu()).toMatchObject({ 'Take ownership': 'You already answer for this user' });
  await page.keyboard.press('Escape');
  await press(page, 'Undo');
  await reads(page, `You no longer answer for ${userName}.`);
  await becomes('owner', '');
  expect(await users.cell('owner')).toBe('');
});

test('resends an invite whose time is over, with a new link, and deletes another, whose row goes', async () => {
  const { page, users, becomes } = await listed('expired@example.com');
  expect(await users.cell('status')).toBe('Invite expired');
  await users.choose('Resend invite');
  await users.confirm('Resend invite');
  await reads(page, 'expired@example.com is invited again.');
  await becomes('status', 'Invited');
  const { links } = await awaitMail(site, ({ to }) => to[0] === 'expired@example.com');
  const theirs = await browser.newPage();
  await theirs.goto(links[0] ?? '');
  await heading(theirs, "You're invited");

  await page.bringToFront();
  await users.choose('Delete invite');
  await reads(page, 'This cannot be undone.');
  await users.confirm('Delete invite');
  await reads(page, 'The invite of expired@example.com is deleted.');
  await reads(page, 'No user matches “expired@example.com”');
});

test('copies the user ID, and says it where the browser does not allow that', async () => {
  const { userId, userName } = await member();
  const page = await browser.newPage();
  const { users } = await listed(userName, page);
  for (const name of ['clipboard-read', 'clipboard-write'])
    await page.browserContext().setPermission(site.url, { permission: { name }, state: 'granted' });
  await users.choose('Copy user ID');
  await reads(page, 'The user ID is on the clipboard.');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(userId);
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('not allowed'));
  });
  await users.choose('Copy user ID');
  await reads(page, `The user ID is ${userId}.`);
});

test('opens by right click and by the menu key as well, on the person one means, and goes to the edit screen', async () => {
  const page = await browser.newPage();
  const users = await UsersPage.open(page, await as(site, 'subadmin'), '/Users/List/active');
  const name = await users.nameAt(3);
  await page.locator(users.cellAt(3, 'email')).click({ button: 'right' });
  await page.waitForSelector('[role="menu"]');
  await page.keyboard.press('Escape');
  await page.waitForFunction(() => document.querySelector('[role="menu"]') === null);
  await page.locator(users.cellAt(3, 'email')).click();
  await page.waitForSelector('.user-panel');
  await page.keyboard.press('Escape');
  await page.focus(users.cellAt(3, 'email'));
  await page.keyboard.press('.');
  await page.waitForSelector('[role="menu"]');
  await users.pick('Edit');
  await at(page, `/Users/Edit/${name}`);
  await heading(page, 'Edit user');
  expect(await seen(page)).toContain(name);
});
