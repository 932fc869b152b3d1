/** The other actions of the row menu: each asks where it takes something away, updates the row in place, shows a toast, and can be undone where possible. */
import type { Page } from 'puppeteer';
import { logInAs } from '../support/logInAs.ts';
import { useBrowser } from '../support/browser.ts';
import { unusedMember } from '../support/unusedMember.ts';
import { useServer } from '../support/useServer.ts';
import { heading, press, visibleText, waitForPath, waitForText } from './pages/onPage.ts';
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
