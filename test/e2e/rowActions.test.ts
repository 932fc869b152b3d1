/** The other actions of the row menu: each asks where it takes something away, updates the row in place, shows a toast, and can be undone where possible. */
import { logInAs } from '../support/logInAs.ts';
import { useBrowser } from '../support/browser.ts';
import { unusedMember } from '../support/unusedMember.ts';
import { useServer } from '../support/useServer.ts';
import { openListOf } from './pages/listOf.ts';
import { heading, press, visibleText, waitForPath, waitForText } from './pages/onPage.ts';
import { UsersPage } from './pages/UsersPage.ts';
import { disable } from '../support/changeUser.ts';
import { userOf } from '../support/userFacts.ts';

const site = useServer();
const browser = useBrowser();

const member = () => unusedMember(site, { organisation: 'Harbour Mutual' });

test('disables a user, whom Undo enables again, in the row and in the database', async () => {
  const { userName } = await member();
  const { page, users, waitForCell } = await openListOf(site, userName, await browser.newPage());
  const enabled = async () => userOf(site, userName, 'enabled');
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

  await disable(site, userName);
  const again = await openListOf(site, userName, page);
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
