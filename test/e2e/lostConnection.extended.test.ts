/** Without a connection, with keys alone: an act says that no answer came, and "Try again" does it once, in a session of the same user only. */
import type { Page } from 'puppeteer';
import { axeViolations } from '../support/axe.ts';
import { copySessionToPage } from '../support/copySessionToPage.ts';
import { logInAs } from '../support/logInAs.ts';
import { useBrowser } from '../support/browser.ts';
import { goOffline, goOnline, OFFLINE_ERROR, waitForOfflineParts } from '../support/offline.ts';
import { useServer } from '../support/useServer.ts';
import { pressOn } from './pages/keyboard.ts';
import { waitForText } from './pages/onPage.ts';
import { UsersPage } from './pages/UsersPage.ts';

const site = useServer();
const browser = useBrowser();

const LOST = 'The connection was lost before the server answered about locked_user.';

const countUnlocks = async () =>
  (await site.database.query(`SELECT 1 FROM audit_events WHERE action = 'Users.Unlock' AND target = 'locked_user'`)).length;

/** Begins an unlock without a connection. */
const beginUnlock = async (): Promise<Page> => {
  const users = await UsersPage.open(await browser.newPage(), await logInAs(site, 'sysadmin'), '/Users/List/all/locked_user');
  const { page } = users;
  await users.waitForOnly('locked_user');
  await waitForOfflineParts(page);
  browser.expectPageError(OFFLINE_ERROR);
  await goOffline(page);
  await page.keyboard.press('/');
  await page.waitForFunction(() => document.activeElement?.matches('input[type="search"]'));
  await page.keyboard.press('ArrowDown');
  await page.waitForFunction(() => document.activeElement?.closest('[role="gridcell"]'));
  await page.keyboard.press('u');
  await waitForText(page, LOST);
  return page;
};

test('what one user has begun is not done in the session of another', async () => {
  const before = await countUnlocks();
  const page = await beginUnlock();
  browser.expectPageError(/401/);
  // The grid’s refresh is cut off by the way to the login page.
  browser.expectPageError(/could not be asked for/);
  // As from a tab that can't tell this one.
  await copySessionToPage(await logInAs(site, 'subadmin'), page);
  await goOnline(page);
  await pressOn(page, 'Try again');
  await page.waitForFunction(
    () => location.pathname.startsWith('/Login') || document.body.innerText.includes('Log in to continue'),
  );
  expect(await countUnlocks()).toBe(before);
});

test('unlock says that no answer came, stays undone, and is done once when it is tried again', async () => {
  const before = await countUnlocks();
  const page = await beginUnlock();
  expect(await axeViolations(page, '.toasts')).toEqual([]);
  expect(await countUnlocks()).toBe(before);
  await goOnline(page);
  await pressOn(page, 'Try again');
  await waitForText(page, 'locked_user is unlocked.');
  await page.waitForFunction(() => document.querySelector('[role="gridcell"][col-id="status"]')?.textContent.trim() === 'Active');
  expect(await countUnlocks()).toBe(before + 1);
});
