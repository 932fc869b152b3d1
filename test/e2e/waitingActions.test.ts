/** Without a connection, with keys alone: an action waits in the queue, is taken back, asked for again, and done once when it is back. */
import { logInAs } from '../support/logInAs.ts';
import { axeViolations } from '../support/axe.ts';
import { useBrowser } from '../support/browser.ts';
import { goOffline, goOnline, OFFLINE_ERROR } from '../support/offline.ts';
import { useServer } from '../support/useServer.ts';
import { pressOn, tabTo } from './pages/keyboard.ts';
import { waitForText } from './pages/onPage.ts';
import { UsersPage } from './pages/UsersPage.ts';

const site = useServer();
const browser = useBrowser();

const WAITING = '1 action waits for the connection';

const countUnlocks = async () =>
  (await site.database.query(`SELECT 1 FROM audit_events WHERE action = 'Users.Unlock' AND target = 'locked_user'`)).length;

test('unlock waits, is taken back, and is done once', async () => {
  const users = await UsersPage.open(await browser.newPage(), await logInAs(site, 'sysadmin'), '/Users/List/all/locked_user');
  const { page } = users;
  await users.waitForOnly('locked_user');
  // The queue's part of the page comes with it.
  await page.waitForSelector('header a[href="/Approvals"]');
  const before = await countUnlocks();
  const pressUnlock = async () => {
    await page.keyboard.press('/');
    await page.waitForFunction(() => document.activeElement?.matches('input[type="search"]'));
    await page.keyboard.press('ArrowDown');
    await page.waitForFunction(() => document.activeElement?.closest('.ag-row'));
    await page.keyboard.press('u');
    await page.waitForSelector(`::-p-aria([name="${WAITING}"][role="button"])`);
  };
  browser.expectPageError(OFFLINE_ERROR);
  await goOffline(page);
  await pressUnlock();
  await pressOn(page, WAITING);
  await waitForText(page, 'Unlock locked_user');
  expect(await axeViolations(page, '[role="dialog"]')).toEqual([]);
  await pressOn(page, 'Take back: Unlock locked_user');
  await waitForText(page, 'Nothing waits any more.');
  await pressOn(page, 'Close');
  await page.waitForFunction(() => document.activeElement?.id === 'content');

  await pressUnlock();
  await tabTo(page, WAITING);
  expect(await countUnlocks()).toBe(before);
  await goOnline(page);
  await waitForText(page, 'locked_user is unlocked.');
  await page.waitForFunction(() => document.querySelector('.ag-row [col-id="status"]')?.textContent.trim() === 'Active');
  await page.waitForSelector(`::-p-aria([name="${WAITING}"][role="button"])`, { hidden: true });
  expect(await countUnlocks()).toBe(before + 1);
});
