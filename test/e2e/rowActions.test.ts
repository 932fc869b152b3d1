/** The other actions of the row menu: each asks where it takes something away, updates the row in place, shows a toast, and can be undone where possible. */
import type { Page } from 'puppeteer';
import { logInAs } from '../support/logInAs.ts';
import { useBrowser } from '../support/browser.ts';
import { awaitMail } from '../support/mails.ts';
import { unusedMember } from '../support/unusedMember.ts';
import { useServer } from '../support/useServer.ts';
import { heading, press, visibleText, waitForPath, waitForText } from './pages/onPage.ts';
import { proveIdentity } from './pages/security.ts';
import { UsersPage } from './pages/UsersPage.ts';

const site = useServer();
const browser = useBrowser();

/** Opens the list with only this user, and marks the document to detect a reload. */
async function openListOf(userName: string, page?: Page) {
  const opened = page ?? (await browser.newPage());
  const users = await UsersPage.open(opened, await logInAs(site, 'subadmin'), `/Users/List/all/${userName}`);
  await users.waitForOnly(userName);
  await opened.evaluate(() => (document.body.dataset.same = 'yes'));
  return {
    page: opened,
    users,
    waitForCell: (column: string, text: string) =>
      opened.waitForFunction(
        (key, wanted) =>
          document.querySelector(`[role="gridcell"][col-id="${key}"]`)?.textContent.trim().startsWith(wanted) === true &&
          document.body.dataset.same === 'yes',
        {},
        column,
        text,
      ),
  };
}

const member = () => unusedMember(site, { organisation: 'Harbour Mutual' });

/** Scrolls right, as only visible columns are rendered. */
const scrollRight = (page: Page) =>
  page.evaluate(() => {
    for (const part of document.querySelectorAll('main *')) part.scrollLeft += 2000;
  });

test('disables a user, whom Undo enables again, in the row and in the database', async () => {
  const { userName } = await member();
  const { page, users, waitForCell } = await openListOf(userName);
  const enabled = async () => site.database.row('SELECT enabled FROM users WHERE user_name = $1', [userName]);
  await users.chooseAction('Disable');
  await waitForText(page, 'can no longer log in');
  await users.confirm('Disable');
  await waitForText(page, `${userName} is disabled.`);
  await waitForCell('status', 'Disabled');
  expect(await enabled()).toEqual({ enabled: false });
  await press(page, 'Undo');
  await waitForText(page, `${userName} is enabled.`);
  await waitForCell('status', 'Active');
  expect(await enabled()).toEqual({ enabled: true });

  await site.database.query('UPDATE users SET enabled = false WHERE user_name = $1', [userName]);
  const again = await openListOf(userName, page);
  await again.users.chooseAction('Enable');
  await again.waitForCell('status', 'Active');
});

test('unlocks a user, who logs in again at once', async () => {
  const { userName } = await member();
  await site.database.query(`UPDATE users SET locked_until = now() + interval '10 minutes' WHERE user_name = $1`, [userName]);
  const { page, users, waitForCell } = await openListOf(userName);
  expect(await users.cell('status')).toMatch(/^Locked · /);
  await users.chooseAction('Unlock');
  await waitForText(page, `${userName} is unlocked.`);
  await waitForCell('status', 'Active');
  await logInAs(site, userName);
  await users.openMenu();
  expect(await users.menu()).toMatchObject({ Unlock: 'This user is not locked' });
});

test('resets MFA after a step-up; a wrong password keeps the dialog open', async () => {
  const { page, users, waitForCell } = await openListOf('mfa_user');
  await site.database.query("UPDATE sessions SET authenticated_at = now() - interval '2 hours'");
  browser.expectPageError(/40[03]/);
  await users.chooseAction('Reset MFA');
  await users.confirm('Reset MFA');
  await proveIdentity(page, 'Wrong-pass-1');
  await page.waitForSelector('[role="dialog"] [aria-invalid="true"], [role="dialog"] [role="alert"]');
  await proveIdentity(page);
  await waitForText(page, 'MFA of mfa_user is reset.');
  await page.waitForFunction(() => document.querySelector('[role="dialog"]') === null);
  await waitForCell('mfa', 'Required');
});

