/** Without a connection, with keys alone: an action waits in the queue, is taken back, asked for again, and done once when it is back. */
import type { Page } from 'puppeteer';
import { copySessionToPage } from '../support/copySessionToPage.ts';
import { logInAs } from '../support/logInAs.ts';
import { axeViolations } from '../support/axe.ts';
import { useBrowser } from '../support/browser.ts';
import { goOffline, goOnline, OFFLINE_ERROR, waitForOfflineParts } from '../support/offline.ts';
import { useServer } from '../support/useServer.ts';
import { pressOn, tabTo } from './pages/keyboard.ts';
import { waitForText } from './pages/onPage.ts';
import { UsersPage } from './pages/UsersPage.ts';

const site = useServer();
const browser = useBrowser();

const WAITING = '1 action waits for the connection';

const countUnlocks = async () =>
  (await site.database.query(`SELECT 1 FROM audit_events WHERE action = 'Users.Unlock' AND target = 'locked_user'`)).length;

const openList = async (): Promise<Page> => {
  const users = await UsersPage.open(await browser.newPage(), await logInAs(site, 'sysadmin'), '/Users/List/all/locked_user');
  await users.waitForOnly('locked_user');
  await waitForOfflineParts(users.page);
  return users.page;
};

const pressUnlock = async (page: Page): Promise<void> => {
  await page.keyboard.press('/');
  await page.waitForFunction(() => document.activeElement?.matches('input[type="search"]'));
  await page.keyboard.press('ArrowDown');
  await page.waitForFunction(() => document.activeElement?.closest('[role="gridcell"]'));
  await page.keyboard.press('u');
  await page.waitForSelector(`::-p-aria([name="${WAITING}"][role="button"])`);
};

test('what one user has begun is not done in the session of another', async () => {
  const page = await openList();
  const before = await countUnlocks();
  browser.expectPageError(OFFLINE_ERROR);
  browser.expectPageError(/401/);
  await goOffline(page);
  await pressUnlock(page);
  // As from a tab that can't tell this one.
  await copySessionToPage(await logInAs(site, 'subadmin'), page);
  await goOnline(page);
  await page.waitForSelector('::-p-aria([name="Log in to continue"][role="dialog"])');
  expect(await countUnlocks()).toBe(before);
});

test('unlock waits, is taken back, and is done once', async () => {
  const page = await openList();
  const before = await countUnlocks();
  browser.expectPageError(OFFLINE_ERROR);
  await goOffline(page);
  await pressUnlock(page);
  await pressOn(page, WAITING);
  await waitForText(page, 'Unlock locked_user');
  expect(await axeViolations(page, '[role="dialog"]')).toEqual([]);
  await pressOn(page, 'Take back: Unlock locked_user');
  await waitForText(page, 'Nothing waits any more.');
  await pressOn(page, 'Close');
  await page.waitForFunction(() => document.activeElement?.id === 'content');

  await pressUnlock(page);
  await tabTo(page, WAITING);
  expect(await countUnlocks()).toBe(before);
  await goOnline(page);
  await waitForText(page, 'locked_user is unlocked.');
  await page.waitForFunction(() => document.querySelector('[role="gridcell"][col-id="status"]')?.textContent.trim() === 'Active');
  await page.waitForSelector(`::-p-aria([name="${WAITING}"][role="button"])`, { hidden: true });
  expect(await countUnlocks()).toBe(before + 1);
});
