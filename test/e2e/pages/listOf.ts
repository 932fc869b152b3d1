/** The list of users with one row. */
import type { Page } from 'puppeteer';
import { logInAs } from '../../support/logInAs.ts';
import type { TestServer } from '../../support/server.ts';
import { UsersPage } from './UsersPage.ts';

/** Opens the list with only this user, and marks the document to detect a reload. */
export async function openListOf(site: TestServer, userName: string, opened: Page) {
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