test('resets a password: the old one stops working, and a mail brings the link to a new one', async () => {
  const { userName, email } = await member();
  const { page, users } = await openListOf(userName);
  await users.chooseAction('Reset password');
  await users.confirm('Reset password');
  await waitForText(page, `The password of ${userName} is reset.`);
  const mail = await awaitMail(site, ({ to, links }) => to[0] === email && links.length > 0);
  await expect(logInAs(site, userName)).rejects.toThrow();
  const userPage = await browser.newPage();
  await userPage.goto(mail.links[0] ?? '');
  await heading(userPage, 'Choose a new password');
});

test('takes ownership: the row shows the new owner, and Undo gives it back', async () => {
  const { userName } = await member();
  await site.database.query('UPDATE users SET owner_id = NULL WHERE user_name = $1', [userName]);
  const page = await browser.newPage();
  await page.setViewport({ width: 2560, height: 900 });
  const { users, waitForCell } = await openListOf(userName, page);
  await scrollRight(page);
  await users.chooseAction('Take ownership');
  await users.confirm('Take ownership');
  await waitForText(page, `You are the owner of ${userName} now.`);
  await waitForCell('owner', 'subadmin');
  await users.openMenu();
  expect(await users.menu()).toMatchObject({ 'Take ownership': 'You own this user already' });
  await page.keyboard.press('Escape');
  await press(page, 'Undo');
  await waitForText(page, `You are no longer the owner of ${userName}.`);
  await waitForCell('owner', '');
  expect(await users.cell('owner')).toBe('');
});

test('resends an expired invitation, with a new link, and deletes another, whose row disappears', async () => {
  const { page, users, waitForCell } = await openListOf('expired@example.com');
  expect(await users.cell('status')).toBe('Invite expired');
  await users.chooseAction('Resend invite');
  await waitForText(page, 'expired@example.com is invited again.');
  await waitForCell('status', 'Invited');
  const { links } = await awaitMail(site, ({ to }) => to[0] === 'expired@example.com');
  const userPage = await browser.newPage();
  await userPage.goto(links[0] ?? '');
  await heading(userPage, "You're invited");

  await page.bringToFront();
  await users.chooseAction('Delete invite');
  await waitForText(page, 'This cannot be undone.');
  await users.confirm('Delete invite');
  await waitForText(page, 'The invite of expired@example.com is deleted.');
  await waitForText(page, 'No user matches “expired@example.com”');
});

test('copies the user ID, and shows it when the browser denies the clipboard', async () => {
  const { userId, userName } = await member();
  const page = await browser.newPage();
  const { users } = await openListOf(userName, page);
  for (const name of ['clipboard-read', 'clipboard-write'])
    await page.browserContext().setPermission(site.url, { permission: { name }, state: 'granted' });
  await users.chooseAction('Copy user ID');
  await waitForText(page, 'The user ID is on the clipboard.');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(userId);
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('not allowed'));
  });
  await users.chooseAction('Copy user ID');
  await waitForText(page, `The user ID is ${userId}.`);
});

test('opens by right click and by the menu key as well, on the right user, and leads to the edit screen', async () => {
  const page = await browser.newPage();
  const users = await UsersPage.open(page, await logInAs(site, 'subadmin'), '/Users/List/active');
  const name = await users.nameAt(3);
  await page.locator(users.cellAt(3, 'email')).click({ button: 'right' });
  await page.waitForSelector('[role="menu"]');
  await page.keyboard.press('Escape');
  await page.waitForFunction(() => document.querySelector('[role="menu"]') === null);
  await page.locator(users.cellAt(3, 'email')).click();
  await page.waitForSelector('aside');
  await page.keyboard.press('Escape');
  await page.focus(users.cellAt(3, 'email'));
  await page.keyboard.press('.');
  await page.waitForSelector('[role="menu"]');
  await users.clickMenuItem('Edit');
  await waitForPath(page, `/Users/Edit/${name}`);
  await heading(page, 'Edit user');
  expect(await visibleText(page)).toContain(name);
});
